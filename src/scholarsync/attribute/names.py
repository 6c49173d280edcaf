"""Person names reduced to what tells namesakes apart: surname, given names, initials.

A list of publications spells one person in many ways ("A. K. Gupta", "Anil Gupta") and many
persons in one way; so names here are never called equal, only compatible to a degree, and
only a clash of given names is evidence by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import DamerauLevenshtein

from scholarsync.model import Author
from scholarsync.normalise.names import name_parts
from scholarsync.normalise.titles import fold

_LETTERS = re.compile(r"[a-z]+")
_UMLAUT = re.compile(r"(?<=[aou])e(?=[a-z])")
_NEAR_LENGTH = 4
_MOST_WORDS = 4


class Fit(IntEnum):
    """How well the name on a record fits a person, worst first."""

    CLASH = 0
    """Other given names: "Keiji" is not "Kanako"."""
    MIDDLE_CLASH = 1
    """The same first name with another middle initial: "John B." is not "John R."."""
    ABSENT = 2
    """Nobody of that surname is named (a cut author list), or the surname stands alone."""
    INITIAL = 3
    """Only the first initial is known, and it fits."""
    NEAR = 4
    """Nearly the same spelling, a short form, or the middle name used as first."""
    INITIALS = 5
    """Two or more initials fit."""
    FIRST = 6
    """The same first name; a middle name is known on one side at most."""
    FULL = 7
    """The same first name and the same middle name or initial."""


@dataclass(frozen=True, slots=True)
class Name:
    """One name, folded to lower-case Latin letters."""

    surname: str
    given: tuple[str, ...] = ()
    """Given names in order; an initial is one letter."""

    @property
    def initial_key(self) -> str:
        """Surname and first initial: what poor metadata leaves of a name."""
        return f"{self.surname} {self.given[0][0]}" if self.given else self.surname

    @property
    def first(self) -> str:
        """First given name where it is spelled out, else nothing."""
        return self.given[0] if self.given and len(self.given[0]) > 1 else ""

    @property
    def swapped(self) -> Name | None:
        """The name read the other way round ("Zhang Wei"), where it has one given name spelled out."""
        if len(self.given) == 1 and len(self.given[0]) > 1:
            return Name(self.given[0], (self.surname,))
        return None


def latin_letters(text: str) -> str:
    """The lower-case Latin letters of a folded text, whatever its script."""
    return "".join(_LETTERS.findall((text if text.isascii() else anyascii(text)).lower()))


@lru_cache(maxsize=1 << 16)
def name_of(author: Author) -> Name | None:
    """The comparable form of an author; None where nothing of it is a person's name."""
    if author.collaboration:
        return None
    family, given = name_parts(author)
    if author.family is None:
        words = [letters for word in family.split() if (letters := latin_letters(word))]
        return Name(words[-1], tuple(words[:-1])) if words and len(words) <= _MOST_WORDS else None
    # Only the last word counts: particles and first surnames come and go ("van der Berg", "Berg").
    last = author.family.split()[-1:]
    surname = _UMLAUT.sub("", latin_letters(fold("".join(last))))
    return Name(surname, tuple(letters for part in given if (letters := latin_letters(part)))) if surname else None


@lru_cache(maxsize=1 << 16)
def compare_names(left: Name, right: Name) -> Fit:
    """How far two names of one surname can be one person's."""
    if not left.given or not right.given:
        return Fit.ABSENT
    ours, theirs = left.given, right.given
    if "".join(ours) == "".join(theirs):
        return _same_letters(max(ours, theirs, key=len))
    first, other = ours[0], theirs[0]
    if len(first) == 1 or len(other) == 1:
        return _compare_initials(ours, theirs)
    if first == other:
        return _compare_middle(ours[1:], theirs[1:])
    return Fit.NEAR if _nearly(ours, theirs) else Fit.CLASH


def _same_letters(given: tuple[str, ...]) -> Fit:
    if len(given[0]) > 1:
        return Fit.FULL if len(given) > 1 else Fit.FIRST
    return Fit.INITIALS if len(given) > 1 else Fit.INITIAL


def _compare_initials(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Fit:
    if ours[0][0] != theirs[0][0]:
        return Fit.NEAR if _middle_as_first(ours, theirs) else Fit.CLASH
    second = [part[1][0] for part in (ours, theirs) if len(part) > 1]
    if len(second) < 2:
        return Fit.INITIAL
    return Fit.INITIALS if second[0] == second[1] else Fit.MIDDLE_CLASH


def _compare_middle(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Fit:
    if not ours or not theirs:
        return Fit.FIRST
    one, two = ours[0], theirs[0]
    if one[0] != two[0]:
        return Fit.MIDDLE_CLASH
    spelled = len(one) > 1 and len(two) > 1
    return Fit.MIDDLE_CLASH if spelled and not _similar(one, two) else Fit.FULL


def _nearly(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """A slip of spelling, a short form, or names run together."""
    if _similar(ours[0], theirs[0]) or _middle_as_first(ours, theirs):
        return True
    joined, other = "".join(ours), "".join(theirs)
    short, long = sorted((joined, other), key=len)
    if len(ours) != len(theirs) and long.startswith(short) and len(short) >= _NEAR_LENGTH:
        return True
    short_form, full_form = sorted((ours, theirs), key=lambda given: len(given[0]))
    short, long = short_form[0], full_form[0]
    spelled_on = len(short_form) > 1 and len(short_form[1]) > 1
    return not spelled_on and len(short) > 2 and long.startswith(short) and len(long) - len(short) > 1


def _similar(one: str, two: str) -> bool:
    length = min(len(one), len(two)) + (len(one) != len(two))
    return length > _NEAR_LENGTH and one[0] == two[0] and DamerauLevenshtein.distance(one, two, score_cutoff=1) <= 1


def _middle_as_first(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    return (len(ours[0]) > 2 and ours[0] in theirs[1:]) or (len(theirs[0]) > 2 and theirs[0] in ours[1:])
