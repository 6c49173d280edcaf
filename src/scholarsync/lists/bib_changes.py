"""Changes of entries of a .bib file: fields added, and the values, names and type of those that are there revised."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from scholarsync.formats.bibtex import Entry as Piece
from scholarsync.formats.bibtex import Field
from scholarsync.lists.bib_fields import RAW, escaped, is_unicode, kind_of, raw
from scholarsync.lists.bib_style import Style, learn
from scholarsync.lists.clean import one_line
from scholarsync.lists.model import Edit, Entry, Text
from scholarsync.model import Record, WorkType
from scholarsync.normalise.latex import to_latex
from scholarsync.targets.bibtex import VENUE_FIELD

NAMES = {"arxiv_id": "eprint", "pages": "pages", "volume": "volume", "number": "number", "doi": "doi", "url": "url",
         "publisher": "publisher", "year": "year", "date": "date"}  # fmt: skip
CONTAINERS = ("journal", "journaltitle", "booktitle", "howpublished", "publisher")
"""Fields that may hold the name of a preprint server, the likeliest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One entry to be changed, and its file."""

    file: str
    text: Text
    piece: Piece
    pieces: Sequence[Piece]
    used: frozenset[str]
    """The fields that any entry of the file has."""

    def encoded(self, value: str) -> str:
        """Text as the file writes it."""
        return escaped(one_line(value)) if is_unicode(self.text.text) else to_latex(one_line(value))


def place_of(entry: Entry, text: Text, pieces: Sequence[Piece], *, used: frozenset[str]) -> Place:
    """An entry in its file.

    Args:
        entry: the entry.
        text: the file.
        pieces: all entries of the file, in its order.
        used: the fields that any of them has.
    """
    piece = pieces[bisect_left(pieces, entry.start, key=lambda one: one.start)]
    return Place(file=entry.file, text=text, piece=piece, pieces=pieces, used=used)


def fill_piece(place: Place, values: Mapping[str, str]) -> Sequence[Edit]:
    """The fields that the entry lacks, behind its last one; one that stands there blank gets its value."""
    edits: list[Edit] = []
    for field, value in values.items():
        name = _name_of(field, place)
        old = place.piece.field(name) if name else None
        if name is None or place.piece.value(name) is not None or not place.piece.fields:
            continue
        edits.append(_revalued(place, field, old, value) if old is not None else _new(place, field, name, value))
        if name == "eprint" and (scheme := _scheme(place)):
            edits.append(_new(place, field, *scheme))
    return edits


def revise_piece(place: Place, values: Mapping[str, str]) -> Sequence[Edit]:
    """New values in the quotes that the old ones stand in; what the entry lacks is filled in."""
    kind = _kind(place, values.get("type"))
    edits = [_retyped(place, kind)] if kind != place.piece.type else []
    missing = {}
    for field, value in values.items():
        old = _holder(field, place)
        if field == "venue" and old is not None:
            edits += _renamed(place, old, _venue_field(kind, place))
        if old is not None:
            edits.append(_revalued(place, field, old, value) if value else _removed(place, field, old))
        elif field == "venue" and kind != place.piece.type:
            edits.append(_new(place, field, _venue_field(kind, place), value))
        elif field != "type" and value:
            missing[field] = value
    return [*edits, *fill_piece(place, missing)]


def _kind(place: Place, stated: str | None) -> str:
    """The entry type that the file has for the kind of publication that a preprint has become."""
    kind = next((kind for kind in get_args(WorkType) if kind == stated), None)
    if kind is None or kind in {"preprint", "other"}:
        return place.piece.type
    return kind_of(Record(key="", source="", type=kind, venue="of it"), place.pieces)


def _name_of(field: str, place: Place) -> str | None:
    if field == "venue":
        return _venue_field(place.piece.type, place)
    if field == "arxiv_id" and "arxiv" in place.used and "eprint" not in place.used:
        return "arxiv"
    return NAMES.get(field)


def _venue_field(kind: str, place: Place) -> str:
    usual = VENUE_FIELD.get(kind, "journal")
    return (
        "journaltitle" if usual == "journal" and "journaltitle" in place.used and "journal" not in place.used else usual
    )


def _holder(field: str, place: Place) -> Field | None:
    """The field of the entry that states the value; of venues the one that names a container."""
    name = _name_of(field, place)
    names: Sequence[str] = CONTAINERS if field == "venue" else (name,) if name else ()
    if field == "year" and place.piece.value("year") is None:
        names = ("date",)
    found = (place.piece.field(name) for name in names if place.piece.value(name) is not None)
    return next((one for one in found if one is not None and "\\url" not in one.text), None)


def _scheme(place: Place) -> tuple[str, str] | None:
    """The field that says whose id an eprint is, where the entry does not."""
    if place.piece.value("archiveprefix") or place.piece.value("eprinttype"):
        return None
    return ("eprinttype", "arxiv") if "eprinttype" in place.used else ("archiveprefix", "arXiv")


def _new(place: Place, field: str, name: str, value: str) -> Edit:
    piece, text = place.piece, place.text
    style = learn(text.text, [piece], index=0, kind=piece.type, newline=text.newline)
    longest = max(one.name_end - one.start for one in piece.fields)
    written = style.equation(style.name_case(name), longest=longest) + style.quoted(name, _written(place, name, value))
    joint = ", " if style.one_line else "," + style.newline
    last = piece.fields[-1].end
    return Edit(file=place.file, start=last, end=last, text=joint + written, field=field)


def _written(place: Place, name: str, value: str) -> str:
    if name in RAW:
        return raw(value) or ""
    return place.encoded(value).replace("-", "--") if name == "pages" else place.encoded(value)


def _revalued(place: Place, field: str, old: Field, value: str) -> Edit:
    quoting = "braces" if old.quoting in {"bare", "joined"} and not value.isdigit() else old.quoting
    quoted = Style(default_quotes=quoting).quoted(old.name, _written(place, old.name, value))
    return Edit(file=place.file, start=old.value_start, end=old.end, text=quoted, field=field)


def _removed(place: Place, field: str, old: Field) -> Edit:
    """The field with the comma before it."""
    at = place.piece.fields.index(old)
    if at == 0:
        return Edit(file=place.file, start=old.start, end=place.piece.fields[1].start, text="", field=field)
    return Edit(file=place.file, start=place.piece.fields[at - 1].end, end=old.end, text="", field=field)


def _retyped(place: Place, kind: str) -> Edit:
    start = place.piece.start + 1
    old = place.text.text[start : start + len(place.piece.type)]
    new = kind.upper() if old.isupper() else kind.capitalize() if old[:1].isupper() else kind
    return Edit(file=place.file, start=start, end=start + len(old), text=new, field="type")


def _renamed(place: Place, old: Field, name: str) -> list[Edit]:
    """Another name for a field, its equals sign left where it stands as far as there is room."""
    if old.name == name:
        return []
    text = place.text.text
    blanks = re.compile(r"[ \t]*").match(text, old.name_end)
    end = blanks.end() if blanks else old.name_end
    spelled = text[old.start : old.name_end]
    new = name.upper() if spelled.isupper() else name.capitalize() if spelled[:1].isupper() else name
    room = max(end - old.start - len(new), min(end - old.name_end, 1))
    return [Edit(file=place.file, start=old.start, end=end, text=new + " " * room, field="venue")]
