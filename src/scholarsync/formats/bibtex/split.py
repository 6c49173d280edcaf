"""A whole BibTeX file cut into its pieces."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import Literal

from scholarsync.formats.bibtex.entry import EntryReader
from scholarsync.formats.bibtex.model import Entry, Other
from scholarsync.formats.bibtex.values import BRACE, match_braces

HEADER = re.compile(r"@[ \t]*([A-Za-z][\w-]*)\s*([{(])")
HEADER_LINE = re.compile(r"^[ \t]*(?=@[ \t]*[A-Za-z][\w-]*\s*[{(])", re.MULTILINE)


class Splitter:
    """One walk through a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.headers = [found.end() for found in HEADER_LINE.finditer(text)]
        self.pieces: list[Entry | Other] = []
        self.wrong: list[tuple[int, str]] = []
        self.matched: tuple[int, dict[int, int]] = (-1, {})
        self.comments_close = True

    def split(self) -> tuple[list[Entry | Other], list[tuple[int, str]]]:
        """The pieces without gaps, and what was wrong at which place."""
        at = done = 0
        while found := HEADER.search(self.text, at):
            at = found.end()
            if self._is_commented_out(found.start()):
                continue
            piece = self._piece(found)
            self._add_text(done, piece.start)
            self.pieces.append(piece)
            at = done = piece.end
        self._add_text(done, len(self.text))
        return self.pieces, self.wrong

    def _add_text(self, start: int, end: int) -> None:
        if start < end:
            self.pieces.append(self._other("text", start, end))

    def _is_commented_out(self, start: int) -> bool:
        """Whether only a percent sign and blanks stand before this place in its line."""
        line = self.text[max(0, start - 80) : start].rpartition("\n")[2].strip()
        return line != "" and set(line) == {"%"}

    def _piece(self, header: re.Match[str]) -> Entry | Other:
        kind, start, brace = header[1].lower(), header.start(), header.end() - 1
        number = bisect_right(self.headers, start)
        limit = self.headers[number] if number < len(self.headers) else len(self.text)
        if kind == "comment":
            return self._other("comment", start, self._comment_end(brace, limit))
        if self.matched[0] != limit:
            self.matched = (limit, match_braces(self.text, start, limit))
        if kind == "preamble" and brace in self.matched[1]:
            return self._other("preamble", start, self.matched[1][brace] + 1)
        reader = EntryReader(self.text, header, limit, self.matched[1])
        entry = reader.read()
        self.wrong += reader.wrong
        if kind == "preamble":
            return self._other("preamble", start, entry.end)
        if kind != "string":
            return entry
        field = entry.fields[0] if entry.fields else None
        return replace(self._other("string", start, entry.end), name=field.name if field else None, field=field)

    def _other(self, kind: Literal["text", "comment", "string", "preamble"], start: int, end: int) -> Other:
        return Other(kind=kind, raw=self.text[start:end], start=start, end=end)

    def _comment_end(self, brace: int, limit: int) -> int:
        """The end of a comment, which may hold whole entries; one never closed is its line."""
        if self.text[brace] == "{" and self.comments_close:
            depth = 0
            for found in BRACE.finditer(self.text, brace):
                depth += 1 if found[0] == "{" else -1
                if depth == 0:
                    return found.end()
            self.comments_close = False
        line = self.text.find("\n", brace, limit)
        return line if line >= 0 else limit
