"""RIS, as reference managers import it (https://en.wikipedia.org/wiki/RIS_(file_format))."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scholarsync.model import Record, Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import links

TYPES = {
    "article": "JOUR", "conference": "CPAPER", "chapter": "CHAP", "book": "BOOK", "thesis": "THES", "report": "RPRT",
    "preprint": "UNPB", "patent": "PAT", "dataset": "DATA", "software": "COMP", "review": "JOUR",
}  # fmt: skip
LINE_ENDS = re.compile(r"[\r\n\x00-\x1f]+")


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as RIS with CRLF line ends."""
    del options
    return "".join(f"{line}\r\n" for work in works for line in (*_lines(work), ""))


def _lines(work: Work) -> Iterator[str]:
    record = work.chosen
    for tag, value in _tags(work, record):
        if value:
            yield f"{tag}  - {LINE_ENDS.sub(' ', value)}"
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
    yield "UR", record.url or links(record).get("arxiv")
    if record.arxiv_id:
        yield "M1", f"arXiv:{record.arxiv_id}"
    yield "AB", record.abstract
    if record.authors_truncated:
        yield "N1", "author list is cut"


target = Target(name="ris", suffix=".ris", render=render)
