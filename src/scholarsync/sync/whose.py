"""Whose each record is: by the watch that lists it, by what a person ruled, else by the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scholarsync.attribute import PersonEvidence, attribute
from scholarsync.config import Settings
from scholarsync.model import Decision, Person, Record, Work
from scholarsync.store import Store
from scholarsync.store.derived import Attributed

OWN_PAGE = "listed by the person's own page or profile"
SAME_WORK = "one work with a record of the person's own page or profile"


@dataclass(frozen=True, slots=True)
class Case:
    """One person's records: those that are settled, and those that the evidence must speak on."""

    evidence: PersonEvidence
    settled: tuple[Attributed, ...]
    asked: tuple[Record, ...]


def attributed(
    store: Store, settings: Settings, works: Sequence[Work], by_key: Mapping[str, Record], decisions: Sequence[Decision]
) -> tuple[Attributed, ...]:
    """Whose each listed record is, for every person of the settings."""
    out: list[Attributed] = []
    for case in cases(store, settings, works, by_key, decisions):
        out += case.settled
        verdicts = attribute(case.evidence, case.asked)
        out += [_verdict(a.key, case.evidence.name, a.verdict, a.reason, a.score) for a in verdicts]
    return tuple(out)


def cases(
    store: Store, settings: Settings, works: Sequence[Work], by_key: Mapping[str, Record], decisions: Sequence[Decision]
) -> list[Case]:
    """What is settled and what is asked, for every person of the settings."""
    listed = _listed(store, settings)
    work_of = {record: work for work in works for record in work.records}
    return [
        _case(person, {key: own for key, own in listed.get(person.name, {}).items() if key in by_key},
              work_of, by_key, decisions)
        for person in settings.people
    ]  # fmt: skip


def _listed(store: Store, settings: Settings) -> dict[str, dict[str, bool]]:
    """Person to the records that the person's watches list, and whether one of them is an identity."""
    watches = {watch.key: watch for watch in settings.watches}
    listed: dict[str, dict[str, bool]] = {}
    for sighting in store.derived.sightings():
        watch = watches.get(sighting.watch)
        if watch is not None and watch.person is not None:
            records = listed.setdefault(watch.person, {})
            records[sighting.record] = records.get(sighting.record, False) or watch.identity
    return listed


def _case(
    person: Person, listed: Mapping[str, bool], work_of: Mapping[str, Work], by_key: Mapping[str, Record],
    decisions: Sequence[Decision],
) -> Case:  # fmt: skip
    claims = {d.subject[0]: d for d in decisions if d.kind in {"mine", "not_mine"} and d.subject[1] == person.name}
    own_works = {work_of[key].key for key, own in listed.items() if own}
    known: list[Record] = []
    rejected: list[Record] = []
    asked: list[Record] = []
    settled: list[Attributed] = []
    for key in sorted(listed):
        record, work = by_key[key], work_of[key]
        claim = next((claims[member] for member in work.records if member in claims), None)
        if claim is not None:
            (known if claim.kind == "mine" else rejected).append(record)
            settled.append(_verdict(key, person.name, claim.kind, f"ruled by {claim.by}", 1.0))
        elif listed[key]:
            known.append(record)
            settled.append(_verdict(key, person.name, "mine", OWN_PAGE, 1.0))
        elif work.key in own_works:
            settled.append(_verdict(key, person.name, "mine", SAME_WORK, 1.0))
        else:
            asked.append(record)
    ticks = {d.subject[0]: d.value for d in decisions if d.kind == "coauthor" and d.subject[1] == person.name}
    evidence = PersonEvidence(
        name=person.name, variants=person.variants, orcid=person.orcid, known=known, rejected=rejected,
        coauthors=tuple(name for name, value in ticks.items() if value == "yes"),
        strangers=tuple(name for name, value in ticks.items() if value == "no"),
    )  # fmt: skip
    return Case(evidence, tuple(settled), tuple(asked))


def _verdict(record: str, person: str, claim: str, reason: str, score: float) -> Attributed:
    return Attributed(record=record, person=person, claim=claim, reason=reason, score=score)
