"""What people ruled, applied: decisions found again after a source renamed its record; whose work it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scholarsync.config import Settings
from scholarsync.model import Decision, Record, Work
from scholarsync.normalise.titles import title_key
from scholarsync.store.derived import Attributed


def hint_of(record: Record) -> str:
    """What a record is known by when its key is gone: source, title, year, first author."""
    first = record.authors[0].name if record.authors else ""
    return f"{record.source}|{title_key(record.title or '')}|{record.year or ''}|{title_key(first)}"


def rebound(decisions: Sequence[Decision], records: Mapping[str, Record]) -> tuple[Decision, ...]:
    """Decisions tied to today's records: one renamed by its source is found by its hint, one that is lost left out."""
    by_hint: dict[str, str | None] = {}
    for record in records.values():
        hint = hint_of(record)
        by_hint[hint] = None if hint in by_hint else record.key
    out = []
    for decision in decisions:
        if decision.kind == "coauthor":  # about names, not records
            out.append(decision)
            continue
        parts = 2 if decision.kind in {"same", "different"} else 1
        subject = list(decision.subject)
        for number in range(parts):
            if subject[number] not in records:
                found = by_hint.get(decision.hint[number]) if number < len(decision.hint) else None
                subject[number] = found or subject[number]
        if all(key in records for key in subject[:parts]):
            out.append(replace(decision, subject=tuple(subject)))
    return tuple(out)


def people_of(work: Work, attributions: Mapping[str, Sequence[Attributed]], settings: Settings) -> tuple[str, ...]:
    """The people whose work it is: any record theirs, and nobody ruled otherwise.

    Args:
        work: the work.
        attributions: record key to what was judged of it.
        settings: says the order of the people.
    """
    judged = [a for key in work.records for a in attributions.get(key, ())]
    theirs = {a.person for a in judged if a.claim == "mine"}
    ruled_out = {a.person for a in judged if a.claim == "not_mine" and a.reason.startswith("ruled")}
    return tuple(person.name for person in settings.people if person.name in theirs - ruled_out)
