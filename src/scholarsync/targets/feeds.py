"""What the two feeds share: the newest publications, with permanent ids and safe links."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from scholarsync.model import Work
from scholarsync.targets import ListOptions
from scholarsync.targets.citation import details, links, names, tidied, venue
from scholarsync.targets.folders import day
from scholarsync.targets.formulas import shown

NEWEST = 30
"""Entries that a feed holds."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One publication of a feed."""

    id: str
    title: str
    link: str | None
    names: tuple[str, ...]
    summary: str
    published: str
    """RFC 3339; a date known by year or month stands at its first day."""


def entries(works: Sequence[Work], options: ListOptions) -> list[FeedEntry]:
    """The newest works as feed entries; one without a date is no news."""
    dated = [work for work in works if day(work.chosen)]
    return [_entry(work, options) for work in tidied(dated[:NEWEST])]


def _entry(work: Work, options: ListOptions) -> FeedEntry:
    record = work.chosen
    parts = (venue(record, options), details(record), str(record.year or ""))
    return FeedEntry(
        id=f"urn:uuid:{_uuid(work.label or work.key)}",
        title=shown(record.title or "") or "(no title)",
        link=next(iter(links(record).values()), None),
        names=tuple(name.text for name in names(record, options)),
        summary=", ".join(part for part in parts if part),
        published=f"{day(record)}T00:00:00Z",
    )


def _uuid(name: str) -> str:
    """A name-based UUID in form (RFC 9562, version 8), the same for ever for one work."""
    digits = hashlib.sha256(f"scholarsync {name}".encode()).hexdigest()
    return f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-a{digits[17:20]}-{digits[20:32]}"
