"""The neighbourhood of new records, asked of the store: what `reconcile_new` wants to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scholarsync.model import Record
from scholarsync.reconcile import FULL_BLOCK, MOST_SHARED, is_identifier
from scholarsync.store import Store


class StoredNear:
    """The records of a store that are near others.

    A key that few records share brings them all; one that more share brings those that share another such
    key, too; one that very many share brings none.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def sharing(self, keys: frozenset[str]) -> Iterable[Record]:
        """Records that have any of these block keys."""
        neighbours = self._store.neighbours
        near: set[int] = set()
        votes: Counter[int] = Counter()
        for key in sorted(keys):
            holders = neighbours.holders(key, most=MOST_SHARED)
            if len(holders) <= FULL_BLOCK or is_identifier(key):
                near.update(holders)
            else:
                votes.update(holders)
        near.update(digest for digest, count in votes.items() if count > 1)
        return neighbours.digested(near)

    def linked(self, keys: frozenset[str]) -> Iterable[Record]:
        """Records that were judged the same as any of these, or stand in one work with it."""
        return self._store.neighbours.linked(keys)

    def named(self, keys: frozenset[str]) -> Iterable[Record]:
        """The records of these keys, as far as they are there."""
        return self._store.derived.records(keys)
