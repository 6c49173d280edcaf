"""The possible readings of one entry: which stretch is the title, and where the authors stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from scholarsync.sources.homepage.body import Body
from scholarsync.sources.homepage.evidence import YEAR
from scholarsync.sources.homepage.lexicon import STATUS, fold, tells_venue
from scholarsync.sources.homepage.likeness import ADDRESS, JOURNAL, MOST_KEPT, begin_of, behind_year
from scholarsync.sources.homepage.people import NOBODY, NameList, split_list
from scholarsync.sources.homepage.scan import Stop, scan
from scholarsync.sources.homepage.shapes import UPPER, is_cjk_text
from scholarsync.sources.homepage.spans import Span, title_spans

TOLD = 0.6
"""Trust in a list of names from which on a class name that calls it so is believed."""
LONGEST_LIST = 8000
PLAIN_TO_SEE = 2.2
"""Score of authors before the title from which on nobody looks for others behind it."""
WITH = re.compile(
    r"(?:^|[\s,;.(\[])(?:(?:joint(?:ly)?|co-?authored|together|zusammen|gemeinsam|junto|insieme|ensemble)(?: work)? )?"
    r"(?:with|w/|mit|avec|con|com|coauthors?:|en collaboration avec|em parceria com|en colaboraci[oó]n con|"
    r"in collaborazione con)[ \u00a0:]+(?=[^\W\d_])",
    re.IGNORECASE,
)
WITH_FIRST = re.compile(
    rf"[(\[]?(?:(?:together|zusammen|gemeinsam|junto|insieme|joint(?:ly)?) )?(?:with|mit|avec|con|com|coll\. with|"
    rf"en collaboration avec|em parceria com)[ \u00a0:]+(?=[{UPPER}])",
    re.IGNORECASE,
)
"""Co-authors named before the title: "(with Ada Quill) Rain on roofs", "Con A. Quill, Pioggia"."""
BY = re.compile(
    r"^[\s,.;:\n\"”–—-]{0,6}(?:by|authors?\s?:|autor(?:es|en|i)?\s?:|auteurs?\s?:|著者?\s?[:：])\s", re.IGNORECASE
)


_OPEN_YEAR = (
    r"(?:19|20)\d\d[a-z]?\+?|forthcoming|in press|to appear|accepted|submitted|under review|in review|in revision|"
    r"in progress|in prep(?:aration)?|(?:completed )?manuscript"
)
YEAR_BEHIND = re.compile(r"[\s(][\s(]*(?:19|20)\d\d[a-z]?[\s).,:]*$")
OPEN_YEAR = re.compile(_OPEN_YEAR)
CLOSING_YEAR = re.compile(
    rf"[\s.,;:，、：；]*(?:\(?\b(?:eds?|hrsg|hg|editors|"
    rf"coords?)\b\.?\)?[\s.,:]*)?(?:[(（\[]\s?(?:[^()（）\[\]]{{0,12}}(?:{_OPEN_YEAR})[^()（）\[\]]{{0,14}})\s?[)）\]]|"
    rf"(?<=[\s.,;:，、：；])(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{{0,6}}\.?\s)?"
    rf"(?:{_OPEN_YEAR})年?(?: (?:at|to|in|by) [^.,:]{{2,40}})?)[\s.,:，、：；]*$",
    re.IGNORECASE,
)
"""A year, in brackets or bare, that ends an author list."""


@dataclass(frozen=True, slots=True)
class People:
    """An author list found in an entry, and where."""

    start: int
    end: int
    place: str
    """role, before, after, line, bracket, with, none."""
    names: NameList
    score: float


CONTAINER_NEXT = re.compile(r"[\s,.;\"”’']{0,4}in\s{1,2}", re.IGNORECASE)
DATED_VENUE = re.compile(r"[\s.,(]{1,4}(?:19|20)\d\d\)?(?:\s?\([^()\d]{2,30}\))?\.\s{1,3}")
OTHER_PARTS = frozenset({"badge", "venue", "year", "title"})
LIST_GOES_ON = re.compile(r"(?:[,;&、，]|\b(?:and|und|et|y|e))\s{0,3}\Z")
EDITED_BY = re.compile(
    r"\s{0,3}(?:edited by|ed\.? by|(?:hg|hrsg)\.? (?:von|v\.)|herausgegeben von|sous la direction de|a cura di|"
    r"editado por|org\. por|pod red\.|under redaktion av)\s",
    re.IGNORECASE,
)
IN_A_BOOK = re.compile(r"(?:^|\n|[.,]\s)\W{0,3}(?:in|dans|en|em|w)\b\s?:?\s", re.IGNORECASE)
VOLUME_NEXT = re.compile(r"\s{0,2},\s{0,2}(?:[Vv]ol(?:ume)?\.?\s)?\d{1,3}\b")


NO_PEOPLE = People(0, 0, "none", NOBODY, 0.0)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an entry."""

    title: Span
    people: People
    score: float


