"""What a hand-kept list is to the rest of the room: its texts, its entries, and edits of them.

Everything here is text in memory.  A list is one file or a folder of files; each is decoded so
that encoding it again gives the same bytes, and every entry knows where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scholarsync.errors import PublishError
from scholarsync.model import Draft, Fault, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One file, decoded without loss."""

    text: str
    encoding: str = "utf-8"
    """Codec that gives the file's bytes again; bytes it cannot read stand as lone surrogates."""

    @property
    def newline(self) -> str:
        r"""The line end of the file: ``\r\n`` when most lines end so."""
        return "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"


Files = Mapping[str, Text]
"""Path relative to the list's folder (for a single file its name) to its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One publication of the list, and where it stands."""

    draft: Draft
    file: str
    start: int = 0
    """Offset of its first character; for a folder's page 0."""
    end: int = 0
    """Offset after its last character."""
    group: str | None = None
    """What it stands under: a heading, a divider, a year; None where the list has no parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A hand-kept list as read."""

    form: str
    """Name of its form: ``bib``, ``yaml``, ``hugo``, ``academicpages``, ``html``, ``markdown``, ``block``."""
    files: Files
    entries: tuple[Entry, ...]
    source: str = "homepage"
    """Name of the source whose drafts these are."""
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A record that belongs on the list, in the list's own order and naming."""

    record: Record
    owners: tuple[str, ...] = ()
    """Names under which the list's owner writes."""
    reserved: frozenset[str] = frozenset()
    """Keys and file names that the list gave once, also to entries that are gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change of one file: the text between two offsets becomes another."""

    file: str
    start: int
    end: int
    text: str
    field: str | None = None
    """The field of `Record` that it states, where it changes an entry that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How one kind of list is read and edited."""

    name: str
    read: Callable[[Files], Listing]
    """All entries in file order; raises InputError when the file is not of the form."""
    add: Callable[[Listing, Addition], Sequence[Edit]]
    """Edits that put one record in; raises Unsafe when there is no safe place or fashion for it."""
    fill: Callable[[Listing, Entry, Mapping[str, str]], Sequence[Edit]]
    """Edits that give an entry values of fields (names of `Record`) which it lacks; fields the form cannot
    take are left out."""
    revise: Callable[[Listing, Entry, Mapping[str, str]], Sequence[Edit]]
    """Edits that replace values the entry has; an empty value takes a field away."""
    add_all: Callable[[Listing, Sequence[Addition]], Sequence[Edit]] | None = None
    """Edits that put several records in at once, where a form can: as adding them one after the other would."""


class Unsafe(PublishError):
    """The list cannot take this change in a way that is sure to keep the rest."""


def apply(files: Files, edits: Iterable[Edit]) -> dict[str, Text]:
    """The files after the edits; a file that is not there yet is made.

    Edits of one file do not overlap; those at one place stay in the order given.
    """
    result = dict(files)
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.file, []).append(edit)
    for name, some in by_file.items():
        old = result.get(name, Text(text=""))
        parts, at = [], 0
        for edit in sorted(some, key=lambda edit: (edit.start, edit.end)):
            parts += [old.text[at : edit.start], edit.text]
            at = edit.end
        result[name] = replace(old, text="".join([*parts, old.text[at:]]))
    return result
