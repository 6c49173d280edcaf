"""What existing entries could gain: fields to fill, preprints to upgrade, and conflicts to tell.

Pure judgement; the forms turn it into edits.  A value that a person wrote is replaced only when
a preprint becomes its publication and that was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scholarsync.model import Record, Work
from scholarsync.normalise.venues import is_preprint_venue, venue_key

FILLABLE = ("doi", "arxiv_id", "volume", "number", "pages", "url")
UPGRADED = ("type", "venue", "year", "volume", "number", "pages", "doi")
OF_PREPRINT = re.compile(r"abs/|arxiv", re.IGNORECASE)
COMPARED = ("year", "venue", "doi", "arxiv_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of one entry."""

    entry: int
    name: str
    """The entry's key, or its title."""
    kind: Literal["filled", "upgraded"]
    field: str
    old: str | None
    value: str
    source: str

    def __str__(self) -> str:
        old = f'"{self.old}" -> ' if self.old else ""
        new = f'"{self.value}"' if self.value else "taken away"
        return f"{self.name}: {self.field}: {old}{new} ({self.source})"


def changes_of(
    pairs: Mapping[int, tuple[Record, Work | Record]], *, fill: bool, upgrade: bool
) -> tuple[list[Change], list[str]]:
    """The changes of all entries, and the conflicts that are only told."""
    changes: list[Change] = []
    conflicts: list[str] = []
    for number, (entry, work) in sorted(pairs.items()):
        record = work.chosen if isinstance(work, Work) else work
        ahead = is_ahead(entry, record)
        if ahead and upgrade:
            changes += _upgrade(number, entry, record, work)
        if fill and not ahead:
            changes += _fill(number, entry, record, work)
        if not ahead:
            conflicts += _conflicts(entry, record, work)
    return changes, conflicts


def is_ahead(entry: Record, record: Record) -> bool:
    """Whether the entry is a preprint and the record its publication."""
    is_preprint = entry.type == "preprint" or (entry.venue is not None and is_preprint_venue(entry.venue))
    published = record.type != "preprint" and record.venue is not None and not is_preprint_venue(record.venue)
    return is_preprint and published


def _stated(record: Record, field: str) -> str | None:
    value = getattr(record, field)
    return str(value) if value is not None else None


def _source(work: Work | Record, field: str) -> str:
    if isinstance(work, Work):
        return work.origin.get(field, work.chosen.source).split(":", 1)[0]
    return work.source


def _label(entry: Record) -> str:
    return entry.label or f'"{entry.title}"'


def _fill(number: int, entry: Record, record: Record, work: Work | Record) -> list[Change]:
    has_link = bool(entry.url or entry.links)
    return [
        Change(entry=number, name=_label(entry), kind="filled", field=field, old=None, value=value,
               source=_source(work, field))
        for field in FILLABLE
        if _stated(entry, field) is None and (value := _stated(record, field)) and not (field == "url" and has_link)
        and not (field in {"volume", "number", "pages"} and not _same_venue(entry, record))
    ]  # fmt: skip


def _same_venue(entry: Record, record: Record) -> bool:
    return not entry.venue or not record.venue or venue_key(entry.venue) == venue_key(record.venue)


def _upgrade(number: int, entry: Record, record: Record, work: Work | Record) -> list[Change]:
    return [
        Change(entry=number, name=_label(entry), kind="upgraded", field=field, old=_stated(entry, field), value=value,
               source=_source(work, field))
        for field in UPGRADED
        if (value := _stated(record, field) or _nothing(field, entry)) is not None and value != _stated(entry, field)
    ]  # fmt: skip


def _nothing(field: str, entry: Record) -> str | None:
    """An empty value in place of a preprint's own volume or pages ("abs/2301.00001", "arXiv:2301.00001")."""
    stated = _stated(entry, field) if field in {"volume", "pages"} else None
    return "" if stated is not None and OF_PREPRINT.match(stated) else None


def _conflicts(entry: Record, record: Record, work: Work | Record) -> list[str]:
    told = []
    for field in COMPARED:
        yours, theirs = _stated(entry, field), _stated(record, field)
        alike = field == "venue" and _same_venue(entry, record)
        if yours and theirs and yours != theirs and not alike:
            told.append(f'{_label(entry)}: {field}: yours "{yours}", {_source(work, field)} "{theirs}"')
    return told