def readings_of(body: Body) -> list[Reading]:
    """All readings worth scoring."""
    readings: list[Reading] = []
    by_role = _by_role(body)
    for title in title_spans(body):
        readings.extend(
            Reading(title, people, title.score + people.score + _leftover(body, title, people))
            for people in _people_for(body, title, by_role)
        )
    return readings


def _people_for(body: Body, title: Span, by_role: list[People]) -> list[People]:
    found = [people for people in by_role if people.end <= title.start or people.start >= title.end]
    if any(people.names.trust >= TOLD for people in found):
        return [*found, NO_PEOPLE]
    before = _before(body, title)
    if before is not None:
        found.append(before)
    if before is None or before.score < PLAIN_TO_SEE:
        found.extend(_after(body, title.end))
    found.append(NO_PEOPLE)
    return found


def _by_role(body: Body) -> list[People]:
    found: list[People] = []
    runs = [run for run in body.runs if run.role == "authors"]
    if not runs:
        return found
    groups: list[list[int]] = []
    for run in runs:
        if groups and groups[-1][2] == run.cell and run.start - groups[-1][1] <= 3:
            groups[-1][1] = run.end
        else:
            groups.append([run.start, run.end, run.cell])
    for start, end, _ in groups[:3]:
        opening = WITH_FIRST.match(body.text, start, end)
        if opening is not None:
            names = split_list(_clean(body.text[opening.end() : end]).rstrip(") "))
        else:
            names = split_list(_clean(body.text[start:end]), cells=_name_cells(body, start, end))
        if names.names:
            dated = YEAR_BEHIND.search(body.text[start:end])
            end = start + dated.start() if dated is not None else end  # noqa: PLW2901 - the year is no part of the list
            place = "role" if opening is None else "with"
            found.append(People(start, end, place, names, 2.5 + names.trust))
    return found


def _clean(text: str) -> str:
    text = BY.sub("", text.replace("\n", " "))
    return YEAR_BEHIND.sub("", text).strip()


def _name_cells(body: Body, start: int, end: int) -> tuple[str, ...]:
    """Texts of elements that hold one name each: all text that is letters stands in them, separators between."""
    cells: list[tuple[int, str]] = []
    for run in body.runs_in(start, end):
        text = body.text[max(run.start, start) : min(run.end, end)]
        if run.look.sup:
            continue
        if run.look.element == 0 or (not run.look.roles and run.look.href is None and run.look.bold):
            if re.search(r"[^\W\d_]{2}", re.sub(r"\b(?:and|und|et|y)\b", "", text)):
                return ()
            continue
        if not re.search(r"[^\W\d_]{2}", text):
            continue
        if cells and cells[-1][0] == run.look.element:
            cells[-1] = (run.look.element, cells[-1][1] + text)
        else:
            cells.append((run.look.element, text))
    texts = [text.strip(" ,;&\n") for _, text in cells]
    with_comma = [text for text in texts if "," in text]
    if len(with_comma) * 2 < len(texts) and any(
        all(len(part.split()) > 1 for part in text.split(",")) for text in with_comma
    ):
        return ()  # one element holds several names: an unfolded rest of the list
    if len(texts) < 2 or any(text.count(",") > 1 or re.search(r"\b(?:and|und)\b|;|&", text) for text in texts):
        return ()
    return tuple(texts)


