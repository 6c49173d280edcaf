"""BibTeX files, split without loss: every entry, field and remark with its place in the text.

`parse` corrects and decodes nothing, so that the source that reads a file and the list that
edits it in place share one reader.  It never fails: what is wrong becomes a `Fault`, and
reading goes on at the next entry.  The pieces of a file in their order make up the whole
text again.  Reading takes time in proportion to the text, whatever it holds: braces are
matched once for the stretch between two headers (``@type{`` at the start of a line), and a
damaged entry is read at most twice.

Braces are counted as BibTeX counts them: a backslash does not hide one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scholarsync.formats.bibtex.model import Bibliography, Entry, Field, Other
from scholarsync.formats.bibtex.split import Splitter
from scholarsync.formats.bibtex.values import MACROS, MONTHS, resolve, split_names
from scholarsync.model import Fault

__all__ = ["MACROS", "MONTHS", "Bibliography", "Entry", "Field", "Other", "parse", "split_names"]


def parse(text: str) -> Bibliography:
    """Split a BibTeX file into its pieces; never fails."""
    pieces, wrong = Splitter(text).split()
    strings: dict[str, str] = {}
    macros = dict(MACROS)
    for piece in pieces:
        if isinstance(piece, Other) and piece.field is not None:
            macros[piece.field.name] = resolve(piece.field.raw, macros)
            strings.setdefault(piece.field.name, macros[piece.field.name])
    return Bibliography(text=text, pieces=_resolved(pieces, strings), strings=strings, faults=_with_lines(text, wrong))


def _resolved(pieces: Sequence[Entry | Other], strings: Mapping[str, str]) -> tuple[Entry | Other, ...]:
    """The pieces with macros put in: as defined last before an entry, else first in the file."""
    macros = {**MACROS, **strings}
    done: list[Entry | Other] = []
    for piece in pieces:
        if isinstance(piece, Entry):
            fields = tuple(_with_text(field, macros) for field in piece.fields)
            done.append(replace(piece, fields=fields))
        elif piece.field is not None:
            defined = _with_text(piece.field, macros)
            macros[defined.name] = defined.text
            done.append(replace(piece, field=defined))
        else:
            done.append(piece)
    return tuple(done)


def _with_text(field: Field, macros: Mapping[str, str]) -> Field:
    return replace(field, text=resolve(field.raw, macros))


def _with_lines(text: str, wrong: Sequence[tuple[int, str]]) -> tuple[Fault, ...]:
    faults, line, last = [], 1, 0
    for place, reason in sorted(wrong):
        line += text.count("\n", last, place)
        last = place
        faults.append(Fault(where=f"line {line}", reason=reason))
    return tuple(faults)
