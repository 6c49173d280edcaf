"""What to ask a person, the most useful first, and the rulings that the answers make.

First one screen of co-author names a person, since a tick settles all that stands on it; then
groups of papers, largest first, then single ones; then pairs of records that may be one work,
the most uncertain first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from scholarsync.attribute import GroupQuestion, group_by_company, questions
from scholarsync.config import Settings
from scholarsync.model import Decision, Match, Person, Record
from scholarsync.reconcile.judge import CONFLICT
from scholarsync.store import Store
from scholarsync.sync.judged import hint_of, rulings
from scholarsync.sync.whose import Case, case_of

UNSTAMPED = datetime.min.replace(tzinfo=UTC)
"""Time of a ruling that has not been given its own yet."""
TOPICS = {"same": "pair", "different": "pair", "mine": "claim", "not_mine": "claim"}

Why = Literal["unsure", "thin", "stranger"]
"""Why a paper is asked for: the evidence does not tell, or it is little; or the person's own page lists what the
rest of that page speaks against."""
Subject = tuple[str, ...]
"""What one answer settles: a name and a person, a record and a person, two records."""


@dataclass(frozen=True, slots=True)
class NamesQuestion:
    """Which of these has the person written with?"""

    person: str
    names: tuple[str, ...]
    stands_on: tuple[int, ...]
    """How many papers name each."""

    @property
    def subjects(self) -> frozenset[Subject]:
        """What it settles."""
        return frozenset(("name", name, self.person) for name in self.names)


@dataclass(frozen=True, slots=True)
class PapersQuestion:
    """Are these papers the person's: all, none, some?"""

    person: str
    papers: tuple[Record, ...]
    names: tuple[str, ...]
    """Co-authors that hold them together."""
    why: Why
    reasons: Mapping[str, str]
    """Record key to what the evidence says of it."""

    @property
    def subjects(self) -> frozenset[Subject]:
        """What it settles."""
        return frozenset(("paper", paper.key, self.person) for paper in self.papers)


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """Are these two records one work?"""

    left: Record
    right: Record
    score: float
    rule: str
    """What decided that it is to be asked."""

    @property
    def subjects(self) -> frozenset[Subject]:
        """What it settles."""
        return frozenset({("pair", *sorted((self.left.key, self.right.key)))})


Question = NamesQuestion | PapersQuestion | PairQuestion


def without(question: Question, passed: AbstractSet[Subject]) -> Question | None:
    """What is left of a question when some of it was passed; nothing when all was."""
    if question.subjects <= passed:
        return None
    match question:
        case NamesQuestion(person=person):
            both = zip(question.names, question.stands_on, strict=True)
            names, counts = zip(*(pair for pair in both if ("name", pair[0], person) not in passed), strict=True)
            return replace(question, names=names, stands_on=counts)
        case PapersQuestion(person=person):
            papers = tuple(paper for paper in question.papers if ("paper", paper.key, person) not in passed)
            return replace(question, papers=papers)
        case PairQuestion():
            return question


# what is open ------------------------------------------------------------------------------------


def open_questions(store: Store, settings: Settings) -> tuple[Question, ...]:
    """All that the evidence leaves open, or speaks against, and nobody has ruled on."""
    decisions = rulings(store)
    asked = [each for person in settings.people for each in _of_person(store, settings, person, decisions)]
    names = [question for question in asked if isinstance(question, NamesQuestion)]
    papers = [question for question in asked if isinstance(question, PapersQuestion)]
    return (*names, *papers, *_of_pairs(store, decisions))


def papers_in_doubt(store: Store, settings: Settings, *, person: str | None = None) -> tuple[PapersQuestion, ...]:
    """The papers of which it is worth asking whether they are somebody's, of one of the people or of all."""
    decisions = rulings(store)
    people = [one for one in settings.people if person in {None, one.name}]
    asked = [question for one in people for question in _of_person(store, settings, one, decisions)]
    return tuple(question for question in asked if isinstance(question, PapersQuestion))


