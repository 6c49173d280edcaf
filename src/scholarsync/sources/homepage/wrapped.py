"""Text broken to a width: which line breaks are meant, and which only end a row."""

from __future__ import annotations

import re
from itertools import pairwise

NARROWEST, WIDEST = 45, 100
"""Characters of the widest row of text that was broken by a program or a typist."""
SLACK = 8
"""How much of the width a typist may have left."""
FEWEST_ROWS = 4
BEGINS_ANEW = re.compile(r"^\s*(?:[•▪◦●○‣·*+–-]\s|\[[^\]\s]{1,12}\]\s|\(?\d{1,3}[.)]\s)")


def width_of(text: str) -> int | None:
    """The width that a text was broken to; None when its line breaks are meant."""
    rows = [row.rstrip() for row in text.splitlines()]
    broken = [(row, following) for row, following in pairwise(rows) if row and following.strip()]
    if len(broken) < FEWEST_ROWS:
        return None
    width = max(len(row) for row, _ in broken)
    full = sum(_is_full(row, following, width) for row, following in broken)
    return width if NARROWEST <= width <= WIDEST and full >= 0.7 * len(broken) else None


def goes_on(row: str, following: str, width: int | None) -> bool:
    """Whether a row goes on in the following one, which the width parts from it."""
    if width is None or not row.strip() or not following.strip() or BEGINS_ANEW.match(following):
        return False
    return _is_full(row.rstrip(), following, width)


def _is_full(row: str, following: str, width: int) -> bool:
    """Whether the next word would not have fitted."""
    return len(row) + 1 + len(following.split(maxsplit=1)[0]) > width - SLACK


def joint(row: str) -> str:
    """What stands between a row and the one that goes on: nothing behind a hyphen, else a blank."""
    return "" if re.search(r"[^\W\d_][-‐]$", row) else " "
