"""Where an entry's title may stand: every span that markup, quotes or punctuation set apart.

Each span carries the kind of boundary that made it, which is what a list's style is learnt
from, and a score of its own: how much it looks like a title and not like names or a venue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scholarsync.sources.homepage.body import Body, Run
from scholarsync.sources.homepage.evidence import PAGES, YEAR
from scholarsync.sources.homepage.lexicon import LINK_LABELS, STATUS, VENUE_WORDS, fold
from scholarsync.sources.homepage.people import begins_with_name, is_cjk_text, scan, shape, split_list

PAIRS = (("“", "”\"″"), ("\"", "\"”"), ("„", "“”"), ("«", "»"), ("「", "」"), ("``", "''"), ("‘", "’"), ("‹", "›"), ("''", "''"), ("″", "″"), ("”", "”"), ("《", "》"))
"""Opening signs, and the signs either of which closes."""

BASE = {"role": 5.0, "heading": 3.5, "quote": 3.6, "inner": 1.2, "bold": 1.9, "italic": 1.7, "link": 2.1, "line": 1.6, "plain": 1.5}
SENTENCE = re.compile(r"(?<!\s[A-Z])(?<!\.[A-Z])(?<!\b(?:vs|Dr|St|Mr|al|cf))(?:[.](?=\s|$|\n)|[?!]+(?=[\s”\"’]|$)|。|．(?=\s|\D))")
COMMA = re.compile(r"[,，、;；](?=\s|[^\W\d_])|\s[-–—]\s|\s\((?=\D)|\s?\[|:\s|(?<=[^\W\d_])\(")
MOST_ENDS = 10
MOST_SPANS = 24
VENUE_START = re.compile(
    r"^[\W_]{0,4}(?:in[:\s]|proc\b|proceedings|to appear|published|journal|j\.\s|the journal|annals|accepted|submitted|forthcoming|under|arxiv|biorxiv|phd|ph\.d|ieee|acm|en:?\s|dans:?\s|appeared)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch that may be the title."""

    start: int
    end: int
    kind: str
    score: float


def title_spans(body: Body) -> list[Span]:
    """All spans worth considering, each once with its best kind."""
    found: list[tuple[int, int, str]] = [*_by_role(body), *_by_quotes(body), *_by_look(body), *_by_line(body), *_by_stops(body)]
    cheap: dict[tuple[int, int, str], float] = {}
    looks: dict[tuple[int, int], float] = {}
    for start, end, kind in found:
        start, end = _trim(body.text, start, end)
        if end - start < 2 or end - start > 600 or (start, end, kind) in cheap:
            continue
        if (start, end) not in looks:
            looks[start, end] = looks_like_title(body, start, end)
        score = BASE[kind.split(":", 1)[0]] + looks[start, end]
        if kind.startswith("plain"):
            score += _plain_penalty(body.text[start:end], kind) - _cut_penalty(body, start, end)
        cheap[start, end, kind] = score
    ranked = sorted(cheap, key=lambda key: -cheap[key])
    spans = [Span(*key, cheap[key] + names_penalty(body.text[key[0] : key[1]])) for key in ranked[:MOST_SPANS]]
    return sorted(spans, key=lambda span: -span.score)


NAMED_AND_DATED = re.compile(r"^(?:[^.(（]{2,40}[\s.,(（]{1,3}(?:19|20)\d\d[a-z]?[)）.,]|.{2,60}?[(（]\s?(?:19|20)\d\d[a-z]?\s?[)）]\s?[.:,])")


def _plain_penalty(text: str, kind: str) -> float:
    """Spans made by punctuation alone: a full stop, a comma or a dated name within speaks against them."""
    penalty = -2.0 if NAMED_AND_DATED.match(text) else 0.0
    if kind.endswith((":comma", ":bracket", ":colon", ":dash")):
        penalty -= 1.0 * min(2, len(re.findall(r"(?<=[^\W\d_]{2})[.。]\s?(?=[^\W\d_a-z])", text)))
        penalty -= 0.12 * min(5, len(re.findall(r"[,，、]", text)))
    return penalty


def _cut_penalty(body: Body, start: int, end: int) -> float:
    """A span that begins with a link or italics and ends within them tears them apart."""
    first, last = body.run_at(start), body.run_at(end - 1)
    if first is None or last is None or len(body.text[end : last.end].strip(" .,;:?!")) < 8:
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
    yield from ((start, end, "heading") for start, end in headings)
    yield from ((start, end, "heading:bare") for start, end in _stretches(body, lambda run: run.heading and not run.look.element))


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
    for start, end in _same_element(body):
        yield start, end, "link"


