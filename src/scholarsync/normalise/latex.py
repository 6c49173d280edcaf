"""LaTeX to plain text and back.

Bibliographies hold a small part of LaTeX: accents, symbols, font commands, short formulas.
It is read in one walk over its tokens, never recursively, so that the cost is linear and every
input has an answer; what is not understood is kept rather than dropped.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from scholarsync.normalise.latex_tables import (
    ACCENT_OF_MARK,
    ACCENTS,
    DOUBLE_STRUCK,
    DROPPED,
    ESCAPES,
    SIGNS,
    SILENT,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    read_symbols,
)

_TOKEN = re.compile(r"\\[a-zA-Z]+\*?|\\.|[{}$~^_]|[^\\{}$~^_]+|.", re.DOTALL)
_PLAIN = re.compile(r"[^\\{}$~`'!?-]*")
_LIGATURES = re.compile(r"---|--|``|''|!`|\?`")
_LIGATURE = {"---": "—", "--": "–", "``": "“", "''": "”", "!`": "¡", "?`": "¿"}
_SINGLE_QUOTED = re.compile(r"(?<![\w`])`([^`']{1,200})'(?![\w'])")
_JOINING = re.compile(r"(?<=[-–—])(?=[-–—])|(?<=')(?=')")
_LOST_BACKSLASH = re.compile(r"\{([\"'`^~])\{([A-Za-z])\}\}|\{(\")([aouAOU])\}")
_LONGEST_FORMULA = 1000
_OPERATIONS = frozenset({"sup", "sub", "frac", "sqrt", "mathbb", "drop", "raised"})
_LONGEST_SCRIPT = 12


@lru_cache(maxsize=1 << 14)
def to_text(latex: str) -> str:
    """What a reader of the typeset text would see, in Unicode."""
    if _PLAIN.fullmatch(latex):
        return unicodedata.normalize("NFC", latex)
    latex = _LOST_BACKSLASH.sub(r"{\\\1\3\2\4}", latex)
    walk = _Walk()
    formula_ends = -1
    for found in _TOKEN.finditer(latex):
        piece = found.group()
        if piece == "$" and found.start() != formula_ends:
            formula_ends = _end_of_formula(latex, found.end())
            piece = "$" if formula_ends >= 0 else "\\$"
        walk.take(piece)
    return unicodedata.normalize("NFC", "".join(walk.finish()))


def _end_of_formula(latex: str, start: int) -> int:
    """Where the formula that begins here ends, or -1 where the sign is a dollar ("between $5 and $6")."""
    end = latex.find("$", start, start + _LONGEST_FORMULA)
    while end > start and latex[end - 1] == "\\":
        end = latex.find("$", end + 1, start + _LONGEST_FORMULA)
    if end <= start:
        return end
    following = latex[end + 1 : end + 2]
    spaced = latex[start].isspace() and not latex[end - 1].isspace()
    return -1 if spaced or (latex[end - 1].isspace() and not latex[start].isspace()) or following.isdigit() else end


def to_latex(text: str) -> str:
    """Plain text as it stands in a BibTeX field: specials escaped, accented Latin letters as commands.

    Letters and signs without a command of their own stay as they are, since today's tools read UTF-8.
    """
    parts = _JOINING.split(unicodedata.normalize("NFC", text))
    return "{}".join("".join(map(_written, part)) for part in parts)


@lru_cache(maxsize=4096)
def _written(character: str) -> str:
    if character in ESCAPES:
        return ESCAPES[character]
    if character.isascii():
        return character
    parts = unicodedata.normalize("NFD", character)
    base, marks = parts[0], parts[1:]
    if not (base.isascii() and base.isalpha() and marks and all(mark in ACCENT_OF_MARK for mark in marks)):
        return character
    inner = base
    for mark in marks:
        name = ACCENT_OF_MARK[mark]
        inner = f"\\{name}{{{inner}}}" if name.isalpha() or len(inner) > 1 else f"\\{name}{inner}"
    return f"{{{inner}}}"


def _typeset(text: str) -> str:
    """Dashes and quotes as TeX's fonts join them."""
    if "`" in text:
        text = _SINGLE_QUOTED.sub(r"‘\1’", text)
    return _LIGATURES.sub(lambda found: _LIGATURE[found.group()], text)


