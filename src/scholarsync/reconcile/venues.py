"""How alike two venues are, abbreviations and acronyms included."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scholarsync.reconcile.words import word_set

EMPTY_WORDS = word_set(
    """a an and the of on in for to de la le der die das und et proc proceedings international int intl intern
    national annual conference conf symposium symp workshop workshops journal j trans transactions acm ieee
    usenix ifip siam lncs lecture notes vol volume no part series supplement suppl abstracts official th st nd
    rd"""
)
"""Words of venue names that say little about which one it is."""


def venue_likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Between 0 (nothing in common) and 1 (the same); -1 where either is unknown."""
    if not one or not other:
        return -1.0
    if one == other:
        return 1.0
    here, there = _telling(one), _telling(other)
    if not here or not there:
        return 0.5 if here == there else 0.0
    if here == there:
        return 0.95
    if is_acronym(here, other) or is_acronym(there, one):
        return 0.9
    short, long = (here, there) if len(here) <= len(there) else (there, here)
    hits = sum(any(_abbreviates(word, full) for full in long) for word in short)
    return 0.9 * hits / len(short) * (0.7 + 0.3 * len(short) / len(long))


@lru_cache(maxsize=65536)
def _telling(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in EMPTY_WORDS and not word.isdigit())


def _abbreviates(word: str, full: str) -> bool:
    """Whether one is the other cut short ("commun", "communications"), or shares all but the ending."""
    if len(word) > len(full):
        word, full = full, word
    if full.startswith(word):
        return len(word) > 1 or len(full) == 1
    return len(word) > 5 and full[0] == word[0] and full.startswith(word[: len(word) - 2])


def is_acronym(words: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one of the words is made of the other name's first letters ("vldb", "very large data bases")."""
    if len(other) < 3:
        return False
    letters = "".join(word[0] for word in other)
    telling = "".join(word[0] for word in other if word not in EMPTY_WORDS or word in ("journal", "conference"))
    for word in words:
        if len(word) >= 3 and (word in letters or word in telling or (word[-1] == "s" and word[:-1] in letters)):
            return True
    return False