def _stretches(body: Body, test: Callable[[Run], bool]) -> Iterator[tuple[int, int]]:
    """Maximal stretches of one line whose runs all pass; blanks and commas between them do not part."""
    open_start = open_end = -1
    cell = -1
    for run in body.runs:
        blank = not re.search(r"\w", body.text[run.start : run.end])
        if test(run):
            if open_start < 0 or run.cell != cell:
                if open_start >= 0:
                    yield open_start, open_end
                open_start, cell = run.start, run.cell
            open_end = run.end
        elif open_start >= 0 and not (blank and run.end - run.start <= 2):
            yield open_start, open_end
            open_start = -1
    if open_start >= 0:
        yield open_start, open_end


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


def _by_quotes(body: Body) -> Iterator[tuple[int, int, str]]:
    text = body.text
    for opening, closings in PAIRS:
        position = body.begin
        while (start := text.find(opening, position)) >= 0:
            inner = start + len(opening)
            if opening in "‘\"" and start and text[start - 1].isalnum():
                position = inner
                continue
            end = _closing(text, inner, opening, closings)
            if end is None:
                break
            kind = "inner" if opening in "《『" else "quote" if len(text[inner:end].split()) >= 3 or is_cjk_text(text[inner:end]) or start - body.begin < 2 else "quote:short"
            yield inner, end, kind
            position = end + 1


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
                if len(mark) == 1 and mark in "\"" and text[index + 1 : index + 2].isalnum() and text[index - 1].isspace():
                    depth += 1
                    break
                return index
        if opening in "“\"" and text.startswith(("''", "’’"), index):
            return index
    return None


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
    begin = behind_year(text, body.begin)
    yield begin, "begin"
    if begin != body.begin:
        yield body.begin, "begin"
    stops = scan(text, begin)
    seen = {begin}
    for stop in stops[-2:]:
        after = behind_year(text, stop.end)
        if after == stop.end and stop.sign in "\"“«「『":
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


AFTER_YEAR = re.compile(
    r"^[\s.,;:，、；。]{0,4}(?:\((?:eds?|hrsg|hg|editors?|éds?|coords?|comps?|orgs?|a cura di)\.?\)|eds?\.)?[\s.,;:，、；。]{0,4}"
    r"(?:[(（\[]\s?(?:(?:c\.\s?)?(?:19|20)\d\d[a-z]?\+?(?:\s?[,/]\s?[^()（）\[\]]{1,24}|\s?[-–/]\s?(?:\d{2,4}|present))?|forthcoming|in press|to appear|accepted|in prep(?:aration)?|submitted|under review|n\.d\.|im erscheinen|en prensa|completed manuscript|in progress|manuscript|[^()]{0,12}(?:19|20)\d\d[a-z]?)\s?[)）\]]"
    r"|(?:19|20)\d\d[a-e]?(?=[\s.,:;])|(?:forthcoming|in press|in prep(?:aration)?|in review|submitted|accepted|under review|in revision|to appear)(?: (?:at|to|in|by) [^.,:]{2,60})?(?=[.,:]))[\s.,;:。，：]{0,4}",
    re.IGNORECASE,
)


def behind_year(text: str, position: int) -> int:
    """Behind a year (or "forthcoming") that stands at the position, with its punctuation."""
    found = AFTER_YEAR.match(text[position : position + 80])
    return position + found.end() if found and found.end() else position


def _spans_from(body: Body, start: int, origin: str) -> Iterator[tuple[int, int, str]]:
    text = body.text
    line_end = text.find("\n", start)
    limit = len(text) if line_end < 0 else line_end
    limit = min(limit, start + 500)
    ends: list[tuple[int, str]] = [(limit, "end")]
    for found in SENTENCE.finditer(text, start, limit):
        sign = found.group()[0]
        ends.append((found.end() if sign in "?!" else found.start(), "stop" if sign not in "?!" else "query"))
    for found in COMMA.finditer(text, start, limit):
        sign = found.group().strip()[:1]
        ends.append((found.start(), {"-": "dash", "–": "dash", "—": "dash", "(": "bracket", "[": "bracket", ":": "colon"}.get(sign, "comma")))
    for run in body.runs_in(start, limit):
        if run.start > start + 4 and (before := body.run_at(run.start - 1)) is not None and _changes(before, run):
            ends.append((run.start, "look"))
    ends.sort()
    kept = [end for end in ends if end[0] > start + 2]
    stops = 0
    for end, sign in kept[:MOST_ENDS]:
        if sign == "stop":
            stops += 1
        yield start, end, f"plain:{origin}:{sign}{'' if sign != 'stop' or stops < 2 else '+'}"


def _changes(left: Run, right: Run) -> bool:
    return (left.look.bold, left.look.italic, left.look.href) != (right.look.bold, right.look.italic, right.look.href)


