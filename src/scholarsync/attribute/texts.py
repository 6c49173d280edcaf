"""How near the titles and venues of records are to each other, by the words that are rare among them."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping, Sequence

from scholarsync.attribute.pool import Item, Pool

NEIGHBOURS = 6
_MAX_SHARE = 0.2
_ALWAYS = 12
_CROWD = 250


def cosine(one: Mapping[str, float], two: Mapping[str, float]) -> float:
    """How alike two titles are, between 0 and 1."""
    if len(one) > len(two):
        one, two = two, one
    return sum(weight * two[word] for word, weight in one.items() if word in two)


def centre(items: Sequence[Item]) -> dict[str, float]:
    """The words of many titles together, scaled to length one."""
    total: dict[str, float] = defaultdict(float)
    for item in items:
        for word, weight in item.words.items():
            total[word] += weight
    length = sum(weight * weight for weight in total.values()) ** 0.5
    return {word: weight / length for word, weight in total.items()} if length else {}


def nearest(pool: Pool) -> list[list[tuple[float, int]]]:
    """For each record the records with the nearest titles, as (cosine, number), nearest first."""
    postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for item in pool.items:
        for word, weight in item.words.items():
            postings[word].append((item.number, weight))
    limit = min(_CROWD, max(_ALWAYS, _MAX_SHARE * len(pool.items)))
    keys = [item.key for item in pool.items]
    found = []
    for item in pool.items:
        scores: dict[int, float] = defaultdict(float)
        for word, weight in item.words.items():
            posting = postings[word]
            if len(posting) <= limit:
                for number, other in posting:
                    scores[number] += weight * other
        scores.pop(item.number, None)
        # Equal scores are told apart by the records themselves, never by their order.
        best = heapq.nlargest(NEIGHBOURS, ((round(score, 9), keys[number], number) for number, score in scores.items()))
        found.append([(score, number) for score, _, number in best])
    return found
