"""Whether two spellings of a name can be one person."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from scholarsync.model import Author
from scholarsync.normalise.titles import fold

RUN_TOGETHER = re.compile(r"^[A-ZÀ-ÖØ-Þ]{1,3}$")
Likeness = Literal["same", "compatible", "different"]


@lru_cache(maxsize=300_000)
def name_parts(author: Author) -> tuple[str, tuple[str, ...]]:
    """The folded family name and the folded given names or initials."""
    if author.family is None:
        return fold(author.literal or ""), ()
    given = (author.given or "").replace(".", " ").replace("-", " ")
    if not author.family.isupper():  # "SA" is two initials, unless the whole name is shouted
        given = " ".join(" ".join(word) if RUN_TOGETHER.match(word) else word for word in given.split())
    return fold(author.family), tuple(fold(given).split())


def same_person(left: Author, right: Author) -> Likeness:
    """Whether two spellings can be one person: the same full names, compatible initials, or not."""
    if left.variant and right.variant and fold(left.variant) == fold(right.variant):
        return "same"
    (family, given), (other_family, other_given) = name_parts(left), name_parts(right)
    if family.replace(" ", "") == other_family.replace(" ", ""):
        return _given_likeness(given, other_given)
    words, others = {family, *given}, {other_family, *other_given}
    if words == others and len(words) > 1:  # family and given swapped
        return "same"
    shorter, longer = sorted((family.split(), other_family.split()), key=len)
    if (
        shorter
        and len(longer) > len(shorter)
        and (longer[-len(shorter) :] == shorter or longer[: len(shorter)] == shorter)
    ):
        return "compatible" if _given_likeness(given, other_given) != "different" else "different"
    return "different"


def _given_likeness(given: tuple[str, ...], other: tuple[str, ...]) -> Likeness:
    if not given or not other:
        return "compatible"
    if given == other:
        return "same" if len(given[0]) > 1 else "compatible"
    for mine, theirs in zip(given, other, strict=False):
        if mine != theirs and not (
            mine.startswith(theirs) if len(theirs) == 1 else theirs.startswith(mine) if len(mine) == 1 else False
        ):
            joined, others = "".join(given), "".join(other)  # "JeanPaul" and "Jean Paul", "Jian-Wei" and "Jianwei"
            return "same" if joined == others and len(joined) > 2 else "different"
    if len(given[0]) > 1 and given[0] == other[0]:
        return "same"
    return "compatible"
