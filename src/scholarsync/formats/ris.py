"""RIS files: ``TY  - JOUR`` to ``ER  -``, one tag a line.

Programs differ in the blanks around the hyphen, in line ends, and in whether a long value
goes on in the next line; an entry whose end is missing ends where the next one begins.
"""

from __future__ import annotations

import re

from scholarsync.formats.tagged import TaggedEntry, TaggedFile
from scholarsync.model import Fault

LINE = re.compile(r"\s{0,4}([A-Z][A-Z0-9]) {0,4}-(?: {0,4}(\S.*)?|$)")


def parse(text: str) -> TaggedFile:
    """The entries of a RIS file; never fails."""
    entries: list[TaggedEntry] = []
    faults: list[Fault] = []
    fields: list[tuple[str, str]] = []
    begun = 0
    stray: int | None = None

    def finish() -> None:
        if fields:
            entries.append(TaggedEntry(line=begun, fields=tuple(fields)))
            fields.clear()

    for number, line in enumerate(text.splitlines(), 1):
        found = LINE.fullmatch(line.rstrip())
        tag, value = (found[1], found[2] or "") if found else ("", line.strip())
        if tag == "TY":
            finish()
            begun = number
        elif tag == "ER":
            finish()
            continue
        elif not tag and fields and value:
            last, said = fields[-1]
            fields[-1] = (last, f"{said} {value}".strip())
            continue
        if fields or tag == "TY":
            fields.append((tag, value))
        elif value and stray is None:
            stray = number
    finish()
    if stray is not None:
        faults.append(Fault(where=f"line {stray}", reason="stands outside of any entry (TY … ER)"))
    return TaggedFile(entries=tuple(entries), faults=tuple(faults))
