"""Title words: how a text is folded to them, how much each one says, and which ones mark a different work.

How much a word says is read from a fixed table (`words.json`: bits of surprise of common title words)
and not from the records at hand, so that a verdict never changes because other records arrived.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import filterfalse
from sys import intern
from typing import NamedTuple


def word_set(text: str) -> frozenset[str]:
    """The words of a table written as running text."""
    return frozenset(text.split())


RARE_BITS = 13
"""What a word says that the table does not know."""

_WORD = re.compile(r"[^\W_]+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_LATEX = re.compile(r"""\\[a-zA-Z](?=[{\s])|\\[^a-zA-Z\s]|\\(?:text[a-z]{2}|emph|math[a-z]{2,4})(?=\{)|[{}$\\]""")
"""Accents, font commands, braces and dollars: whatever stands within a word written in LaTeX."""
_JOINED = str.maketrans("", "", "'`’‘ʼ´")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})

_ROMAN = {
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "x": "10",
}
_ORDINALS = {
    "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7",
    "eighth": "8", "ninth": "9", "tenth": "10", "revised": "r",
}  # fmt: skip
_SPELT = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_PART_WORDS = frozenset({"part", "pt", "volume", "vol", "chapter", "section", "paper", "installment", "book", "phase"})
_NUMERAL = re.compile(r"v?(\d{1,4})(?:st|nd|rd|th)?")
_LETTER_PARTS = {"a": "1", "b": "2", "c": "3", "d": "4"}
_YEAR = re.compile(r"(?:19|20)\d\d")
_GENERIC = word_set(
    """abstract abstracts announcement announcements article articles author authors back board book books call
    chair chairs chairman close closing column comment comments commentary committee conclusion conference
    contents correspondence corner cover dedication discussion editor editors editorial editorials errata
    erratum foreword from front guest highlights in index information introduction introductory invited issue
    journal keynote letter letters list matter message miscellany minitrack new news newsletter note notes
    notice obituary of opening on open outlook overview page panel papers participants perspective perspectives
    preface president presidents proceedings program programme query reply report reports response review
    reviewer reviewers reviews research section session special society summary symposium table talk the this to
    tutorial tutorials update view viewpoint welcome workshop untitled title unknown and a for"""
)
_OPENINGS = (
    ("erratum", ("erratum", "errata", "corrigendum", "corrigenda", "correction to", "corrections to", "correction for",
                 "publisher correction", "author correction", "retraction", "retracted", "expression of concern",
                 "addendum")),
    ("reply", ("reply", "response to", "a response to", "author response", "authors reply", "author reply",
               "comment on", "comments on", "a comment on", "commentary on", "discussion of", "discussion on",
               "rejoinder", "letter to the editor regarding")),
    ("review", ("book review", "review of the book", "peer review of", "decision letter")),
    ("data", ("data from", "dataset for", "data for", "code for", "supplementary material", "supplement to",
              "supporting information", "supplementary information")),
)  # fmt: skip
_ENDINGS = (("erratum", ("erratum", "corrigendum", "retraction")), ("reply", ("reply", "rejoinder", "authors reply")))


class Marks(NamedTuple):
    """What in a title says that it is another work than the same words without it."""

    note: str = ""
    """``erratum``, ``reply``, ``review``, ``data``, or nothing."""
    part: str = ""
    edition: str = ""
    years: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """All numerals, in order, the above included."""


class _Bits(dict[str, float]):
    """Words and the bits each one says; words that the table does not know say the most."""

    def __missing__(self, word: str) -> float:
        """A single letter or a number says little by itself."""
        return RARE_BITS if len(word) > 2 else 6.0


@lru_cache(maxsize=1)
def _table() -> _Bits:
    grouped = json.loads(files(__package__).joinpath("words.json").read_text("utf-8"))
    return _Bits((intern(word), float(bits)) for bits, words in grouped.items() for word in words.split())


bits = _table().__getitem__
"""How much a title word says: the rarer the more."""


def fold_words(text: str) -> tuple[str, ...]:
    """The words of a text without case, accents and punctuation; letters of every script are kept."""
    ascii_only = text.isascii()
    if not ascii_only or "'" in text or "`" in text:
        text = text.translate(_JOINED)
    if "\\" in text or "{" in text or "$" in text:
        text = _LATEX.sub("", text)
    if "++" in text:
        text = text.replace("++", " plusplus ")
    if ascii_only or text.isascii():
        return tuple(map(intern, _ASCII_WORD.findall(text.lower())))
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    plain = "".join(filterfalse(unicodedata.combining, plain))
    if plain.isascii():
        return tuple(map(intern, _ASCII_WORD.findall(plain)))
    return tuple(map(intern, _WORD.findall(unicodedata.normalize("NFC", plain))))


def is_generic(words: Sequence[str]) -> bool:
    """Whether the title is one that every journal prints again and again ("Editorial", "Book review")."""
    return len(words) < 6 and all(word in _GENERIC or word.isdigit() or len(word) == 1 for word in words)


@lru_cache(maxsize=65536)
def numeral(word: str) -> str:
    """The number a word stands for ("ii", "2nd", "two", "second", "2"), or nothing."""
    if word.isdigit():
        return word.lstrip("0") or "0"
    if found := _NUMERAL.fullmatch(word):
        return found[1].lstrip("0") or "0"
    return _ROMAN.get(word) or _ORDINALS.get(word) or _SPELT.get(word) or ""


def marks_of(words: Sequence[str]) -> Marks:
    """What the words of a title say about part, edition, year, and being a note on another work."""
    numerals = [numeral(word) for word in words]
    if not any(numerals) and _PART_WORDS.isdisjoint(words):
        note = _note(words)
        return Marks(note=note) if note else _NO_MARKS
    years = tuple(word for word in words if _YEAR.fullmatch(word))
    edition = _edition(words, numerals)
    part = "" if edition else _part(words, numerals)
    return Marks(_note(words), part, edition, years, tuple(number for number in numerals if number))


def _note(words: Sequence[str]) -> str:
    if not words or (words[0] not in _FIRST_WORDS and words[-1] not in _LAST_WORDS):
        return ""
    text = " ".join(words[:5]) + " "
    for note, openings in _OPENINGS:
        if any(text.startswith(opening + " ") for opening in openings):
            return note
    text = " " + " ".join(words[-3:])
    for note, endings in _ENDINGS:
        if len(words) > 3 and any(text.endswith(" " + ending) for ending in endings):
            return note
    return ""


def _edition(words: Sequence[str], numerals: Sequence[str]) -> str:
    for place, word in enumerate(words):
        if word in ("edition", "ed") and place and numerals[place - 1] and len(numerals[place - 1]) < 3:
            return numerals[place - 1]
    return ""


def _part(words: Sequence[str], numerals: Sequence[str]) -> str:
    for place in range(len(words) - 1):
        if words[place] in _PART_WORDS and (found := numerals[place + 1] or _LETTER_PARTS.get(words[place + 1])):
            return found
    last = words[-1]
    is_number = last in _ROMAN or (last.isdigit() and len(last) < 3)
    return numerals[-1] if is_number and len(words) > 2 else ""


_NO_MARKS = Marks()
_FIRST_WORDS = frozenset(opening.split()[0] for _, openings in _OPENINGS for opening in openings)
_LAST_WORDS = frozenset(ending.split()[-1] for _, endings in _ENDINGS for ending in endings)
