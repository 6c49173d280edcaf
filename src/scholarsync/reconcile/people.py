"""How two lists of people compare: who stands in both, slips and confused names included."""

from __future__ import annotations

from typing import NamedTuple

from scholarsync.reconcile.alignment import nearly


class People(NamedTuple):
    """The people of a record: family names, initials and given names, one of each a person."""

    families: tuple[str, ...]
    initials: tuple[str, ...]
    given: tuple[str, ...]


FIGURES = (
    "names_share",
    "names_all",
    "names_common",
    "first_name",
    "last_name",
    "initials_clash",
    "given_clash",
    "order",
)
"""What `likeness` says, in its order."""
UNKNOWN = -1.0
_LOOKED_AT = 12
"""People without a namesake on the other side who are looked for under another spelling."""


def likeness(left: People, right: People) -> tuple[float, ...]:
    """The `FIGURES` of two lists that name somebody each."""
    less, more = sorted((len(left.families), len(right.families)))
    pairs = match_names(left, right)
    common = len(pairs)
    if not common:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, UNKNOWN)
    initials = given = 0
    for mine, yours in pairs:
        first, second = left.initials[mine], right.initials[yours]
        initials += bool(first and second and first[0] != second[0])
        spelt, twin = left.given[mine], right.given[yours]
        given += bool(spelt and twin and spelt != twin and not nearly(spelt, twin))
    return (
        common / less,
        common / more,
        float(min(common, 20)),
        float((0, 0) in pairs),
        float((len(left.families) - 1, len(right.families) - 1) in pairs),
        initials / common,
        given / common,
        float(pairs == sorted(pairs) and pairs[0][0] == pairs[0][1]),
    )


def match_names(left: People, right: People) -> list[tuple[int, int]]:
    """Places of the people that both lists name, in the order of the left one."""
    one, other = left.families, right.families
    if one == other:
        return [(place, place) for place in range(len(one))]
    places: dict[str, list[int]] = {}
    for yours, family in enumerate(other):
        places.setdefault(family, []).append(yours)
    pairs, missed = [], []
    for mine, family in enumerate(one):
        found = places.get(family)
        if found:
            pairs.append((mine, found.pop(0)))
        else:
            missed.append(mine)
    if not missed:
        return pairs
    free = [
        (other[yours][:1], other[yours][-1:], right.initials[yours][:1], yours)
        for yours in sorted(yours for found in places.values() for yours in found)[:_LOOKED_AT]
    ]
    for mine in missed[:_LOOKED_AT]:
        start, end, initial = one[mine][:1], one[mine][-1:], left.initials[mine][:1]
        for candidate in free:
            first, last, letter, yours = candidate
            if start != first and end != last and start != letter and initial != first:
                continue  # whatever makes two names one leaves the first or the last letter, or confuses the names
            name = (other[yours], right.initials[yours], right.given[yours])
            if _same_name((one[mine], left.initials[mine], left.given[mine]), name):
                free.remove(candidate)
                pairs.append((mine, yours))
                break
    return sorted(pairs)


def _same_name(mine: tuple[str, str, str], yours: tuple[str, str, str]) -> bool:
    """Whether two names are one with a slip, or with family and given name confused."""
    family, initials, given = mine
    other, other_initials, other_given = yours
    if not family or not other:
        return False
    if initials and other_initials and initials[0] == other[0] and other_initials[0] == family[0]:
        return len(initials) == 1 or len(other_initials) == 1
    if (family and family == other_given) or (other and other == given):
        return True
    return nearly(family, other) or (
        min(len(family), len(other)) >= 4 and (family.endswith(other) or other.endswith(family))
    )
