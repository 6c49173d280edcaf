"""BibTeX: braces for capitals, escapes only where LaTeX reads text, never in url, doi and eprint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scholarsync.model import Author, Record, Work
from scholarsync.normalise.latex import to_latex
from scholarsync.targets import ListOptions, Target, formulas
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
LINK_FIELDS = ("pdf", "code", "slides", "poster", "video", "data", "website")
"""Labels of links that become fields of their own, as al-folio and jekyll-scholar show them."""
WORD = re.compile(r"[^\W_][\w'’+#./-]*")
SENTENCE_CASE = 0.4
"""Share of capitalised words up to which a title's capitals are names and not its style."""

Fields = Iterable[tuple[str, str | None]]
"""Field names and values as they stand in the file, with their braces; None for what is not known."""


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a BibTeX file."""
    del options
    return "\n".join(entry(work) for work in works)


def entry(work: Work) -> str:
    """One work as an entry, ended by a line end."""
    kind = kind_of(work.chosen)
    return written(kind, key_of(work), fields_of(work.chosen, kind))


def kind_of(record: Record) -> str:
    """The entry type; of a record without a type what its fields suggest."""
    if record.type is None and record.venue:
        return "article" if record.volume else "inproceedings" if "onference" in record.venue else "misc"
    return TYPES.get(record.type or "", "misc")


def key_of(work: Work) -> str:
    """The citation key, without signs that would end it."""
    return re.sub(r"[^\w:.+/-]+", "-", work.label or work.key).strip("-") or "work"


def written(kind: str, key: str, fields: Fields) -> str:
    """An entry with its fields in a column."""
    known = [(name, value) for name, value in fields if value]
    width = max((len(name) for name, _ in known), default=0)
    lines = [f"  {name.ljust(width)} = {value}," for name, value in known]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""])


def fields_of(record: Record, kind: str) -> Fields:
    """The fields in the order they are written."""
    yield "author", braced(authors(record))
    yield "title", braced(title(record.title)) if record.title else None
    yield VENUE_FIELD[kind], text(record.venue)
    yield "year", braced(str(record.year)) if record.year else None
    yield "month", month_of(record)
    yield "volume", text(record.volume)
    yield "number", text(record.number)
    yield "pages", pages(record)
    yield "publisher", text(record.publisher)
    yield from addresses(record)
    yield "note", text(record.status)


def addresses(record: Record) -> Fields:
    """Identifiers and links, none of them escaped."""
    found = {label: url for label, url in links(record).items() if label not in {"doi", "arxiv"}}
    yield "doi", raw(record.doi)
    yield "eprint", raw(record.arxiv_id)
    yield "archiveprefix", braced("arXiv") if record.arxiv_id else None
    yield "url", raw(record.url or next((url for label, url in found.items() if label not in LINK_FIELDS), None))
    for label in LINK_FIELDS:
        yield label, raw(found.get(label))


def month_of(record: Record) -> str | None:
    """The month's macro, only where the month is known."""
    found = re.match(r"\d{4}-(\d\d)", record.date or "")
    return MONTHS[int(found[1]) - 1] if found and 1 <= int(found[1]) <= 12 else None


def pages(record: Record) -> str | None:
    """Pages with the double hyphen of a range."""
    return braced(to_latex(record.pages).replace("-", "--")) if record.pages else None


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
    parts = (author.family, author.suffix, author.given)
    return ", ".join(_kept_whole(to_latex(part)) for part in parts if part)


def _kept_whole(part: str) -> str:
    """A part of a name in braces where BibTeX would split it."""
    return "{" + part + "}" if re.search(r"(?:^|\s)(?:and|AND|And)(?:\s|$)|,", part) else part


def title(words: str) -> str:
    """A title as LaTeX with its formulas kept and in braces the capitals that no style may lower."""
    named = _capitals_are_names(words)
    return "".join(
        piece if formula else _guarded(piece, named=named, first=not number)
        for number, (piece, formula) in enumerate(formulas.pieces(words))
    )


def _capitals_are_names(words: str) -> bool:
    """Whether a title is in sentence case, so that a capital within it says "name"."""
    later = [word for word in WORD.findall(words)[1:] if len(word) > 3 and word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in later)
    return bool(later) and capitals <= SENTENCE_CASE * len(later)


def _guarded(words: str, *, named: bool, first: bool) -> str:
    out, last = [], 0
    for found in WORD.finditer(words):
        opens = words[: found.start()].rstrip().endswith(":") or (first and not words[: found.start()].strip())
        if not _is_guarded(found[0], opens=opens, named=named):
            continue
        out += [to_latex(words[last : found.start()]), "{", to_latex(found[0]), "}"]
        last = found.end()
    return "".join([*out, to_latex(words[last:])])


def _is_guarded(word: str, *, opens: bool, named: bool) -> bool:
    if any(sign.isupper() for sign in word[1:]):
        return True
    if not word[0].isupper() or word in {"A", "I"}:
        return False
    return (len(word.rstrip("+#.'’")) == 1) or (named and not opens)


def text(value: str | None) -> str | None:
    """Plain text as a field."""
    return braced(to_latex(value)) if value else None


def raw(value: str | None) -> str | None:
    """An identifier or URL, never escaped; signs that would break the entry are written as URLs write them."""
    if not value:
        return None
    return braced(value.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C"))


def braced(value: str | None) -> str | None:
    r"""A field's value in braces; BibTeX counts the braces of ``\{`` and ``\}`` too, so single ones are named."""
    if not value:
        return None
    if not _balances(value):
        value = value.replace(r"\{", r"{\textbraceleft}").replace(r"\}", r"{\textbraceright}")
    return "{" + value + "}"


def _balances(value: str) -> bool:
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


target = Target(name="bibtex", suffix=".bib", render=render)
