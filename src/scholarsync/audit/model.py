"""What the audit is told and what it says: listings, doubts, findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scholarsync.model import Author, Record, Work
from scholarsync.normalise.names import same_person
from scholarsync.normalise.venues import is_preprint_venue

KINDS = {
    "missing": "not listed there",
    "gone": "no longer listed",
    "disagree": "sources disagree",
    "wrong-id": "an identifier or link of another paper",
    "shared-id": "one identifier or link on two works",
    "two-ids": "two identifiers on one work",
    "broken": "a link that cannot work",
    "namesake": "may be a namesake's",
    "twice": "listed twice",
}
"""Kinds of finding, in the order of the report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What one watch lists now."""

    watch: str
    person: str | None
    complete: bool
    """Whether its newest answer was whole: only then may something be called missing there."""
    identity: bool
    listed: frozenset[str]
    """Keys of the records it lists."""
    gone: frozenset[str] = frozenset()
    """Keys of the records it listed once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A record of which it is not clear whether it is somebody's, and why."""

    record: str
    person: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a person may want to mend at a source."""

    kind: str
    work: str
    """Citation key of the work, or its own key."""
    title: str
    where: str
    """The watch, the field, or the person."""
    detail: str
    records: tuple[str, ...] = ()


def finding(kind: str, work: Work, *, where: str, detail: str, records: tuple[str, ...] = ()) -> Finding:
    """A finding about a work."""
    return Finding(
        kind=kind,
        work=work.label or work.key,
        title=work.chosen.title or "(no title)",
        where=where,
        detail=detail,
        records=records,
    )


def is_preprint(record: Record) -> bool:
    """Whether a record is of a preprint, by its type or its venue."""
    return record.type == "preprint" or bool(record.venue and is_preprint_venue(record.venue))


def are_other_people(left: Sequence[Author], right: Sequence[Author]) -> bool:
    """Whether two whole lists differ in length or name somebody else at some place."""
    if len(left) != len(right):
        return True
    return any(same_person(one, other) == "different" for one, other in zip(left, right, strict=True))
