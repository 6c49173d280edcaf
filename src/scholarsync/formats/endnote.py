"""EndNote's import files: ``%0 Journal Article``, ``%A Doe, Jane`` …, entries parted by blank lines."""

from __future__ import annotations

import re

from scholarsync.formats.tagged import TaggedEntry, TaggedFile
from scholarsync.model import Fault

LINE = re.compile(r"%(\S)(?:\s(.*))?")


def parse(text: str) -> TaggedFile:
    """The entries of an EndNote file; never fails.

    An entry begins with its type (``%0``), or after a blank line where the file has no types.
    """
    typed = re.search(r"^%0\s", text, re.MULTILINE) is not None
    entries: list[TaggedEntry] = []
    fields: list[tuple[str, str]] = []
    begun, stray, blank = 0, 0, True

    def finish() -> None:
        if fields:
            entries.append(TaggedEntry(line=begun, fields=tuple(fields)))
            fields.clear()

    for number, line in enumerate(text.splitlines(), 1):
        value = line.strip()
        found = LINE.fullmatch(value)
        if found is not None:
            if found[1] == "0" or (blank and not typed):
                finish()
            begun = begun if fields else number
            fields.append((found[1], (found[2] or "").strip()))
        elif value and fields and not blank:
            tag, said = fields[-1]
            fields[-1] = (tag, f"{said} {value}".strip())
        elif value:
            stray = stray or number
        blank = not value
    finish()
    faults = (Fault(where=f"line {stray}", reason="stands outside of any entry"),) if stray else ()
    return TaggedFile(entries=tuple(entries), faults=faults)
