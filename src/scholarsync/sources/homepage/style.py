"""Learning how a page writes its entries, and reading every entry that way.

Each entry has several possible readings (which span is the title, where the authors stand).
Read alone, each reading has a score from its own look.  Read together, the readings of one
list vote: the kinds of boundary that win in most entries are what this list uses, and the
vote is added to every reading's score.  Two rounds settle it; the odd entry keeps its own
reading when that is clearly better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from scholarsync.sources.homepage.body import Body
from scholarsync.sources.homepage.readings import Reading, readings_of

ROUNDS = 2
TITLE_VOTE, AUTHOR_VOTE = 2.6, 1.8
LONGER = 0.8
"""Share of the vote for a title that goes on to a second full stop."""


@dataclass(slots=True)
class Entry:
    """An entry with its possible readings and the one that won."""

    body: Body
    group: str
    readings: list[Reading]
    best: Reading | None = None


def read_all(bodies: Sequence[tuple[Body, str]]) -> list[Entry]:
    """Read the entries of a page together; `group` names the list each stands in."""
    entries = [Entry(body, group, readings_of(body)) for body, group in bodies]
    for entry in entries:
        entry.best = max(entry.readings, key=lambda reading: reading.score, default=None)
    for _ in range(ROUNDS):
        styles = {group: (style, cache(style.vote)) for group, style in learn(entries).items()}
        for entry in entries:
            entry.best = _best(entry.readings, *styles[entry.group])
    return entries


def _best(readings: Sequence[Reading], style: Style, vote: Callable[[str, str], float]) -> Reading | None:
    """The reading with the highest score, the list's vote added and its doubt taken."""
    return max(
        readings,
        key=lambda reading: reading.score + vote(reading.title.kind, reading.people.place) - style.doubt(reading),
        default=None,
    )


LONELY, SURE, NAMELESS = 1.5, 0.95, 0.5
"""How much it says, the trust from which a name stands alone, and the share of entries without names."""


@dataclass(frozen=True, slots=True)
class Style:
    """Shares of the kinds of title boundary and of the places of authors in one list."""

    titles: dict[str, float]
    places: dict[str, float]
    pairs: dict[tuple[str, str], float]
    entries: int

    def vote(self, kind: str, place: str) -> float:
        """What the list says for titles of a kind with authors in a place."""
        title, place = _kind(kind), _place(place)
        trust = min(1.0, self.entries / 4)
        pair = self.pairs.get((title, place), 0.0)
        ease = LONGER if kind.endswith("+") else 1.0
        votes = TITLE_VOTE * (0.6 * self.titles.get(title, 0.0) + 0.4 * pair)
        return trust * (ease * votes + AUTHOR_VOTE * self.places.get(place, 0.0))

    def doubt(self, reading: Reading) -> float:
        """What speaks against a single name of no sure shape where most print none: "Public Gardens. A list"."""
        names = reading.people.names
        lonely = _place(reading.people.place) != "none" and len(names.names) == 1 and names.trust < SURE
        return LONELY if lonely and self.places.get("none", 0.0) >= NAMELESS else 0.0

    def describe(self) -> str:
        """The style in words."""
        title = max(self.titles, key=lambda kind: self.titles[kind], default="?")
        place = max(self.places, key=lambda kind: self.places[kind], default="?")
        return f"title by {title} ({self.titles.get(title, 0):.0%}), authors {place} ({self.places.get(place, 0):.0%})"


def _place(place: str) -> str:
    """ "With X" stands where a paper has co-authors; in the same list others have none."""
    return "none" if place == "with" else place


def _kind(kind: str) -> str:
    """Full stop and question mark end the same kind of title, the second as the first."""
    return kind.replace(":query", ":stop").rstrip("+")


def learn(entries: Sequence[Entry]) -> dict[str, Style]:
    """The style of each list: its own entries count most, the page's lend a little."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.group, []).append(entry)
    page = _shares(entries)
    return {group: _mixed(_shares(members), page, len(members)) for group, members in groups.items()}


def _shares(entries: Sequence[Entry]) -> Style:
    best = [entry.best for entry in entries if entry.best is not None]
    total = max(1, len(best))
    titles = Counter(_kind(reading.title.kind) for reading in best)
    places = Counter(_place(reading.people.place) for reading in best)
    pairs = Counter((_kind(reading.title.kind), _place(reading.people.place)) for reading in best)
    return Style(
        {kind: count / total for kind, count in titles.items()},
        {kind: count / total for kind, count in places.items()},
        {kind: count / total for kind, count in pairs.items()},
        len(best),
    )


def _mixed(own: Style, page: Style, count: int) -> Style:
    """A small list borrows from the page."""
    share = count / (count + 2)

    def mix(mine: dict, theirs: dict) -> dict:  # type: ignore[type-arg]  # keys of three kinds
        return {kind: share * mine.get(kind, 0.0) + (1 - share) * theirs.get(kind, 0.0) for kind in (mine | theirs)}

    return Style(mix(own.titles, page.titles), mix(own.places, page.places), mix(own.pairs, page.pairs), page.entries)
