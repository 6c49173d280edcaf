"""Where an entry's title may stand: every span that markup, quotes or punctuation set apart.

Each span carries the kind of boundary that made it, which is what a list's style is learnt
from, and a score of its own: how much it looks like a title and not like names or a venue.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scholarsync.sources.homepage.body import Body, Run
from scholarsync.sources.homepage.likeness import (
    MOST_KEPT,
    STOP_WITHIN,
    WITH_NEXT,
    begin_of,
    behind_year,
    looks_like_title,
    names_penalty,
    runs_on,
)
from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.quotes import quotations
from scholarsync.sources.homepage.scan import is_spaced, scan

BASE = {
    "role": 5.0,
    "heading": 3.5,
    "quote": 3.6,
    "inner": 1.2,
    "bold": 1.9,
    "italic": 1.7,
    "link": 2.1,
    "line": 1.6,
    "plain": 1.5,
}
SENTENCE = re.compile(
    r"[.?!。．](?<!\s[A-Z].)(?<!\.[A-Z].)(?<!\b(?:vs|Dr|St|Mr|al|cf).)"
    r"(?:(?<=[.])(?=\s|$|\n)(?!\s(?:Jahrhundert|Jh|Aufl))|(?<=[?!])[?!]*(?=[\s”\"’]|$)|(?<=[a-z]{4}\.)(?=[A-Z][a-z]{2,}\s)|(?<=。)|(?<=．)(?=\s|\D))"
)
COMMA = re.compile(
    r"[，、；,;:\s\[(](?:(?<=[，、；])(?=\S)|(?<=[,;])(?=\s|[^\W\d_])(?!\s(?:[IVX]{1,4}|part\s\w{1,3})[,.;:])|"
    r"(?<=\s)(?:/\s(?=[^\W\d_]\.)|[-–—]\s|//\s|\((?=\D)|\[)|(?<=\[)|(?<=:)\s|(?<=[^\W\d_]\())"
)
MOST_ENDS = 8
MOST_SPANS = 16
MOST_TITLES = 9
SURE = 0.95
"""Trust in a list of names from which on no title can begin before its end."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch that may be the title."""

    start: int
    end: int
    kind: str
    score: float


def title_spans(body: Body) -> list[Span]:
    """The spans worth reading by, the likeliest first."""
    found: list[tuple[int, int, str]] = [
        *_by_role(body),
        *quotations(body),
        *_by_look(body),
        *_by_line(body),
        *_by_stops(body),
    ]
    cheap: dict[tuple[int, int, str], float] = {}
    looks: dict[tuple[int, int], float] = {}
    for low, high, kind in found:
        start, end = _trim(body.text, low, high)
        if start < body.begin < end:
            start = body.begin  # behind the number of the entry
        if kind.startswith(("role", "heading")) and (numbered := NUMBERED.match(body.text, start, end)):
            start = numbered.end()
        if end - start < 2 or end - start > 600 or (start, end, kind) in cheap:
            continue
        if (start, end) not in looks:
            looks[start, end] = looks_like_title(body, start, end)
        score = BASE[kind.split(":", 1)[0]] + looks[start, end]
        if kind.startswith("plain"):
            score += _plain_penalty(body, start, end, kind) - _cut_penalty(body, start, end)
        cheap[start, end, kind] = score
    return _best(body, cheap)


def _best(body: Body, cheap: dict[tuple[int, int, str], float]) -> list[Span]:
    """The likeliest spans in order; the dear question, whether one is names, is asked only of those that may be."""
    spans: list[Span] = []
    for key in sorted(cheap, key=lambda key: -cheap[key])[:MOST_SPANS]:
        if len(spans) >= MOST_TITLES and cheap[key] <= spans[MOST_TITLES - 1].score:
            break
        start, end, kind = key
        booked = kind.startswith("quote") and body.text[start - 1 : start] in ("《", "『")
        doubt = 0.0 if booked else names_penalty(body.text[start:end])
        if kind.startswith("link") and CITED.match(body.text, start, end):
            doubt -= 2.5  # the link holds the whole citation
        if doubt and kind.startswith(("bold", "italic", "link")) and WITH_NEXT.match(body.text, end):
            doubt *= 0.3  # "<b>Curved Gutters</b>, with Ivo Brook": two capitals are no name there
        span = Span(start, end, kind, cheap[key] + doubt)
        insort(spans, span, key=lambda span: -span.score)
    return spans[:MOST_TITLES]


