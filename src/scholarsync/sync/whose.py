"""Whose each record is: by the watch that lists it, by what a person ruled, else by the evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scholarsync.attribute import PersonEvidence, attribute
from scholarsync.config import Settings
from scholarsync.model import Decision, Person, Record
from scholarsync.store import Store
from scholarsync.store.derived import Attributed

OWN_PAGE = "listed by the person's own page or profile"
SAME_WORK = "one work with a record of the person's own page or profile"


@dataclass(frozen=True, slots=True)
class Case:
    """One person's records: those that are settled, and those that the evidence must speak on."""

    evidence: PersonEvidence
    """Without the known works when nothing is asked."""
    settled: tuple[Attributed, ...]
    asked: tuple[Record, ...]


def attributed(
    store: Store,
    settings: Settings,
    decisions: Sequence[Decision],
    *,
    touched: Collection[str] | None = None,
    people: Collection[str] = (),
) -> frozenset[str]:
    """Judge and write whose the records are, as far as that may be other than before.

    Args:
        store: holds the sightings, and which records are one work.
        settings: say whose watches are whose.
        decisions: those that hold.
        touched: records that are new or other than before, and those they are one work with; all when not given.
        people: names of those whose records are all judged anew.

    Returns:
        The records of which it is other now.
    """
    if touched is None:
        fresh = [verdict for person in settings.people for verdict in _verdicts(store, settings, person, decisions)]
        return store.derived.put_attributions(fresh, held=store.derived.attributions())
    changed: frozenset[str] = frozenset()
    for person in settings.people:
        watches = {watch.key for watch in settings.watches if watch.person == person.name}
        if person.name not in people and not store.derived.listed(watches, records=touched):
            continue
        named_only = any(not watch.identity for watch in settings.watches if watch.key in watches)
        scope = None if named_only or person.name in people else touched  # the evidence speaks of all at once
        fresh = list(_verdicts(store, settings, person, decisions, scope=scope))
        held = store.derived.attributions(person=person.name, records=scope)
        changed |= store.derived.put_attributions(fresh, held=held)
    return changed


def _verdicts(
    store: Store,
    settings: Settings,
    person: Person,
    decisions: Sequence[Decision],
    *,
    scope: Collection[str] | None = None,
) -> Iterator[Attributed]:
    case = case_of(store, settings, person, decisions, scope=scope)
    yield from case.settled
    for said in attribute(case.evidence, case.asked) if case.asked else ():
        yield _verdict(said.key, person.name, said.verdict, said.reason, said.score)


def case_of(
    store: Store,
    settings: Settings,
    person: Person,
    decisions: Sequence[Decision],
    *,
    scope: Collection[str] | None = None,
) -> Case:
    """What is settled and what is asked of a person's records, or of some of them."""
    watches = {watch.key: watch.identity for watch in settings.watches if watch.person == person.name}
    own: dict[str, bool] = {}
    for key, watch in store.derived.listed(watches, records=scope):
        own[key] = own.get(key, False) or watches[watch]
    work_of = store.derived.work_of(own)
    own_works = {work_of[key] for key, is_own in own.items() if is_own}
    claims = _claims(store, person, decisions)
    settled: list[Attributed] = []
    known: list[str] = []
    rejected: list[str] = []
    asked: list[str] = []
    for key in sorted(own):
        claim = claims.get(work_of[key])
        if claim is not None:
            (known if claim.kind == "mine" else rejected).append(key)
            settled.append(_verdict(key, person.name, claim.kind, f"ruled by {claim.by}", 1.0))
        elif own[key]:
            known.append(key)
            settled.append(_verdict(key, person.name, "mine", OWN_PAGE, 1.0))
        elif work_of[key] in own_works:
            settled.append(_verdict(key, person.name, "mine", SAME_WORK, 1.0))
        else:
            asked.append(key)
    records = store.derived.records
    evidence = _evidence(person, decisions, known=records(known if asked else ()), rejected=records(rejected))
    return Case(evidence, tuple(settled), records(asked))


def _claims(store: Store, person: Person, decisions: Sequence[Decision]) -> Mapping[str, Decision]:
    """Work to the ruling on whether it is the person's; where several records of it were ruled on, the first."""
    ruled = {d.subject[0]: d for d in decisions if d.kind in {"mine", "not_mine"} and d.subject[1] == person.name}
    work_of = store.derived.work_of(ruled)
    claims: dict[str, Decision] = {}
    for key in sorted(work_of):
        claims.setdefault(work_of[key], ruled[key])
    return claims


def _evidence(
    person: Person, decisions: Sequence[Decision], *, known: Sequence[Record], rejected: Sequence[Record]
) -> PersonEvidence:
    ticks = {d.subject[0]: d.value for d in decisions if d.kind == "coauthor" and d.subject[1] == person.name}
    return PersonEvidence(
        name=person.name, variants=person.variants, orcid=person.orcid, known=known, rejected=rejected,
        coauthors=tuple(name for name, value in ticks.items() if value == "yes"),
        strangers=tuple(name for name, value in ticks.items() if value == "no"),
    )  # fmt: skip


def _verdict(record: str, person: str, claim: str, reason: str, score: float) -> Attributed:
    return Attributed(record=record, person=person, claim=claim, reason=reason, score=score)