@dataclass(slots=True)
class _Walk:
    """The text read so far, the open groups, and the commands that wait for what they act on."""

    out: list[str] = field(default_factory=list)
    groups: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    math: bool = False
    swallow: bool = False
    unknown: str = ""

    def take(self, piece: str) -> None:
        if self.unknown:
            # An unknown command with an argument is a font or a colour; one without is kept as it stands.
            if piece != "{":
                self.out.append(self.unknown)
                self.swallow = False
            self.unknown = ""
        if piece == "{":
            self.groups.append((len(self.out), tuple(self.waiting)))
            self.waiting.clear()
            self.swallow = False
        elif piece == "}":
            self._close()
        elif piece == "$":
            self.math = not self.math
        elif piece.startswith("\\") and len(piece) > 1:
            self._command(piece[1:])
        else:
            self._text(piece)

    def finish(self) -> list[str]:
        if self.unknown:
            self.out.append(self.unknown)
        self._flush()
        return self.out

    def _close(self) -> None:
        self._flush()
        self.swallow = False
        if self.groups:
            start, operations = self.groups.pop()
            for operation in reversed(operations):
                self._apply(operation, start)

    def _flush(self) -> None:
        """A command with nothing to act on shows its own sign."""
        for operation in self.waiting:
            if operation not in _OPERATIONS:
                self.out.append(operation if len(operation) == 1 and not operation.isalpha() else "")
        self.waiting.clear()

    def _command(self, name: str) -> None:
        self.swallow = name[0].isalpha() and name.isascii()
        name = name.rstrip("*") if len(name) > 1 else name
        symbols = read_symbols()
        if name in ACCENTS:
            self.waiting.append(name)
        elif name in SIGNS:
            self._unit(SIGNS[name])
        elif name in symbols:
            self._unit(symbols[name])
        elif name in DROPPED:
            self.waiting.append("drop")
        elif name in {"textsuperscript", "textsubscript", "sp", "sb"}:
            self.waiting.append("raised" if name in {"textsuperscript", "sp"} else "sub")
        elif name in _OPERATIONS:
            self.waiting.append(name)
        elif name not in SILENT:
            self.unknown = "\\" + name

    def _text(self, piece: str) -> None:
        if self.swallow or self.waiting:
            self.swallow = False
            piece = piece.lstrip(" \t\n") if piece != "~" else piece
            if not piece:
                return
        if self.math and piece in "^_":
            self.waiting.append("sup" if piece == "^" else "sub")
            return
        if self.waiting:
            self._unit(" " if piece == "~" else piece[0])
            piece = piece[1:]
        if piece == "~":
            self.out.append(" ")
        elif piece:
            self.out.append(piece if self.math else _typeset(piece))

    def _unit(self, text: str) -> None:
        start = len(self.out)
        self.out.append(text)
        operations, self.waiting = self.waiting, []
        for operation in reversed(operations):
            self._apply(operation, start)

    def _apply(self, operation: str, start: int) -> None:
        if operation == "drop":
            del self.out[start:]
        elif operation == "frac":
            self.out.append("/")
        elif operation == "sqrt":
            self.out.insert(start, "√")
        elif operation in _OPERATIONS:
            self._respell(operation, start)
        else:
            self._accent(operation, start)

    def _respell(self, operation: str, start: int) -> None:
        """Superscripts, subscripts and double-struck letters as Unicode has them."""
        if len(self.out) - start > _LONGEST_SCRIPT:
            return
        inner = "".join(self.out[start:])
        table = {"mathbb": DOUBLE_STRUCK, "sub": SUBSCRIPTS}.get(operation, SUPERSCRIPTS)
        if inner and all(letter in table for letter in inner):
            self.out[start:] = ["".join(table[letter] for letter in inner)]
        elif operation == "sup" or (operation == "sub" and self.math):
            self.out.insert(start, "^" if operation == "sup" else "_")

    def _accent(self, name: str, start: int) -> None:
        while start < len(self.out) and not self.out[start]:
            start += 1
        if start >= len(self.out):
            self.out.append(name if len(name) == 1 and not name.isalpha() else "")
            return
        first, rest = self.out[start][0], self.out[start][1:]
        if first.isalpha():
            first = {"ı": "i", "ȷ": "j"}.get(first, first)
            self.out[start] = unicodedata.normalize("NFC", first + ACCENTS[name]) + rest
        elif len(name) == 1 and not name.isalpha():
            self.out.insert(start, name)
