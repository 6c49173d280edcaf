"""New records in a large store: which of the old ones they are connected with.

How connected records fall into works depends on them alone (see `engine`), so only the connected ones
need to be looked at again.  Newcomers are compared with the records that share a block key with them; from
those that score as the same the matches of the store lead on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from scholarsync.model import Decision, Policy, Record
from scholarsync.reconcile import engine
from scholarsync.reconcile.block import keys_of
from scholarsync.reconcile.cluster import THRESHOLD
from scholarsync.reconcile.glance import promising, sketches_of
from scholarsync.reconcile.pairs import SURE_KEYS
from scholarsync.reconcile.profile import profile_of

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


def connected_with(
    records: Sequence[Record], near: Near, *, decisions: Sequence[Decision] = (), policy: Policy = "publication"
) -> list[Record]:
    """The newcomers and all records that they are connected with."""
    new = {record.key: record for record in records}
    keys = frozenset(key for record in records for key in keys_of(profile_of(record)))
    around = {record.key: record for record in near.sharing(keys) if record.key not in new}
    known = new | {key: around[key] for key in _twins(new, around, policy=policy)}
    ruled = [d.subject for d in decisions if d.kind in ("same", "different") and len(d.subject) == 2]
    reached: set[str] = set()
    while fresh := known.keys() - reached:
        reached |= fresh
        known |= {record.key: record for record in near.linked(frozenset(fresh)) if record.key not in known}
        partners = {key for pair in ruled if set(pair) & fresh for key in pair} - known.keys()
        known |= {record.key: record for record in near.named(frozenset(partners))} if partners else {}
    return list(known.values())


def _twins(new: Mapping[str, Record], around: Mapping[str, Record], *, policy: Policy) -> set[str]:
    """Which of the old records score as the same as a newcomer."""
    profiles = [profile_of(record) for record in (*new.values(), *around.values())]
    if not around or not new:
        return set()
    keys = [frozenset(keys_of(profile)) for profile in profiles]
    old = np.arange(len(new), len(profiles))
    sketches = sketches_of(profiles)
    pairs = [
        (mine, yours)
        for mine in range(len(new))
        for yours, is_likely in zip(
            old.tolist(), promising(sketches, np.full(len(old), mine), old).tolist(), strict=True
        )
        if (shared := keys[mine] & keys[yours]) and (is_likely or any(map(is_identifier, shared)))
    ]
    if not pairs:
        return set()
    judged = engine.judge_pairs(profiles, np.array(pairs), policy=policy)
    return {
        profiles[yours].key
        for (_, yours), score in zip(pairs, judged.scores.tolist(), strict=True)
        if score >= THRESHOLD
    }
