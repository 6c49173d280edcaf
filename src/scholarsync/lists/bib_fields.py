"""What a new entry of a .bib file says: the fields that its list uses, in the list's own spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from scholarsync.formats import bibtex
from scholarsync.formats.bibtex import Entry as Piece
from scholarsync.lists.bib_style import Bare, most
from scholarsync.lists.clean import one_line
from scholarsync.model import Record
from scholarsync.normalise.latex import to_latex, to_text
from scholarsync.normalise.types import parse_type
from scholarsync.normalise.venues import venue_key
from scholarsync.targets.bibtex import MONTHS, TYPES, VENUE_FIELD, author_name
from scholarsync.targets.bibtex import title as guarded

Encode = Callable[[str], str]

OPTIONAL = frozenset({"month", "publisher", "url", "eprint", "archiveprefix", "arxiv", "html", "issn", "abstract"})
"""Fields that a new entry has only where the list uses them."""
OWN = frozenset({"title", "author", "editor", "year", "date", "doi", "pages", "volume", "number", "journal",
                 "booktitle",
                 "journaltitle", "school", "institution", "series", "howpublished", "note", "keywords", "abbr",
                 "address", "location", "organization", "isbn", *OPTIONAL})  # fmt: skip
PERSONAL = frozenset("selected preview award file groups timestamp urldate creationdate modificationdate date-added "
                     "date-modified bdsk-file-1 bdsk-url-1 biburl bibsource pdf slides poster video code "
                     "website google_scholar_id altmetric".split())  # fmt: skip
"""What one entry has for itself, also where several say the same."""
RAW = frozenset({"url", "doi", "eprint", "arxiv", "html", "pdf", "archiveprefix"})


def kind_of(record: Record, pieces: Sequence[Piece]) -> str:
    """The entry type that the file itself uses for such a record."""
    usual = TYPES.get(record.type or "", "misc" if not record.venue else "article")
    same = [p.type for p in pieces if _meaning(p.type) == record.type and record.type is not None]
    if same and record.type != "other":
        return most(same)
    return usual


_meaning = lru_cache(maxsize=256)(parse_type)


@lru_cache(maxsize=4)
def is_unicode(text: str) -> bool:
    """Whether letters with accents stand in the file as themselves."""
    return not text.isascii() or not re.search(r"\\[`'^\"~c=.]", text)


def fields_of(
    record: Record, kind: str, pieces: Sequence[Piece], *, unicode: bool, macros: Mapping[str, str] | None = None
) -> list[tuple[str, str]]:
    """Field names and values (without outer braces) that a new entry has in this file.

    Args:
        record: what it is of.
        kind: its entry type.
        pieces: the entries of the file.
        unicode: whether letters with accents stay as they are.
        macros: the strings that the file defines.
    """
    kin = [piece for piece in pieces if piece.type == kind]
    kin = kin if len(kin) >= 3 else list(pieces)
    used = {field.name for piece in pieces for field in piece.fields}
    common = {n for n in used if sum(p.field(n) is not None for p in kin) * 6 >= len(kin)}
    encode = escaped if unicode else to_latex
    addresses = [(piece.value("doi") or "").startswith("http") for piece in kin if piece.value("doi")]
    doi_as = "https://doi.org/{}" if sum(addresses) * 2 > len(addresses) else "{}"
    values = _values(record, kind, common, encode, macros=macros or {}, doi_as=doi_as)
    fields = [(name, value) for name, value in values if value and (name not in OPTIONAL or name in common)]
    names = _written_names(record, pieces, encode)
    if names:
        fields.append(("author", names))
    fields += [(name, value) for name, value in _constants(kin) if name not in dict(fields)]
    return fields


def _values(
    record: Record, kind: str, common: set[str], encode: Encode, *, macros: Mapping[str, str], doi_as: str
) -> list[tuple[str, str | None]]:
    venue_field = VENUE_FIELD.get(kind, "journal")
    if venue_field == "journal" and "journaltitle" in common and "journal" not in common:
        venue_field = "journaltitle"
    month = int(record.date[5:7]) if record.date and len(record.date) >= 7 else None
    dated = "date" in common and "year" not in common
    pages = one_line(record.pages or "").replace("-", "--") or None

    is_doi = record.doi is not None and (record.url or "").lower().endswith(f"doi.org/{record.doi}")
    address = None if is_doi else record.url

    def plain(value: str | None) -> str | None:
        return encode(one_line(value)) if value else None

    return [
        ("title", _title(record.title or "", encode)),
        (venue_field, _macro(record.venue, macros) or plain(record.venue)),
        ("date" if dated else "year", record.date if dated else str(record.year) if record.year else None),
        ("month", MONTHS[month - 1] if month and 1 <= month <= 12 else None),
        ("volume", plain(record.volume)), ("number", plain(record.number)), ("pages", plain(pages)),
        ("publisher", plain(record.publisher)), ("doi", raw(record.doi and doi_as.format(record.doi))),
        ("eprint", raw(record.arxiv_id)), ("archiveprefix", "arXiv" if record.arxiv_id else None),
        ("arxiv", raw(record.arxiv_id)), ("url", raw(address)), ("html", raw(address)),
    ]  # fmt: skip


def _macro(venue: str | None, macros: Mapping[str, str]) -> Bare | None:
    """The string that stands for a venue."""
    wanted = venue_key(venue or "")
    return next((Bare(name) for name, said in macros.items() if wanted and venue_key(to_text(said)) == wanted), None)


def raw(value: str | None) -> str | None:
    """An identifier or address, never escaped; braces as addresses write them."""
    return one_line(value).replace("{", "%7B").replace("}", "%7D") if value else None


def _title(text: str, encode: Encode) -> str:
    value = one_line(text)
    return guarded(value) if encode is to_latex else _guard_unicode(value)


def _guard_unicode(text: str) -> str:
    pieces = re.split(r"(\$[^$\s](?:[^$]{0,200}[^$\s])?\$)", text)
    inner = re.compile(r"(?<![\w{\\])([^\W\d_]*[^\W\d_a-z][A-Z][\w-]*|[\w-]*[a-z\d][A-Z][\w-]*)")
    return "".join(piece if n % 2 else inner.sub(r"{\1}", escaped(piece)) for n, piece in enumerate(pieces))


SPECIAL = {"\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_",
           "$": "\\$",
           "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}  # fmt: skip


def escaped(text: str) -> str:
    """Unicode text with only the signs escaped that mean something to LaTeX."""
    return "".join(SPECIAL.get(sign, sign) for sign in text)


def _written_names(record: Record, pieces: Sequence[Piece], encode: Encode) -> str | None:
    if not record.authors:
        return None
    spelled = [name for piece in pieces[:200] for name in bibtex.split_names(piece.value("author") or "")[:5]]
    inverted = sum("," in name for name in spelled) * 2 >= sum(" " in name for name in spelled)
    names = []
    for author in record.authors:
        if author.family is None or author.given is None:
            names.append(
                "{" + encode(one_line(author.name)) + "}" if " " in author.name else encode(one_line(author.name))
            )
        elif encode is to_latex and inverted:
            names.append(author_name(author))
        else:
            names.append(encode(one_line(author.sort_name if inverted else author.name)))
    joint = most(re.sub(r"\r", "", found) for piece in pieces[:200]
                 for found in re.findall(r"\s+and\s+", piece.value("author") or "")) or " and "  # fmt: skip
    names += ["others"] if record.authors_truncated else []
    return (" and " if "\n" in joint else joint).join(names)


def _constants(kin: Sequence[Piece]) -> list[tuple[str, str]]:
    """Custom fields that nearly every such entry has with one and the same value: switches of the theme."""
    if len(kin) < 3:
        return []
    names = {field.name for piece in kin for field in piece.fields} - OWN
    found = []
    for name in sorted(names):
        values = [value for piece in kin if (value := piece.value(name))]
        if len(values) * 10 >= len(kin) * 8 and len(set(values)) == 1 and len(values[0]) <= 20:
            found.append((name, values[0]))
    return [(name, value) for name, value in found if name not in PERSONAL]
