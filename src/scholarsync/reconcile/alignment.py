"""Which words of two titles have no counterpart in the other one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import OSA

from scholarsync.reconcile.words import numeral


def leftover(one: Sequence[str], other: Sequence[str]) -> tuple[list[str], list[str], int]:
    """The words of each title that the other has no counterpart for, and how many were matched only nearly."""
    rest = [word for word in one if word not in other]
    others = [word for word in other if word not in one]
    if rest and others and "".join(rest) == "".join(others):
        return [], [], 0
    if rest or others:
        rest, others = _unjoin(one, rest, others)
        others, rest = _unjoin(other, others, rest)
    near = 0
    if rest and others:
        for word in tuple(rest):
            twin = next((candidate for candidate in others if nearly(word, candidate)), None)
            if twin is not None:
                rest.remove(word)
                others.remove(twin)
                near += 1
    return rest, others, near


def _unjoin(words: Sequence[str], rest: list[str], others: list[str]) -> tuple[list[str], list[str]]:
    """Match "data base" of `words` with "database" among the others."""
    if not others:
        return rest, others
    for first, second in pairwise(words):
        whole = first + second
        if whole in others and len(whole) > 3:
            others.remove(whole)
            rest = [kept for kept in rest if kept not in (first, second)]
    return rest, others


@lru_cache(maxsize=262144)
def nearly(one: str, other: str) -> bool:
    """Whether two words are one with a slip of the pen: one edit, two in a long word, an ending, an abbreviation."""
    short, long = sorted((len(one), len(other)))
    if short < 4 or any(sign.isdigit() for sign in one + other):
        return False
    if numeral(one) or numeral(other):  # "foruth" for "fourth", but no "third" for "thirty"
        return short > 4 and not (numeral(one) and numeral(other)) and OSA.distance(one, other, score_cutoff=1) <= 1
    if short >= 5 and (one.startswith(other) or other.startswith(one)) and long - short <= 3:
        return True
    limit = 2 if short >= 8 and one[0] == other[0] else 1
    return long - short <= limit and OSA.distance(one, other, score_cutoff=limit) <= limit
