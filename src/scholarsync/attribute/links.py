"""Which records share co-authors, how telling that is, and the groups that hang together by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scholarsync.attribute.names import Fit, Name, compare_names
from scholarsync.attribute.pool import LONG_LIST, Item, Pool

_CROWD = 300
"""A co-author on more records than this links each only to its neighbours in the list."""
_CROWD_OF_LONG = 30
_CHAIN = 10


@dataclass(slots=True)
class Link:
    """What two records have in common by way of co-authors."""

    count: int = 0
    """Co-authors shared."""
    total: float = 0.0
    """Their weights together."""
    best: float = 0.0
    """The weight of the most telling one: near 1 for a full rare name, near 0 for common initials."""

    def add(self, weight: float) -> None:
        """One more shared co-author."""
        self.count += 1
        self.total += weight
        self.best = max(self.best, weight)


Links = dict[int, dict[int, Link]]


def share_weight(pool: Pool, one: Name, two: Name) -> float:
    """How telling it is that both records name this co-author; 0 where the given names clash."""
    fit = compare_names(one, two)
    if fit in {Fit.CLASH, Fit.MIDDLE_CLASH}:
        return 0.0
    if any(compare_names(one, own) > Fit.MIDDLE_CLASH for own in pool.person if own.surname == one.surname):
        return 0.02  # the person's own name beside the person: says nothing
    if fit in {Fit.FULL, Fit.FIRST}:
        return 1 / (1 + pool.commonness(one, full=True))
    if fit in {Fit.INITIALS, Fit.NEAR}:
        return 0.8 / (1 + pool.commonness(one, full=True))
    return 0.6 / (1 + pool.commonness(one, full=False))


def find_links(pool: Pool) -> Links:
    """All pairs of records that share a co-author, both ways."""
    links: Links = defaultdict(dict)
    for key in sorted(pool.by_key):
        for (i, one), (j, two) in _pairs(pool, pool.by_key[key]):
            if i == j:
                continue
            weight = share_weight(pool, one, two) * _damping(pool.items[i], pool.items[j])
            if weight:
                link = links[i].get(j)
                if link is None:
                    link = links[i][j] = links[j][i] = Link()
                link.add(weight)
    return links


def _pairs(pool: Pool, posting: Sequence[tuple[int, Name]]) -> Iterator[tuple[tuple[int, Name], tuple[int, Name]]]:
    short = [entry for entry in posting if pool.items[entry[0]].size <= LONG_LIST]
    long = [entry for entry in posting if pool.items[entry[0]].size > LONG_LIST]
    if len(short) <= _CROWD:
        yield from combinations(short, 2)
    else:
        short.sort(key=lambda entry: _place(pool.items[entry[0]]))
        for start, entry in enumerate(short):
            yield from ((entry, other) for other in short[start + 1 : start + 1 + _CHAIN])
        settled = [entry for entry in short if not pool.items[entry[0]].asked][:_CROWD]
        yield from ((entry, other) for entry in settled for other in short if pool.items[other[0]].asked)
    if len(long) <= _CROWD_OF_LONG:
        yield from combinations(long, 2)
    if len(long) * len(short) <= _CROWD * _CROWD_OF_LONG:
        yield from ((entry, other) for entry in short for other in long)


def _place(item: Item) -> tuple[int, str, str]:
    """An order that comes from the records, not from the order of the file."""
    return (item.year or 0, " ".join(item.words), item.key)


def _damping(one: Item, two: Item) -> float:
    longest = max(one.size, two.size)
    return 1.0 if longest <= LONG_LIST else (LONG_LIST / longest) ** 2


def compatible(one: Item, two: Item) -> bool:
    """Whether the person's name as it stands on two records can be one person's."""
    if one.target is None or two.target is None:
        return True
    return compare_names(one.target, two.target) not in {Fit.CLASH, Fit.MIDDLE_CLASH}


def is_strong(link: Link) -> bool:
    """Whether a link is good enough to follow without asking: two shared co-authors, or one with a full rare name."""
    return (link.count >= 2 and link.total >= 0.6) or link.best >= 0.5


def find_groups(pool: Pool, links: Links) -> list[int]:
    """Number of the group of each record: joined by strong links, strongest first, never across clashing names."""
    strong = [
        (-link.total, _place(pool.items[i]), _place(pool.items[j]), i, j)
        for i, row in links.items()
        for j, link in row.items()
        if i < j and is_strong(link) and compatible(pool.items[i], pool.items[j])
    ]
    root = list(range(len(pool.items)))
    forms: list[set[Name]] = [{item.target} if item.target else set() for item in pool.items]

    def top(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for *_, i, j in sorted((total, min(a, b), max(a, b), i, j) for total, a, b, i, j in strong):
        one, two = top(i), top(j)
        if one != two and not _clash(forms[one], forms[two]):
            root[two] = one
            forms[one] |= forms[two]
    return [top(i) for i in range(len(root))]


def _clash(one: set[Name], two: set[Name]) -> bool:
    return any(compare_names(a, b) in {Fit.CLASH, Fit.MIDDLE_CLASH} for a in one for b in two)
