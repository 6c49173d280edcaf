"""A first glance at a pair: whether it deserves to be compared at all.

Millions of pairs are looked at through three bit patterns and a year a record, in nanoseconds each.  The
weights were fitted once on labelled pairs (`training/`), with a bound so low that what is dropped scores
next to nothing in the full comparison.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scholarsync.reconcile.profile import Profile

WEIGHTS = {"fewer": 14.2, "more": 5.1, "names": -5.8, "nameless": 2.6, "gap": -1.8, "both": 8.7}
CONSTANT = -18.9
BOUND = -4.5
"""Log-odds below which a pair is dropped."""
_LANES = 4
_SIGNS = _LANES * 64
_BATCH = 1 << 16

Places = NDArray[np.integer[Any]]


class Sketches(NamedTuple):
    """What the first glance sees of every record."""

    letters: NDArray[np.uint64]
    """256 bits: which letter pairs stand in the title."""
    lettered: NDArray[np.int16]
    """How many of them are set."""
    names: NDArray[np.uint64]
    """64 bits: which surnames."""
    years: NDArray[np.int16]


def sketches_of(profiles: Sequence[Profile]) -> Sketches:
    """The sketches of records, in their order."""
    letters = [_letters(profiles[start : start + _BATCH]) for start in range(0, len(profiles), _BATCH)]
    packed = np.concatenate(letters) if letters else np.empty((0, _LANES), np.uint64)
    return Sketches(
        packed,
        np.bitwise_count(packed).sum(axis=1).astype(np.int16),
        np.fromiter((_names(profile.families) for profile in profiles), np.uint64, len(profiles)),
        np.fromiter((profile.year for profile in profiles), np.int16, len(profiles)),
    )


def _letters(profiles: Sequence[Profile]) -> NDArray[np.uint64]:
    titles = [profile.squeezed.encode("utf-8", "replace") for profile in profiles]
    lengths = np.fromiter(map(len, titles), np.int64, len(titles))
    codes = np.frombuffer(b"".join(titles), np.uint8).astype(np.int64)
    owners = np.repeat(np.arange(len(titles)), lengths)
    bits = np.zeros((len(titles), _SIGNS), np.bool_)
    if len(codes) > 1:
        within = owners[1:] == owners[:-1]
        bits[owners[1:][within], ((codes[:-1] * 31 + codes[1:] * 7) % _SIGNS)[within]] = True
    return np.packbits(bits, axis=1).view(np.uint64)


def _names(families: tuple[str, ...]) -> int:
    found = 0
    for family in families[:40]:
        found |= _name_bit(family)
    return found


@lru_cache(maxsize=1 << 18)
def _name_bit(family: str) -> int:
    return 1 << (zlib.crc32(family.encode("utf-8", "replace")) & 63)


def promising(sketches: Sketches, one: Places, other: Places) -> NDArray[np.bool_]:
    """Which pairs deserve to be compared."""
    shared = np.bitwise_count(sketches.letters[one] & sketches.letters[other]).sum(axis=1).astype(np.float32)
    left, right = sketches.lettered[one], sketches.lettered[other]
    fewer = shared / np.maximum(1, np.minimum(left, right))
    more = shared / np.maximum(1, np.maximum(left, right))
    mine, yours = sketches.names[one], sketches.names[other]
    people = np.minimum(np.bitwise_count(mine), np.bitwise_count(yours))
    names = np.bitwise_count(mine & yours) / np.maximum(1, people).astype(np.float32)
    years, others = sketches.years[one], sketches.years[other]
    gap = np.where((years > 0) & (others > 0), np.minimum(np.abs(years - others), 5), 0)
    odds = (
        CONSTANT
        + WEIGHTS["fewer"] * fewer
        + WEIGHTS["more"] * more
        + (WEIGHTS["names"] + WEIGHTS["both"] * fewer) * names
        + WEIGHTS["nameless"] * (people == 0)
        + WEIGHTS["gap"] * gap
    )
    kept: NDArray[np.bool_] = (odds >= BOUND) | (np.minimum(left, right) == 0)
    return kept