@lru_cache(maxsize=MOST_KEPT)
def _names(body: Body, start: int, end: int) -> NameList:
    text = body.text[start:end]
    for run in body.runs_in(start, end):  # footnote numbers and letters on names
        if run.look.sup and run.end - run.start <= 8:
            low, high = max(run.start, start) - start, min(run.end, end) - start
            text = text[:low] + "\x00" * (high - low) + text[high:]
    text = _clean(text.replace("\x00", ""))
    cells = _name_cells(body, start, end) if any(run.look.element for run in body.runs_in(start, end)) else ()
    return split_list(text, cells=cells)


def _worth(names: NameList) -> float:
    count = len(names.names)
    if not count:
        return -5.0
    value = 2.4 * names.trust - 0.4
    if count == 1 and names.trust < 0.95:
        value -= 0.8
    return value + min(count, 4) * 0.12 + 0.3 * names.truncated


def _before(body: Body, title: Span) -> People | None:
    """Authors between the beginning and the title; co-authors where these words begin with "with"."""
    text = body.text
    opening = WITH_FIRST.match(text, body.begin)
    if opening is not None and opening.end() < title.start:
        return _list_at(body, opening.end(), "with", limit=title.start)
    found = _before_title(body, title.start)
    if found is None:
        return None
    touching = (
        title.kind.startswith(("quote", "inner"))
        and is_cjk_text(text[title.start - 2 : title.start - 1])
        and text[title.end + 1 : title.end + 2].isalpha()
    )  # 紅葉山文庫「目録」の研究 is one title
    return replace(found, score=found.score + (0.2 if not touching else -2.0))


@lru_cache(maxsize=MOST_KEPT)
def _before_title(body: Body, start: int) -> People | None:
    text = body.text
    begin, end = begin_of(body), start
    while end > begin and text[end - 1] in " \n\t\"“”„«「『〈《‘'`*:.,，、：。–—-":
        end -= 1
    if stated := JOURNAL.search(text, begin, end) or ADDRESS.search(text, begin, end):
        end = stated.start()
        while end > begin and text[end - 1] in " \n\t.,;:":
            end -= 1
    if end - begin < 2:
        return None
    trailing = _year_at_end(text, begin, end)
    end_names = trailing if trailing is not None else end
    if (
        end_names < len(text)
        and text[end_names] == "."
        and re.search(r"(?:^|[\s.-])[^\W\d_]{1,2}$", text[begin:end_names])
    ):
        end_names += 1
    names = _names(body, begin, end_names)
    if not names.names:
        return None
    value = _worth(names) - 2.0 * _is_one_link(body, begin, end_names, names, before=start)
    if (
        len(names.names) == 1
        and names.trust < 0.95
        and trailing is None
        and ":" in text[end_names:start]
        and "," not in names.names[0]
    ):
        value -= 1.5  # "System: what it does" is one title
    return People(begin, end_names, "before", names, value)


def _is_one_link(body: Body, begin: int, end: int, names: NameList, *, before: int) -> bool:
    """Whether a single link holds several names: it leads to a work, and its title has commas.

    A link that goes on over what is behind the names holds the whole entry and tells nothing.
    """
    first, behind = body.run_at(begin), body.run_at(before)
    return (
        len(names.names) > 1
        and first is not None
        and first.look.href is not None
        and (behind is None or behind.look.href != first.look.href)
        and all(run.look.href == first.look.href for run in body.runs_in(begin, end))
    )


