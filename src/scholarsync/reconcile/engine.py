"""Many profiles to clusters: block, compare, judge and cluster, in arrays and on both cores.

What is judged of a pair depends on its two records alone, and how a group of connected records falls
into works depends on that group alone.  So the result does not depend on the order of the records, and
new records change only the groups they are connected with.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scholarsync.model import Policy
from scholarsync.reconcile import judge
from scholarsync.reconcile.cluster import THRESHOLD, Pair, cluster
from scholarsync.reconcile.columns import Columns, columns_of
from scholarsync.reconcile.glance import Sketches, sketches_of
from scholarsync.reconcile.judge import CONFLICTING, UNSURE, Judgement
from scholarsync.reconcile.pairs import Keys, Pairs, candidate_pairs, keys_of_all, title_order
from scholarsync.reconcile.profile import Profile

COMPLETE = 400
"""In groups of up to so many connected records every pair is judged at once, in larger ones when needed."""
AVERAGE: Mapping[Policy, float] = {"version": THRESHOLD, "publication": THRESHOLD, "work": 0.4}
"""Least average score of two clusters that join: versions of a work differ more among themselves."""
WORTH_FORKING = 30_000
"""Fewer pairs than this are judged faster by one process."""
_CHUNK = 20_000


class Joined(NamedTuple):
    """Places of records that are one work, and what was judged on the way."""

    clusters: tuple[tuple[int, ...], ...]
    """Only those of two records or more."""
    kept: tuple[tuple[int, int, float, int], ...]
    """(left, right, score, rule) of the pairs that are same or unsure, or stand in one cluster."""
    refused: tuple[Pair, ...]


def join(profiles: Sequence[Profile], *, policy: Policy, ruled: Mapping[Pair, float], workers: int = 1) -> Joined:
    """Which profiles are one work; `ruled` holds what a person said of pairs."""
    return join_blocked(
        profiles, keys_of_all(profiles), sketches_of(profiles), policy=policy, ruled=ruled, workers=workers
    )


def join_blocked(
    profiles: Sequence[Profile],
    keys: Keys,
    sketches: Sketches,
    *,
    policy: Policy,
    ruled: Mapping[Pair, float],
    workers: int = 1,
) -> Joined:
    """As `join`, with the keys and sketches already made."""
    ranks = title_order(profiles)
    pairs = candidate_pairs(keys, ranks=ranks, sketches=sketches)
    del keys, sketches
    columns = columns_of(profiles)
    judged = judge_pairs(columns, pairs, policy=policy, workers=workers)
    return settle(columns, pairs, judged, policy=policy, ruled=ruled, ranks=ranks, workers=workers)


def judge_pairs(columns: Columns, pairs: Pairs, *, policy: Policy, workers: int = 1) -> Judgement:
    """Scores and rules of pairs, in their order."""
    chunks = [pairs[start : start + _CHUNK] for start in range(0, len(pairs), _CHUNK)]
    if workers > 1 and len(pairs) > WORTH_FORKING:
        _shared.update(columns=columns, policy=policy)
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            done = pool.map(_judge_shared, chunks, chunksize=1)
        _shared.clear()
    else:
        done = [judge.judge_pairs(columns, chunk, policy) for chunk in chunks]
    if not done:
        return Judgement(np.empty(0), np.empty(0, np.int8))
    return Judgement(np.concatenate([part.scores for part in done]), np.concatenate([part.rules for part in done]))


_shared: dict[str, object] = {}
"""What forked workers read of their parent's memory, so that nothing is copied to them."""


def _judge_shared(pairs: Pairs) -> Judgement:
    return judge.judge_pairs(_shared["columns"], pairs, _shared["policy"])  # type: ignore[arg-type]  # set by `judge_pairs`


