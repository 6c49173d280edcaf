"""New records in a large store: which of the old ones they are connected with.

How connected records fall into works depends on them alone (see `engine`), so only the connected ones
need to be looked at again.  Newcomers are compared with the records that share a block key with them; from
those that score as the same the matches of the store lead on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from scholarsync.model import Decision, Policy, Record
from scholarsync.reconcile import engine
from scholarsync.reconcile.block import keys_of
from scholarsync.reconcile.cluster import THRESHOLD
from scholarsync.reconcile.columns import columns_of
from scholarsync.reconcile.glance import promising, sketches_of
from scholarsync.reconcile.judge import CONFLICTING, UNSURE
from scholarsync.reconcile.pairs import SURE_KEYS
from scholarsync.reconcile.profile import Profile, profile_of

MOST_SHARED = 200
"""A store may leave out what shares only keys that more records than this share, identifiers excepted.

Such a key says nothing: its records meet under others.  While no key is shared by more than
`pairs.FULL_BLOCK` records the works are exactly those of a reconciliation from scratch.
"""


def is_identifier(key: str) -> bool:
    """Whether a block key is an identifier, which is never too common."""
    return key[0] in SURE_KEYS


class Near(Protocol):
    """What the store knows of the neighbourhood of records."""

    def sharing(self, keys: frozenset[str]) -> Iterable[Record]:
        """Records that have any of these block keys; see `MOST_SHARED`."""

    def linked(self, keys: frozenset[str]) -> Iterable[Record]:
        """Records that stand in a match of verdict ``same`` with any of these record keys."""

    def named(self, keys: frozenset[str]) -> Iterable[Record]:
        """The records of these keys, as far as they are there."""


class Neighbourhood(NamedTuple):
    """What newcomers have to do with the records that were there."""

    records: list[Record]
    """The newcomers and all records that they are connected with."""
    doubtful: tuple[tuple[str, str, float, int], ...]
    """(left, right, score, rule) of newcomers with records that they are like, but not connected with."""


def neighbourhood(
    records: Sequence[Record], near: Near, *, decisions: Sequence[Decision] = (), policy: Policy = "publication"
) -> Neighbourhood:
    """The newcomers and what they are connected with, or like."""
    new = {record.key: record for record in records}
    keys = frozenset(key for record in records for key in keys_of(profile_of(record)))
    around = {record.key: record for record in near.sharing(keys) if record.key not in new}
    alike = _alike(new, around, policy=policy)
    known = new | {yours: around[yours] for _, yours, score, _ in alike if score >= THRESHOLD}
    ruled = [d.subject for d in decisions if d.kind in ("same", "different") and len(d.subject) == 2]
    reached: set[str] = set()
    while fresh := known.keys() - reached:
        reached |= fresh
        known |= {record.key: record for record in near.linked(frozenset(fresh)) if record.key not in known}
        partners = {key for pair in ruled if set(pair) & fresh for key in pair} - known.keys()
        known |= {record.key: record for record in near.named(frozenset(partners))} if partners else {}
    doubtful = tuple(
        (min(mine, yours), max(mine, yours), score, rule) for mine, yours, score, rule in alike if yours not in known
    )
    return Neighbourhood(list(known.values()), doubtful)


def _alike(
    new: Mapping[str, Record], around: Mapping[str, Record], *, policy: Policy
) -> list[tuple[str, str, float, int]]:
    """(newcomer, old record, score, rule) of the pairs worth keeping."""
    profiles = [profile_of(record) for record in (*new.values(), *around.values())]
    pairs = _likely_pairs(profiles, len(new))
    if not len(pairs):
        return []
    judged = engine.judge_pairs(columns_of(profiles), pairs, policy=policy)
    return [
        (profiles[mine].key, profiles[yours].key, score, rule)
        for (mine, yours), score, rule in zip(
            pairs.tolist(), judged.scores.tolist(), judged.rules.tolist(), strict=True
        )
        if score >= UNSURE or rule == CONFLICTING
    ]


def _likely_pairs(profiles: Sequence[Profile], newcomers: int) -> NDArray[np.int64]:
    """Pairs of the first so many with the others that share a key and deserve to be compared."""
    holders: dict[str, list[int]] = {}
    for place, profile in enumerate(profiles[newcomers:], newcomers):
        for key in set(keys_of(profile)):
            holders.setdefault(key, []).append(place)
    sure: dict[tuple[int, int], bool] = {}
    for place, profile in enumerate(profiles[:newcomers]):
        for key in set(keys_of(profile)):
            for other in holders.get(key, ()):
                sure[place, other] = sure.get((place, other), False) or is_identifier(key)
    pairs = np.array(sorted(sure), np.int64).reshape(-1, 2)
    kept = promising(sketches_of(profiles), pairs[:, 0], pairs[:, 1])
    kept |= np.fromiter((sure[one, other] for one, other in pairs.tolist()), np.bool_, len(pairs))
    return pairs[kept]
