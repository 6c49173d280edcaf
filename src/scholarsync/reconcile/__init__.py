"""Which records are one work: block, compare, judge, cluster, choose.

All of it is pure: records and decisions in, values out; the same for every order of the records.

* `reconcile(records, decisions=…, policy=…)` says which of ALL records are one work.
* `compare_pair(left, right, policy=…)` is one verdict with its evidence, for `explain`.
* `choose(records, ranks=…)` makes the `Work` of records that are one.
* `reconcile_new(records, near, …)` does for a few new or changed records what `reconcile` would do for
  all, and touches only their neighbourhood.  The store keeps `block_keys(record)` of every record in an
  index, and the matches with verdict ``same`` that came out; both are what `near` asks it for::

      class Near(Protocol):
          def sharing(self, keys: frozenset[str]) -> Iterable[Record]:    # records with any of these keys
          def linked(self, keys: frozenset[str]) -> Iterable[Record]:     # records in a match with any of these

  The clusters that come back replace all clusters that any of their records stood in, and the matches
  replace all matches between them.  Records that left the store are handled by passing the records they
  were linked with as `records`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scholarsync.model import Decision, Match, Policy, Record
from scholarsync.reconcile import engine
from scholarsync.reconcile.block import keys_of
from scholarsync.reconcile.choose import choose
from scholarsync.reconcile.cluster import RULED_SAME, THRESHOLD
from scholarsync.reconcile.decisions import ruled_pairs
from scholarsync.reconcile.explain import evidence_of
from scholarsync.reconcile.judge import NAMES, judge_row, verdict
from scholarsync.reconcile.profile import profile_of

__all__ = ["Near", "Reconciliation", "block_keys", "choose", "compare_pair", "reconcile", "reconcile_new"]


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Which records are one work, and why."""

    clusters: tuple[tuple[str, ...], ...]
    """Record keys, each record in exactly one cluster, sorted."""
    matches: tuple[Match, ...]
    """Pairs that are the same or unsure, or stand in one cluster; without evidence: see `compare_pair`."""
    refused: tuple[Match, ...]
    """Pairs that score as the same and yet do not stand together: a veto or the other records spoke against it."""


class Near(Protocol):
    """What the store knows of the neighbourhood of records."""

    def sharing(self, keys: frozenset[str]) -> Iterable[Record]:
        """Records that have any of these block keys."""

    def linked(self, keys: frozenset[str]) -> Iterable[Record]:
        """Records that stand in a match of verdict ``same`` with any of these record keys."""


def block_keys(record: Record) -> frozenset[str]:
    """The keys under which other records of the same work are found; a function of the record alone."""
    return frozenset(keys_of(profile_of(record)))


def reconcile(
    records: Sequence[Record], *, decisions: Sequence[Decision] = (), policy: Policy = "publication", workers: int = 1
) -> Reconciliation:
    """Which of the records are one work."""
    profiles = [profile_of(record) for record in sorted(records, key=lambda record: record.key)]
    keys = [profile.key for profile in profiles]
    ruled = ruled_pairs(decisions, keys)
    joined = engine.join(profiles, policy=policy, ruled=ruled, workers=workers)
    return _named(joined, keys)


def _named(joined: engine.Joined, keys: Sequence[str]) -> Reconciliation:
    clusters = [tuple(keys[place] for place in members) for members in joined.clusters]
    gathered = {key for members in clusters for key in members}
    clusters += [(key,) for key in keys if key not in gathered]
    matches = {(one, other): _match(keys[one], keys[other], score, rule) for one, other, score, rule in joined.kept}
    refused = tuple(matches[min(pair), max(pair)] for pair in joined.refused if (min(pair), max(pair)) in matches)
    return Reconciliation(tuple(sorted(clusters)), tuple(matches.values()), refused)


def _match(left: str, right: str, score: float, rule: int) -> Match:
    if rule < 0:
        return Match(
            left=left, right=right, rule="a person's decision", score=float(score == RULED_SAME),
            verdict="same" if score == RULED_SAME else "different",
        )  # fmt: skip
    return Match(left=left, right=right, verdict=verdict(score), rule=NAMES[rule], score=max(score, 0.0))


def compare_pair(left: Record, right: Record, *, policy: Policy = "publication") -> Match:
    """The verdict on one pair, with every field's figures and weight."""
    row, evidence = evidence_of(left, right, policy=policy)
    score, rule = judge_row(row, policy)
    return Match(
        left=left.key, right=right.key, verdict=verdict(score), rule=rule, score=max(score, 0.0), evidence=evidence
    )


def reconcile_new(
    records: Sequence[Record], near: Near, *, decisions: Sequence[Decision] = (), policy: Policy = "publication"
) -> Reconciliation:
    """What `reconcile` would say of the new or changed records and of whatever they are connected with."""
    new = {record.key: record for record in records}
    keys = frozenset(key for record in records for key in block_keys(record))
    around = {record.key: record for record in near.sharing(keys) if record.key not in new}
    around |= {record.key: record for record in _ruled_with(new, near, decisions)}
    found = reconcile([*new.values(), *around.values()], decisions=decisions, policy=policy)
    touched = _reach(found.matches, new)
    known = new | around
    while fresh := {r.key: r for r in near.linked(frozenset(touched)) if r.key not in touched}:
        known |= fresh
        touched |= set(fresh)
    return reconcile([known[key] for key in sorted(touched)], decisions=decisions, policy=policy)


def _ruled_with(new: Mapping[str, Record], near: Near, decisions: Sequence[Decision]) -> Iterable[Record]:
    subjects = [set(decision.subject) for decision in decisions if decision.kind in ("same", "different")]
    others = frozenset(key for subject in subjects if subject & set(new) for key in subject - set(new))
    return [record for record in near.linked(others) if record.key in others] if others else ()


def _reach(matches: Sequence[Match], start: Iterable[str]) -> set[str]:
    """The records that matches of score one half or more connect with the start."""
    edges: dict[str, set[str]] = {}
    for match in matches:
        if match.score >= THRESHOLD:
            edges.setdefault(match.left, set()).add(match.right)
            edges.setdefault(match.right, set()).add(match.left)
    reached, queue = set(start), list(start)
    while queue:
        for key in edges.get(queue.pop(), ()):
            if key not in reached:
                reached.add(key)
                queue.append(key)
    return reached
