"""RIS, as reference managers import it (https://en.wikipedia.org/wiki/RIS_(file_format))."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarsync.model import Record, Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import links, tidied

TYPES = {
    "article": "JOUR", "conference": "CPAPER", "chapter": "CHAP", "book": "BOOK", "thesis": "THES", "report": "RPRT",
    "preprint": "UNPB", "patent": "PAT", "dataset": "DATA", "software": "COMP", "review": "JOUR",
}  # fmt: skip


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as RIS with CRLF line ends."""
    del options
    return "".join(f"{line}\r\n" for work in tidied(works) for line in (*_lines(work), ""))


def _lines(work: Work) -> Iterator[str]:
    record = work.chosen
    for tag, value in _tags(work, record):
        if value:
            yield f"{tag}  - {value}"
    yield "ER  - "


def _tags(work: Work, record: Record) -> Iterator[tuple[str, str | None]]:
    yield "TY", TYPES.get(record.type or "", "JOUR" if record.type is None and record.volume else "GEN")
    yield "ID", work.label or work.key
    yield "TI", record.title
    for author in record.authors:
        yield "AU", author.sort_name
    yield "PY", str(record.year) if record.year else None
    yield "DA", "/".join([*(record.date or "").split("-"), "", "", ""][:3]) + "/" if record.date else None
    yield "T2", record.venue
    yield "VL", record.volume
    yield "IS", record.number
    first, _, last = (record.pages or "").partition("-")
    yield "SP", first
    yield "EP", last
    yield "PB", record.publisher
    yield "DO", record.doi
    yield "SN", record.ids.get("isbn") or record.ids.get("issn")
    found = links(record)
    for url in dict.fromkeys((record.url, found.get("arxiv"))):
        yield "UR", url
    yield "L1", found.get("pdf")
    if record.arxiv_id:
        yield "M1", f"arXiv:{record.arxiv_id}"
    yield "AB", record.abstract
    if record.authors_truncated:
        yield "N1", "author list is cut"


target = Target(name="ris", suffix=".ris", render=render)
