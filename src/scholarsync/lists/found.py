"""Where the entries of a page stand in its source, and what each is made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from scholarsync.lists.heads import fenced
from scholarsync.lists.tokens import BLOCK, CLOSED_BY, HEADING, Stream, Token, html_tokens, markdown_tokens
from scholarsync.model import Draft

HOLDERS = frozenset({"ul", "ol", "dl", "table", "tbody", "section", "main", "article"})
"""Elements that hold entries; where an entry begins with one, it is alone in it."""
FIRST_LINE = re.compile(r"[ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+|#{1,6}[ \t]|\|")


@dataclass(slots=True)
class Source:
    """A page taken apart."""

    text: str
    tokens: list[Token]
    stream: Stream
    markdown: bool
    parents: list[int | None]
    """For every token the innermost open token around it."""


@dataclass(slots=True)
class Located:
    """A draft found in the source."""

    draft: Draft
    title: tuple[int, int]
    first: int
    """Offset of its earliest known word."""
    start: int = -1
    """Where its markup begins; -1 while unknown."""
    stop: int = -1
    """Where the next entry of the same run begins; -1 for the last of a run."""
    content_end: int = -1


def source_of(text: str, *, markdown: bool) -> Source:
    """A page as tokens, front matter left out."""
    if not markdown:
        return take_apart(text, html_tokens(text), markdown=False)
    head = fenced(text)
    end = text.find("\n", head[1]) + 1 if head else 0
    return take_apart(text, markdown_tokens(text, start=end), markdown=True)


def take_apart(text: str, tokens: list[Token], *, markdown: bool) -> Source:
    """The page with its stream and the parents of all tokens."""
    parents: list[int | None] = []
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "close" and token.mate is not None:
            while stack and stack[-1] >= token.mate:
                stack.pop()
        if token.kind == "open":
            while stack and token.name in CLOSED_BY.get(tokens[stack[-1]].name, ()):
                stack.pop()
        parents.append(stack[-1] if stack else None)
        if token.kind == "open" and (token.mate is not None or token.name in CLOSED_BY):
            stack.append(index)
    return Source(text, tokens, Stream(text, tokens), markdown, parents)


def locate(source: Source, drafts: Sequence[Draft]) -> list[Located | None]:
    """Every draft's place, in page order; None for one whose title is not found as it is read."""
    places: list[Located | None] = []
    after = 0
    for draft in drafts:
        title = source.stream.find(draft.title or "", after)
        if title is None or len(draft.title or "") < 8:
            places.append(None)
            continue
        places.append(Located(draft, title, title[0]))
        after = title[1]
    known = [place for place in places if place is not None]
    if not known:
        return places
    _begin_with_names(source, known)
    _under_years(source, known)
    for one, other in zip_longest(known, known[1:]):
        assert one is not None, "the shorter side is the second"
        _bound(source, one, other)
    if not source.markdown:
        _on_one_level(source, known)
    return places


def _on_one_level(source: Source, known: Sequence[Located]) -> None:
    """An entry that is alone in its part begins with the tag that the others begin with, inside of the part's."""
    firsts = Counter(source.tokens[token_at(source, one.start)].name for one in known if one.start >= 0)
    usual = next((name for name, _ in firsts.most_common() if name not in HOLDERS), "")
    for one in known:
        if one.start < 0 or not usual or source.tokens[token_at(source, one.start)].name == usual:
            continue
        low, high = token_at(source, one.start), token_at(source, one.first)
        inner = [t for t in source.tokens[low : high + 1] if t.kind == "open" and t.name == usual]
        one.start = inner[-1].start if inner else one.start


YEAR_ALONE = re.compile(r"\s*[\[(]?((?:19|20)\d\d)[\])]?\s*:?\s*\Z")


def _under_years(source: Source, known: Sequence[Located]) -> None:
    """Entries under a heading that is a year stand in that part, whatever else they stand under."""
    years = _years_alone(source)
    headings = [(offset, year) for offset, year, marked in years if marked]
    if not headings and known and years and years[0][0] < known[0].first and _in_order([year for _, year, _ in years]):
        headings = [(offset, year) for offset, year, _ in years]
    if not headings or len(headings) > len(known):
        return
    for one in known:
        above = [year for offset, year in headings if offset < one.first]
        if above:
            one.draft = replace(one.draft, section=above[-1])


