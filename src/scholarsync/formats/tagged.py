"""Entries of tagged notations (RIS, EndNote): a tag and a value a line, in file order."""

from __future__ import annotations

from dataclasses import dataclass

from scholarsync.model import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedEntry:
    """One entry as its tags state it."""

    line: int
    """Where it begins."""
    fields: tuple[tuple[str, str], ...]

    def all(self, *tags: str) -> tuple[str, ...]:
        """The values of these tags in file order, blank ones left out."""
        return tuple(value for tag, value in self.fields if tag in tags and value)

    def first(self, *tags: str) -> str | None:
        """The first value of the first of these tags that has one."""
        return next((value for tag in tags for value in self.all(tag)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedFile:
    """A whole file."""

    entries: tuple[TaggedEntry, ...] = ()
    faults: tuple[Fault, ...] = ()
