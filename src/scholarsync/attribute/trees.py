"""The small model that weighs the figures: two sums of short decision trees, kept as a readable file.

`model.json` holds for each look the names of its figures and its trees.  A tree is a number
(the leaf) or ``[figure, limit, to the left when unknown, left, right]``: left when the figure
is at most the limit.  It is made by `training/train_attribute.py`; nothing here learns.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_EDGE = 1e-6

Tree = float | tuple[int, float, bool, "Tree", "Tree"]


@dataclass(frozen=True, slots=True)
class Model:
    """Both looks and the scores at which a verdict is given."""

    first: tuple[Tree, ...]
    second: tuple[Tree, ...]
    mine: float
    """At this score a record is the person's."""
    mine_without_link: float
    """At this score also when no co-author links it to the known works."""
    not_mine: float
    """Below this score it is another's."""


@cache
def load_model() -> Model:
    """The model that ships with the program."""
    stored: dict[str, Any] = json.loads(files(__package__).joinpath("model.json").read_text("utf-8"))  # Any: JSON
    limits = stored["limits"]
    return Model(
        first=tuple(_tree(tree, stored["first"]["figures"]) for tree in stored["first"]["trees"]),
        second=tuple(_tree(tree, stored["second"]["figures"]) for tree in stored["second"]["trees"]),
        mine=limits["mine"],
        mine_without_link=limits["mine_without_link"],
        not_mine=limits["not_mine"],
    )


def _tree(stored: Any, names: Sequence[str]) -> Tree:  # Any: a tree as JSON nests it
    if isinstance(stored, int | float):
        return float(stored)
    name, limit, unknown_left, left, right = stored
    return (names.index(name), float(limit), bool(unknown_left), _tree(left, names), _tree(right, names))


def weigh(trees: Sequence[Tree], rows: Sequence[Sequence[float]]) -> list[float]:
    """The score of each row, between 0 and 1."""
    return [_squash(math.fsum(_leaf(tree, row) for tree in trees)) for row in rows]


def blend(first: float, second: float) -> float:
    """Both looks as one score; the second alone is surer of itself than it is right."""
    return _squash((_stretch(first) + _stretch(second)) / 2)


def _leaf(tree: Tree, row: Sequence[float]) -> float:
    while not isinstance(tree, float):
        figure, limit, unknown_left, left, right = tree
        value = row[figure]
        tree = left if (unknown_left if math.isnan(value) else value <= limit) else right
    return tree


def _stretch(score: float) -> float:
    held = min(max(score, _EDGE), 1 - _EDGE)
    return math.log(held / (1 - held))


def _squash(total: float) -> float:
    return round(1 / (1 + math.exp(-max(-40.0, min(40.0, total)))), 6)
