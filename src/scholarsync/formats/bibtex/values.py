"""Values of BibTeX fields: where their parts end, what they say, and the names in them."""

from __future__ import annotations

import re
from collections.abc import Mapping

SPACE = re.compile(r"\s*")
BRACE = re.compile(r"[{}]")
QUOTE = re.compile(r"[\"{]")
BARE = re.compile(r"[^\n,#{}\"]*")
AND = re.compile(r"(?<!\s)\s++and(?=\s)", re.IGNORECASE)

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MACROS: Mapping[str, str] = {month[:3].lower(): month for month in MONTHS}
"""The names that every style defines."""


def split_names(value: str) -> tuple[str, ...]:
    """The persons of an ``author`` or ``editor`` field: parted by "and" outside of braces."""
    names, last = [], 0
    depths = _depths(value)
    for found in AND.finditer(value):
        if depths[found.start()] == 0:
            names.append(value[last : found.start()])
            last = found.end()
    names.append(value[last:])
    return tuple(name.strip() for name in names if name.strip())


def _depths(text: str) -> list[int]:
    """For every place of the text how many braces are open there."""
    depths, depth = [], 0
    for sign in text:
        depth = max(0, depth + (sign == "{") - (sign == "}"))
        depths.append(depth)
    return depths


def resolve(raw: str, macros: Mapping[str, str]) -> str:
    """The text of a value: macros put in, parts joined; an unknown macro stands for its own name."""
    return "".join(_part_text(raw[start:end], macros) for start, end in _parts(raw))


def _part_text(part: str, macros: Mapping[str, str]) -> str:
    if part[:1] in {"{", '"'}:
        closed = len(part) > 1 and part[-1] == {"{": "}", '"': '"'}[part[0]]
        return part[1:-1] if closed else part[1:]
    return macros.get(part.lower(), part)


def _parts(raw: str) -> list[tuple[int, int]]:
    """The parts of a value that ``#`` joins."""
    matches = match_braces(raw, 0, len(raw))
    parts, at = [], 0
    while at < len(raw):
        end, _ = part_end(raw, at, len(raw), matches)
        parts.append((at, end))
        sign = skip(SPACE, raw, end, len(raw))
        if raw[sign : sign + 1] != "#":
            break
        at = skip(SPACE, raw, sign + 1, len(raw))
    return parts


def skip(pattern: re.Pattern[str], text: str, at: int, limit: int) -> int:
    """Where a pattern ends that is looked for here and may be empty."""
    found = pattern.match(text, at, limit)
    return found.end() if found else at


def match_braces(text: str, start: int, limit: int) -> dict[int, int]:
    """For every opening brace that is closed the place of the one that closes it."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for found in BRACE.finditer(text, start, limit):
        if found[0] == "{":
            opened.append(found.start())
        elif opened:
            pairs[opened.pop()] = found.start()
    return pairs


def part_end(text: str, at: int, limit: int, matches: Mapping[int, int]) -> tuple[int, bool]:
    """Where the part of a value that begins here ends, and whether it is closed before the limit."""
    sign = text[at : at + 1] if at < limit else ""
    if sign == "{":
        close = matches.get(at, limit)
        return (close + 1, True) if close < limit else (limit, False)
    if sign == '"':
        return _quote_end(text, at + 1, limit, matches)
    end = skip(BARE, text, at, limit)
    return at + len(text[at:end].rstrip()), True


def _quote_end(text: str, at: int, limit: int, matches: Mapping[int, int]) -> tuple[int, bool]:
    r"""The end of a quoted part; a quote within braces or of an accent (``G\"odel``) does not end it."""
    while found := QUOTE.search(text, at, limit):
        at = found.end()
        if found[0] == "{":
            at = matches.get(found.start(), limit) + 1
            if at > limit:
                break
        elif text[at - 2] != "\\" or text[(after := skip(SPACE, text, at, limit)) : after + 1] in {",", "}", "#", ")"}:
            return at, True
    return limit, False