def _year_at_end(text: str, begin: int, end: int) -> int | None:
    """Where a year that closes the author list begins."""
    low = max(begin, end - 60)
    if not OPEN_YEAR.search(text[low:end].lower()):
        return None
    found = CLOSING_YEAR.search(text[low:end])
    return low + found.start() if found else None


@lru_cache(maxsize=MOST_KEPT)
def _after(body: Body, end: int) -> tuple[People, ...]:
    """Authors behind the title: at once, in brackets, on a line of their own, or after "with"."""
    text = body.text
    found: list[People] = []
    position = end
    while position < len(text) and text[position] in " \t\"”“»」』’'`.,;:!?–—-|·*":
        position += 1
    on_line = text[end : position + 1].find("\n") >= 0 or (position < len(text) and text[position] == "\n")
    lines = [position] if not on_line else []
    line = text.find("\n", max(end - 1, 0))
    while line >= 0 and len(lines) < 5:
        lines.append(line + 1)
        line = text.find("\n", line + 1)
    for number, line_start in enumerate(lines):
        edited = EDITED_BY.match(text, line_start)
        if edited is not None and IN_A_BOOK.search(text, end, line_start):
            continue  # who edited the book that the text stands in
        start = edited.end() if edited is not None else line_start
        people = _list_at(body, start, "after" if not on_line and number == 0 else "line")
        if people is not None:
            found.append(people)
    places = (_behind_container(body, end), _behind_venue(body, end))
    found += [p for place in places if place is not None and (p := _list_at(body, place, "after")) is not None]
    if position < len(text) and text[position] in "(（[":
        found.extend(_in_brackets(body, position + 1))
    for number, hit in enumerate(WITH.finditer(text, end, min(len(text), end + 1500))):
        if number > 2:
            break
        people = _list_at(body, hit.end(), "with")
        if people is not None:
            found.append(people)
    return tuple(found)


def _behind_container(body: Body, end: int) -> int | None:
    """Behind the italic book that a title stands in: "Rain on roofs," in <i>Roofs of the World,</i> A. Quill (2020)."""
    opening = CONTAINER_NEXT.match(body.text, end)
    run = body.run_at(opening.end()) if opening is not None else None
    if run is None or not run.look.italic:
        return None
    stop = run.end
    while stop < len(body.text) and body.text[stop] in " ,;\n":
        stop += 1
    return stop


def _behind_venue(body: Body, end: int) -> int | None:
    """Behind the italic venue and its year, where the persons come last: "Rain. <i>ROOF</i>, 2017. A. Quill."."""
    gap = len(body.text[end : end + 4]) - len(body.text[end : end + 4].lstrip(" .,\n"))
    run = body.run_at(end + gap)
    if gap == 0 or run is None or not run.look.italic or run.start != end + gap:
        return None
    dated = DATED_VENUE.match(body.text, run.end)
    return dated.end() if dated is not None else None


@lru_cache(maxsize=MOST_KEPT)
def _list_at(body: Body, start: int, place: str, *, limit: int | None = None) -> People | None:
    text = body.text
    by = BY.match(text[start : start + 30])
    begin = behind_year(text, start + (by.end() if by else 0))
    if limit is None:
        limit = _look_limit(body, begin) if place in ("with", "after") else len(text)
        limit = min(limit, _role_limit(body, begin))
    stops = _before_journal(text, scan(text[: min(limit, begin + LONGEST_LIST)], begin))
    if not stops:
        return None
    end = next((stop.end for stop in stops if place == "with" and stop.sign in tuple("()[]（）")), stops[-1].end)
    names = _names(body, begin, end)
    if not names.names or (
        names.trust < 0.6 and not (place == "with" and text[:begin].rstrip().lower().endswith(("(with", "[with")))
    ):
        return None
    value = _worth(names) + (0.5 if by else 0.0) + (0.8 if place == "with" else 0.0)
    behind = text[end : end + 2]
    if place == "line" and (not behind or "\n" in behind or behind[0] in "(."):
        value += 0.5
    if place == "line" and stops[-1].sign not in ("", "\n", ".", "(", ":"):
        value -= 0.4
    return People(begin, end, place, names, value - (0.5 if place == "after" else 0.0))


