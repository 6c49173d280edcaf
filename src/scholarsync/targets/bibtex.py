"""BibTeX: braces for capitals, escapes only where LaTeX reads text, never in url, doi and eprint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count

from scholarsync.model import Author, Record, Work
from scholarsync.normalise.latex import to_latex
from scholarsync.normalise.types import type_of_venue
from scholarsync.targets import ListOptions, Target, formulas
from scholarsync.targets.citation import links, tidied

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
WORD = re.compile(r"[^\W_](?:[\w'’+#./-]*[\w'’+#])?")
SENTENCE_CASE = 0.6
"""Share of capitalised words up to which a title's capitals are names and not its style."""

NOT_IN_OT1 = str.maketrans({"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"})

Fields = Iterable[tuple[str, str | None]]
"""Field names and values as they stand in the file, with their braces; None for what is not known."""


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a BibTeX file."""
    del options
    works = tidied(works)
    return "\n".join(entry(work, key=key) for work, key in zip(works, keys_of(works), strict=True))


def entry(work: Work, *, key: str | None = None) -> str:
    """One work as an entry, ended by a line end."""
    kind = kind_of(work.chosen)
    return written(kind, key or key_of(work), fields_of(work.chosen, kind))


def kind_of(record: Record) -> str:
    """The entry type; of a record without a type what its fields suggest."""
    likely = type_of_venue(record.venue, volume=record.volume) if record.type is None and record.venue else record.type
    return TYPES.get(likely or "", "misc")


def key_of(work: Work) -> str:
    """The citation key, without signs that would end it."""
    return re.sub(r"[^\w:.+/-]+", "-", work.label or work.key).strip("-") or "work"


def keys_of(works: Sequence[Work]) -> list[str]:
    """The citation keys of a file, no two alike: where the signs left out made two so, the later gets a number."""
    out: list[str] = []
    used: set[str] = set()
    for work in works:
        stem = key_of(work)
        names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        out.append(next(name for name in names if name.lower() not in used))
        used.add(out[-1].lower())
    return out


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
    yield "isbn", raw(record.ids.get("isbn"))
    yield "issn", raw(record.ids.get("issn"))
    yield from addresses(record)
    yield "note", text(record.status)
    yield "selected", braced("true") if record.ids.get("selected") == "true" else None


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
        return "{" + _balanced(plain(author.literal or "")) + "}"
    family = _kept_whole(author.family)
    if author.given is None:
        whole = f"{family}, {_kept_whole(author.suffix)}, {{}}" if author.suffix else None
        return whole or (f"{{{family}}}" if " " in author.family and not family.startswith("{") else family)
    return ", ".join([family, *(_kept_whole(part) for part in (author.suffix, author.given) if part)])


def _kept_whole(part: str) -> str:
    """A part of a name as LaTeX, in braces where BibTeX would split it."""
    written = _balanced(plain(part))
    return "{" + written + "}" if re.search(r"(?:^|\s)and(?:\s|$)|,", part, re.IGNORECASE) else written


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
    out, last, end = [], 0, 0
    for found in WORD.finditer(words):
        gap = words[end : found.start()].strip()
        opens = gap.endswith(":") or (first and end == 0 and not gap)
        end = found.end()
        if not _is_guarded(found[0], opens=opens, named=named):
            continue
        out += [plain(words[last : found.start()]), "{", plain(found[0]), "}"]
        last = end
    return "".join([*out, plain(words[last:])])


def _is_guarded(word: str, *, opens: bool, named: bool) -> bool:
    """Whether a word's capitals are its own: within it, alone, or where the others have none."""
    parts = [part for part in re.split(r"[-/]", word) if part]
    if any(sign.isupper() for part in parts for sign in part[1:]):
        return True
    if any(part[0].isupper() and len(part.rstrip("+#.'’")) == 1 for part in parts) and word not in {"A", "I"}:
        return True
    return named and any(part[0].isupper() for part in (parts[1:] if opens else parts))


def text(value: str | None) -> str | None:
    """Plain text as a field."""
    return braced(plain(value)) if value else None


def plain(value: str) -> str:
    """Text as LaTeX in any font encoding: the oldest prints other signs for these three."""
    return to_latex(value).translate(NOT_IN_OT1)


def raw(value: str | None) -> str | None:
    """An identifier or URL, never escaped; signs that would break the entry are written as URLs write them."""
    if not value:
        return None
    return braced(value.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C"))


def braced(value: str | None) -> str | None:
    r"""A field's value in braces; BibTeX counts the braces of ``\{`` and ``\}`` too, so single ones are named."""
    return "{" + _balanced(value) + "}" if value else None


def _balanced(value: str) -> str:
    if _balances(value):
        return value
    return value.replace(r"\{", r"{\textbraceleft}").replace(r"\}", r"{\textbraceright}")


def _balances(value: str) -> bool:
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


target = Target(name="bibtex", suffix=".bib", render=render)
