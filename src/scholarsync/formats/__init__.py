"""Notations of publication records: BibTeX, RIS, EndNote, CSV; text to entries, nothing corrected."""
