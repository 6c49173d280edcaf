"""The trained judge: boosted trees kept as JSON, read without any learning library.

Rows of figures are judged many at once: every distinct question (figure <= bound) is answered once for
all rows, and a tree then only combines answers as bits (Lucchese et al., QuickScorer, SIGIR 2015).  One
row is walked through the trees, which also says how much each figure moved the score.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

DIGITS = 6
"""Digits of a probability that are kept: the last ones depend on the machine."""
_CHUNK = 8192
_MOST_LEAVES = 16

Floats = NDArray[np.float64]


class Tree(NamedTuple):
    """A tree as flat lists; a child below zero is the leaf ``-1 - child``."""

    figures: tuple[int, ...]
    bounds: tuple[float, ...]
    yes: tuple[int, ...]
    no: tuple[int, ...]
    means: tuple[float, ...]
    """What the tree says on average at each node, for the share of each question in the score."""
    leaves: tuple[float, ...]


class Model(NamedTuple):
    """Trees whose sum is the log-odds that a pair is one work."""

    names: tuple[str, ...]
    trees: tuple[Tree, ...]


@lru_cache(maxsize=1)
def load() -> Model:
    """The model that is shipped."""
    return parse(files(__package__).joinpath("model.json").read_text("utf-8"))


def parse(text: str) -> Model:
    """A model from its JSON."""
    value = json.loads(text)
    trees = tuple(Tree(*(tuple(tree[name]) for name in Tree._fields)) for tree in value["trees"])
    if any(len(tree.leaves) > _MOST_LEAVES for tree in trees):
        raise ValueError(f"a tree has more than {_MOST_LEAVES} leaves")
    return Model(tuple(value["names"]), trees)


def probability(log_odds: float) -> float:
    """Log-odds as a number between 0 and 1."""
    return round(1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, log_odds)))), DIGITS)


def score_row(model: Model, row: Sequence[float]) -> float:
    """The probability that the pair of one row is one work."""
    return probability(sum(_leaf(tree, row) for tree in model.trees))


def _leaf(tree: Tree, row: Sequence[float]) -> float:
    node = 0 if tree.figures else -1
    while node >= 0:
        node = tree.yes[node] if row[tree.figures[node]] <= tree.bounds[node] else tree.no[node]
    return tree.leaves[-1 - node]


def shares(model: Model, row: Sequence[float]) -> tuple[float, dict[str, float]]:
    """What the model says of any pair, and how much each figure of this row moves it, in log-odds.

    A question's share is the difference between what the tree says after and before its answer.
    """
    start, moved = 0.0, dict.fromkeys(model.names, 0.0)
    for tree in model.trees:
        node = 0 if tree.figures else -1
        value = tree.means[0] if tree.figures else tree.leaves[0]
        start += value
        while node >= 0:
            figure = tree.figures[node]
            node = tree.yes[node] if row[figure] <= tree.bounds[node] else tree.no[node]
            after = tree.means[node] if node >= 0 else tree.leaves[-1 - node]
            moved[model.names[figure]] += after - value
            value = after
    return start, moved


class _Bits(NamedTuple):
    """A tree as bit masks: each question that is answered "no" rules out the leaves on its yes side."""

    questions: tuple[int, ...]
    masks: tuple[np.uint16, ...]
    leaves: Floats


@lru_cache(maxsize=4)
def _compiled(model: Model) -> tuple[tuple[tuple[int, float], ...], tuple[_Bits, ...]]:
    questions: dict[tuple[int, float], int] = {}
    compiled = []
    for tree in model.trees:
        order: list[int] = []
        under: dict[int, int] = {}
        _number_leaves(tree, 0 if tree.figures else -1, order, under)
        asked = tuple(
            questions.setdefault((figure, bound), len(questions))
            for figure, bound in zip(tree.figures, tree.bounds, strict=True)
        )
        masks = tuple(np.uint16(0xFFFF & ~under[node]) for node in range(len(tree.figures)))
        compiled.append(_Bits(asked, masks, np.array([tree.leaves[leaf] for leaf in order])))
    return tuple(questions), tuple(compiled)


def _number_leaves(tree: Tree, node: int, order: list[int], under: dict[int, int]) -> int:
    """Number the leaves from the yes side; `under` gets the leaves on the yes side of each node, as bits."""
    if node < 0:
        order.append(-1 - node)
        return 1 << (len(order) - 1)
    under[node] = yes = _number_leaves(tree, tree.yes[node], order, under)
    return yes | _number_leaves(tree, tree.no[node], order, under)


_ALL = np.arange(1 << _MOST_LEAVES, dtype=np.int64)
_LOWEST = np.log2(np.maximum(_ALL & -_ALL, 1)).astype(np.uint8)
"""The place of the lowest bit that is set, for every pattern."""


def score_rows(model: Model, rows: Floats) -> Floats:
    """The probability that each row's pair is one work."""
    out = np.empty(len(rows))
    questions, trees = _compiled(model)
    for start in range(0, len(rows), _CHUNK):
        columns = np.ascontiguousarray(rows[start : start + _CHUNK].T)
        answers = [np.where(columns[figure] <= bound, np.uint16(0xFFFF), np.uint16(0)) for figure, bound in questions]
        total = np.zeros(columns.shape[1])
        for tree in trees:
            left = np.full(columns.shape[1], 0xFFFF, np.uint16)
            for question, mask in zip(tree.questions, tree.masks, strict=True):
                left &= answers[question] | mask
            total += tree.leaves[_LOWEST[left]]
        out[start : start + _CHUNK] = total
    return np.round(1.0 / (1.0 + np.exp(-np.clip(out, -40.0, 40.0))), DIGITS)
