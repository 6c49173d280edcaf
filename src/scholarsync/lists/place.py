"""Where a new entry belongs, as the list's own order and parts say.

The list shows its order by what stands in it: the parts (by year, by kind, by language), and
inside a part newest first, oldest first, or by the alphabet.  A hand-kept order is rarely
strict, so the place is the one that contradicts the fewest of the entries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from scholarsync.model import Record, is_cjk
from scholarsync.normalise import titles

Order = Literal["newest", "oldest", "alphabet"]
A_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
UNDATED = ""
SELECTION = re.compile(
    r"\b(?:selected|selection|featured|highlights?|recent|representative|ausgewählte|choisies)\b", re.IGNORECASE
)
"""Headings of parts that do not get everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What decides an entry's place."""

    record: Record
    group: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where to put a new entry."""

    index: int
    """It stands before the entry of this index; the number of entries means after the last."""
    group: str | None = None
    """The part it joins."""
    opens: str | None = None
    """The year that a new part has to be opened for, before the entry at `index` and its heading."""

    joins_above: bool = False
    """Whether it joins the part of the entry above `index` rather than that of the entry at `index`."""


def find_place(standing: Sequence[Standing], record: Record) -> Place:
    """The place of a record among the entries of a list."""
    groups = _runs(standing)
    if len(groups) > 1 and (by_year := _by_year(standing, groups, record)) is not None:
        return by_year
    start, end = max(groups, key=lambda run: (_affinity(standing[run[0] : run[1]], record), -run[0]), default=(0, 0))
    here = standing[start:end]
    order = order_of(here if len(here) > 2 else standing)
    index = start + _index(here, record, order)
    return Place(index=index, group=here[0].group if here else None, joins_above=index == end and start < end)


def order_of(standing: Sequence[Standing]) -> Order:
    """The order that most neighbours keep."""
    dates = [date_key(entry.record) for entry in standing]
    pairs = [(a, b) for a, b in pairwise(dates) if a and b]
    falling = sum(a[:4] > b[:4] for a, b in pairs)
    rising = sum(a[:4] < b[:4] for a, b in pairs)
    if min(falling, rising) * 3 > max(falling, rising) and len(standing) >= 6 and _alphabetic(standing):
        return "alphabet"
    return "oldest" if rising > falling else "newest"


def date_key(record: Record) -> str:
    """A text that sorts by date: the date as far as it is known, or nothing."""
    if record.date:
        return record.date
    return f"{record.year:04d}" if record.year else UNDATED


def _runs(standing: Sequence[Standing]) -> list[tuple[int, int]]:
    runs, start = [], 0
    for index in range(1, len(standing) + 1):
        if index == len(standing) or standing[index].group != standing[start].group:
            runs.append((start, index))
            start = index
    return runs


def group_year(group: str | None) -> str | None:
    """The year that a heading or divider names, when it names one and little else."""
    found = A_YEAR.findall(group or "")
    return found[0] if len(found) == 1 and len(re.sub(r"[\W\d_]", "", group or "")) <= 12 else None


def _by_year(standing: Sequence[Standing], groups: Sequence[tuple[int, int]], record: Record) -> Place | None:
    years = [group_year(standing[start].group) for start, _ in groups]
    known = [year for year in years if year]
    if len(known) * 2 <= len(groups) or record.year is None:
        return None
    wanted = str(record.year)
    same = [run for run, year in zip(groups, years, strict=True) if year == wanted]
    if same:
        start, end = max(same, key=lambda run: _affinity(standing[run[0] : run[1]], record))
        here = standing[start:end]
        index = start + _index(here, record, order_of(here) if len(here) > 2 else _outer_order(known))
        return Place(index=index, group=here[0].group, joins_above=index == end)
    newest = _outer_order(known) == "newest"
    for (start, _), year in zip(groups, years, strict=True):
        if year is not None and (year < wanted if newest else year > wanted):
            return Place(index=start, opens=wanted)
    return Place(index=groups[-1][1], opens=wanted, joins_above=True)


def _outer_order(years: Sequence[str]) -> Order:
    rising = sum(a < b for a, b in pairwise(years))
    return "oldest" if rising * 2 > len(years) - 1 else "newest"


def _affinity(entries: Sequence[Standing], record: Record) -> float:
    """How much a part looks like the place for a record: its script, then its kind, then its size."""
    same_script = sum(_script(e.record) == _script(record) for e in entries) / len(entries)
    same_kind = sum(e.record.type == record.type for e in entries) / len(entries)
    same_year = any(e.record.year == record.year for e in entries)
    chosen = SELECTION.search(entries[0].group or "") is not None
    return -5 * chosen + 4 * round(same_script) + 2 * same_kind + 0.5 * same_year + min(len(entries), 20) / 100


def _script(record: Record) -> bool:
    title = record.title or ""
    return not title.isascii() and any(is_cjk(sign) for sign in title)


def _index(entries: Sequence[Standing], record: Record, order: Order) -> int:
    if order == "alphabet":
        keys, mine = [_alphabet_key(e.record) for e in entries], _alphabet_key(record)
        return _least([(key > mine) - (key < mine) for key in keys], first=False)
    dates, mine = [date_key(e.record) for e in entries], date_key(record)
    signs = [0 if not date or not mine else _compare(date, mine) for date in dates]
    if order == "newest":
        return _least([-sign for sign in signs], first=True)
    return _least(signs, first=False)


def _compare(left: str, right: str) -> int:
    """-1, 0, 1 by the part of the date that both state."""
    length = min(len(left), len(right))
    return (left[:length] > right[:length]) - (left[:length] < right[:length])


def _least(signs: Sequence[int], *, first: bool) -> int:
    """The index with the fewest entries on the wrong side; a sign of 1 belongs after, -1 before."""
    cost = sum(sign < 0 for sign in signs)
    best, best_cost = 0, cost
    for index, sign in enumerate(signs, 1):
        cost += (sign > 0) - (sign < 0)
        if cost < best_cost or (cost == best_cost and not first):
            best, best_cost = index, cost
    return best


def _alphabet_key(record: Record) -> str:
    first = record.authors[0].sort_name if record.authors else ""
    return titles.fold(f"{first} {record.title or ''}")


def _alphabetic(standing: Sequence[Standing]) -> bool:
    keys = [_alphabet_key(entry.record)[:12] for entry in standing]
    return sum(a <= b for a, b in pairwise(keys)) >= 0.9 * (len(keys) - 1)
