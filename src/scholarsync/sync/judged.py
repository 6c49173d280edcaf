"""What people ruled, applied: decisions found again after a source renamed its record; whose work it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from scholarsync.config import Settings
from scholarsync.model import Decision, Record, Work
from scholarsync.normalise.titles import title_key
from scholarsync.store import Store
from scholarsync.store.derived import Attributed
from scholarsync.sync.whose import RULED


def hint_of(record: Record) -> str:
    """What a record is known by when its key is gone: source, title, year, first author."""
    first = record.authors[0].name if record.authors else ""
    return f"{record.source}|{title_key(record.title or '')}|{record.year or ''}|{title_key(first)}"


def rulings(store: Store) -> tuple[Decision, ...]:
    """The decisions that hold, tied to today's records.

    One whose record was renamed by its source is found by its hint; one whose record is lost is left out.
    """
    decisions = store.judgement.decisions()
    there = store.derived.present({key for decision in decisions for key in _records_of(decision)})
    out = []
    for decision in decisions:
        keys = _records_of(decision)
        found = [
            key if key in there else _hinted(store, hint or "")
            for key, hint in zip_longest(keys, decision.hint[: len(keys)])
        ]
        if all(found):
            out.append(replace(decision, subject=(*found, *decision.subject[len(keys) :])))
    return tuple(out)


def _records_of(decision: Decision) -> tuple[str, ...]:
    """The part of a decision's subject that names records."""
    count = {"same": 2, "different": 2, "coauthor": 0}.get(decision.kind, 1)
    return decision.subject[:count]


def _hinted(store: Store, hint: str) -> str:
    """Key of the one record that a hint fits, else nothing."""
    source, _, year, _ = hint.rsplit("|", 3) if hint.count("|") >= 3 else ("", "", "", "")
    found = [r.key for r in store.derived.of_source(source, int(year) if year else None) if hint_of(r) == hint]
    return found[0] if len(found) == 1 else ""


def people_of(work: Work, attributions: Mapping[str, Sequence[Attributed]], settings: Settings) -> tuple[str, ...]:
    """The people whose work it is: any record theirs, and nobody ruled otherwise.

    Args:
        work: the work.
        attributions: record key to what was judged of it.
        settings: says the order of the people.
    """
    judged = [a for key in work.records for a in attributions.get(key, ())]
    theirs = {a.person for a in judged if a.claim == "mine"}
    ruled_out = {a.person for a in judged if a.claim == "not_mine" and a.reason.startswith(RULED)}
    return tuple(person.name for person in settings.people if person.name in theirs - ruled_out)