def _in_order(years: Sequence[str]) -> bool:
    """Whether several years follow each other, none twice: headings, not the years of entries."""
    steps = {earlier > later for earlier, later in pairwise(years)}
    return len(years) > 1 and len(steps) == 1 and len(set(years)) == len(years)


def _years_alone(source: Source) -> list[tuple[int, str, bool]]:
    """(offset, year, whether as a heading) of all years that have a line or block for themselves."""
    found = []
    for index, token in enumerate(source.tokens):
        year = YEAR_ALONE.match(source.text[token.start : token.end]) if token.kind == "text" else None
        if year is None:
            continue
        names = {source.tokens[at].name for at in ancestors(source, index)[-3:]}
        lead = next((t for t in reversed(source.tokens[max(index - 2, 0) : index]) if t.name == "lead"), None)
        marked = lead is not None and "#" in source.text[lead.start : lead.end]
        if marked or any(HEADING.match(name) for name in names):
            found.append((token.start, year[1], True))
        elif not names & {"td", "th", "li"} and _is_alone(source, index):
            found.append((token.start, year[1], False))
    return found


def _is_alone(source: Source, index: int) -> bool:
    """Whether nothing but markup shares a token's line or block."""
    if source.markdown:
        token = source.tokens[index]
        start = source.text.rfind("\n", 0, token.start + 1) + 1
        line = source.text[start : (source.text + "\n").find("\n", token.start + 1)]
        return YEAR_ALONE.match(line.strip("*_: \r")) is not None
    for step in (-1, 1):
        at = index + step
        while 0 <= at < len(source.tokens) and source.tokens[at].name not in BLOCK | {"br", "hr"}:
            token = source.tokens[at]
            if token.kind == "text" and source.text[token.start : token.end].strip():
                return False
            at += step
    return True


def _begin_with_names(source: Source, known: Sequence[Located]) -> None:
    """Where the names stand before the titles, as their nearness says, entries begin at the first name."""
    before: list[int | None] = []
    nearer = 0
    for place, last, following in zip_longest(known, [None, *known[:-1]], known[1:]):
        assert place is not None, "the longest side is the first"
        low = max(last.title[1] if last else 0, place.title[0] - 6000)
        names = place.draft.authors
        first = source.stream.find_last(names[0], low, place.title[0]) if names else None
        before.append(first[0] if first else None)
        end = source.stream.find_last(names[-1], first[0], place.title[0]) if first else None
        behind = (
            source.stream.find(names[0], place.title[1], following.title[0] if following else None) if names else None
        )
        gap = place.title[0] - end[1] if end else 10_000
        nearer += gap < (behind[0] - place.title[1] if behind else 10_000)
    if nearer * 2 > len(known):
        for place, first_name in zip(known, before, strict=True):
            place.first = first_name if first_name is not None else place.first


def token_at(source: Source, offset: int) -> int:
    """Index of the token that holds an offset."""
    low, high = 0, len(source.tokens)
    while high - low > 1:
        middle = (low + high) // 2
        if source.tokens[middle].start <= offset:
            low = middle
        else:
            high = middle
    return low


def ancestors(source: Source, index: int) -> list[int]:
    """Opening tokens around a token, the outermost first."""
    path: list[int] = []
    at = source.parents[index]
    while at is not None:
        path.append(at)
        at = source.parents[at]
    return path[::-1]