def settle(
    columns: Columns,
    pairs: Pairs,
    judged: Judgement,
    *,
    policy: Policy,
    ruled: Mapping[Pair, float],
    ranks: NDArray[np.int32],
    workers: int = 1,
) -> Joined:
    """Judged pairs to clusters, one group of connected records after the other."""
    interesting = (judged.scores >= UNSURE) | (judged.rules == CONFLICTING)
    known = _by_pair(pairs, judged, interesting)
    known.update({pair: (score, -1) for pair, score in ruled.items()})
    edges = [pair for pair, (score, _) in known.items() if score >= THRESHOLD]
    groups = connected(edges)
    root = np.full(len(columns.profiles), -1)
    for group in groups:
        root[list(group)] = group[0]
    inner = (judged.scores < UNSURE) & (root[pairs[:, 0]] >= 0) & (root[pairs[:, 0]] == root[pairs[:, 1]])
    known = {**_by_pair(pairs, judged, inner), **known}
    _complete(columns, groups, known, policy=policy, workers=workers)
    return _cluster_groups(columns, groups, known, policy=policy, ranks=ranks)


def _by_pair(pairs: Pairs, judged: Judgement, which: NDArray[np.bool_]) -> dict[Pair, tuple[float, int]]:
    found = zip(judged.scores[which].tolist(), judged.rules[which].tolist(), strict=True)
    return dict(zip(map(tuple, pairs[which].tolist()), found, strict=True))


def connected(edges: Sequence[Pair]) -> list[tuple[int, ...]]:
    """Groups of records that are connected by edges, each sorted."""
    root: dict[int, int] = {}

    def find(place: int) -> int:
        while (above := root.setdefault(place, place)) != place:
            root[place] = place = root[above]
        return place

    for one, other in edges:
        root[find(max(one, other))] = find(min(one, other))
    groups: dict[int, list[int]] = {}
    for place in sorted(root):
        groups.setdefault(find(place), []).append(place)
    return [tuple(group) for group in groups.values()]


def _complete(
    columns: Columns,
    groups: Sequence[tuple[int, ...]],
    known: dict[Pair, tuple[float, int]],
    *,
    policy: Policy,
    workers: int,
) -> None:
    """Judge the pairs within groups that blocking did not bring."""
    missing = [
        pair for group in groups if 2 < len(group) <= COMPLETE for pair in combinations(group, 2) if pair not in known
    ]
    _judge_into(columns, missing, known, policy=policy, workers=workers)


def _judge_into(
    columns: Columns,
    pairs: Sequence[Pair],
    known: dict[Pair, tuple[float, int]],
    *,
    policy: Policy,
    workers: int = 1,
) -> None:
    """Judge pairs and remember the scores."""
    if pairs:
        places = np.array(pairs, np.int64)
        judged = judge_pairs(columns, places, policy=policy, workers=workers)
        known.update(_by_pair(places, judged, np.ones(len(places), np.bool_)))


def _cluster_groups(
    columns: Columns,
    groups: Sequence[tuple[int, ...]],
    known: dict[Pair, tuple[float, int]],
    *,
    policy: Policy,
    ranks: NDArray[np.int32],
) -> Joined:
    def scores_of(wanted: Sequence[Pair]) -> Sequence[float]:
        _judge_into(columns, [pair for pair in wanted if pair not in known], known, policy=policy)
        return [known[pair][0] for pair in wanted]

    order: Sequence[int] = ranks.tolist()
    clusters: list[tuple[int, ...]] = []
    refused: list[Pair] = []
    by_group = _edges_by_group(groups, known)
    for group in groups:
        if len(group) == 2:
            clusters.append(group)
            continue
        grown = cluster(by_group[group[0]], ranks=order, scores_of=scores_of, average=AVERAGE[policy])
        clusters += sorted(grown.members.values())
        refused += list(grown.refused)
    place_of = {place: number for number, members in enumerate(clusters) for place in members}
    kept = tuple(
        (*pair, score, rule)
        for pair, (score, rule) in sorted(known.items())
        if score >= UNSURE or rule < 0 or rule == CONFLICTING or place_of.get(pair[0], -1) == place_of.get(pair[1], -2)
    )
    return Joined(tuple(clusters), kept, tuple(refused))


def _edges_by_group(
    groups: Sequence[tuple[int, ...]], known: Mapping[Pair, tuple[float, int]]
) -> Mapping[int, list[tuple[int, int, float]]]:
    root = {place: group[0] for group in groups if len(group) > 2 for place in group}
    edges: dict[int, list[tuple[int, int, float]]] = {group[0]: [] for group in groups}
    for (one, other), (score, _) in known.items():
        if score >= THRESHOLD and one in root:
            edges[root[one]].append((one, other, score))
    return edges
