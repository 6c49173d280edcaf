"""Hand-kept .bib files: a new entry in the file's own style at the place its order says."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from scholarsync.lists.keys import shapes_of, stem_like
from scholarsync.lists.model import Addition, Edit, Entry, Files, Form, Listing, Text
from scholarsync.lists.place import A_YEAR, Place, Standing, find_place, group_year
from scholarsync.model import Page, Record
from scholarsync.normalise import normalise
from scholarsync.publish import free


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _New:
    """An entry that is to be put in, and how its place was found."""

    place: Place
    text: str
    style: Style


def add(listing: Listing, additions: Sequence[Addition]) -> Sequence[Edit]:
    """One insertion a place: the records in the file's own style, each placed as if those before it were in."""
    _, text = _only(listing.files)
    book = _book(text.text)
    pieces, known = _entries(book), records_of(listing)
    standing = [Standing(record=r, group=e.group) for e, r in zip(listing.entries, known, strict=True)]
    keys = [(entry.draft.key or "", record) for entry, record in zip(listing.entries, known, strict=True)]
    keys += [(piece.key, Record(key="", source="")) for piece in pieces if not piece.key]
    shapes, taken = shapes_of(keys), {key.lower() for key, _ in keys}
    slots: list[_New | None] = [None] * len(standing)
    for addition in additions:
        record = addition.record
        place = find_place(standing, record)
        kind = kind_of(record, pieces)
        near = _piece_index(pieces, listing, sum(slot is None for slot in slots[: place.index]))
        style = learn(text.text, pieces, index=near, kind=kind, newline=text.newline)
        key = free(stem_like(shapes, record), taken | {key.lower() for key in addition.reserved})
        taken.add(key.lower())
        fields = fields_of(record, kind, pieces, unicode=is_unicode(text.text), macros=book.strings)
        standing.insert(place.index, Standing(record=record, group=place.opens or place.group))
        slots.insert(place.index, _New(place=place, text=style.write(kind, key, fields), style=style))
    return list(_insertions(listing, slots, standing))


def records_of(listing: Listing) -> list[Record]:
    """The entries' records, in file order."""
    return [normalise(entry.draft, source=listing.source) for entry in listing.entries]


def _piece_index(pieces: Sequence[Piece], listing: Listing, index: int) -> int:
    if index >= len(listing.entries):
        return len(pieces) - 1
    return bisect_left(pieces, listing.entries[index].start, key=lambda piece: piece.start)


def _insertions(
    listing: Listing, slots: Sequence[_New | None], standing: Sequence[Standing]
) -> Iterator[Edit]:  # fmt: skip
    """The new entries between two old ones: those under an opened year as one, each other one for itself."""
    opened = {slot.place.opens for slot in slots if slot is not None} - {None}
    index, parts = 0, dict[str, list[_New]]()
    for slot, place in zip(slots, standing, strict=True):
        if slot is None:
            index += 1
        elif place.group in opened:
            parts.setdefault(place.group or "", []).append(slot)
        else:
            yield _insertion(listing, replace(slot.place, index=index), slot.text, slot.style)
    for year, some in parts.items():
        first = next(slot for slot in some if slot.place.opens == year)
        above = [slot is None for slot in slots[: slots.index(first)]].count(True)
        text = first.style.gap.join(slot.text for slot in some)
        yield _insertion(listing, replace(first.place, index=above), text, first.style)


def _insertion(listing: Listing, place: Place, entry: str, style: Style) -> Edit:
    name, file = _only(listing.files)
    text = file.text
    entries = listing.entries
    if not entries:
        lead = "" if not text or text.endswith("\n") else style.newline
        return Edit(file=name, start=len(text), end=len(text), text=lead + entry + style.newline)
    if place.opens and place.joins_above:
        start, head = _divider(text, 0, entries[-1].start, place.opens)
        return Edit(file=name, start=entries[-1].end, end=entries[-1].end, text=style.gap + head + entry)
    if place.opens:
        after = entries[place.index - 1].end if place.index else 0
        start, head = _divider(text, after, entries[place.index].start, place.opens)
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


def _add_one(listing: Listing, addition: Addition) -> Sequence[Edit]:
    return add(listing, (addition,))


form = Form(name="bib", read=read, add=_add_one, add_all=add, fill=fill, revise=revise)
