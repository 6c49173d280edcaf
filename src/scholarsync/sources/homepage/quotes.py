"""Quotations in an entry: which hold its title, and which are words of one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholarsync.sources.homepage.body import Body
from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.shapes import EDITED, is_cjk_text, shape

PAIRS = (
    ("“", '”"″'),
    ('"', '"”'),
    ("„", "“”"),
    ("«", "»"),
    ("「", "」"),
    ("『", "』"),
    ("〈", "〉"),
    ("``", "''"),
    ("‘", "’"),
    ("‹", "›"),
    ("''", "''"),
    ("″", "″"),
    ("”", "”"),
    ("《", "》"),
)
"""Opening signs, and the signs either of which closes."""

OPENS_TITLE = re.compile(
    r"(?:^|[.)]\s{0,3}|(?:19|20)\d\d,?\s{1,2})(?:A|An|The|On|From|Beyond|Towards?|Is|Are|What|Why|How)\s$"
)
"""The word of a title before words of it in quotes: 'A "Rule of Five" Framework'."""
WORD_BEHIND = re.compile(r"[”\"]\s[^\W\d_]{3}")
TOLD = 0.6
"""Trust in a list of names from which on what is behind it may be the title."""


def quotations(body: Body) -> Iterator[tuple[int, int, str]]:
    """Quotations; one within another, or within words that are no name, is a part of a title."""
    found = list(_quotations(body))
    for start, end, kind in found:
        nested = any(low < start and end < high for low, high, _ in found)
        yield (
            start,
            end,
            "inner" if nested or (is_cjk_text(body.text[start:end]) and not _begins_apart(body, start - 1)) else kind,
        )


def _begins_apart(body: Body, start: int) -> bool:
    """Whether a CJK quotation stands behind a separator or names; elsewhere it is a word of the title."""
    before = re.split(r"[\s，,、：:；;。.・（(]", body.text[body.begin : start])[-1]
    return not before or not is_cjk_text(before) or shape(EDITED.sub("", before)) == "C"


def _quotations(body: Body) -> Iterator[tuple[int, int, str]]:
    text = body.text
    for opening, closings in PAIRS:
        position = body.begin
        while (start := text.find(opening, position)) >= 0:
            inner = start + len(opening)
            if opening in '‘"' and start and text[start - 1].isalnum():
                position = inner
                continue
            end = _closing(text, inner, opening, closings)
            if end is None:
                break
            if opening in "《『":
                kind = "quote" if _stands_for_title(body, start, end + 1) else "inner"
            elif OPENS_TITLE.search(text[body.begin : start]) and WORD_BEHIND.match(text, end):
                kind = "inner"
            else:
                long = len(text[inner:end].split()) >= 3 or is_cjk_text(text[inner:end]) or start - body.begin < 2
                kind = "quote" if long else "quote:short"
            yield inner, end, kind
            position = end + 1


BEHIND_TITLE = re.compile(r"\s*(?:[，,、：:；;。.\d第]|[（(][^（）()]{0,40}(?:19|20)\d\d|$)")


def _stands_for_title(body: Body, start: int, after: int) -> bool:
    """Whether a book's brackets hold the title: nothing but names stands before them, no word goes on behind."""
    text = body.text
    before = text[body.begin : start].rstrip(" ，,、：:；;。.")
    if not BEHIND_TITLE.match(text, after):
        return False
    names = before[:behind] if (behind := _year_behind(before)) else before
    return not names or split_list(names).trust >= TOLD


def _year_behind(text: str) -> int:
    """Where a year that ends a text begins; 0 where it ends in none."""
    found = re.search(r"[\s，,、.。（(]{1,3}(?:19|20)\d\d[a-z年]?[）)]?$", text)
    return found.start() if found else 0


def _closing(text: str, inner: int, opening: str, closings: str) -> int | None:
    """The end of a quotation; nested signs of the same kind are counted, mixed pairs accepted."""
    limit = min(len(text), inner + 500)
    marks = {"''", "’’", "”"} if opening == "``" else set(closings)
    depth = 0
    for index in range(inner, limit):
        character = text[index]
        if character == opening and opening not in closings:
            depth += 1
        for mark in marks:
            if text.startswith(mark, index) and (mark != "’" or not text[index + 1 : index + 2].isalnum()):
                if depth:
                    depth -= 1
                    break
                if (
                    len(mark) == 1
                    and mark == '"'
                    and text[index + 1 : index + 2].isalnum()
                    and text[index - 1].isspace()
                ):
                    depth += 1
                    break
                return index
        if opening in '“"' and text.startswith(("''", "’’"), index):
            return index
    return None
