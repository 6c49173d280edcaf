"""What the entries of a page share, and where the names of one stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scholarsync.lists.found import Located, Source, token_at
from scholarsync.lists.tokens import BLOCK
from scholarsync.normalise.names import parse_name

COUNTED = re.compile(r"\s*[\[(]?([1-9]\d{0,3})(?:[\])]|[.:](?=\s|\Z))")
QUOTES = frozenset(
    "&quot; &ldquo; &rdquo; &lsquo; &rsquo; &laquo; &raquo; &bdquo; &#34; &#8220; &#8221; &#8216; &#8217;".split()
)
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|&#?\w{1,8};")


@dataclass(slots=True)
class Common:
    """What the entries of a page share."""

    words: frozenset[str]
    remarks: frozenset[str]
    labels: frozenset[str]
    wraps: tuple[tuple[str, str, str], ...]
    number: int | None = None
    """The number that a new entry gets, where the entries are counted in the text."""


NOTHING = Common(frozenset(), frozenset(), frozenset(), ())


def in_common(source: Source, entries: Sequence[Located]) -> Common:
    """Words, comments and link labels that most entries have, and the names that are set off."""
    words, remarks, labels = Counter[str](), Counter[str](), Counter[str]()
    wraps: list[tuple[str, str, str]] = []
    whole = [one for one in entries if one.stop > one.start >= 0][:60]
    for one in whole:
        low, high = token_at(source, one.start), token_at(source, one.stop - 1)
        tokens = source.tokens[low : high + 1]
        text = " ".join(source.text[t.start : t.end] for t in tokens if t.kind == "text")
        words.update({word.lower() for word in WORD.findall(text)})
        remarks.update({source.text[t.start : t.end] for t in tokens if t.kind == "other"})
        labels.update(
            {label_of(source, low + n) for n, t in enumerate(tokens) if t.href is not None and t.kind == "open"}
        )
        wraps += _wraps(source, one)
    enough = max(2, len(whole) * 0.6)
    return Common(
        frozenset(w for w, n in words.items() if n >= enough and (w.isalpha() or w in QUOTES)),
        frozenset(r for r, n in remarks.items() if n >= enough * 0.8),
        frozenset(label for label, n in labels.items() if n >= max(2, len(whole) * 0.2)), tuple(dict.fromkeys(wraps)),
    )  # fmt: skip


def next_number(source: Source, entries: Sequence[Located], index: int) -> int | None:
    """The number of a new entry at an index, where all are counted in the text and none has to be counted anew."""
    spans = [number_span(source, one) for one in entries]
    numbers = [int(source.text[slice(*span)]) for span in spans if span is not None]
    if len(numbers) < max(2, len(entries)):
        return None
    steps = {later - earlier for earlier, later in pairwise(numbers)}
    if index == 0 and steps == {-1}:
        return numbers[0] + 1
    return numbers[-1] + 1 if index == len(entries) and steps == {1} else None


def number_span(source: Source, one: Located) -> tuple[int, int] | None:
    """Where the number stands that an entry begins with: "[12]", "12."."""
    if one.start < 0:
        return None
    for token in source.tokens[token_at(source, one.start) : token_at(source, one.title[0]) + 1]:
        text = source.text[max(token.start, one.start) : min(token.end, one.title[0])]
        if token.kind == "text" and text.strip():
            found = COUNTED.match(text)
            start = max(token.start, one.start)
            return (start + found.start(1), start + found.end(1)) if found else None
    return None


def label_of(source: Source, index: int) -> str:
    """The visible text of a link, in lower case."""
    mate = source.tokens[index].mate
    inner = source.tokens[index : mate + 1] if mate is not None else []
    return (
        " ".join("".join(source.text[t.start : t.end] for t in inner if t.kind == "text").split())
        .strip("[]() ")
        .lower()
    )


def author_spans(source: Source, one: Located) -> list[tuple[int, int]]:
    """Where the names of an entry stand, as far as they are found one after the other."""
    stop = one.stop if one.stop >= 0 else one.title[1] + 6000
    spans: list[tuple[int, int]] = []
    at = one.start
    for name in one.draft.authors:
        span = _span_of(source, name, at, stop)
        if span is None or (spans and span[0] - spans[-1][1] > 200):
            break
        if span[0] < one.title[1] and span[1] > one.title[0]:
            break
        spans.append(span)
        at = span[1]
    return spans


def _span_of(source: Source, name: str, after: int, before: int) -> tuple[int, int] | None:
    """A name as the page spells it: as the draft has it, or the other way round."""
    author = parse_name(name)
    spans = [source.stream.find(form, after, before) for form in dict.fromkeys((name, author.name, author.sort_name))]
    return min((span for span in spans if span is not None), default=None)


def _wraps(source: Source, one: Located) -> list[tuple[str, str, str]]:
    wraps = []
    for name, (start, end) in zip(one.draft.authors, author_spans(source, one), strict=False):
        before, after = token_at(source, start) - 1, token_at(source, end - 1) + 1
        if before < 0 or after >= len(source.tokens) or source.tokens[before].mate != after:
            continue
        if source.tokens[before].name not in {"a", "md-a"} and source.tokens[before].name not in BLOCK:
            first, last = source.tokens[before], source.tokens[after]
            wraps.append((name, source.text[first.start : first.end], source.text[last.start : last.end]))
    return wraps
