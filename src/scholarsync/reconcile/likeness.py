"""How alike two unequal titles are: what is left over on either side, and how much it says."""

from __future__ import annotations

from typing import NamedTuple

from rapidfuzz.fuzz import partial_ratio, ratio

from scholarsync.reconcile.alignment import leftover
from scholarsync.reconcile.profile import Profile
from scholarsync.reconcile.venues import EMPTY_WORDS
from scholarsync.reconcile.words import bits, numeral, word_set

FIGURES = (
    "title_ratio", "left_more", "left_less", "common_bits", "share", "near_words", "inside", "head_equal", "prefix",
    "suffix", "numbers_clash", "numbers_extra",
)  # fmt: skip
"""What `titles` says, in its order."""
LABELS = word_set("tutorial session panel abstract demo demonstration extended keynote invited poster talk")
"""Words that say in what form a work was presented."""


class Titles(NamedTuple):
    """How two titles compare."""

    figures: tuple[float, ...]
    left: tuple[str, ...]
    """Words of the one title without a counterpart in the other."""
    right: tuple[str, ...]


def titles(left: Profile, right: Profile) -> Titles:
    """The `FIGURES` of two unequal titles of a word or more each."""
    one, other = left.words, right.words
    rest, others, near = leftover(one, other)
    here, there = sum(map(bits, rest)), sum(map(bits, others))
    common = max(0.0, left.weight - here)
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    head = left.head > 1 and right.head > 1 and one[: left.head] == other[: right.head]
    numbers, other_numbers = sum(map(bool, map(numeral, rest))), sum(map(bool, map(numeral, others)))
    figures = (
        ratio(" ".join(one), " ".join(other)) / 100.0,
        max(here, there),
        min(here, there),
        common,
        common / (common + max(here, there) + 0.01),
        float(near),
        ratio_inside(left.squeezed, right.squeezed),
        float(head) + float(head and (left.head == len(one) or right.head == len(other))),
        float(len(short) > 1 and long[: len(short)] == short),
        float(len(short) > 1 and long[-len(short) :] == short),
        float(min(numbers, other_numbers)),
        float(max(numbers, other_numbers)),
    )
    return Titles(figures, tuple(rest), tuple(others))


def odd_bits(left: Profile, right: Profile, words: tuple[str, ...]) -> float:
    """Bits of words that are no names, venue words or years either: what a misread line cannot explain."""
    return sum(bits(word) for word in words if not _explained(word, left, right))


def _explained(word: str, left: Profile, right: Profile) -> bool:
    return (
        len(word) == 1
        or word in EMPTY_WORDS
        or word in LABELS
        or word in left.families
        or word in right.families
        or word in left.venue
        or word in right.venue
        or word in left.given
        or word in right.given
    )


def ratio_inside(one: str, other: str) -> float:
    """How well the shorter title fits somewhere inside the longer one."""
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if short in long:
        return 1.0
    return partial_ratio(short, long) / 100.0
