"""Hand-kept .bib files: a new entry in the file's own style at the place its order says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from scholarsync import sources
from scholarsync.errors import InputError
from scholarsync.formats import bibtex
from scholarsync.formats.bibtex import Bibliography, Other
from scholarsync.formats.bibtex import Entry as Piece
from scholarsync.lists.bib_style import Style, learn, most
from scholarsync.lists.clean import one_line
from scholarsync.lists.keys import new_key
from scholarsync.lists.model import Addition, Edit, Entry, Files, Form, Listing, Text
from scholarsync.lists.place import A_YEAR, Place, Standing, find_place
from scholarsync.model import Page, Record
from scholarsync.normalise import normalise
from scholarsync.normalise.latex import to_latex
from scholarsync.normalise.types import parse_type
from scholarsync.targets.bibtex import MONTHS, TYPES, VENUE_FIELD, author_name
from scholarsync.targets.bibtex import title as guarded

Encode = Callable[[str], str]

OPTIONAL = frozenset({"month", "publisher", "url", "eprint", "archiveprefix", "arxiv", "html", "issn", "abstract"})
"""Fields that a new entry has only where the list uses them."""
OWN = frozenset({"title", "author", "editor", "year", "date", "doi", "pages", "volume", "number", "journal",
                 "booktitle",
                 "journaltitle", "school", "institution", "series", "howpublished", "note", "keywords", "abbr",
                 "address", "location", "organization", "isbn", *OPTIONAL})  # fmt: skip
RAW = frozenset({"url", "doi", "eprint", "arxiv", "html", "pdf", "archiveprefix"})


def read(files: Files) -> Listing:
    """The entries of a .bib file with the drafts that the BibTeX source reads from it."""
    name, text = _only(files)
    book = _book(text.text)
    page = Page(
        watch=f"file:{name}",
        url=name,
        body=text.text.encode("utf-8", "replace"),
        content_type="text/x-bibtex; charset=utf-8",
    )
    reading = sources.load()["bibtex"].parse(page)
    entries, pieces = [], iter(zip(_entries(book), _groups(book), strict=True))
    for draft in reading.drafts:
        for piece, group in pieces:
            if (draft.key or "") == piece.key:
                entries.append(Entry(draft=draft, file=name, start=piece.start, end=piece.end, group=group))
                break
    return Listing(form="bib", files=files, entries=tuple(entries), source="bibtex", faults=reading.faults)


@lru_cache(maxsize=4)
def _book(text: str) -> Bibliography:
    """A file taken apart; one update asks for the same text several times."""
    return bibtex.parse(text)


def _only(files: Files) -> tuple[str, Text]:
    if len(files) != 1:
        raise InputError("a .bib list is one file")
    return next(iter(files.items()))


def _entries(book: Bibliography) -> tuple[Piece, ...]:
    return tuple(piece for piece in book.pieces if isinstance(piece, Piece))


def _groups(book: Bibliography) -> list[str | None]:
    """What every entry stands under: the last remark before it, where remarks divide the file."""
    remarks: list[str | None] = []
    pending: list[str] = []
    for piece in book.pieces:
        if isinstance(piece, Other):
            if piece.kind in {"comment", "text"} and piece.raw.strip():
                pending.append(" ".join(piece.raw.split()))
        else:
            remarks.append(" ".join(pending) or None)
            pending = []
    stated = sum(remark is not None for remark in remarks[1:])
    if stated * 3 > len(remarks) and stated > 1:
        return [None] * len(remarks)
    groups: list[str | None] = []
    for remark in remarks:
        groups.append(remark if remark is not None else groups[-1] if groups else None)
    return groups


def add(listing: Listing, addition: Addition) -> Sequence[Edit]:
    """One insertion: the record as an entry of the file's own style."""
    _, text = _only(listing.files)
    book = _book(text.text)
    pieces = _entries(book)
    record = addition.record
    known = records_of(listing)
    place = find_place([Standing(record=r, group=e.group) for e, r in zip(listing.entries, known, strict=True)], record)
    kind = kind_of(record, pieces)
    style = learn(text.text, pieces, index=_piece_index(pieces, listing, place.index), kind=kind, newline=text.newline)
    key = new_key(record, [(e.draft.key or "", r) for e, r in zip(listing.entries, known, strict=True)] +
                  [(piece.key, Record(key="", source="")) for piece in pieces if not piece.key])  # fmt: skip
    entry = style.write(kind, key, fields_of(record, kind, pieces, unicode=_is_unicode(text.text)))
    return [_insertion(listing, place, entry, style)]


