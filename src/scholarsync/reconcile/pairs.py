"""Candidate pairs of many records at once: keys to blocks to pairs, all in arrays.

The order of the records does not matter: blocks are ordered by the records' own text, and pairs come out
sorted.  Pairs whose titles share too few letters are dropped here already, by comparing bit patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scholarsync.reconcile.block import keys_of
from scholarsync.reconcile.profile import Profile

FULL_BLOCK = 24
"""Up to this many records under one key are all compared with each other."""
NEIGHBOURS = 5
"""In larger blocks each is compared with so many that follow it in title order."""
SURE_KEYS = "dai"
"""First letters of keys that are identifiers: their pairs are kept whatever the titles are."""
_LANES = 4
_SHARED = 0.55
"""Share of the shorter title's letter pairs that the longer one must have."""
_CHUNK = 1 << 20

Pairs = NDArray[np.integer[Any]]
"""Two columns: places of the left and the right record, left < right, sorted."""


def key_arrays(profiles: Iterable[Profile]) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.bool_]]:
    """For every key of every record its hash, the record's place, and whether it is an identifier.

    Python's own hash is good enough here although it differs from run to run: it only brings equal
    keys together, and nothing is ordered by it.
    """
    hashes, places, sure = [], [], []
    for profile in profiles:
        keys = set(keys_of(profile))
        hashes.append(np.fromiter(map(hash, keys), np.int64, len(keys)))
        sure.append(np.fromiter((key[0] in SURE_KEYS for key in keys), np.bool_, len(keys)))
        places.append(len(keys))
    counts = np.array(places, np.int64)
    return (
        np.concatenate(hashes) if hashes else np.empty(0, np.int64),
        np.repeat(np.arange(len(counts), dtype=np.int32), counts),
        np.concatenate(sure) if sure else np.empty(0, np.bool_),
    )


def title_order(profiles: Sequence[Profile]) -> NDArray[np.int32]:
    """The rank of every record in an order of their texts that does not depend on their places."""
    ordered = sorted(
        range(len(profiles)), key=lambda place: (profiles[place].words, profiles[place].families, profiles[place].key)
    )
    ranks = np.empty(len(profiles), np.int32)
    ranks[ordered] = np.arange(len(profiles), dtype=np.int32)
    return ranks


def candidate_pairs(
    hashes: NDArray[np.int64],
    places: NDArray[np.int32],
    sure: NDArray[np.bool_],
    *,
    ranks: NDArray[np.int32],
    letters: NDArray[np.uint64],
) -> Pairs:
    """All pairs that share a key, less those whose titles cannot be the same."""
    order = np.lexsort((ranks[places], hashes))
    hashes, places, sure = hashes[order], places[order].astype(np.int64), sure[order]
    starts = np.flatnonzero(np.r_[True, hashes[1:] != hashes[:-1]]) if len(hashes) else np.empty(0, np.int64)
    sizes = np.diff(np.r_[starts, len(hashes)])
    ends = np.repeat(starts + sizes, sizes)
    reach = np.repeat(np.where(sizes <= FULL_BLOCK, FULL_BLOCK, NEIGHBOURS), sizes)
    found = np.empty(0, np.int64)
    here = np.arange(len(hashes))
    for step in range(1, FULL_BLOCK):
        here = here[(here + step < ends[here]) & (reach[here] >= step)]
        if not len(here):
            break
        for part in range(0, len(here), _CHUNK):
            some = here[part : part + _CHUNK]
            one, other = places[some], places[some + step]
            keep = sure[some] | alike(letters, one, other)
            one, other = one[keep], other[keep]
            codes = (np.minimum(one, other) << 32) | np.maximum(one, other)
            found = np.union1d(found, codes) if len(found) < _CHUNK else np.concatenate((found, codes))
    found = np.unique(found)
    return np.stack((found >> 32, found & 0xFFFFFFFF), axis=1)


def letter_bits(profiles: Sequence[Profile]) -> NDArray[np.uint64]:
    """A bit pattern of every title's letter pairs, so that two titles are compared in nanoseconds."""
    bits = np.zeros((len(profiles), _LANES * 64), np.bool_)
    for place, profile in enumerate(profiles):
        codes = np.frombuffer(profile.squeezed.encode("utf-8", "replace"), np.uint8).astype(np.int64)
        if len(codes) > 1:
            bits[place, (codes[:-1] * 31 + codes[1:] * 7) % (_LANES * 64)] = True
    return np.packbits(bits, axis=1).view(np.uint64)


def alike(letters: NDArray[np.uint64], one: NDArray[np.integer[Any]], other: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Whether most letter pairs of the shorter title stand in the longer one; true where a title is missing."""
    left, right = letters[one], letters[other]
    shared = np.bitwise_count(left & right).sum(axis=1)
    fewer = np.minimum(np.bitwise_count(left).sum(axis=1), np.bitwise_count(right).sum(axis=1))
    kept: NDArray[np.bool_] = shared >= _SHARED * fewer
    return kept
