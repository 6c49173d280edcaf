"""Pairs to works: the strongest pair first, and no join that any pair of the two sides speaks against.

Two clusters join when the scores of ALL pairs between them average high enough and none of them is vetoed;
pairs that blocking did not bring are judged when they are needed.  So A=B and B=C never bring A and C
together against a veto, and chains of weak pairs come apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum

RULED_OUT = -2.0
"""The score of a pair that a person ruled to be two; nothing brings it together."""
VETOED = -1.0
"""The score of a pair that must not stand in one work unless a person says so."""
RULED_SAME = 2.0
"""The score of a pair that a person ruled to be one."""
THRESHOLD = 0.5
"""Least score of a pair that speaks for one work, and least average of two clusters that join."""

Pair = tuple[int, int]


@dataclass(slots=True)
class Clustering:
    """Clusters while they grow; a record that joined nothing is in none."""

    members: dict[int, tuple[int, ...]] = field(default_factory=dict)
    root: dict[int, int] = field(default_factory=dict)
    refused: dict[Pair, Pair] = field(default_factory=dict)
    """The joins that were refused: (left, right) with the sizes the two clusters had."""

    def of(self, place: int) -> tuple[int, ...]:
        """The cluster a record stands in."""
        return self.members.get(self.root.get(place, place), (place,))

    def join(self, left: tuple[int, ...], right: tuple[int, ...]) -> None:
        """Make two clusters one."""
        whole = tuple(sorted(left + right))
        self.members.pop(left[0], None)
        self.members.pop(right[0], None)
        self.members[whole[0]] = whole
        for place in whole:
            self.root[place] = whole[0]


def cluster(
    pairs: Iterable[tuple[int, int, float]],
    *,
    ranks: Sequence[int],
    scores_of: Callable[[Sequence[Pair]], Sequence[float]],
    average: float = THRESHOLD,
) -> Clustering:
    """Join records by their pairs.

    Args:
        pairs: (left, right, score) of the pairs that speak for one work.
        ranks: what breaks ties between equal scores: the place of each record in an order of the texts.
        scores_of: the scores of pairs (left < right), asked for when two clusters are about to join.
        average: least average score of two clusters that join.
    """
    grown = Clustering()
    tried: set[tuple[int, int, int, int]] = set()
    for one, other, _ in sorted(pairs, key=lambda pair: (-pair[2], *sorted((ranks[pair[0]], ranks[pair[1]])))):
        left, right = grown.of(one), grown.of(other)
        state = (
            (left[0], len(left), right[0], len(right)) if left < right else (right[0], len(right), left[0], len(left))
        )
        if left[0] == right[0] or state in tried:
            continue
        if may_join(scores_of([(a, b) if a < b else (b, a) for a in left for b in right]), average):
            grown.join(left, right)
        else:
            tried.add(state)
            grown.refused[one, other] = (len(left), len(right))
    return grown


def may_join(scores: Sequence[float], average: float = THRESHOLD) -> bool:
    """Whether clusters with these scores between them are one work."""
    if len(scores) == 1:
        return scores[0] >= THRESHOLD
    least = min(scores)
    if least == RULED_OUT:
        return False
    if max(scores) == RULED_SAME:
        return True
    return least != VETOED and fsum(scores) >= average * len(scores)
