"""Whose each record is: by the watch that lists it, by what a person ruled, else by the evidence.

What one of the people is asked of: what the person's own watches list, what was ruled on, and,
where several people share a store, whatever names somebody who could be the person.  A work is
judged once, by the record that says most of its authors, and the verdict is of all its records.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scholarsync.attribute import Attribution, PersonEvidence, attribute, find_strangers, named_otherwise
from scholarsync.config import Settings
from scholarsync.model import Decision, Person, Record
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.store import Store
from scholarsync.store.derived import Attributed

OWN_PAGE = "listed by the person's own page or profile"
SAME_WORK = "one work with a record of the person's own page or profile"
PARTS = ("mine", "not_mine", "own", "asked")
"""Works that were ruled the person's, or not; that the person's own pages list; and all others."""
RULED = "ruled by"
"""How the reason of a verdict begins that a person gave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One person's works: those that are settled, and those that the evidence must speak on, one record of each."""

    person: Person
    settled: tuple[Attributed, ...]
    asked: tuple[Record, ...]
    stands_for: Mapping[str, tuple[str, ...]]
    """For each record that is asked about, all records of the work that are at issue."""
    confirmed: tuple[Record, ...]
    """Ruled to be the person's."""
    rejected: tuple[Record, ...]
    listed: tuple[Record, ...]
    """Of the person's own pages and profiles, and not ruled on."""
    strangers: tuple[Attribution, ...] = ()
    """What of these is at odds with the rest: it stays on the list, but says nothing of other works."""
    ticks: Mapping[str, bool]
    """Names shown for ticking, and whether they were."""

    @property
    def evidence(self) -> PersonEvidence:
        """What is known of the person."""
        strangers = {said.key for said in self.strangers}
        return self._evidence((*self.confirmed, *(record for record in self.listed if record.key not in strangers)))

    @property
    def rulings(self) -> PersonEvidence:
        """What is known of the person without what the own pages and profiles list."""
        return self._evidence(self.confirmed)

    def _evidence(self, known: Sequence[Record]) -> PersonEvidence:
        return PersonEvidence(
            name=self.person.name, variants=self.person.variants, orcid=self.person.orcid,
            known=known, rejected=self.rejected,
            coauthors=tuple(name for name, met in self.ticks.items() if met),
            strangers=tuple(name for name, met in self.ticks.items() if not met),
        )  # fmt: skip


def attributed(
    store: Store, settings: Settings, decisions: Sequence[Decision], *, touched: Collection[str] | None = None,
    people: Collection[str] = (),
) -> frozenset[str]:  # fmt: skip
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
        whole = person.name in people
        if not whole and not _at_issue(store, settings, person, touched):
            continue
        # The evidence speaks of all at once; without any to hear, the others stay as they are.
        scope = None if whole or _hears_evidence(settings, person) else touched
        fresh = list(_verdicts(store, settings, person, decisions, scope=scope))
        held = store.derived.attributions(person=person.name, records=scope)
        changed |= store.derived.put_attributions(fresh, held=held)
    return changed


def _hears_evidence(settings: Settings, person: Person) -> bool:
    return len(settings.people) > 1 or any(not watch.identity for watch in person.watches)


def _verdicts(
    store: Store, settings: Settings, person: Person, decisions: Sequence[Decision], *,
    scope: Collection[str] | None = None,
) -> Iterator[Attributed]:  # fmt: skip
    case = case_of(store, settings, person, decisions, scope=scope)
    yield from case.settled
    for said in attribute(case.evidence, case.asked) if case.asked else ():
        for key in case.stands_for[said.key]:
            yield _verdict(key, person, said.verdict, said.reason, said.score)


# the case ----------------------------------------------------------------------------------------


