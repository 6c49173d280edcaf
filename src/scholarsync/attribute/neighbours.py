"""A second look at each candidate: how its neighbours were seen by the first.

A record that shares co-authors, words, venue or spelling with records that are the person's
gains by it, and one that sits among another's works loses, so that a work two steps away is
found.  A record's own first score never counts for itself here except as one figure.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from scholarsync.attribute.figures import FIGURES, UNKNOWN, Row, rounded
from scholarsync.attribute.links import compatible
from scholarsync.attribute.pool import Item, Role
from scholarsync.attribute.scene import Scene, ranks
from scholarsync.attribute.texts import centre, cosine

LINKED = ("linked_score", "linked_best", "linked_mass")
NEAR = ("near_score", "near_best")
GROUPED = ("group_score", "group_best")
SURE = ("sure_shared", "sure_title", "sure_count", "score_rank")
SHARES = ("word_score", "venue_score", "form_score", "people_score")
SECOND_FIGURES = (*FIGURES, "score", *LINKED, *NEAR, *GROUPED, *SURE, *SHARES)
"""The figures of a row of the second look, in order."""

SURELY = 0.9
_SETTLED: Mapping[Role, float] = {"known": 1.0, "ticked": 1.0, "rejected": 0.0, "unticked": 0.0}


def second_figures(scene: Scene, rows: Sequence[Row], scores: Sequence[float]) -> list[Row]:
    """Each row of the first look continued by what its neighbours got there."""
    held = [*scores, *(_SETTLED[item.role] for item in scene.pool.items[len(scores) :])]
    sure = [item for item in scene.candidates if held[item.number] >= SURELY]
    middle = centre([*scene.known, *sure])
    rank = ranks(list(scores))
    return [
        [
            *row,
            held[item.number],
            *rounded(_linked(scene, item, held)),
            *rounded(_near(scene, item, held)),
            *rounded(_grouped(scene, item, held)),
            _sure_shared(scene, item, held),
            round(cosine(item.words, middle), 9),
            math.log1p(len(sure)),
            rank(held[item.number]),
            *rounded(shares),
        ]
        for item, row, shares in zip(scene.candidates, rows, _shares(scene, held), strict=True)
    ]


def _linked(scene: Scene, item: Item, held: Sequence[float]) -> Row:
    links = [
        (link.total, held[other])
        for other, link in scene.links.get(item.number, {}).items()
        if compatible(item, scene.pool.items[other])
    ]
    mass = sum(total for total, _ in links)
    told = sum(total * share for total, share in links)
    best = max((min(1.0, total) * share for total, share in links), default=0.0)
    return [told / mass if mass else UNKNOWN, best, math.log1p(mass)]


def _near(scene: Scene, item: Item, held: Sequence[float]) -> Row:
    near = [(score, held[other]) for score, other in scene.near[item.number]]
    mass = sum(score for score, _ in near)
    told = [score * share for score, share in near]
    return [sum(told) / mass if mass else UNKNOWN, max(told, default=0.0)]


def _grouped(scene: Scene, item: Item, held: Sequence[float]) -> Row:
    others = [held[other.number] for other in scene.members[scene.group[item.number]] if other is not item]
    return [sum(others) / len(others), max(others)] if others else [UNKNOWN, UNKNOWN]


def _sure_shared(scene: Scene, item: Item, held: Sequence[float]) -> float:
    row = scene.links.get(item.number, {})
    return max((link.total for other, link in row.items() if held[other] >= SURELY), default=0.0)


def _shares(scene: Scene, held: Sequence[float]) -> list[Row]:
    """How much of what else carries the same word, venue, first name or co-author is the person's."""
    marks = [_marks(item) for item in scene.pool.items]
    told: list[Row] = [[] for _ in scene.candidates]
    for kind in range(len(SHARES)):
        total: dict[Any, float] = defaultdict(float)
        count: Counter[Any] = Counter()
        for item in scene.pool.items:
            for mark in marks[item.number][kind]:
                total[mark] += held[item.number]
                count[mark] += 1
        for item in scene.candidates:
            told[item.number].append(_share_of_others(marks[item.number][kind], held[item.number], total, count))
    return told


def _marks(item: Item) -> tuple[Mapping[Any, float], ...]:  # Any: a word, a venue, a name
    return (
        dict(item.words),
        {item.venue: 1.0} if item.venue else {},
        {item.target: 1.0} if item.first else {},
        dict.fromkeys((name.initial_key for name in item.others), 1.0),
    )


def _share_of_others(
    marks: Mapping[Any, float], own: float, total: Mapping[Any, float], count: Mapping[Any, int]
) -> float:
    mass = told = 0.0
    for mark, weight in marks.items():
        others = count[mark] - 1
        if others > 0:
            trust = weight * weight * others / (others + 1)
            mass += trust
            told += trust * (total[mark] - own) / others
    return told / mass if mass else UNKNOWN
