"""What of the given records stands on the list already: keys and titles, identifiers, then reconciliation.

Entries of the list are never joined with each other.  An identifier alone is not enough where
the titles tell of two papers: such a pair is told as a conflict, and neither added nor changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz

from scholarsync.model import Decision, Record
from scholarsync.normalise.titles import fold, title_key
from scholarsync.reconcile import reconcile

LIST = "list"
"""Source name of the list's own entries while they are compared."""


@dataclass(slots=True)
class Matching:
    """Where every given record stands."""

    there: dict[int, int] = field(default_factory=dict)
    """Index of a record to that of its entry."""
    doubtful: dict[int, int] = field(default_factory=dict)
    """Index of a record to that of an entry which may or may not be the same work."""
    clashing: dict[int, int] = field(default_factory=dict)
    """Index of a record to that of an entry with its identifier and another title."""
    absent: list[tuple[int, ...]] = field(default_factory=list)
    """Indices of records that are one work and not on the list."""


def match(entries: Sequence[Record], records: Sequence[Record], *, decisions: Sequence[Decision] = ()) -> Matching:
    """Find every record among the entries of a list."""
    result = Matching()
    finder = _Finder(entries)
    for number, record in enumerate(records):
        found = finder.find(record)
        if found is not None:
            result.there[number] = found
        elif (other := finder.clash(record)) is not None:
            result.clashing[number] = other
    rest = [number for number in range(len(records)) if number not in result.there | result.clashing]
    _reconciled(entries, records, rest, result, decisions)
    return result


class _Finder:
    """Entries by what identifies them."""

    def __init__(self, entries: Sequence[Record]) -> None:
        self.entries = entries
        self.by: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number, entry in enumerate(entries):
            for name in _names(entry):
                self.by[name].append(number)

    def find(self, record: Record) -> int | None:
        """The entry that is surely this record."""
        near = [(kind, number) for kind, name in _names(record) for number in self.by.get((kind, name), ())]
        sure = [
            (_surety(kind, self.entries[number], record), _agreeing(self.entries[number], record), -number)
            for kind, number in near
        ]
        best = max(sure, default=(0, 0, 0))
        return -best[2] if best[0] > 0 else None

    def clash(self, record: Record) -> int | None:
        """An entry with the record's identifier, where no entry is the record itself."""
        ids = [(kind, name) for kind, name in _names(record) if kind in {"doi", "arxiv"}]
        return next((number for name in ids for number in self.by.get(name, ())), None)


def _names(record: Record) -> list[tuple[str, str]]:
    named = [("key", record.label), ("doi", record.doi), ("arxiv", record.arxiv_id),
             ("title", title_key(record.title) if record.title else None)]  # fmt: skip
    return [(kind, name) for kind, name in named if name]


def _surety(kind: str, entry: Record, record: Record) -> int:
    """How sure it is that two records which share a name of this kind are one; 0: not."""
    alike = _titles_alike(entry, record)
    if kind in {"doi", "arxiv"}:
        return 3 if alike else 0
    if kind == "key":
        return 4 if alike else 0
    if record.label and record.label == entry.label:
        return 6
    years = entry.year is None or record.year is None or entry.year == record.year
    other_doi = entry.doi is not None and record.doi is not None and entry.doi != record.doi
    other_kind = None not in {entry.type, record.type} and entry.type != record.type and entry.venue != record.venue
    return (
        5
        if years and not other_doi and not other_kind and len(record.title or "") > 12
        else (2 if entry == replace(record, key=entry.key, source=entry.source) else 0)
    )


def _agreeing(entry: Record, record: Record) -> int:
    """How many fields two records state alike: which of a preprint and its publication is meant."""
    return sum(
        getattr(entry, field) == getattr(record, field)
        for field in ("title", "venue", "year", "type", "doi", "arxiv_id")
    )


def _titles_alike(entry: Record, record: Record) -> bool:
    if entry.title is None or record.title is None:
        return True
    return fuzz.token_set_ratio(fold(entry.title), fold(record.title)) >= 80


def _reconciled(
    entries: Sequence[Record],
    records: Sequence[Record],
    rest: Sequence[int],
    result: Matching,
    decisions: Sequence[Decision],
) -> None:
    if not rest:
        return
    own = {f"{LIST} {number}": number for number in range(len(entries))}
    given = {f"given {number}": number for number in rest}
    pool = [replace(entries[number], key=key, source=LIST) for key, number in own.items()]
    pool += [replace(records[number], key=key) for key, number in given.items()]
    joined = reconcile(pool, decisions=decisions)
    for cluster in joined.clusters:
        members = [given[key] for key in cluster if key in given]
        homes = sorted(own[key] for key in cluster if key in own)
        if homes:
            result.there.update(dict.fromkeys(members, homes[0]))
    for pair in joined.matches:
        for one, other in ((pair.left, pair.right), (pair.right, pair.left)):
            if one in given and other in own and given[one] not in result.there and pair.verdict != "different":
                result.doubtful[given[one]] = own[other]
    for cluster in joined.clusters:
        fresh = tuple(sorted(given[key] for key in cluster if key in given))
        if fresh and not any(number in result.there or number in result.doubtful for number in fresh):
            result.absent.append(fresh)
    result.absent.sort()