def _before_journal(text: str, stops: list[Stop]) -> list[Stop]:
    """The stops of a list without a journal of one word that its volume tells: "with Ivo Brook, Gutters, 19"."""
    if len(stops) < 2 or not VOLUME_NEXT.match(text, stops[-1].end):
        return stops
    return stops[:-1] if len(text[stops[-2].after : stops[-1].end].split()) == 1 else stops


def _look_limit(body: Body, begin: int) -> int:
    """Where the look changes to italic behind a plain beginning: names do not run on into a venue."""
    first = body.run_at(begin)
    if first is None or first.look.italic:
        return len(body.text)
    return next((run.start for run in body.runs_in(begin, len(body.text)) if run.look.italic), len(body.text))


def _role_limit(body: Body, begin: int) -> int:
    """Where a class name says that another part begins: a status, a venue, a year."""
    first = body.run_at(begin)
    if first is None or first.role in OTHER_PARTS:
        return len(body.text)
    return next(
        (
            run.start
            for run in body.runs_in(begin + 1, len(body.text))
            if run.role in OTHER_PARTS
            and run.start > begin
            and not LIST_GOES_ON.search(body.text, max(0, run.start - 8), run.start)
        ),
        len(body.text),
    )


def _in_brackets(body: Body, start: int) -> list[People]:
    """ "(Quick, Brown & Fox, 2025)" behind the title."""
    text = body.text
    close = re.compile(r"[)）\]]").search(text, start, min(len(text), start + 1500))
    if close is None:
        return []
    inner_end = close.start()
    year = re.search(r"[,\s]+(?:19|20)\d\d[a-z]?$", text[start:inner_end])
    if is_cjk_text(text[start:inner_end]):
        return []  # the publisher stands there
    if WITH.match(" " + text[start : start + 20]):
        return []
    end = start + year.start() if year else inner_end
    names = _names(body, start, end)
    if names.trust < 0.35 or not names.names or (year is None and (names.surnames_only or len(names.names) < 2)):
        return []
    return [People(start, end, "bracket", names, _worth(names) + (1.5 if year else 0.0))]


def _leftover(body: Body, title: Span, people: People) -> float:
    """Words before the title that the reading does not explain speak against it."""
    text = body.text
    begin = begin_of(body)
    if title.start <= begin:
        return 0.0
    before = [(begin, title.start)]
    if people.place != "none" and people.end <= title.start:
        before = [(begin, people.start), (people.end, title.start)]
    rest = " ".join(text[low:high] for low, high in before if high > low)
    doubt = 0.0
    if people.place == "before" and people.names.trust < 0.75:
        doubt = min(3.0, 0.45 * (1 - people.names.trust) * len(text[people.start : people.end].split()))
    words, venue = _words_in(rest)
    badge = words <= 3 and (venue or "\n" in text[begin : title.start])
    if title.kind.startswith(("role", "heading")):
        return -min(0.8, 0.05 * words) - doubt
    return -min(3.5, (0.15 if badge else 0.45) * words) - doubt


@lru_cache(maxsize=MOST_KEPT)
def _words_in(text: str) -> tuple[float, bool]:
    """How many words a text has beside years and statuses, and whether they may be a venue's badge."""
    text = YEAR.sub(" ", STATUS.sub(" ", text))
    folded = fold(text)
    words = len(folded.replace(" ", "")) / 2 if is_cjk_text(text) else len(folded.split())
    return words, tells_venue(folded) or text.isupper()
