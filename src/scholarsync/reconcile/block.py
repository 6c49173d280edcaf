"""Which pairs of records are worth comparing.

`block_keys` is a pure function of one record, so a store can keep the keys in an index and ask for the
neighbours of a new record alone.  Two records that share a key are a pair, unless so many share it that
it says nothing: of those only neighbours in the order of their titles are compared.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from itertools import combinations, pairwise

from scholarsync.reconcile.profile import Profile
from scholarsync.reconcile.words import bits

PREFIX = 26
RARE_WORDS = 4
PEOPLE = 3
LONGEST = 12
"""Content words of a title that are looked at."""


Parts = tuple[str | int, ...]
"""A key before it is written out: what kind of key it is, and the values that must be equal."""


def keys_of(profile: Profile) -> list[str]:
    """The keys under which a record is found by another of the same work."""
    return [written(parts) for parts in (*id_parts(profile), *other_parts(profile))]


def written(parts: Parts) -> str:
    """A key as it is kept in an index: the kind's letter, then the values."""
    values = "|".join(value if isinstance(value, str) else f"{value:x}" for value in parts[1:])
    return f"{parts[0]}{values}"


def id_parts(profile: Profile) -> list[Parts]:
    """The keys that are identifiers."""
    parts: list[Parts] = [("i", identifier) for identifier in profile.ids]
    if profile.doi:
        parts.append(("d", profile.doi))
    if profile.arxiv:
        parts.append(("a", profile.arxiv))
    return parts


def other_parts(profile: Profile) -> list[Parts]:
    """All other keys."""
    parts = _detail_parts(profile)
    if profile.words:
        squeezed = profile.squeezed
        if profile.generic or len(squeezed) < 12:
            parts.append(("g", squeezed, profile.families[0] if profile.families else ""))
            parts.append(("g", squeezed, str(profile.year), profile.volume))
        else:
            parts += (("t", squeezed), ("p", squeezed[:PREFIX]), ("s", squeezed[-PREFIX:]))
            parts += _word_parts(profile)
    return parts


def _word_parts(profile: Profile) -> list[Parts]:
    telling = [word for word in dict.fromkeys(profile.words) if is_telling(word)][:LONGEST]
    ranked = sorted(telling, key=rank)[:RARE_WORDS]
    rare = sorted(ranked)
    parts: list[Parts] = []
    if len(telling) > 3:
        signs = [*map(sign, telling)]
        whole = sum(signs)
        parts += [("o", whole - number) for number in signs]
    parts += [("w", one, other) if one < other else ("w", other, one) for one, other in pairwise(telling)]
    parts += [("w", one, other) for one, other in combinations(rare, 2)]
    people = profile.families
    if people and ranked:
        rarest = rare if len(rare) < RARE_WORDS else sorted(ranked[: RARE_WORDS - 1])
        couples, year = [*combinations(rarest, 2)], str(profile.year)
        for name in {*people[:PEOPLE], people[-1]}:
            parts += [("n", name, *couple) for couple in couples]
            parts.append(("y", name, year, ranked[0]))
    return parts


@lru_cache(maxsize=262144)
def is_telling(word: str) -> bool:
    """Whether a word says enough to look for records by it."""
    return bits(word) > 4 and len(word) > 2


@lru_cache(maxsize=262144)
def rank(word: str) -> tuple[float, int, str]:
    """What sorts words with the most telling first."""
    return (-bits(word), -len(word), word)


@lru_cache(maxsize=262144)
def sign(word: str) -> int:
    """A number for a word, the same in every run; the numbers of a title's words add up to its sign."""
    return zlib.crc32(word.encode("utf-8", "replace"))


def _detail_parts(profile: Profile) -> list[Parts]:
    page = profile.first_page
    if len(page) < 2 or not profile.volume:
        return []
    parts: list[Parts] = [("v", profile.volume, page, str(profile.year))]
    if profile.families:
        parts.append(("v", profile.volume, page, profile.families[0]))
    return parts