def _bound(source: Source, one: Located, other: Located | None) -> None:
    if source.markdown and not _in_own_blocks(source, one, other) and (start := _line_start(source, one)) is not None:
        one.start = one.start if one.start >= 0 else start
        if other is not None and (stop := _line_start(source, other)) is not None and stop > one.start:
            one.stop, other.start = stop, stop
        return
    if other is None:
        if one.start < 0:
            one.start = _lone_start(source, one)
        return
    here, there = token_at(source, one.first), token_at(source, other.first)
    mine, theirs = [*ancestors(source, here), here], [*ancestors(source, there), there]
    depth = next((d for d, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    if depth >= len(mine) or depth >= len(theirs):
        return
    start = _back(source, mine[depth], one.start)
    stop = _back(source, theirs[depth], -1)
    if one.start < 0 or start > one.start:
        one.start = start
    if stop > one.title[1]:
        one.stop, other.start = stop, stop


def _in_own_blocks(source: Source, one: Located, other: Located | None) -> bool:
    """Whether two entries of a Markdown page stand each in an HTML block of its own."""
    if other is None:
        return one.start >= 0 and source.text[one.start : one.start + 1] == "<"
    mine, theirs = (
        [at for at in ancestors(source, token_at(source, place.first)) if source.tokens[at].name in BLOCK]
        for place in (one, other)
    )
    return bool(mine and theirs) and mine[-1] != theirs[-1]


def _back(source: Source, index: int, known: int) -> int:
    """The start of an entry's first sibling: a block is its own; inline content begins behind the last break."""
    token = source.tokens[index]
    if token.kind == "open" and token.name in BLOCK:
        return _over_term(source, index)
    at = index
    while at > 0:
        before = source.tokens[at - 1]
        if before.name == "br" or (before.name in BLOCK) or HEADING.match(before.name):
            break
        at -= 1
    start = source.tokens[at].start
    text = source.text[start : source.tokens[at].end]
    if source.tokens[at].kind == "text":
        start += len(text) - len(text.lstrip())
    return max(start, known)


def _over_term(source: Source, index: int) -> int:
    """A definition begins with its term."""
    token = source.tokens[index]
    if token.name != "dd":
        return token.start
    for at in range(index - 1, max(index - 40, -1), -1):
        if source.tokens[at].kind == "open" and source.tokens[at].name == "dt":
            return source.tokens[at].start
        if source.tokens[at].name == "dd":
            break
    return token.start


def _lone_start(source: Source, one: Located) -> int:
    path = ancestors(source, token_at(source, one.first))
    block = next((index for index in reversed(path) if source.tokens[index].name in BLOCK), None)
    return source.tokens[block].start if block is not None else -1


def _line_start(source: Source, one: Located) -> int | None:
    """Where a Markdown entry begins: its bullet, its table row, or the first line of its paragraph."""
    text = source.text
    at = text.rfind("\n", 0, one.first) + 1
    while at > 0:
        line = text[at : text.find("\n", at) if "\n" in text[at:] else len(text)]
        if FIRST_LINE.match(line):
            return at
        previous = text.rfind("\n", 0, at - 1) + 1
        if not text[previous : at - 1].strip():
            return at
        at = previous
    return at


def content_end(source: Source, one: Located, limit: int) -> int:
    """Where the entry's own words and the tags around them end, before an offset."""
    at = last = token_at(source, one.title[1] - 1)
    while at < len(source.tokens) and source.tokens[at].start < limit:
        token = source.tokens[at]
        if token.kind == "text" and any(map(str.isalnum, source.text[token.start : min(token.end, limit)])):
            last = at
        at += 1
    end = min(source.tokens[last].end, limit)
    end = len(source.text[:end].rstrip())
    for token in source.tokens[last + 1 :]:
        shown = source.text[token.start : token.end] if token.kind == "text" else "x"
        blank = not any(map(str.isalnum, shown))
        closes = token.kind == "close" and token.mate is not None and source.tokens[token.mate].start >= one.start
        if token.start >= limit or not (blank or closes):
            break
        end = token.end if closes else max(end, min(token.start + len(shown.rstrip()), limit)) if shown.strip() else end
    return max(end, one.title[1])


def run_end(source: Source, one: Located) -> int:
    """Where the list that an entry is the last of ends."""
    if source.markdown:
        later = re.compile(r"\n[ \t\r]*\n(?=[^\s])|\n(?=#{1,6} )").search(source.text, one.title[1])
        return later.start() if later else len(source.text)
    path = ancestors(source, token_at(source, one.first))
    for index in reversed(path):
        token = source.tokens[index]
        if token.start < one.start and token.mate is not None:
            return source.tokens[token.mate].start
    return len(source.text)


def heading_start(source: Source, heading: str, after: int, before: int) -> int | None:
    """Where the markup of a heading begins that stands between two offsets."""
    found, at = None, after
    while (hit := source.stream.find(heading, at, before)) is not None:
        found, at = hit, hit[1]
    if found is None:
        return None
    if source.markdown:
        return source.text.rfind("\n", 0, found[0]) + 1
    start = found[0]
    for index in reversed(ancestors(source, token_at(source, found[0]))):
        token = source.tokens[index]
        if token.start < after or any(map(str.isalnum, _visible(source, token.start, start))):
            break
        start = token.start
    return start


def _visible(source: Source, start: int, end: int) -> str:
    low = token_at(source, start)
    parts = []
    for token in source.tokens[low:]:
        if token.start >= end:
            break
        if token.kind == "text":
            parts.append(source.text[max(token.start, start) : min(token.end, end)])
    return "".join(parts)