CONJUNCTION_NEXT = re.compile(r"\s{0,2}(?:and|und|et|&)\s")
NUMBERED = re.compile(r"\(?\d{1,3}[.)]\s{1,3}(?=\S)")
CITED = re.compile(r"[^\W\d_][^\n(]{1,40}\bet al\.?,?\s\((?:19|20)\d\d\)")
CO_AUTHORS_LAST = re.compile(r"\s\((?:joint(?:ly)? )?(?:with|mit|avec|con|com)\s[^()]{3,120}\)\s{0,2}\Z", re.IGNORECASE)
COMMA_BEHIND = re.compile(r"\S?[,;]\s")
WITH_BRACKET = re.compile(r"[(\[](?:with|mit|avec|con|com)\s[^()\[\]\n]{3,200}[)\]][:,]?\s", re.IGNORECASE)
"""Co-authors in brackets before the title."""
NAMED_AND_DATED = re.compile(
    r"(?:[^.(（]{2,40}[\s.,(（]{1,3}(?:19|20)\d\d[a-z]?[)）.,]|.{2,60}?[(（]\s?(?:19|20)\d\d[a-z]?\s?[)）]\s?[.:,])"
)


def _plain_penalty(body: Body, start: int, end: int, kind: str) -> float:
    """Spans made by punctuation alone: a full stop, a comma or a dated name within speaks against them."""
    text = body.text[start:end]
    penalty = -2.0 if _is_dated_from(body, start) and NAMED_AND_DATED.match(text) else 0.0
    if kind.endswith((":comma", ":bracket", ":colon", ":dash")):
        penalty -= 1.0 * min(2, len(STOP_WITHIN.findall(text)))
        penalty -= 0.12 * min(5, text.count(",") + text.count("，") + text.count("、"))
    return penalty


@lru_cache(maxsize=MOST_KEPT)
def _is_dated_from(body: Body, start: int) -> bool:
    """Whether the spans that begin at a place need be asked for a dated name."""
    return NAMED_AND_DATED.match(body.text, start) is not None