def records_of(listing: Listing) -> list[Record]:
    """The entries' records, in file order."""
    return [normalise(entry.draft, source=listing.source) for entry in listing.entries]


def _piece_index(pieces: Sequence[Piece], listing: Listing, index: int) -> int:
    if index >= len(listing.entries):
        return len(pieces) - 1
    return next(at for at, piece in enumerate(pieces) if piece.start == listing.entries[index].start)


def _insertion(listing: Listing, place: Place, entry: str, style: Style) -> Edit:
    name, file = _only(listing.files)
    text = file.text
    entries = listing.entries
    if not entries:
        lead = "" if not text or text.endswith("\n") else style.newline
        return Edit(file=name, start=len(text), end=len(text), text=lead + entry + style.newline)
    if place.opens and place.index == 0 and not place.joins_above:
        start, head = _divider(text, 0, entries[0].start, place.opens)
        return Edit(file=name, start=start, end=start, text=head + entry + style.gap)
    if place.opens and place.joins_above:
        start, head = _divider(text, 0, entries[-1].start, place.opens)
        return Edit(file=name, start=entries[-1].end, end=entries[-1].end, text=style.gap + head + entry)
    if place.opens:
        start, head = _divider(text, entries[place.index - 1].end, entries[place.index].start, place.opens)
        return Edit(file=name, start=start, end=start, text=head + entry + style.gap)
    if place.joins_above or place.index >= len(entries):
        at = entries[place.index - 1].end
        return Edit(file=name, start=at, end=at, text=style.gap + entry)
    at = entries[place.index].start
    return Edit(file=name, start=at, end=at, text=entry + style.gap)


def _divider(text: str, after: int, before: int, year: str) -> tuple[int, str]:
    """Where the divider between two offsets begins, and the same divider for another year."""
    gap = text[after:before]
    found = list(A_YEAR.finditer(gap))
    if not found:
        return before, ""
    blank = [match.end() for match in re.finditer(r"\n[ \t\r]*\n", gap[: found[-1].start()])]
    start = blank[-1] if blank else len(gap) - len(gap.lstrip())
    head = gap[start:]
    return after + start, A_YEAR.sub(year, head)


def kind_of(record: Record, pieces: Sequence[Piece]) -> str:
    """The entry type that the file itself uses for such a record."""
    usual = TYPES.get(record.type or "", "misc" if not record.venue else "article")
    same = [p.type for p in pieces if parse_type(p.type) == record.type and record.type is not None]
    if same and record.type != "other":
        return most(same)
    return usual


def _is_unicode(text: str) -> bool:
    return not text.isascii() or not re.search(r"\\[`'^\"~c=.]", text)


def fields_of(record: Record, kind: str, pieces: Sequence[Piece], *, unicode: bool) -> list[tuple[str, str]]:
    """Field names and values (without outer braces) that a new entry has in this file."""
    kin = [piece for piece in pieces if piece.type == kind]
    kin = kin if len(kin) >= 3 else list(pieces)
    used = {field.name for piece in pieces for field in piece.fields}
    common = {n for n in used if sum(p.field(n) is not None for p in kin) * 6 >= len(kin)}
    encode = _escaped if unicode else to_latex
    values = _values(record, kind, common, encode)
    fields = [(name, value) for name, value in values if value and (name not in OPTIONAL or name in common)]
    names = _written_names(record, pieces, encode)
    if names:
        fields.append(("author", names))
    fields += [(name, value) for name, value in _constants(kin) if name not in dict(fields)]
    return fields