def case_of(
    store: Store, settings: Settings, person: Person, decisions: Sequence[Decision], *,
    scope: Collection[str] | None = None, known: bool = False,
) -> Case:  # fmt: skip
    """What is settled and what is asked of a person's works, or of some of them.

    Args:
        store: holds the sightings, and which records are one work.
        settings: say whose watches are whose.
        person: one of the people.
        decisions: those that hold.
        scope: keys of the records at issue; all when not given.
        known: whether the known works are wanted also when nothing is asked.
    """
    ruled = {d.subject[0]: d for d in decisions if d.kind in {"mine", "not_mine"} and d.subject[1] == person.name}
    own = dict.fromkeys(ruled if scope is None else ruled.keys() & set(scope), False)
    own |= _at_issue(store, settings, person, scope)
    work_of = store.derived.work_of({*own, *ruled})  # a run that was ended may have left records without
    claims = {work_of[key]: decision for key, decision in ruled.items() if key in work_of}  # the newest comes last
    own_works = {work_of[key] for key, is_own in own.items() if is_own and key in work_of}
    settled: list[Attributed] = []
    parts: dict[str, dict[str, list[str]]] = {part: defaultdict(list) for part in PARTS}
    for key in sorted(own.keys() & work_of.keys()):
        work = work_of[key]
        if (claim := claims.get(work)) is not None:
            settled.append(_verdict(key, person, claim.kind, f"{RULED} {claim.by}"))
        elif work in own_works:
            settled.append(_verdict(key, person, "mine", OWN_PAGE if own[key] else SAME_WORK))
        parts[claim.kind if claim is not None else "own" if work in own_works else "asked"][work].append(key)
    wanted = known or bool(parts["asked"])
    speakers = {part: _speakers(store, works) if wanted else {} for part, works in parts.items()}
    case = Case(
        person=person,
        settled=tuple(settled),
        asked=tuple(speakers["asked"].values()),
        stands_for={record.key: tuple(parts["asked"][work]) for work, record in speakers["asked"].items()},
        confirmed=tuple(speakers["mine"].values()),
        rejected=tuple(speakers["not_mine"].values()),
        listed=tuple(speakers["own"].values()),
        ticks={
            d.subject[0]: d.value == "yes" for d in decisions if d.kind == "coauthor" and d.subject[1] == person.name
        },
    )
    return _without_foreign(replace(case, strangers=find_strangers(case.rulings, case.listed)))


def _without_foreign(case: Case) -> Case:
    """The case with what names nobody like the person settled."""
    person = case.rulings
    foreign = [said for record in case.asked if (said := named_otherwise(person, record)) is not None]
    settled = [
        _verdict(key, case.person, said.verdict, said.reason, said.score)
        for said in foreign
        for key in case.stands_for[said.key]
    ]
    keys = {said.key for said in foreign}
    asked = tuple(record for record in case.asked if record.key not in keys)
    return replace(case, settled=(*case.settled, *settled), asked=asked)


def _at_issue(store: Store, settings: Settings, person: Person, scope: Collection[str] | None) -> dict[str, bool]:
    """Keys of the records that may be the person's, and whether the person's own pages list them."""
    watches = {watch.key: watch.identity for watch in person.watches}
    own: dict[str, bool] = {}
    for key, watch in store.derived.listed(watches, records=scope):
        own[key] = own.get(key, False) or watches[watch]
    if len(settings.people) > 1:
        for key in _naming(store, person, scope):
            own.setdefault(key, False)
    return own


def _naming(store: Store, person: Person, scope: Collection[str] | None) -> Iterator[str]:
    """Records that name somebody who could be the person."""
    names = [parse_name(name) for name in (person.name, *person.variants)]
    families = {name.family or name.literal or "" for name in names}
    for record in store.neighbours.naming(sorted(map(_pattern, families)), records=scope):
        if any(same_person(author, name) != "different" for author in record.authors for name in names):
            yield record.key


def _pattern(family: str) -> str:
    """A family name for LIKE; a letter with an accent may be spelled in any way."""
    return f"%{re.sub(r'[^A-Za-z]+', '%', family)}%"


def _speakers(store: Store, works: Mapping[str, Iterable[str]]) -> dict[str, Record]:
    """For each work the record that says most of its authors."""
    records = {record.key: record for record in store.derived.records(key for keys in works.values() for key in keys)}
    return {work: max((records[key] for key in keys), key=_says) for work, keys in works.items()}


def _says(record: Record) -> tuple[bool, bool, int, int, int, str]:
    spelled = sum(len((author.given or "").strip(".")) > 1 for author in record.authors)
    whole = record.authors_truncated is False and not record.coauthors_only
    stated = (record.year is not None) + (record.venue is not None)
    return "orcid" in record.ids, whole, spelled, len(record.authors), stated, record.key


def _verdict(record: str, person: Person, claim: str, reason: str, score: float = 1.0) -> Attributed:
    return Attributed(record=record, person=person.name, claim=claim, reason=reason, score=score)