def _of_person(store: Store, settings: Settings, person: Person, decisions: Sequence[Decision]) -> Iterator[Question]:
    case = case_of(store, settings, person, decisions, known=True)
    if case.asked:
        found = questions(case.evidence, case.asked)
        fresh = [
            (name, len(keys))
            for name, keys in zip(found.coauthors.names, found.coauthors.stands_on, strict=True)
            if name not in case.ticks
        ]
        if fresh:
            yield NamesQuestion(person.name, tuple(n for n, _ in fresh), tuple(c for _, c in fresh))
        yield from _papers(person, case.asked, found.groups, why="unsure", reasons=found.reasons)
        yield from _papers(person, case.asked, found.thin, why="thin", reasons=found.reasons)
    yield from _strangers(case)


def _strangers(case: Case) -> Iterator[Question]:
    """What stands on the person's own pages and is at odds with the rest of them."""
    said = {verdict.key: verdict.reason for verdict in case.strangers}
    papers = [record for record in case.listed if record.key in said]
    if papers:
        groups = group_by_company(case.rulings, papers)
        yield from _papers(case.person, papers, groups, why="stranger", reasons=said)


def _papers(
    person: Person, records: Iterable[Record], groups: Sequence[GroupQuestion], *, why: Why,
    reasons: Mapping[str, str],
) -> Iterator[PapersQuestion]:  # fmt: skip
    by_key = {record.key: record for record in records}
    for group in groups:
        papers = sorted((by_key[key] for key in group.keys), key=lambda record: (-(record.year or 0), record.key))
        yield PapersQuestion(person.name, tuple(papers), group.names, why, reasons)


def _of_pairs(store: Store, decisions: Sequence[Decision]) -> Iterator[PairQuestion]:
    """One question for two works, of the two records most alike; what was ruled of any two of theirs holds."""
    ruled = [d.subject for d in decisions if d.kind in {"same", "different"}]
    matches = sorted(_doubtful(store), key=lambda m: (m.rule == CONFLICT, abs(m.score - 0.5), m.left, m.right))
    keys = {key for pair in (*ruled, *((match.left, match.right) for match in matches)) for key in pair}
    work_of = store.derived.work_of(keys)
    records = {record.key: record for record in store.derived.records(keys)}
    settled = {frozenset(work_of.get(key, key) for key in pair) for pair in ruled}
    for match in matches:
        works = frozenset(work_of.get(key, key) for key in (match.left, match.right))
        if len(works) == 2 and works not in settled and match.left in records and match.right in records:
            settled.add(works)
            yield PairQuestion(records[match.left], records[match.right], match.score, match.rule)


def _doubtful(store: Store) -> list[Match]:
    """Pairs that the judge was unsure of, and those with one identifier on two titles."""
    apart = [match for match in store.derived.matches(verdict="different") if match.rule == CONFLICT]
    return [*store.derived.matches(verdict="unsure"), *apart]


# what the answers make ---------------------------------------------------------------------------


def ruling(kind: str, records: Sequence[Record], *rest: str, value: str | None = None) -> Decision:
    """A decision about records, with the hints that let it outlive a renamed one; who, when and why come later."""
    subject = (*(record.key for record in records), *rest)
    hint = tuple(hint_of(record) for record in records)
    return Decision(kind=kind, subject=subject, value=value, by="", at=UNSTAMPED, hint=hint)  # type: ignore[arg-type] # callers give one of the kinds


def claims(store: Store, kind: str, papers: Sequence[Record], person: str) -> list[Decision]:
    """The rulings that works are a person's or not: of every record, so that it holds of whatever becomes of them."""
    works = store.derived.works(set(store.derived.work_of(paper.key for paper in papers).values()))
    return [ruling(kind, (record,), person) for work in works for record in store.derived.records(work.records)]


def ticks(question: NamesQuestion, ticked: Sequence[str]) -> list[Decision]:
    """The rulings of one screen of names: yes for the ticked, no for the rest."""
    return [
        ruling("coauthor", (), name, question.person, value="yes" if name in ticked else "no")
        for name in question.names
    ]


def taken_back(decision: Decision) -> Decision:
    """The decision that takes one back."""
    return replace(decision, kind="forget", value=TOPICS.get(decision.kind, decision.kind))