def _cut_penalty(body: Body, start: int, end: int) -> float:
    """A span that begins with a link or italics and ends within them tears them apart; one that runs on is no title."""
    first, last = body.run_at(start), body.run_at(end - 1)
    if first is None or last is None:
        return 0.0
    if first.look.italic and not last.look.italic:
        apart = next((run.start for run in body.runs_in(start, end) if not run.look.italic), end)
        if COMMA_BEHIND.match(body.text, apart - 1):
            return 1.2 if len(body.text[start:apart].split()) >= 3 else 0.0
    if len(body.text[end : last.end].strip(" .,;:?!")) < 8:
        return 0.0
    if last.look.href is not None and first.look.href == last.look.href:
        return 0.8
    return 0.5 if first.look.italic and last.look.italic else 0.0


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (text[start].isspace() or text[start] in ",;:.–—-|·•>→"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:–—|·•"):
        end -= 1
    return start, end


def _by_role(body: Body) -> Iterator[tuple[int, int, str]]:
    yield from ((start, end, "role") for start, end in _stretches(body, lambda run: run.role == "title"))
    whole = len(body.text.strip())
    headings = [(start, end) for start, end in _stretches(body, lambda run: run.heading)]
    if not headings or (headings[0][1] - headings[0][0] > 0.9 * whole and whole > 120):
        return
    for start, end in headings:
        yield start, end, "heading"
        if named := CO_AUTHORS_LAST.search(body.text, start, end):
            yield start, named.start(), "heading"
    yield from (
        (start, end, "heading:bare")
        for start, end in _stretches(body, lambda run: run.heading and not run.look.element)
    )


def _by_look(body: Body) -> Iterator[tuple[int, int, str]]:
    tests: tuple[tuple[str, Callable[[Run], bool]], ...] = (
        ("bold", lambda run: run.look.bold),
        ("italic", lambda run: run.look.italic),
        ("link", lambda run: run.look.href is not None),
        ("bold:bare", lambda run: run.look.bold and run.look.href is None),
        ("bold:italic", lambda run: run.look.bold and run.look.italic),
        ("link:bold", lambda run: run.look.bold and run.look.href is not None),
    )
    whole = len(body.text)
    for kind, test in tests:
        for start, end in _stretches(body, test):
            if end - start < 0.92 * whole or kind == "link":
                yield start, end, kind
            if runs_on(body.text, end) and (stop := SENTENCE.search(body.text, end + 2, end + 200)):
                yield start, stop.start(), kind
    for start, end in _same_element(body):
        yield start, end, "link"


def _stretches(body: Body, test: Callable[[Run], bool]) -> Iterator[tuple[int, int]]:
    """Maximal stretches of one line whose runs all pass; blanks and commas between them do not part."""
    open_start = open_end = -1
    cell = -1
    for run in body.runs:
        if test(run):
            if open_start < 0 or run.cell != cell:
                if open_start >= 0:
                    yield open_start, open_end
                open_start, cell = run.start, run.cell
            open_end = run.end
        elif open_start >= 0 and not (run.end - run.start <= 2 and _is_blank(body, run)):
            yield open_start, open_end
            open_start = -1
    if open_start >= 0:
        yield open_start, open_end


def _is_blank(body: Body, run: Run) -> bool:
    return not re.search(r"\w", body.text[run.start : run.end])


def _same_element(body: Body) -> Iterator[tuple[int, int]]:
    """Stretches of one link each, where several links touch."""
    start = end = -1
    href: str | None = None
    for run in body.runs:
        if run.look.href is not None and run.look.href == href and start >= 0:
            end = run.end
            continue
        if start >= 0:
            yield start, end
        href = run.look.href
        start, end = (run.start, run.end) if href is not None else (-1, -1)
    if start >= 0:
        yield start, end


def _by_line(body: Body) -> Iterator[tuple[int, int, str]]:
    position = body.begin
    lines = body.text.split("\n")
    if len(lines) == 1:
        return
    at = 0
    for number, line in enumerate(lines):
        start, end = max(at, position), at + len(line)
        if end > start:
            yield start, end, f"line:{min(number, 3)}"
        at = end + 1


def _by_stops(body: Body) -> Iterator[tuple[int, int, str]]:
    """Spans between full stops and commas, from where a title may begin."""
    for start, origin in _origins(body):
        yield from _spans_from(body, start, origin)


def _origins(body: Body) -> Iterator[tuple[int, str]]:
    """The beginning; behind the authors; behind the authors and the year; each line."""
    text = body.text
    begin = begin_of(body)
    stops = scan(text, begin)
    if is_spaced(text, begin) and len(stops) > 1:
        yield stops[-1].after, "authors"
        return
    if len(stops) < 2 or split_list(text[begin : stops[-1].end]).trust < SURE:
        yield begin, "begin"
        if begin != body.begin:
            yield body.begin, "begin"
    opening = WITH_BRACKET.match(text, begin)
    if opening is not None:
        yield opening.end(), "authors"
    seen = {begin}
    for stop in stops[-2:]:
        if stop is not stops[-1] and (stop.sign.isalpha() or CONJUNCTION_NEXT.match(text, stop.after)):
            continue  # a person follows a conjunction
        after = behind_year(text, stop.end)
        if after == stop.end and stop.sign in '"“«「『':
            after = stop.end
        elif after == stop.end:
            after = max(stop.after, stop.end)
        if after not in seen and after < len(text):
            seen.add(after)
            yield after, "authors" if stop is stops[-1] else "early"
    for found in re.finditer("\n", text):
        if found.end() not in seen:
            yield found.end(), "line"
            seen.add(found.end())


def _spans_from(body: Body, start: int, origin: str) -> Iterator[tuple[int, int, str]]:
    text = body.text
    line_end = text.find("\n", start)
    limit = len(text) if line_end < 0 else line_end
    limit = min(limit, start + 500)
    ends: list[tuple[int, str]] = [(limit, "end")]
    for found in SENTENCE.finditer(text, start, limit):
        sign = found.group()[0]
        if _within_parts(body, start, found.start()):
            continue
        ends.append((found.end() if sign in "?!" else found.start(), "stop" if sign not in "?!" else "query"))
    for found in COMMA.finditer(text, start, limit):
        sign = found.group().strip()[:1]
        ends.append(
            (
                found.start(),
                {
                    "-": "dash",
                    "–": "dash",
                    "—": "dash",
                    "(": "bracket",
                    "[": "bracket",
                    ":": "colon",
                    "/": "slashes",
                }.get(sign, "comma"),
            )
        )
    ends.extend(
        (run.start, "look")
        for run in body.runs_in(start, limit)
        if run.start > start + 4 and (before := body.run_at(run.start - 1)) is not None and _changes(before, run)
    )
    ends.sort()
    kept = [end for end in ends if end[0] > start + 2]
    stops = 0
    for end, sign in kept[:MOST_ENDS]:
        if sign == "stop":
            stops += 1
        yield start, end, f"plain:{origin}:{sign}{'' if sign != 'stop' or stops < 2 else '+'}"


PART_AHEAD = re.compile(r"[.。]\s{1,3}(?:part|teil|partie|parte|deel|část|del)\s[IVX\d]{1,4}\b", re.IGNORECASE)
PART_BEHIND = re.compile(r"\b(?:part|teil|partie|parte|deel|část|del)\s[IVX\d]{1,4}$", re.IGNORECASE)


def _within_parts(body: Body, start: int, stop: int) -> bool:
    """Whether a full stop stands before "Part I", or behind it with the part's own name still to come."""
    text = body.text
    if PART_AHEAD.match(text, stop):
        return True
    if not PART_BEHIND.search(text, max(start, stop - 20), stop):
        return False
    following = SENTENCE.search(text, stop + 1, min(len(text), stop + 120))
    return following is not None and _before_change(body, following.start())


def _before_change(body: Body, stop: int) -> bool:
    """Whether text of another look (a venue in italics, say) begins right behind a full stop."""
    after = stop + 1
    while after < len(body.text) and body.text[after] in " \u00a0\n":
        after += 1
    before, run = body.run_at(max(stop - 1, 0)), body.run_at(after)
    return before is not None and run is not None and run.start == after and _changes(before, run)


def _changes(left: Run, right: Run) -> bool:
    return (left.look.bold, left.look.italic, left.look.href) != (right.look.bold, right.look.italic, right.look.href)
