"""Which pairs of records are worth comparing.

`block_keys` is a pure function of one record, so a store can keep the keys in an index and ask for the
neighbours of a new record alone.  Two records that share a key are a pair, unless so many share it that
it says nothing: of those only neighbours in the order of their titles are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

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
    telling = [word for word in dict.fromkeys(profile.words) if len(word) > 2 and bits(word) > 4][:LONGEST]
    rare = sorted(telling, key=lambda word: (-bits(word), -len(word), word))[:RARE_WORDS]
    if len(telling) > 3:
        ordered = sorted(telling)
        for place in range(len(ordered)):
            yield "o" + "".join(ordered[:place]) + "".join(ordered[place + 1 :])
    for one, other in pairwise(telling):
        yield f"w{min(one, other)}|{max(one, other)}"
    for one, other in combinations(sorted(rare), 2):
        yield f"w{one}|{other}"
    for name in {*people[:PEOPLE], *people[-1:]}:
        for one, other in combinations(sorted(rare[:3]), 2):
            yield f"n{name}|{one}|{other}"
        if rare:
            yield f"y{name}|{profile.year}|{rare[0]}"


def _detail_keys(profile: Profile) -> Iterator[str]:
    if profile.first_page and profile.volume and len(profile.first_page) > 1:
        yield f"v{profile.volume}|{profile.first_page}|{profile.year}"
        if profile.families:
            yield f"v{profile.volume}|{profile.first_page}|{profile.families[0]}"
