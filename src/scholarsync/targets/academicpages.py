"""academicpages: a Markdown page a publication in _publications (https://academicpages.github.io/)."""

from __future__ import annotations

from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import details, links, names, venue
from scholarsync.targets.folders import day, front_matter, slug
from scholarsync.targets.markdown import escaped

CATEGORIES = {"conference": "conferences", "book": "books", "chapter": "books"}


def render(works: Sequence[Work], options: ListOptions) -> dict[str, str]:
    """Relative path to text: ``YYYY-MM-DD-slug.md`` a work."""
    return {f"{day(work.chosen.date)}-{slug(work)}.md": page(work, options) for work in works}


def page(work: Work, options: ListOptions) -> str:
    """One work with its citation."""
    record = work.chosen
    date, place = day(record.date), venue(record, options)
    found = links(record)
    people = ", ".join(name.text for name in names(record, options))
    year = f" ({record.year})" if record.year else ""
    citation = ". ".join(part for part in (people + year, record.title, place, details(record)) if part) + "."
    head = front_matter(
        {
            "title": record.title,
            "collection": "publications",
            "category": CATEGORIES.get(record.type or "", "manuscripts"),
            "permalink": f"/publication/{date}-{slug(work)}",
            "date": date,
            "venue": place,
            "paperurl": found.get("pdf") or next(iter(found.values()), None),
            "citation": citation,
        }
    )
    return f"{head}\n{escaped(record.abstract)}\n" if record.abstract else head


target = Target(name="academicpages", suffix="", render=render)
