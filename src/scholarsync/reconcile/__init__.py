"""Which records are one work: block, compare, judge, cluster, choose.

All of it is pure: records and decisions in, values out; the same for every order of the records.

* `reconcile(records, decisions=…, policy=…)` says which of ALL records are one work.
* `compare_pair(left, right, policy=…)` is one verdict with its evidence, for `explain`.
* `choose(records, ranks=…)` makes the `Work` of records that are one.
* `reconcile_new(records, near, …)` does for a few new or changed records what `reconcile` would do for
  all, and touches only their neighbourhood.  The store keeps `block_keys(record)` of every record in an
  index, and the matches with verdict ``same`` that came out; both are what `Near` asks it for.  The
  clusters that come back replace all clusters that any of their records stood in, and the matches replace
  all matches between them and all of the newcomers.  Records that left the store are handled by passing
  the records they were linked with as `records`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scholarsync.model import Decision, Match, Policy, Record
from scholarsync.reconcile import engine
from scholarsync.reconcile.block import keys_of
from scholarsync.reconcile.choose import choose
from scholarsync.reconcile.cluster import RULED_SAME
from scholarsync.reconcile.decisions import ruled_pairs
from scholarsync.reconcile.explain import evidence_of
from scholarsync.reconcile.judge import NAMES, judge_row, verdict
from scholarsync.reconcile.newcomers import MOST_SHARED, Near, is_identifier, neighbourhood
from scholarsync.reconcile.pairs import FULL_BLOCK
from scholarsync.reconcile.profile import profile_of

__all__ = [
    "FULL_BLOCK", "MOST_SHARED", "Near", "Reconciliation", "block_keys", "choose", "compare_pair", "is_identifier",
    "reconcile", "reconcile_new",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Which records are one work, and why."""

    clusters: tuple[tuple[str, ...], ...]
    """Record keys, each record in exactly one cluster, sorted."""
    matches: tuple[Match, ...]
    """Pairs that are the same or unsure, or stand in one cluster; without evidence: see `compare_pair`."""
    refused: tuple[Match, ...]
    """Pairs that score as the same and yet do not stand together: a veto or the other records spoke against it."""


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
    """What `reconcile` would say of the new or changed records and of whatever they are connected with.

    The matches hold, beside those of the connected records, the unsure ones of newcomers with others.
    """
    found = neighbourhood(records, near, decisions=decisions, policy=policy)
    result = reconcile(found.records, decisions=decisions, policy=policy)
    doubtful = tuple(_match(*pair) for pair in found.doubtful)
    return replace(result, matches=(*result.matches, *doubtful))
