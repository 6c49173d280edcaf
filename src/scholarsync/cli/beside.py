"""Two records side by side on a terminal, or one under the other where it is narrow; what differs is marked."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import click

from scholarsync.cli.reported import clean
from scholarsync.model import Record
from scholarsync.normalise.titles import fold

NARROW = 84
"""Terminals of fewer columns get the records one under the other."""
WIDEST = 150
HEAD = 10
"""Columns of the mark and the name of a field."""
MOST_NAMES = 12
MOST_LINES = 6
"""Of one field; what is longer is cut."""
NOTHING = "—"


@dataclass(frozen=True, slots=True)
class Screen:
    """How wide the terminal is, and whether it shows colours."""

    width: int
    colour: bool

    def marked(self, word: str) -> str:
        """A word that only one of the two has."""
        return click.style(word, fg="yellow", bold=True) if self.colour else f"[{word}]"

    def faint(self, text: str) -> str:
        """Text of less weight."""
        return click.style(text, dim=True) if self.colour else text

    def strong(self, text: str) -> str:
        """Text of more weight."""
        return click.style(text, bold=True) if self.colour else text


def beside(left: Record, right: Record, screen: Screen) -> list[str]:
    """The fields of two records, those that differ with ``≠`` before them and the words of one alone marked."""
    rows = (
        ("source", left.source, right.source),
        ("title", left.title, right.title),
        ("authors", _names(left), _names(right)),
        ("year", left.date or _text(left.year), right.date or _text(right.year)),
        ("venue", left.venue, right.venue),
        ("type", left.type, right.type),
        ("pages", left.pages, right.pages),
        ("doi", left.doi, right.doi),
        ("arxiv", left.arxiv_id, right.arxiv_id),
        ("url", left.url, right.url),
    )
    laid = _one_under_the_other if screen.width < NARROW else _in_columns
    out: list[str] = []
    for name, mine, theirs in rows:
        if mine or theirs:
            out += laid(name, clean(mine or NOTHING), clean(theirs or NOTHING), screen)
    return out


def _in_columns(name: str, mine: str, theirs: str, screen: Screen) -> Iterator[str]:
    width = (min(screen.width, WIDEST) - HEAD - 4) // 2
    mark = _mark(name, mine, theirs)
    columns = [_laid(text, _alone(name, text, other, mark), width, screen) for text, other in _both(mine, theirs)]
    for number, ((first, taken), (second, _)) in enumerate(zip_longest(*columns, fillvalue=("", 0))):
        head = f"{mark} {name:{HEAD - 2}}" if number == 0 else " " * HEAD
        yield f"{head} {first}{' ' * (width - taken)} │ {second}".rstrip()


def _one_under_the_other(name: str, mine: str, theirs: str, screen: Screen) -> Iterator[str]:
    mark = _mark(name, mine, theirs)
    head = f"{mark} {name}"
    for side, (text, other) in zip(("A ", "B ") if mine != theirs else ("",), _both(mine, theirs), strict=False):
        letter = side
        for line, _ in _laid(text, _alone(name, text, other, mark), screen.width - HEAD - 1 - len(side), screen):
            yield f"{head:{HEAD}} {letter}{line}"
            head, letter = "", " " * len(side)


def _both(mine: str, theirs: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (mine, theirs), (theirs, mine)


def _mark(name: str, mine: str, theirs: str) -> str:
    if NOTHING in {mine, theirs}:
        return "·"
    return " " if name == "source" or fold(mine) == fold(theirs) else "≠"


def _alone(name: str, text: str, other: str, mark: str) -> frozenset[str]:
    """The words of a text that the other does not have; initials stand for names."""
    if mark != "≠":
        return frozenset()
    there = set(fold(other).split())
    initials = {word[0] for word in there} if name == "authors" else set()
    short = {word for word in there if len(word) == 1} if name == "authors" else set()

    def is_there(word: str) -> bool:
        return word in there or word in initials or word[0] in short

    return frozenset(word for word in text.split() if not all(map(is_there, fold(word).split())))


def _laid(text: str, alone: frozenset[str], width: int, screen: Screen) -> list[tuple[str, int]]:
    """A text in lines with some of its words marked, each line with the columns it takes."""
    if screen.colour:
        return [(_words(line, alone, screen), cells(line)) for line in wrapped(text, width)]
    return [(line, cells(line)) for line in wrapped(_words(text, alone, screen) if alone else text, width)]


def _words(line: str, alone: frozenset[str], screen: Screen) -> str:
    return " ".join(screen.marked(word) if word in alone else word for word in line.split())


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _names(record: Record) -> str | None:
    names = [author.name for author in record.authors]
    if len(names) > MOST_NAMES:
        return f"{', '.join(names[:MOST_NAMES])}, … ({len(names)} in all)"
    return ", ".join(names) + (" …" if record.authors_truncated else "") or None


def cells(text: str) -> int:
    """Columns that a text takes: two for a sign of full width, none for a mark on another sign."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text)


def wrapped(text: str, width: int, *, most: int = MOST_LINES) -> list[str]:
    """A text in lines of at most so many columns, and at most so many lines, the last of them cut."""
    lines = [""]
    for word in _pieces(text.split(), max(width, 2)):
        if not lines[-1]:
            lines[-1] = word
        elif cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        elif len(lines) == most:
            return [*lines[:-1], f"{cut(lines[-1], width - 2)} …"]
        else:
            lines.append(word)
    return lines


def _pieces(words: Sequence[str], width: int) -> Iterator[str]:
    """Words, those that no line can hold in pieces."""
    for word in words:
        rest = word
        while cells(rest) > width:
            piece = cut(rest, width)
            yield piece
            rest = rest[len(piece) :]
        yield rest


def cut(text: str, width: int) -> str:
    """As much of the start of a text as so many columns hold."""
    taken = 0
    for place, sign in enumerate(text):
        taken += cells(sign)
        if taken > width:
            return text[:place]
    return text
