"""What to ask a person, the most useful first, and the rulings that the answers make.

First one screen of co-author names a person, since a tick settles all that stands on it; then
groups of papers, largest first; then pairs of records that may be one work, the most
uncertain first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from scholarsync.attribute import questions
from scholarsync.config import Settings
from scholarsync.model import Decision, Evidence, Record
from scholarsync.reconcile import compare_pair
from scholarsync.store import Store
from scholarsync.sync.judged import hint_of, rulings
from scholarsync.sync.whose import case_of

UNSTAMPED = datetime.min.replace(tzinfo=UTC)
"""Time of a ruling that has not been given its own yet."""


@dataclass(frozen=True, slots=True)
class NamesQuestion:
    """Which of these has the person written with?"""

    person: str
    names: tuple[str, ...]
    stands_on: tuple[int, ...]
    """How many papers name each."""


@dataclass(frozen=True, slots=True)
class PapersQuestion:
    """Are these papers the person's: all, none, some?"""

    person: str
    papers: tuple[Record, ...]
    names: tuple[str, ...]
    """Co-authors that hold them together."""


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """Are these two records one work?"""

    left: Record
    right: Record
    score: float
    evidence: tuple[Evidence, ...]


Question = NamesQuestion | PapersQuestion | PairQuestion


def open_questions(store: Store, settings: Settings) -> tuple[Question, ...]:
    """All that the evidence leaves open and nobody has ruled on."""
    records = {record.key: record for record in store.derived.records()}
    decisions = rulings(store)
    return (*_of_people(store, settings, records, decisions), *_of_pairs(store, settings, records, decisions))


def _of_people(
    store: Store, settings: Settings, records: dict[str, Record], decisions: Sequence[Decision]
) -> list[Question]:
    names: list[Question] = []
    papers: list[Question] = []
    for one in settings.people:
        case = case_of(store, settings, one, decisions)
        if not case.asked:
            continue
        person = case.evidence.name
        found = questions(case.evidence, case.asked)
        met = {*case.evidence.coauthors, *case.evidence.strangers}
        fresh = [
            (name, len(keys))
            for name, keys in zip(found.coauthors.names, found.coauthors.stands_on, strict=True)
            if name not in met
        ]
        if fresh:
            names.append(NamesQuestion(person, tuple(n for n, _ in fresh), tuple(c for _, c in fresh)))
        papers += [PapersQuestion(person, tuple(records[key] for key in g.keys), g.names) for g in found.groups]
    return [*names, *papers]


def _of_pairs(
    store: Store, settings: Settings, records: dict[str, Record], decisions: Sequence[Decision]
) -> list[Question]:
    ruled = {frozenset(d.subject) for d in decisions if d.kind in {"same", "different"}}
    pairs = [
        match
        for match in store.derived.matches(verdict="unsure")
        if match.left in records and match.right in records and {match.left, match.right} not in ruled
    ]
    pairs.sort(key=lambda match: (abs(match.score - 0.5), match.left, match.right))
    return [
        PairQuestion(
            records[m.left], records[m.right], m.score,
            compare_pair(records[m.left], records[m.right], policy=settings.file.policy).evidence,
        )
        for m in pairs
    ]  # fmt: skip


def ruling(kind: str, records: Sequence[Record], *rest: str, value: str | None = None) -> Decision:
    """A decision about records, with the hints that let it outlive a renamed one; who, when and why come later."""
    subject = (*(record.key for record in records), *rest)
    hint = tuple(hint_of(record) for record in records)
    return Decision(kind=kind, subject=subject, value=value, by="", at=UNSTAMPED, hint=hint)  # type: ignore[arg-type] # callers give one of the kinds


def ticks(question: NamesQuestion, ticked: Sequence[str]) -> list[Decision]:
    """The rulings of one screen of names: yes for the ticked, no for the rest."""
    return [
        ruling("coauthor", (), name, question.person, value="yes" if name in ticked else "no")
        for name in question.names
    ]
