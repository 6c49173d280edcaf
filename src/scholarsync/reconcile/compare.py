"""How records compare: a row of figures for a pair, one a question that a careful reader would ask.

The figures are the same whether the judge is a model or a rule, and `explain` shows them field by field.
Nothing here decides anything.  Pairs are compared by the thousand: whatever is a matter of equal values in
arrays, people and titles once for every two lists and every two titles that meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scholarsync.reconcile import likeness, people
from scholarsync.reconcile.columns import KINDS, Columns, Places, columns_of
from scholarsync.reconcile.people import People
from scholarsync.reconcile.profile import Profile
from scholarsync.reconcile.venues import venue_likeness

FEATURES: tuple[tuple[str, str], ...] = (
    ("title", "title_ratio"),
    ("title", "left_more"),
    ("title", "left_less"),
    ("title", "common_bits"),
    ("title", "share"),
    ("title", "near_words"),
    ("title", "odd_more"),
    ("title", "odd_less"),
    ("title", "inside"),
    ("title", "head_equal"),
    ("title", "prefix"),
    ("title", "suffix"),
    ("title", "cut"),
    ("title", "generic"),
    ("title", "words_less"),
    ("title", "numbers_clash"),
    ("title", "numbers_extra"),
    ("title", "note"),
    ("title", "part"),
    ("title", "edition"),
    ("title", "years"),
    ("authors", "names_share"),
    ("authors", "names_all"),
    ("authors", "names_common"),
    ("authors", "names_less"),
    ("authors", "names_more"),
    ("authors", "names_cut"),
    ("authors", "first_name"),
    ("authors", "last_name"),
    ("authors", "initials_clash"),
    ("authors", "given_clash"),
    ("authors", "order"),
    ("authors", "name_in_title"),
    ("year", "year_gap"),
    ("venue", "venue"),
    ("venue", "kinds"),
    ("venue", "preprints"),
    ("volume", "volume"),
    ("number", "number"),
    ("pages", "first_page"),
    ("pages", "last_page"),
    ("doi", "doi"),
    ("doi", "published"),
    ("arxiv_id", "arxiv"),
    ("ids", "ids"),
    ("source", "same_source"),
    ("known", "known"),
)
"""(field of the record, name of the figure), in the order of the row."""

UNKNOWN = -1.0
Figures = Mapping[str, NDArray[np.float64]]
"""Name of a figure to its value for every pair."""


def compare(left: Profile, right: Profile) -> tuple[float, ...]:
    """The figures of one pair, in the order of `FEATURES`; the same for (a, b) and (b, a)."""
    columns, one, other = columns_of((left, right)), np.array([0]), np.array([1])
    figures = {**details(columns, one, other), **likenesses(columns, one, other)}
    return tuple(rows_of(figures)[0].tolist())


def rows_of(figures: Figures) -> NDArray[np.float64]:
    """Figures as rows, one a pair, in the order of `FEATURES`."""
    return np.column_stack([figures[name] for _, name in FEATURES])


def details(columns: Columns, one: Places, other: Places) -> dict[str, NDArray[np.float64]]:
    """All figures but those of `likenesses`; ``title_ratio`` is 1 for equal titles and 0 for all others."""
    equality = {"title_ratio": _title_equality(*columns.of("words", one, other))}
    return {**equality, **_marks(columns, one, other), **_people(columns, one, other), **_rest(columns, one, other)}


def likenesses(columns: Columns, one: Places, other: Places) -> dict[str, NDArray[np.float64]]:
    """The figures of how alike the titles and the venues are."""
    return {
        **_titles(columns, one, other),
        "name_in_title": _names_in_titles(columns, one, other),
        "venue": _venues(columns, one, other),
    }


def _marks(columns: Columns, one: Places, other: Places) -> dict[str, NDArray[np.float64]]:
    notes, other_notes = columns.of("note", one, other)
    return {
        "cut": _sum(columns, "cut", one, other),
        "generic": _sum(columns, "generic", one, other),
        "words_less": np.minimum(*columns.of("length", one, other)).astype(np.float64),
        "note": (notes != other_notes).astype(np.float64),
        "part": _side(*columns.of("part", one, other)),
        "edition": _side(*columns.of("edition", one, other)),
        "years": _side(*columns.of("years", one, other)),
    }


def _titles(columns: Columns, one: Places, other: Places) -> dict[str, NDArray[np.float64]]:
    left, right = columns.of("words", one, other)
    table = np.zeros((len(one), len(likeness.FIGURES)))
    found = dict(zip(likeness.FIGURES, table.T, strict=True))
    odd = np.zeros((2, len(one)))
    found["title_ratio"][:] = _title_equality(left, right)
    equal = np.flatnonzero((left == right) & (left > 0))
    for name in ("share", "inside", "head_equal", "prefix", "suffix"):
        found[name][equal] = 1.0
    found["common_bits"][equal] = [columns.profiles[place].weight for place in one[equal].tolist()]
    unequal = np.flatnonzero((left != right) & (left > 0) & (right > 0))
    for kind, places in _alike(columns, "titled", one[unequal], other[unequal]):
        mine, yours = _in_order(columns, kind, lambda profile: (profile.words, profile.head))
        said = likeness.titles(mine, yours)
        rows = unequal[places]
        table[rows] = said.figures
        if said.left or said.right:
            for row in rows.tolist():
                sides = columns.profiles[one[row]], columns.profiles[other[row]]
                here, there = likeness.odd_bits(*sides, said.left), likeness.odd_bits(*sides, said.right)
                odd[:, row] = max(here, there), min(here, there)
    return {**found, "odd_more": odd[0], "odd_less": odd[1]}


def _title_equality(left: NDArray[np.int32], right: NDArray[np.int32]) -> NDArray[np.float64]:
    return np.where((left == 0) | (right == 0), UNKNOWN, left == right)


def _names_in_titles(columns: Columns, one: Places, other: Places) -> NDArray[np.float64]:
    sides = [map(columns.profiles.__getitem__, places.tolist()) for places in (one, other)]
    said = (_names_in(mine, yours) or _names_in(yours, mine) for mine, yours in zip(*sides, strict=True))
    return np.fromiter(said, np.float64, len(one))


def _names_in(named: Profile, titled: Profile) -> bool:
    """Whether the title of one holds the first surname of the other, as it does where a title was misread."""
    return bool(named.families) and len(named.families[0]) > 3 and named.families[0] in titled.words


def _alike(columns: Columns, name: str, one: Places, other: Places) -> Any:
    """(a pair of places, the rows of all pairs like it) for every two values of a column that meet."""
    left, right = (side.astype(np.int64) for side in columns.of(name, one, other))
    codes = (np.minimum(left, right) << 32) | np.maximum(left, right)
    order = np.argsort(codes, kind="stable")
    first = np.flatnonzero(np.diff(codes[order], prepend=-1)).tolist()
    for start, end in pairwise([*first, len(order)]):
        rows = order[start:end]
        yield (one[rows[0]], other[rows[0]]), rows


def _in_order(columns: Columns, pair: tuple[int, int], content: Callable[[Profile], Any]) -> tuple[Profile, Profile]:
    """The two profiles, the one of the lesser content first: so nothing depends on their places."""
    left, right = columns.profiles[pair[0]], columns.profiles[pair[1]]
    return (right, left) if content(right) < content(left) else (left, right)


def _people(columns: Columns, one: Places, other: Places) -> dict[str, NDArray[np.float64]]:
    left, right = columns.of("people", one, other)
    count, others = columns.of("persons", one, other)
    less, more = np.minimum(count, others), np.maximum(count, others)
    table = np.empty((len(one), len(people.FIGURES)))
    table[:] = _NOBODY
    found = dict(zip(people.FIGURES, table.T, strict=True))
    equal = (left == right) & (less > 0)
    table[equal] = _ALL_THE_SAME
    found["names_common"][equal] = np.minimum(less[equal], 20)
    unequal = np.flatnonzero((left != right) & (less > 0))
    for pair, places in _alike(columns, "people", one[unequal], other[unequal]):
        mine, yours = (People(*profile[7:10]) for profile in _in_order(columns, pair, lambda profile: profile[7:10]))
        table[unequal[places]] = people.likeness(mine, yours)
    return {
        **found,
        "names_less": np.minimum(less, 20).astype(np.float64),
        "names_more": np.minimum(more, 20).astype(np.float64),
        "names_cut": _sum(columns, "names_cut", one, other),
    }


_NOBODY = (UNKNOWN, UNKNOWN, 0.0, UNKNOWN, UNKNOWN, 0.0, 0.0, UNKNOWN)
_ALL_THE_SAME = (1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0)


def _rest(columns: Columns, one: Places, other: Places) -> dict[str, NDArray[np.float64]]:
    years, others = columns.of("year", one, other)
    kinds, other_kinds = columns.of("kind", one, other)
    preprint = KINDS.index("preprint")
    figures = {
        "year_gap": np.where((years > 0) & (others > 0), np.minimum(np.abs(years - others), 10), UNKNOWN),
        "kinds": _KIND_TABLE[kinds, other_kinds],
        "preprints": (kinds == preprint).astype(np.float64) + (other_kinds == preprint),
        "published": _sum(columns, "published", one, other),
        "ids": _ids(columns, one, other),
        "same_source": _tie(*columns.of("source", one, other)),
    }
    for name in ("volume", "number", "first_page", "last_page", "doi", "arxiv"):
        figures[name] = _tie(*columns.of(name, one, other))
    venues, other_venues = columns.of("venue", one, other)
    known = [figures[name] != UNKNOWN for name in ("year_gap", "volume", "first_page", "doi")]
    known.append((venues > 0) & (other_venues > 0))
    return {**figures, "known": np.sum(known, axis=0).astype(np.float64)}


def _venues(columns: Columns, one: Places, other: Places) -> NDArray[np.float64]:
    left, right = columns.of("venue", one, other)
    found = np.where((left == 0) | (right == 0), UNKNOWN, 1.0)
    unequal = np.flatnonzero((left != right) & (left > 0) & (right > 0))
    for pair, places in _alike(columns, "venue", one[unequal], other[unequal]):
        found[unequal[places]] = venue_likeness(*sorted(columns.profiles[place].venue for place in pair))
    return found


def _kinds(one: str, other: str) -> float:
    if not one or not other:
        return UNKNOWN
    if one == other:
        return 0.0
    if "preprint" in (one, other):
        return 1.0
    if {one, other} == {"conference", "journal"}:
        return 2.0
    return 3.0


_KIND_TABLE = np.array([[_kinds(one, other) for other in KINDS] for one in KINDS])


def _ids(columns: Columns, one: Places, other: Places) -> NDArray[np.float64]:
    left, right = columns.of("ids", one, other)
    found = np.full(len(one), UNKNOWN)
    for row in np.flatnonzero((left > 0) & (right > 0)).tolist():
        found[row] = _same_ids(columns.profiles[one[row]].ids, columns.profiles[other[row]].ids)
    return found


def _same_ids(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    if set(one) & set(other):
        return 1.0
    kinds = {kind.partition(":")[0] for kind in one} & {kind.partition(":")[0] for kind in other}
    return 0.0 if kinds else UNKNOWN


def _sum(columns: Columns, name: str, one: Places, other: Places) -> NDArray[np.float64]:
    left, right = columns.of(name, one, other)
    return (left + right).astype(np.float64)


def _tie(one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.float64]:
    """1 agree, 0 clash, unknown where either side is silent."""
    return np.where((one == 0) | (other == 0), UNKNOWN, one == other)


def _side(one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.float64]:
    """As `_tie`, but 0.5 where one side alone says something."""
    silent = (one == 0).astype(np.int8) + (other == 0)
    return np.select([silent == 2, silent == 1], [UNKNOWN, 0.5], one == other)
