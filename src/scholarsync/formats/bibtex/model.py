"""The pieces of a BibTeX file, each with its place in the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scholarsync.model import Fault

Quoting = Literal["braces", "quotes", "bare", "joined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One ``name = value`` of an entry."""

    name: str
    """In lower case."""
    raw: str
    """The value as it stands in the file, with its braces, quotes and macros."""
    text: str
    """The value with macros put in, parts joined and one pair of outer braces or quotes off; LaTeX as it was."""
    quoting: Quoting
    start: int
    """Where the name begins."""
    name_end: int
    value_start: int
    end: int
    """Where the value ends, before the comma."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One ``@type{key, …}``."""

    type: str
    """In lower case."""
    key: str
    fields: tuple[Field, ...] = ()
    """In file order; a name may occur twice, and the first one counts."""
    start: int
    key_start: int
    key_end: int
    close: int
    """Where the closing brace stands; the same as `end` where it is missing."""
    end: int

    def field(self, name: str) -> Field | None:
        """The first field of this name."""
        return next((field for field in self.fields if field.name == name), None)

    def value(self, name: str) -> str | None:
        """The text of the first field of this name that is not blank."""
        return next((text for field in self.fields if field.name == name and (text := field.text.strip())), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """A stretch of the file that is no entry."""

    kind: Literal["text", "comment", "string", "preamble"]
    """``text`` is whatever stands between the pieces; BibTeX ignores it."""
    raw: str
    start: int
    end: int
    name: str | None = None
    """The macro that a ``string`` defines, in lower case."""
    field: Field | None = None
    """The definition of a ``string``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bibliography:
    """A whole file."""

    text: str
    pieces: tuple[Entry | Other, ...]
    """In file order and without gaps."""
    strings: Mapping[str, str]
    """The macros that the file defines, in lower case, with their texts."""
    faults: tuple[Fault, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in file order, those with a key that occurred before included."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Entry))

    @property
    def comments(self) -> tuple[Other, ...]:
        """The ``@comment{…}`` of the file."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Other) and piece.kind == "comment")
