"""The verdict on a pair: what a person ruled, then the vetoes, then the sure rules, then the model.

`VETOES` and `RULES` are tables meant to be read.  Each condition is written over the named figures of
`compare`, each of which is a column: of one pair or of a million.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scholarsync.model import Policy, Verdict
from scholarsync.reconcile import model
from scholarsync.reconcile.cluster import THRESHOLD, VETOED
from scholarsync.reconcile.columns import Columns, Places
from scholarsync.reconcile.compare import FEATURES, Figures, details, likenesses, rows_of

POLICIES: Mapping[Policy, float] = {"version": 0.0, "publication": 1.0, "work": 2.0}
"""The policies as the model sees them: the larger the more is one."""
UNSURE = 0.2
"""Pairs that score at least this and yet too little to be one are worth a person's question."""


class Rule(NamedTuple):
    """A condition that decides without the model."""

    name: str
    holds: Callable[[Figures], Any]
    policies: frozenset[Policy] = frozenset(POLICIES)
    early: bool = False
    """Whether it holds or not whatever how alike the titles and the venues are."""


def _unlike(f: Figures) -> Any:
    return (f["share"] < 0.4) & (f["title_ratio"] >= 0)


def _same_place(f: Figures) -> Any:
    """The same page of the same volume: one of the two DOIs is a slip."""
    return (f["title_ratio"] == 1) & (f["first_page"] == 1) & (f["volume"] != 0) & (f["venue"] > 0.6)


def _no_shared_id(f: Figures) -> Any:
    return (f["doi"] != 1) & (f["arxiv"] != 1) & (f["ids"] != 1)


CONFLICT = "one identifier on two titles"
"""The veto that is worth telling a person: one of the two records has an identifier that is not its own."""

VETOES: tuple[Rule, ...] = (
    Rule("an erratum, reply or review is not the work it is about", lambda f: f["note"] == 1, early=True),
    Rule("other part numbers", lambda f: (f["part"] == 0) & (f["title_ratio"] < 1), early=True),
    Rule(
        "other editions",
        lambda f: ((f["edition"] == 0) | (f["edition"] == 0.5)) & (f["title_ratio"] < 1),
        early=True,
    ),
    Rule(
        "nobody in common",
        lambda f: (
            (f["names_less"] > 0)
            & (f["names_less"] + f["names_more"] > 3)
            & (f["names_common"] == 0)
            & _no_shared_id(f)
            & (f["first_page"] != 1)
        ),
        frozenset({"publication"}),
        early=True,
    ),
    Rule(
        "two entries of one list, of different years",
        lambda f: (f["same_source"] == 1) & _no_shared_id(f) & (f["preprints"] == 0) & (f["year_gap"] > 0),
        frozenset({"publication", "version"}),
        early=True,
    ),
    Rule("yearly titles of other years", lambda f: (f["years"] == 0) & (f["numbers_clash"] > 0)),
    Rule(CONFLICT, lambda f: ~_no_shared_id(f) & (f["share"] < 0.3) & (f["title_ratio"] >= 0)),
    Rule("different arXiv ids and titles", lambda f: (f["arxiv"] == 0) & (f["share"] < 0.99)),
    Rule(
        "two published versions with different DOIs",
        lambda f: (f["doi"] == 0) & (f["published"] == 2) & (f["ids"] != 1) & ~_same_place(f),
        frozenset({"publication", "version"}),
    ),
    Rule(
        "a preprint and its publication are two versions",
        lambda f: (f["preprints"] == 1) & (f["kinds"] == 1),
        frozenset({"version"}),
    ),
)
"""Whatever holds here keeps two records apart, also through others; the early ones stand first."""

RULES: tuple[Rule, ...] = (
    Rule(
        "same DOI",
        lambda f: (
            (f["doi"] == 1) & (f["share"] > 0.6) & (f["part"] != 0) & (f["numbers_clash"] == 0) & (f["generic"] == 0)
        ),
    ),
    Rule(
        "same arXiv id",
        lambda f: (f["arxiv"] == 1) & ~_unlike(f) & (f["numbers_clash"] == 0) & (f["doi"] != 0),
        frozenset({"publication", "work"}),
    ),
)
"""Whatever holds here, and no veto, makes two records one."""

MODEL = "model"


class Judgement(NamedTuple):
    """Scores of many pairs, and for each the place of what decided in `NAMES`."""

    scores: NDArray[np.float64]
    rules: NDArray[np.int8]


NAMES: tuple[str, ...] = (MODEL, *(rule.name for rule in VETOES), *(rule.name for rule in RULES))
SURE = 0.99
"""The score of a pair that a rule makes one."""

CONFLICTING = NAMES.index(CONFLICT)
"""The place of `CONFLICT` in `NAMES`."""


def judge_pairs(columns: Columns, pairs: Places, policy: Policy) -> Judgement:
    """The scores of pairs of places; those that an early veto parts are looked at no further."""
    figures = details(columns, pairs[:, 0], pairs[:, 1])
    decided = _first_that_holds(figures, policy, [rule for rule in VETOES if rule.early])
    scores = np.full(len(pairs), VETOED)
    left = np.flatnonzero(decided == 0)
    some = {name: values[left] for name, values in figures.items()}
    judged = judge_rows(rows_of({**some, **likenesses(columns, *pairs[left].T)}), policy)
    scores[left], decided[left] = judged
    return Judgement(scores, decided)


def judge_rows(rows: NDArray[np.float64], policy: Policy) -> Judgement:
    """The scores of pairs from their figures."""
    full = np.column_stack((rows, np.full(len(rows), POLICIES[policy])))
    scores = model.score_rows(model.load(), full)
    figures = {name: rows[:, place] for place, (_, name) in enumerate(FEATURES)}
    decided = _first_that_holds(figures, policy, (*VETOES, *RULES))
    vetoed = (decided > 0) & (decided <= len(VETOES))
    scores[vetoed] = VETOED
    scores[decided > len(VETOES)] = np.maximum(scores[decided > len(VETOES)], SURE)
    return Judgement(scores, decided)


def _first_that_holds(figures: Figures, policy: Policy, rules: Sequence[Rule]) -> NDArray[np.int8]:
    """For every pair the place in `NAMES` of the first rule that holds, or 0."""
    decided = np.zeros(len(next(iter(figures.values()))), np.int8)
    for rule in rules:
        if policy in rule.policies:
            decided[(decided == 0) & rule.holds(figures)] = NAMES.index(rule.name)
    return decided


def judge_row(row: Sequence[float], policy: Policy) -> tuple[float, str]:
    """The score of one pair and the name of what decided."""
    judged = judge_rows(np.array([row]), policy)
    return float(judged.scores[0]), NAMES[judged.rules[0]]


def verdict(score: float) -> Verdict:
    """A score as a word; ``unsure`` is not joined, but worth asking about."""
    if score >= THRESHOLD:
        return "same"
    return "unsure" if score >= UNSURE else "different"
