"""Candidate pairs of many records at once: keys to blocks to pairs, all in arrays.

The order of the records does not matter: blocks are ordered by the records' own text, and pairs come out
sorted.  Pairs that do not stand a first glance are dropped here already.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scholarsync.reconcile.block import Parts, id_parts, other_parts
from scholarsync.reconcile.glance import Sketches, promising
from scholarsync.reconcile.profile import Profile

FULL_BLOCK = 24
"""Up to this many records under one key are all compared with each other."""
NEIGHBOURS = 5
"""In larger blocks each is compared with so many that follow it in title order."""
SURE_KEYS = "dai"
"""First letters of keys that are identifiers: their pairs are kept whatever the titles are."""
_CHUNK = 1 << 20

Pairs = NDArray[np.integer[Any]]
"""Two columns: places of the left and the right record, left < right, sorted."""


class Keys(NamedTuple):
    """The block keys of records, as arrays."""

    hashes: NDArray[np.int64]
    """A number for every key, which only brings equal keys together."""
    counts: NDArray[np.int32]
    """How many keys each record has."""
    sure: NDArray[np.bool_]
    """Whether the key is an identifier."""


def keys_of_all(profiles: Iterable[Profile], *, number: Callable[[Parts], int] = hash) -> Keys:
    """The block keys of records, in their order.

    Python's own hash differs from run to run; `number` is another where processes must agree.
    """
    hashes, counts, sure = array("q"), array("i"), bytearray()
    for profile in profiles:
        ids, others = set(map(number, id_parts(profile))), set(map(number, other_parts(profile)))
        hashes.extend(ids)
        hashes.extend(others)
        sure += b"\1" * len(ids) + b"\0" * len(others)
        counts.append(len(ids) + len(others))
    return Keys(np.array(hashes, np.int64), np.array(counts, np.int32), np.frombuffer(sure, np.bool_))


def title_order(profiles: Sequence[Profile]) -> NDArray[np.int32]:
    """The rank of every record in an order of their texts that does not depend on their places."""
    ordered = sorted(
        range(len(profiles)), key=lambda place: (profiles[place].words, profiles[place].families, profiles[place].key)
    )
    ranks = np.empty(len(profiles), np.int32)
    ranks[ordered] = np.arange(len(profiles), dtype=np.int32)
    return ranks


def candidate_pairs(keys: Keys, *, ranks: NDArray[np.int32], sketches: Sketches) -> Pairs:
    """All pairs that share an identifier, and those that share another key and deserve to be compared."""
    hashes, places, sure = _ordered(keys, ranks)
    last = _reach(hashes)
    del hashes
    found: list[NDArray[np.int64]] = []
    here = np.flatnonzero(last)
    for step in range(1, FULL_BLOCK):
        here = here[last[here] >= step]
        for start in range(0, len(here), _CHUNK):
            some = here[start : start + _CHUNK]
            one, other = places[some], places[some + step]
            keep = promising(sketches, one, other)
            keep |= sure[some]
            one, other = one[keep].astype(np.int64), other[keep].astype(np.int64)
            found.append(np.unique((np.minimum(one, other) << 32) | np.maximum(one, other)))
    codes = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    return np.stack((codes >> 32, codes & 0xFFFFFFFF), axis=1)


def _ordered(keys: Keys, ranks: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.bool_]]:
    """Hashes, records and sureness of all keys that more than one record has, block after block in title order."""
    places = np.repeat(np.arange(len(keys.counts), dtype=np.int32), keys.counts)
    order = np.argsort(keys.hashes)
    hashes = keys.hashes[order]
    shared = np.zeros(len(hashes), np.bool_)
    equal = hashes[1:] == hashes[:-1]
    shared[1:] |= equal
    shared[:-1] |= equal
    order, hashes = order[shared], hashes[shared]
    blocks = np.cumsum(np.diff(hashes, prepend=hashes[:1]) != 0)
    within = np.argsort((blocks << 32) | ranks[places[order]])
    order = order[within]
    return hashes[within], places[order], keys.sure[order]


def _reach(hashes: NDArray[np.int64]) -> NDArray[np.int32]:
    """For every place in the blocks how many of those that follow it is compared with."""
    starts = np.flatnonzero(np.r_[True, hashes[1:] != hashes[:-1]]) if len(hashes) else np.empty(0, np.int64)
    sizes = np.diff(np.r_[starts, len(hashes)])
    left = np.repeat(starts + sizes, sizes) - np.arange(len(hashes)) - 1
    most = np.repeat(np.where(sizes <= FULL_BLOCK, FULL_BLOCK, NEIGHBOURS), sizes)
    reach: NDArray[np.int32] = np.minimum(left, most).astype(np.int32)
    return reach
