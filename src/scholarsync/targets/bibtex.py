"""BibTeX: braces for capitals, escapes only where LaTeX reads text, never in url, doi and eprint."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarsync.model import Author, Record, Work
from scholarsync.normalise.latex import to_latex
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import links

TYPES = {
    "article": "article", "conference": "inproceedings", "chapter": "incollection", "book": "book",
    "thesis": "phdthesis", "report": "techreport", "preprint": "misc", "review": "article",
}  # fmt: skip
VENUE_FIELD = {
    "article": "journal", "inproceedings": "booktitle", "incollection": "booktitle", "phdthesis": "school",
    "techreport": "institution", "misc": "howpublished", "book": "series",
}  # fmt: skip
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
CAPITAL = re.compile(r"(?<![\w{\\])[\w-]*(?:(?<=\w)[A-Z]|[A-Z](?=[A-Z0-9]))[\w-]*")
"""A word with a capital inside or several in a row: styles that lower-case titles would spoil it."""


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a BibTeX file."""
    del options
    return "\n".join(entry(work) for work in works)


def entry(work: Work) -> str:
    """One work as an entry, ended by a line end."""
    record = work.chosen
    kind = TYPES.get(record.type or "", "misc")
    if record.type is None and record.venue:
        kind = "article" if record.volume else "inproceedings" if "onference" in record.venue else "misc"
    fields = [(name, value) for name, value in fields_of(record, kind) if value]
    width = max((len(name) for name, _ in fields), default=0)
    lines = [f"  {name.ljust(width)} = {value}," for name, value in fields]
    return "\n".join([f"@{kind}{{{work.label or work.key},", *lines, "}", ""])


def fields_of(record: Record, kind: str) -> list[tuple[str, str | None]]:
    """Field names and values as they stand in the file, with their braces."""
    month = int(record.date[5:7]) if record.date and len(record.date) >= 7 else None
    found = links(record)
    return [
        ("author", _braced(authors(record))),
        ("title", _braced(title(record.title)) if record.title else None),
        (VENUE_FIELD[kind], _text(record.venue)),
        ("year", _braced(str(record.year)) if record.year else None),
        ("month", MONTHS[month - 1] if month else None),
        ("volume", _text(record.volume)),
        ("number", _text(record.number)),
        ("pages", _braced(to_latex(record.pages).replace("-", "--")) if record.pages else None),
        ("publisher", _text(record.publisher)),
        ("doi", _raw(record.doi)),
        ("eprint", _raw(record.arxiv_id)),
        ("archiveprefix", _braced("arXiv") if record.arxiv_id else None),
        ("url", _raw(record.url or next((u for n, u in found.items() if n not in {"doi", "arxiv"}), None))),
        ("note", _text(record.status)),
    ]


def authors(record: Record) -> str | None:
    """ "Family, Given and …"; groups in braces; "and others" where the list is cut."""
    parts = [author_name(author) for author in record.authors]
    if record.authors_truncated and parts:
        parts.append("others")
    return " and ".join(parts) or None


def author_name(author: Author) -> str:
    """One name as BibTeX splits it again."""
    if author.family is None:
        return "{" + to_latex(author.literal or "") + "}"
    family = to_latex(author.family)
    if re.search(r"\s(?:and|AND)\s|,", author.family):
        family = "{" + family + "}"
    return ", ".join(
        part for part in (family, author.suffix and to_latex(author.suffix), to_latex(author.given or "")) if part
    )


def title(text: str) -> str:
    """A title as LaTeX with its formulas kept and its inner capitals in braces."""
    pieces = re.split(r"(\$[^$\s](?:[^$]{0,200}[^$\s])?\$)", text)
    return "".join(piece if number % 2 else _guarded(piece) for number, piece in enumerate(pieces))


def _guarded(text: str) -> str:
    out, last = [], 0
    for found in CAPITAL.finditer(text):
        out += [to_latex(text[last : found.start()]), "{", to_latex(found[0]), "}"]
        last = found.end()
    return "".join([*out, to_latex(text[last:])])


def _text(text: str | None) -> str | None:
    return _braced(to_latex(text)) if text else None


def _raw(text: str | None) -> str | None:
    """An identifier or URL, never escaped; braces that would not balance are written as URLs write them."""
    return _braced(text.replace("{", "%7B").replace("}", "%7D")) if text else None


def _braced(text: str | None) -> str | None:
    return "{" + text + "}" if text else None


target = Target(name="bibtex", suffix=".bib", render=render)