def _values(record: Record, kind: str, common: set[str], encode: Encode) -> list[tuple[str, str | None]]:
    venue_field = VENUE_FIELD.get(kind, "journal")
    if venue_field == "journal" and "journaltitle" in common and "journal" not in common:
        venue_field = "journaltitle"
    month = int(record.date[5:7]) if record.date and len(record.date) >= 7 else None
    dated = "date" in common and "year" not in common
    pages = one_line(record.pages or "").replace("-", "--") or None

    def plain(value: str | None) -> str | None:
        return encode(one_line(value)) if value else None

    return [
        ("title", _title(record.title or "", encode)),
        (venue_field, plain(record.venue)),
        ("date" if dated else "year", record.date if dated else str(record.year) if record.year else None),
        ("month", MONTHS[month - 1] if month and 1 <= month <= 12 else None),
        ("volume", plain(record.volume)), ("number", plain(record.number)), ("pages", plain(pages)),
        ("publisher", plain(record.publisher)), ("doi", raw(record.doi)),
        ("eprint", raw(record.arxiv_id)), ("archiveprefix", "arXiv" if record.arxiv_id else None),
        ("arxiv", raw(record.arxiv_id)), ("url", raw(record.url)), ("html", raw(record.url)),
    ]  # fmt: skip


def raw(value: str | None) -> str | None:
    """An identifier or address, never escaped; braces as addresses write them."""
    return one_line(value).replace("{", "%7B").replace("}", "%7D") if value else None


def _title(text: str, encode: Encode) -> str:
    value = one_line(text)
    return guarded(value) if encode is to_latex else _guard_unicode(value)


def _guard_unicode(text: str) -> str:
    pieces = re.split(r"(\$[^$\s](?:[^$]{0,200}[^$\s])?\$)", text)
    inner = re.compile(r"(?<![\w{\\])([^\W\d_]*[^\W\d_a-z][A-Z][\w-]*|[\w-]*[a-z\d][A-Z][\w-]*)")
    return "".join(piece if n % 2 else inner.sub(r"{\1}", _escaped(piece)) for n, piece in enumerate(pieces))


SPECIAL = {"\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_",
           "$": "\\$",
           "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}  # fmt: skip


def _escaped(text: str) -> str:
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
    return [(name, value) for name, value in found if name not in {"selected", "preview", "award"}]


NAMES = {"arxiv_id": "eprint", "pages": "pages", "volume": "volume", "number": "number", "doi": "doi", "url": "url",
         "publisher": "publisher", "year": "year"}  # fmt: skip


def fill(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """One insertion behind the entry's last field."""
    name, text = _only(listing.files)
    pieces = _entries(_book(text.text))
    piece = next(piece for piece in pieces if piece.start == entry.start)
    used = {field.name for other in pieces for field in other.fields}
    fields = [(_field_name(field, piece, used), _value(field, value)) for field, value in values.items()]
    absent = [(field, value) for field, value in fields if field and piece.value(field) is None]
    if not absent or not piece.fields:
        return []
    style = learn(text.text, [piece], index=0, kind=piece.type, newline=text.newline)
    longest = max(field.name_end - field.start for field in piece.fields)
    last = piece.fields[-1].end
    lines = [style.equation(style.name_case(f), longest=longest) + style.quoted(f, v) for f, v in absent]
    joint = ", " if style.one_line else "," + style.newline
    return [Edit(file=name, start=last, end=last, text="".join(joint + line for line in lines))]


def _field_name(field: str, piece: Piece, used: set[str]) -> str | None:
    if field == "venue":
        usual = VENUE_FIELD.get(piece.type, "journal")
        stated = ("journal", "journaltitle", "booktitle")
        return next((name for name in (usual, *stated) if name in stated and piece.field(name)), usual)
    if field == "arxiv_id" and "arxiv" in used and "eprint" not in used:
        return "arxiv"
    return NAMES.get(field)


def _value(field: str, value: str) -> str:
    if NAMES.get(field) in RAW:
        return raw(value) or ""
    return _escaped(one_line(value)).replace("-", "--") if field == "pages" else _escaped(one_line(value))


def revise(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """The values of fields that the entry has, in the quotes they stand in."""
    name, text = _only(listing.files)
    piece = next(piece for piece in _entries(_book(text.text)) if piece.start == entry.start)
    edits, missing = [], {}
    for field, value in values.items():
        target = _field_name(field, piece, set())
        old = piece.field(target) if target else None
        if old is None:
            missing[field] = value
            continue
        quoted = Style(default_quotes=old.quoting).quoted(old.name, _value(field, value))
        edits.append(Edit(file=name, start=old.value_start, end=old.end, text=quoted))
    return [*edits, *fill(listing, entry, missing)] if missing else edits


form = Form(name="bib", read=read, add=add, fill=fill, revise=revise)
