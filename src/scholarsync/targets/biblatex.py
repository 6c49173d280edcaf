"""biblatex with biber: BibTeX's care, the newer entry types, and dates with the precision that is known."""

from __future__ import annotations

from collections.abc import Sequence

from scholarsync.model import Record, Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.bibtex import addresses, authors, braced, keys_of, pages, raw, text, title, written
from scholarsync.targets.bibtex import kind_of as plain_kind
from scholarsync.targets.citation import tidied

TYPES = {
    "preprint": "online", "thesis": "thesis", "report": "report", "patent": "patent", "dataset": "dataset",
    "software": "software", "talk": "unpublished", "poster": "unpublished",
}  # fmt: skip
VENUE_FIELD = {
    "article": "journaltitle", "inproceedings": "booktitle", "incollection": "booktitle", "thesis": "institution",
    "report": "institution", "book": "series", "unpublished": "eventtitle",
}  # fmt: skip
STATES = {
    "in press": "inpress",
    "submitted": "submitted",
    "forthcoming": "forthcoming",
    "in preparation": "inpreparation",
}
"""Status to biblatex's own word for it, which styles translate."""


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a biblatex file."""
    del options
    works = tidied(works)
    return "\n".join(entry(work, key=key) for work, key in zip(works, keys_of(works), strict=True))


def entry(work: Work, *, key: str) -> str:
    """One work as an entry, ended by a line end."""
    record = work.chosen
    kind = TYPES.get(record.type or "") or plain_kind(record)
    return written(kind, key, _fields(record, kind))


def _fields(record: Record, kind: str) -> list[tuple[str, str | None]]:
    status = (record.status or "").lower()
    renamed = {"archiveprefix": ("eprinttype", braced("arxiv") if record.arxiv_id else None)}
    return [
        ("author", braced(authors(record))),
        ("title", braced(title(record.title)) if record.title else None),
        (VENUE_FIELD.get(kind, "howpublished"), text(record.venue)),
        ("date", braced(record.date or (str(record.year) if record.year else None))),
        ("volume", text(record.volume)),
        ("number", text(record.number)),
        ("pages", pages(record)),
        ("publisher", text(record.publisher)),
        ("isbn", raw(record.ids.get("isbn"))),
        ("issn", raw(record.ids.get("issn"))),
        ("type", braced("phdthesis") if kind == "thesis" else None),
        ("pubstate", braced(STATES.get(status))),
        *(renamed.get(name, (name, value)) for name, value in addresses(record)),
        ("addendum", text(record.status) if status not in STATES else None),
    ]


target = Target(name="biblatex", suffix=".biblatex.bib", render=render)
