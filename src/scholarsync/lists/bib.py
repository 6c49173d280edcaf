"""Hand-kept .bib files: a new entry in the file's own style at the place its order says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from scholarsync import sources
from scholarsync.errors import InputError
from scholarsync.formats import bibtex
from scholarsync.formats.bibtex import Bibliography, Other
from scholarsync.formats.bibtex import Entry as Piece
from scholarsync.lists import bib_changes
from scholarsync.lists.bib_changes import fill_piece, place_of, revise_piece
from scholarsync.lists.bib_fields import fields_of, is_unicode, kind_of
from scholarsync.lists.bib_style import Style, learn
from scholarsync.lists.keys import new_key
from scholarsync.lists.model import Addition, Edit, Entry, Files, Form, Listing, Text
from scholarsync.lists.place import A_YEAR, Place, Standing, find_place, group_year
from scholarsync.model import Page, Record
from scholarsync.normalise import normalise


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
            if (draft.key or "") == _as_read(piece.key):
                entries.append(Entry(draft=draft, file=name, start=piece.start, end=piece.end, group=group))
                break
    return Listing(form="bib", files=files, entries=tuple(entries), source="bibtex", faults=reading.faults)


def _as_read(key: str) -> str:
    """A key as the source reads it: bytes that no encoding explains stand as question marks."""
    return key if key.isascii() else key.encode("utf-8", "replace").decode("utf-8")


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
    stated = [remark for remark in remarks[1:] if remark is not None]
    years = [group_year(remark) for remark in stated]
    divide = len(set(years)) == len(years) and None not in years
    if not divide and len(stated) * 3 > len(remarks) and len(stated) > 1:
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
                  [(piece.key, Record(key="", source="")) for piece in pieces if not piece.key],
                  reserved=addition.reserved)  # fmt: skip
    entry = style.write(kind, key, fields_of(record, kind, pieces, unicode=is_unicode(text.text), macros=book.strings))
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


def fill(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """The fields that the entry lacks."""
    return fill_piece(_place(listing, entry), values)


def revise(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """The values of fields that the entry has, in the quotes they stand in, and its type."""
    return revise_piece(_place(listing, entry), values)


def _place(listing: Listing, entry: Entry) -> bib_changes.Place:
    _, text = _only(listing.files)
    return place_of(entry, text, _entries(_book(text.text)), used=_used(text.text))


@lru_cache(maxsize=4)
def _used(text: str) -> frozenset[str]:
    return frozenset(field.name for piece in _entries(_book(text)) for field in piece.fields)


form = Form(name="bib", read=read, add=add, fill=fill, revise=revise)
