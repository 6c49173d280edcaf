"""Draft to Record: titles, names, identifiers, dates, venues, LaTeX."""
