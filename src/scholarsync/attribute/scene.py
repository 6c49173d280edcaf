"""A question as a whole: the records, their links and groups, found once and looked at from every candidate."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scholarsync.attribute.links import Links, find_groups, find_links
from scholarsync.attribute.pool import Item, Pool
from scholarsync.attribute.texts import centre, nearest


@dataclass(frozen=True, slots=True)
class Scene:
    """A pool with everything that is computed once for all its candidates."""

    pool: Pool
    links: Links
    near: list[list[tuple[float, int]]]
    """For each record those with the nearest titles."""
    group: list[int]
    """For each record the number of its group."""
    members: Mapping[int, list[Item]]
    candidates: tuple[Item, ...]
    known: tuple[Item, ...]
    ours: frozenset[int]
    """Numbers of what is taken for the person's: known works and ticked co-authors."""
    middle: Mapping[str, float]
    """The words of the known works together."""
    linked: Mapping[int, bool]
    """Whether a group holds or touches anything of the person's."""
    company: dict[int, str] = field(default_factory=dict)
    """What was said of a group, so that it is put in words once."""


def build_scene(pool: Pool) -> Scene:
    """Find links, groups and near titles of a pool."""
    links = find_links(pool)
    group = find_groups(pool, links)
    members: dict[int, list[Item]] = defaultdict(list)
    for item in pool.items:
        members[group[item.number]].append(item)
    known = tuple(item for item in pool.items if item.role == "known")
    ours = frozenset(item.number for item in pool.items if item.ours)
    return Scene(
        pool=pool,
        links=links,
        near=nearest(pool),
        group=group,
        members=dict(members),
        candidates=tuple(item for item in pool.items if item.asked),
        known=known,
        ours=ours,
        middle=centre(known),
        linked={
            number: any(item.ours or touches(links, item, ours) for item in items) for number, items in members.items()
        },
    )


def touches(links: Links, item: Item, ours: frozenset[int]) -> bool:
    """Whether a record shares any co-author with what is the person's."""
    row = links.get(item.number, {})
    return any(other in ours for other in row)


def ranks(values: list[float]) -> Callable[[float], float]:
    """The share of the values that are greater, as a function of the value."""
    count = Counter(values)
    above, place = {}, 0
    for value in sorted(count, reverse=True):
        above[value] = place / len(values)
        place += count[value]
    return above.__getitem__