def looks_like_title(body: Body, start: int, end: int) -> float:
    """How the words of a span, and what follows it, speak for a title."""
    text = body.text[start:end]
    folded = fold(text)
    cjk = is_cjk_text(text)
    words = len(folded.replace(" ", "")) / 2.2 if cjk else len(folded.split())
    score = 0.0
    if words < 1 or not re.search(r"[^\W\d_]{2}", text):
        return -9.0
    score += 0.6 if 4 <= words <= 28 else 0.2 if words in (2, 3) else -1.0 if words < 2 else -1.2 if words > 40 else 0.0
    first = text[0]
    score -= 1.0 if first.islower() and not re.match(r"[a-z]{1,3}[A-Z\d-]|[a-z]-", text) else 0.0
    if LINK_LABELS.match(text.strip()):
        score -= 4.0
    score += _venue_penalty(text, folded, words)
    score += _next_bonus(body, end)
    if start == body.begin or start == behind_year(body.text, body.begin):
        score += 0.3
    return score


@lru_cache(maxsize=1 << 14)
def names_penalty(text: str) -> float:
    """Names of persons, alone or at the beginning, speak against a title."""
    if not begins_with_name(text):
        return 0.0
    words = len(fold(text).split())
    if words > 60:
        return 0.0
    names = split_list(text)
    if names.trust >= 0.6 and (len(names.names) > 1 or names.trust >= 0.95):
        if names.trust > 0.8 or len(names.names) > 2 or is_cjk_text(text):
            return -3.0
        return -2.0 if words <= 3.2 * len(names.names) and not re.search(r"-[a-z]", text) else -0.7
    stops = scan(text)
    if len(stops) >= 3 and stops[-1].persons >= 2 and split_list(text[: stops[-1].end]).trust >= 0.7:
        return -2.5
    if is_cjk_text(text) and shape(text.strip()) == "C" and len(text.strip()) <= 4:
        return -1.5
    return -0.7 if names.trust >= 0.6 and words <= 3 and not is_cjk_text(text) else 0.0


def _venue_penalty(text: str, folded: str, words: float) -> float:
    penalty = 0.0
    if VENUE_START.match(text):
        penalty -= 1.8
    if VENUE_WORDS.search(folded):
        penalty -= 0.9 if words <= 8 else 0.3
    if re.search(r"(?:,|\b)\s?\(?(?:19|20)\d\d\)?\W{0,3}$", text) and words <= 12:
        penalty -= 1.0
    if PAGES.search(text):
        penalty -= 1.2
    if STATUS.match(text):
        penalty -= 2.5
    tail = re.split(r"[,，、.]\s?|\s[-–]\s", text)[-1]
    if len(tail) < len(text) and VENUE_WORDS.search(fold(tail)) and len(tail.split()) <= 9:
        penalty -= 1.0
    penalty -= 0.5 * min(2, len(re.findall(r"(?<=[^\W\d_]{2})[.。]\s?(?=[^\W\d_a-z])", text)))
    if re.search(r"\d{8}", text):
        penalty -= 2.0
    if re.search(r"[^\W\d_]\d{1,4}$", tail) and len(tail) < len(text):
        penalty -= 0.8
    if text.count("(") != text.count(")") or text.count("（") != text.count("）"):
        penalty -= 1.0
    if re.search(rf"[(（\[](?:(?:19|20)\d\d[a-z]?|{STATUS.pattern})[)）\]]\W{{0,2}}$", text, re.IGNORECASE):
        penalty -= 0.9
    if re.search(r"https?:|www\.|doi|\b10\.\d{4}", text):
        penalty -= 2.5
    if YEAR.search(text) and words <= 5:
        penalty -= 0.8
    return penalty


def _next_bonus(body: Body, end: int) -> float:
    """What follows a title: a venue, a year, authors; not the rest of a sentence."""
    text = body.text
    position = end
    while position < len(text) and (text[position].isspace() or text[position] in ".,;:\"”»」’'。，)"):
        position += 1
    rest = text[position : position + 120]
    if not rest:
        return 0.3
    run = body.run_at(position)
    before = body.run_at(max(0, end - 1))
    if run is not None and run.look.italic and (before is None or not before.look.italic):
        return 1.2
    if run is not None and run.role in ("venue", "authors", "year"):
        return 1.2
    if VENUE_START.match(rest) or STATUS.match(rest):
        return 1.1
    head = re.split(r"[,，、.(\n]", rest, maxsplit=1)[0]
    if VENUE_WORDS.search(fold(head)) and len(head.split()) <= 12:
        return 0.9
    if re.match(r"[(（\[]?(?:19|20)\d\d", rest):
        return 0.7
    if rest[0].islower():
        return -0.9
    if text[end : end + 1] == "\n" or "\n" in text[end:position]:
        return 0.4
    return 0.0
