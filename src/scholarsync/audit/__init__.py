"""The other direction: what is missing or wrong on the sources themselves.

Pure: works, the records that each watch lists, and what was judged of them go in; findings
come out, in a fixed order.  A finding is worth a person's time only if it is likely true, so
what may differ rightly (a preprint and its publication, an abbreviated venue, a cut list) is
not called a disagreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scholarsync.audit.model import KINDS, Doubt, Finding, Listing, finding
from scholarsync.audit.places import places, repeated
from scholarsync.audit.pointers import broken, many_ids, shared
from scholarsync.audit.sayings import disagreements
from scholarsync.model import Record, Work

__all__ = ["KINDS", "Doubt", "Finding", "Listing", "audit"]


def audit(
    works: Sequence[Work], records: Mapping[str, Record], listings: Sequence[Listing], doubts: Iterable[Doubt]
) -> tuple[Finding, ...]:  # fmt: skip
    """All findings about somebody's works.

    Args:
        works: the works in the store.
        records: all records by key.
        listings: what each watch lists.
        doubts: records of which it is not clear whether they are somebody's.
    """
    theirs = [work for work in works if work.people]
    found = [one for work in theirs for one in _of_work(work, records, listings)]
    found += shared(theirs, records)
    found += repeated(theirs, records, listings)
    work_of = {key: work for work in works for key in work.records}
    found += [
        finding("namesake", work_of[doubt.record], where=doubt.person, detail=doubt.reason, records=(doubt.record,))
        for doubt in doubts
        if doubt.record in work_of
    ]
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(sorted(set(found), key=lambda f: (order[f.kind], f.where, f.title, f.work, f.detail, f.records)))


def _of_work(work: Work, records: Mapping[str, Record], listings: Sequence[Listing]) -> Iterable[Finding]:
    members = [records[key] for key in work.records if key in records]
    yield from places(work, records, listings)
    yield from disagreements(work, members)
    yield from many_ids(work, members)
    yield from broken(work, members)
