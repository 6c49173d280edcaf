"""From what watches list to works: records, same or not, whose, labels; and what that changed.

Everything here is computed from evidence and judgement, inside one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scholarsync import sources
from scholarsync.config import Settings
from scholarsync.errors import ConfigError
from scholarsync.model import Decision, Policy, Record, Work
from scholarsync.normalise import normalise, refine
from scholarsync.normalise.records import from_row, to_row
from scholarsync.publish import labels
from scholarsync.reconcile import Reconciliation, block_keys, choose, reconcile, reconcile_new
from scholarsync.store import Store
from scholarsync.store.derived import Attributed
from scholarsync.sync.judged import people_of, rulings
from scholarsync.sync.near import StoredNear
from scholarsync.sync.whose import attributed


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that a run changed about a work."""

    kind: str
    """``new``, ``published``, ``corrected``, ``joined``, ``split``, ``cited``."""
    work: str
    title: str | None
    detail: str | None = None


def build_records(store: Store, keys: Iterable[str], *, first_pull: int) -> tuple[Record, ...]:
    """Compute some records anew from their sightings and write them."""
    built = []
    for key in sorted(keys):
        sightings = store.derived.sightings(records=[key])
        if not sightings:
            continue
        draft, _ = refine([sighting.draft for sighting in sightings])
        name = sightings[0].watch.split(":", 1)[0]
        scoped = sources.load()[name].scoped
        record = normalise(draft, source=sightings[0].watch if scoped else name)
        built.append(replace(record, key=key))
    store.derived.put_records(built, first_pull=first_pull)
    store.neighbours.mark_stale(keys)
    return tuple(built)


def build_works(
    store: Store,
    settings: Settings,
    *,
    at: datetime,
    stale: Collection[str] | None = None,
    people: Collection[str] = (),
) -> tuple[Change, ...]:
    """Reconcile records into works, say whose they are, and write what differs from before.

    Args:
        store: holds the records.
        settings: policy and people.
        at: the time of the run.
        stale: records that are new or other than before, or that were ruled on: only what they are connected
            with is looked at again.  All records when not given.
        people: names of those that were ruled on: whose their records are is judged anew.

    Returns:
        What changed about works that are somebody's.
    """
    derived = store.derived
    decisions = rulings(store)
    records, result = _reconciled(store, decisions, stale, policy=settings.file.policy)
    touched = None if stale is None else records.keys()
    before = derived.works() if touched is None else derived.works(set(derived.work_of(touched).values()))
    derived.put_matches(result.matches, of=stale, among=records)
    works = _chosen(store, result.clusters, records, decisions)
    derived.put_members(works)
    moved = attributed(store, settings, decisions, touched=touched, people=people)
    elsewhere = derived.works(set(derived.work_of(moved - records.keys()).values()) - {work.key for work in works})
    works = [*_with_people(store, [*works, *elsewhere], settings)]
    return write_difference(store, labelled(store, works, at=at), before=[*before, *elsewhere])


def _reconciled(
    store: Store, decisions: Sequence[Decision], stale: Collection[str] | None, *, policy: Policy
) -> tuple[dict[str, Record], Reconciliation]:
    """The records at issue by key, and how they fall into works; keeps the index of their neighbours."""
    if stale is None:
        records = store.derived.records()
        store.neighbours.drop_blocks()
        result = reconcile(records, decisions=decisions, policy=policy)
        store.neighbours.put_blocks((record.key, block_keys(record)) for record in records)
        return {record.key: record for record in records}, result
    new = store.derived.records(stale)
    result = reconcile_new(new, StoredNear(store), decisions=decisions, policy=policy)
    store.neighbours.put_blocks((record.key, block_keys(record)) for record in new)
    touched = [key for cluster in result.clusters for key in cluster]
    return {record.key: record for record in store.derived.records(touched)}, result


def _chosen(
    store: Store, clusters: Sequence[Sequence[str]], records: Mapping[str, Record], decisions: Sequence[Decision]
) -> list[Work]:
    first_seen = store.derived.first_seen(records)
    ranks = source_ranks(records.values())
    return [
        ruled(choose([records[key] for key in cluster], ranks=ranks, first_seen=first_seen), decisions)
        for cluster in clusters
    ]


