"""Which pairs of records are worth comparing.

`block_keys` is a pure function of one record, so a store can keep the keys in an index and ask for the
neighbours of a new record alone.  Two records that share a key are a pair, unless so many share it that
it says nothing: of those only neighbours in the order of their titles are compared.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, pairwise

from scholarsync.reconcile.profile import Profile
from scholarsync.reconcile.words import bits

PREFIX = 26
RARE_WORDS = 4
PEOPLE = 3
LONGEST = 12
"""Content words of a title that are looked at."""


def keys_of(profile: Profile) -> list[str]:
    """The keys under which a record is found by another of the same work."""
    keys = list(_id_keys(profile))
    if profile.words:
        keys += _title_keys(profile)
    keys += _detail_keys(profile)
    return keys


def _id_keys(profile: Profile) -> Iterator[str]:
    if profile.doi:
        yield f"d{profile.doi}"
    if profile.arxiv:
        yield f"a{profile.arxiv}"
    for identifier in profile.ids:
        yield f"i{identifier}"


def _title_keys(profile: Profile) -> Iterator[str]:
    squeezed = profile.squeezed
    people = profile.families
    if profile.generic or len(squeezed) < 12:
        yield f"g{squeezed}|{people[0] if people else ''}"
        yield f"g{squeezed}|{profile.year}|{profile.volume}"
        return
    yield f"t{squeezed}"
    yield f"p{squeezed[:PREFIX]}"
    yield f"s{squeezed[-PREFIX:]}"
    telling = [word for word in dict.fromkeys(profile.words) if rank(word)[0] < -4 and len(word) > 2][:LONGEST]
    rare = sorted(sorted(telling, key=rank)[:RARE_WORDS])
    if len(telling) > 3:
        signs = [sign(word) for word in telling]
        whole = sum(signs)
        for number in signs:
            yield f"o{whole - number:x}"
    for one, other in chain(pairwise(telling), combinations(rare, 2)):
        yield f"w{one}|{other}" if one < other else f"w{other}|{one}"
    rarest = rare[: RARE_WORDS - 1] if len(rare) < RARE_WORDS else sorted(sorted(rare, key=rank)[: RARE_WORDS - 1])
    couples = [f"{one}|{other}" for one, other in combinations(rarest, 2)]
    first = f"{profile.year}|{min(rare, key=rank)}" if rare else ""
    for name in {*people[:PEOPLE], *people[-1:]}:
        for couple in couples:
            yield f"n{name}|{couple}"
        if first:
            yield f"y{name}|{first}"


@lru_cache(maxsize=262144)
def rank(word: str) -> tuple[float, int, str]:
    """What sorts words with the most telling first."""
    return (-bits(word), -len(word), word)


@lru_cache(maxsize=262144)
def sign(word: str) -> int:
    """A number for a word, the same in every run; the numbers of a title's words add up to its sign."""
    return zlib.crc32(word.encode("utf-8", "replace"))


def _detail_keys(profile: Profile) -> Iterator[str]:
    if profile.first_page and profile.volume and len(profile.first_page) > 1:
        yield f"v{profile.volume}|{profile.first_page}|{profile.year}"
        if profile.families:
            yield f"v{profile.volume}|{profile.first_page}|{profile.families[0]}"
