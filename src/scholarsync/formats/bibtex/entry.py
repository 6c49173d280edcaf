"""One BibTeX entry, read from its header on; a damaged one is read as far as it can be."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scholarsync.formats.bibtex.model import Entry, Field, Quoting
from scholarsync.formats.bibtex.values import SPACE, part_end, skip

NEXT_LINE = re.compile(
    r"(?<![ \t])[ \t]*+,?[ \t]*+\n[ \t]*+(?=[A-Za-z][\w-]{0,40}[ \t]*=[ \t]*[{\"\w]|[})][ \t]*(?:\n|\Z))"
)
FIELD_AFTER = re.compile(r"\s*,\s*[A-Za-z][\w-]{0,40}\s*=\s*[{\"\w]")
NAME = re.compile(r"([^\s=,{}()\"#%]+)\s*=")
KEY = re.compile(r"[^\n,={}\"]*")
BLANK = re.compile(r"(?:\s+|,|%[^\n]*)*+")
RUBBISH = re.compile(r"[^\n,{}()]+|[(){]")


class EntryReader:
    """Reads the body of one entry, up to the header of the next one at most.

    A first reading trusts the braces.  Where they do not close the entry, a second one ends
    every value at the line that looks like the next field.
    """

    def __init__(self, text: str, header: re.Match[str], limit: int, matches: Mapping[int, int]) -> None:
        self.text = text
        self.header = header
        self.limit = limit
        self.matches = matches
        self.closing = "}" if header[2] == "{" else ")"
        self.cautious = False
        self.next_line = -1
        self.has_rubbish = False
        self.wrong: list[tuple[int, str]] = []

    def read(self) -> Entry:
        """The entry; what is wrong with it is in `wrong` afterwards."""
        entry = self._read()
        if entry is None:
            self.cautious = True
            self.wrong = [(self.header.start(), f"@{self.header[1]}: a brace or quote is not closed")]
            entry = self._read()
        assert entry is not None, "a cautious reading always ends"
        return entry

    def _read(self) -> Entry | None:
        kind = self.header[1].lower()
        key_start, key_end, at = (self.header.end(),) * 3 if kind == "string" else self._key(self.header.end())
        fields: list[Field] = []
        while True:
            at = skip(BLANK, self.text, at, self.limit)
            if at >= self.limit and not self.cautious:
                return None
            if at >= self.limit or (self.text[at] == self.closing and not self._is_stray(at)):
                break
            name = NAME.match(self.text, at, self.limit)
            if name is None:
                at = self._skip_rubbish(at)
                continue
            field = self._field(name)
            if field is None:
                return None
            fields.append(field)
            at = field.end
        close = at if at < self.limit else self._open_end()
        return Entry(
            type=kind, key=self.text[key_start:key_end], fields=tuple(fields), start=self.header.start(),
            key_start=key_start, key_end=key_end, close=close, end=close + (at < self.limit),
        )  # fmt: skip

    def _open_end(self) -> int:
        """Where an entry ends that is never closed: at the last word before the next header."""
        start = self.header.start()
        return start + len(self.text[start : self.limit].rstrip())

    def _key(self, at: int) -> tuple[int, int, int]:
        """Where the key begins and ends, and where the fields begin; empty where there is none."""
        start = skip(SPACE, self.text, at, self.limit)
        end = skip(KEY, self.text, start, self.limit)
        words = self.text[start:end]
        if self.closing == ")" and ")" in words:
            end = start + words.index(")")
            words = self.text[start:end]
        if self.text[end : end + 1] == "=":
            kept = words.rstrip().rpartition(" ")[0].rstrip()
            return start, start + len(kept), start + len(kept)
        return start, start + len(words.rstrip()), end

    def _is_stray(self, at: int) -> bool:
        """Whether a closing sign is one too many: a further field follows it."""
        if FIELD_AFTER.match(self.text, at + 1, self.limit) is None:
            return False
        self.wrong.append((at, f"@{self.header[1]}: a closing brace too many"))
        return True

    def _skip_rubbish(self, at: int) -> int:
        """Where reading goes on after something that is no field; told once an entry."""
        if self.text[at] in "})":
            return at + 1
        end = skip(RUBBISH, self.text, at, self.limit)
        if not self.has_rubbish:
            self.wrong.append((at, f"@{self.header[1]}: {self.text[at : min(end, at + 30)]!r} is no field"))
        self.has_rubbish = True
        return end

    def _field(self, name: re.Match[str]) -> Field | None:
        """The field of this name; None where its value is not closed and the reading is trusting."""
        start = skip(SPACE, self.text, name.end(), self.limit)
        limit = self._line_limit(start)
        end, kinds = start, []
        while True:
            kinds.append({"{": "braces", '"': "quotes"}.get(self.text[end : end + 1], "bare"))
            end, closed = part_end(self.text, end, limit, self.matches)
            if not closed and not self.cautious:
                return None
            sign = skip(SPACE, self.text, end, limit)
            if sign >= limit or self.text[sign] != "#":
                break
            end = skip(SPACE, self.text, sign + 1, limit)
        if kinds == ["bare"] and self.closing == ")" and ")" in self.text[start:end]:
            end = self.text.index(")", start)
        raw = self.text[start:end]
        return Field(
            name=name[1].lower(), raw=raw, text=raw, quoting=_quoting(kinds),
            start=name.start(), name_end=name.end(1), value_start=start, end=end,
        )  # fmt: skip

    def _line_limit(self, start: int) -> int:
        """How far a value may go: to the end of the entry's stretch or, in doubt, to the next field's line."""
        if not self.cautious:
            return self.limit
        if self.next_line < start:
            found = NEXT_LINE.search(self.text, start, self.limit)
            self.next_line = found.start() if found else self.limit
        return self.next_line


def _quoting(kinds: list[str]) -> Quoting:
    if len(kinds) > 1:
        return "joined"
    return "braces" if kinds[0] == "braces" else "quotes" if kinds[0] == "quotes" else "bare"
