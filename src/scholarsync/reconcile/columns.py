"""Many profiles as columns: a number for every value, so that pairs are compared in arrays.

Equal values have equal numbers and 0 is unknown.  The numbers depend on the order of the records and are
only ever compared for equality.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scholarsync.reconcile.profile import PUBLISHED, Profile

Places = NDArray[np.integer[Any]]

KINDS = ("", "preprint", "journal", "conference", "chapter", "book", "report", "other")
"""The kinds of `Profile.kind`, by their numbers."""

_CODED: Mapping[str, Callable[[Profile], Hashable]] = {
    "words": lambda profile: profile.words,
    "titled": lambda profile: (profile.words, profile.head) if profile.words else (),
    "people": lambda profile: profile[7:10] if profile.families else (),
    "venue": lambda profile: profile.venue,
    "volume": lambda profile: profile.volume,
    "number": lambda profile: profile.number,
    "first_page": lambda profile: profile.first_page,
    "last_page": lambda profile: profile.last_page,
    "doi": lambda profile: profile.doi,
    "arxiv": lambda profile: profile.arxiv,
    "ids": lambda profile: profile.ids,
    "source": lambda profile: profile.source,
    "note": lambda profile: profile.marks.note,
    "part": lambda profile: profile.marks.part,
    "edition": lambda profile: profile.marks.edition,
    "years": lambda profile: profile.marks.years,
}
"""Column to the value that its numbers stand for; an empty one is unknown."""

_COUNTED: Mapping[str, Callable[[Profile], int]] = {
    "kind": lambda profile: KINDS.index(profile.kind),
    "year": lambda profile: profile.year,
    "length": lambda profile: len(profile.words),
    "persons": lambda profile: len(profile.families),
    "cut": lambda profile: profile.cut,
    "generic": lambda profile: profile.generic,
    "names_cut": lambda profile: profile.names_cut or profile.coauthors_only,
    "published": lambda profile: bool(profile.doi) and profile.kind in PUBLISHED,
}
"""Column to the number that stands in it as it is."""


class Columns(NamedTuple):
    """Profiles and what is known of them as numbers."""

    profiles: Sequence[Profile]
    numbers: Mapping[str, NDArray[np.int32]]

    def of(self, name: str, one: Places, other: Places) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """A column for both sides of pairs."""
        column = self.numbers[name]
        return column[one], column[other]


def columns_of(profiles: Sequence[Profile]) -> Columns:
    """The columns of profiles, in their order."""
    numbers = {name: _coded(map(value, profiles), len(profiles)) for name, value in _CODED.items()}
    for name, count in _COUNTED.items():
        numbers[name] = np.fromiter(map(count, profiles), np.int32, len(profiles))
    return Columns(profiles, numbers)


def _coded(values: Any, count: int) -> NDArray[np.int32]:  # Any: an iterator over values of any hashable type
    seen: dict[Hashable, int] = {"": 0, (): 0}
    return np.fromiter((seen.setdefault(value, len(seen)) for value in values), np.int32, count)
