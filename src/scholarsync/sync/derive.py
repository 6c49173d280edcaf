"""From what watches list to works: records, same or not, whose, labels; and what that changed.

Everything here is computed from evidence and judgement, inside one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scholarsync import sources
from scholarsync.config import Settings
from scholarsync.errors import ConfigError
from scholarsync.model import Decision, Record, Work
from scholarsync.normalise import normalise, refine
from scholarsync.normalise.records import from_row, to_row
from scholarsync.publish import labels
from scholarsync.reconcile import choose, reconcile
from scholarsync.store import Store
from scholarsync.store.derived import Attributed
from scholarsync.sync.judged import people_of, rebound
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
    return tuple(built)


def build_works(store: Store, settings: Settings, *, at: datetime) -> tuple[Change, ...]:
    """Reconcile all records into works, say whose they are, and write what differs from before.

    Returns:
        What changed about works that are somebody's.
    """
    derived = store.derived
    records = derived.records()
    by_key = {record.key: record for record in records}
    decisions = rebound(store.judgement.decisions(), by_key)
    result = reconcile(records, decisions=decisions, policy=settings.file.policy)
    derived.put_matches(result.matches)
    first_seen = derived.first_seen()
    ranks = source_ranks(records)
    works = [
        ruled(choose([by_key[key] for key in cluster], ranks=ranks, first_seen=first_seen), decisions)
        for cluster in result.clusters
    ]
    attributions = attributed(store, settings, works, by_key, decisions)
    derived.put_attributions(attributions)
    of_record: dict[str, list[Attributed]] = {}
    for attribution in attributions:
        of_record.setdefault(attribution.record, []).append(attribution)
    works = [replace(work, people=people_of(work, of_record, settings)) for work in works]
    works = labelled(store, works, at=at)
    return write_difference(store, works)


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
    given = store.judgement.labels()
    work_of = {record: work.key for work in works for record in work.records}
    taken: dict[str, str] = {}
    for label, record in given.items():
        if record in work_of:
            taken.setdefault(work_of[record], label)
    chosen = labels([work for work in works if work.people], taken=taken, reserved=frozenset(given))
    store.judgement.give_labels([(label, work) for work, label in sorted(chosen.items()) if label not in given], at=at)
    return [replace(work, label=chosen.get(work.key)) for work in works]


def write_difference(store: Store, works: Sequence[Work]) -> tuple[Change, ...]:
    """Write the works that are new or other than before; gives what a person would want to know of it."""
    old = {work.key: work for work in store.derived.works()}
    new = {work.key: work for work in works}
    put = [work for key, work in new.items() if old.get(key) != work]
    store.derived.replace_works(gone=sorted(old.keys() - new.keys()), put=put)
    was_in = {record: work for work in old.values() for record in work.records}
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
