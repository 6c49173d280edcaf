"""academicpages: a Markdown page a publication in _publications (https://academicpages.github.io/)."""

from __future__ import annotations

import html
from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import details, links, names, tidied, venue
from scholarsync.targets.folders import day, front_matter, slugs
from scholarsync.targets.formulas import shown
from scholarsync.targets.markdown import escaped

CATEGORIES = {"conference": "conferences", "book": "books", "chapter": "books"}


def render(works: Sequence[Work], options: ListOptions) -> dict[str, str]:
    """Relative path to text: ``YYYY-MM-DD-slug.md`` a work, without the day where no year is known."""
    works = tidied(works)
    dates = {work.key: day(work.chosen) for work in works}
    stems = {key: f"{dates[key]}-{name}" if dates[key] else name for key, name in slugs(works).items()}
    return {f"{stems[work.key]}.md": page(work, stems[work.key], options) for work in works}


def page(work: Work, name: str, options: ListOptions) -> str:
    """One work with its citation; the theme reads no authors, so they stand there and in a field of their own."""
    record = work.chosen
    place = venue(record, options)
    found = links(record)
    title = shown(record.title or "(no title)")
    people = ", ".join(name.text for name in names(record, options)) + (", et al." if record.authors_truncated else "")
    year = f" ({record.year})" if record.year else ""
    citation = ". ".join(part for part in (people + year, title, place, details(record)) if part) + "."
    head = front_matter(
        {
            "title": title,
            "authors": [author.name for author in record.authors],
            "collection": "publications",
            "category": CATEGORIES.get(record.type or "", "manuscripts"),
            "permalink": f"/publication/{name}",
            "date": day(record),
            "venue": place,
            "doi": record.doi,
            "arxiv": record.arxiv_id,
            "volume": record.volume,
            "number": record.number,
            "pages": record.pages,
            "paperurl": found.get("pdf") or next(iter(found.values()), None),
            "slidesurl": found.get("slides"),
            "citation": html.escape(citation, quote=False),
        }
    )
    return f"{head}\n{escaped(record.abstract)}\n" if record.abstract else head


target = Target(name="academicpages", suffix="", render=render)