def _with_people(store: Store, works: Sequence[Work], settings: Settings) -> Iterator[Work]:
    of_record: dict[str, list[Attributed]] = {}
    for said in store.derived.attributions(records=[key for work in works for key in work.records]):
        of_record.setdefault(said.record, []).append(said)
    for work in works:
        yield replace(work, people=people_of(work, of_record, settings))


def source_ranks(records: Iterable[Record]) -> dict[str, int]:
    """`Record.source` to its place among the sources: the lower, the more its word counts."""
    known = sources.load()
    return {r.source: -known[name].rank for r in records if (name := r.source.split(":", 1)[0]) in known}


def ruled(work: Work, decisions: Sequence[Decision]) -> Work:
    """A work with the field values that a person set for any of its records."""
    for decision in decisions:
        if decision.kind == "value" and decision.subject[0] in work.records:
            field = decision.subject[1]
            work = replace(
                work,
                chosen=with_value(work.chosen, field, decision.value),
                origin={**work.origin, field: f"decision by {decision.by}"},
            )
    return work


def with_value(record: Record, field: str, value: str | None) -> Record:
    """A record with one field set as a person typed it; read like any JSON row.

    Raises:
        ConfigError: there is no such field.
    """
    row: dict[str, Any] = to_row(record)  # Any: a JSON row
    if field not in row:
        raise ConfigError(f"no field {field!r}; fields are {', '.join(sorted(row))}")
    changed = from_row({**row, field: value}, key=record.key, source=record.source)
    names = {"authors": ("authors",), "year": ("year", "date"), "date": ("date", "year")}.get(field, (field,))
    return replace(record, **{name: getattr(changed, name) for name in names})


def labelled(store: Store, works: Sequence[Work], *, at: datetime) -> list[Work]:
    """Works with their citation keys: what was given once stays, new works get one that is free."""
    work_of = {record: work.key for work in works for record in work.records}
    given = store.judgement.labels(work_of)
    taken: dict[str, str] = {}
    for label, record in given.items():
        taken.setdefault(work_of[record], label)
    chosen = labels([work for work in works if work.people], taken=taken, is_given=store.judgement.is_given)
    store.judgement.give_labels([(label, work) for work, label in sorted(chosen.items()) if label not in given], at=at)
    return [replace(work, label=chosen.get(work.key)) for work in works]


def write_difference(store: Store, works: Sequence[Work], *, before: Sequence[Work]) -> tuple[Change, ...]:
    """Write the works that are new or other than before; gives what a person would want to know of it.

    Args:
        store: where they are written.
        works: as they are now.
        before: the works that these take the place of.
    """
    old = {work.key: work for work in before}
    new = {work.key: work for work in works}
    put = [work for key, work in sorted(new.items()) if old.get(key) != work]
    store.derived.replace_works(gone=sorted(old.keys() - new.keys()), put=put)
    was_in = {record: work for work in before for record in work.records}
    return tuple(change for work in put if work.people for change in _changes(work, was_in))


def _changes(work: Work, was_in: Mapping[str, Work]) -> list[Change]:
    before = {old.key: old for record in work.records if (old := was_in.get(record)) is not None and old.people}
    title = work.chosen.title
    if not before:
        return [Change(kind="new", work=work.key, title=title)]
    old = before.get(work.key) or next(iter(before.values()))
    changes = []
    if len(before) > 1:
        others = ", ".join(repr(other.chosen.title) for key, other in before.items() if key != old.key)
        changes.append(Change(kind="joined", work=work.key, title=title, detail=f"with {others}"))
    kinds = {version.kind for version in work.versions} - {version.kind for version in old.versions}
    if "published" in kinds:
        changes.append(Change(kind="published", work=work.key, title=title, detail=work.chosen.venue))
    changes += [
        Change(kind="corrected", work=work.key, title=title, detail=f"{field}: {was!r} → {now!r}")
        for field in ("title", "year", "venue", "doi", "arxiv_id")
        if (was := getattr(old.chosen, field)) != (now := getattr(work.chosen, field))
        and not ("published" in kinds and field in {"year", "venue", "doi"})
    ]
    return changes
