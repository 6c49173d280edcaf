"""What speaks for and against a candidate beside the known works, as figures that a small model weighs."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from scholarsync.attribute.links import Link, compatible
from scholarsync.attribute.names import Fit, Name, compare_names
from scholarsync.attribute.pool import Item
from scholarsync.attribute.scene import Scene, ranks, touches
from scholarsync.attribute.texts import centre, cosine

UNKNOWN = math.nan
NEAR_FIELD = 0.05
"""A title as near as this to the known works speaks of something alike."""

NAME = ("fit", "form_share", "compatible_share", "given_forms", "pool_size", "known_size", "list_size")
PEOPLE = ("shared_total", "shared_best", "shared_works", "shared_part", "two_steps")
TITLE = ("title_best", "title_centre", "title_rank", "title_against_rest")
VENUE = ("venue_same", "venue_words", "venue_rarity")
YEARS = ("years_outside", "known_coherence")
GROUP = ("group_size", "group_known", "group_title", "group_shared", "group_years", "rival_groups", "known_group_share")
FORM = ("form_linked", "form_near", "form_rivals")
FIGURES = (*NAME, *PEOPLE, *TITLE, *VENUE, *YEARS, *GROUP, *FORM)
"""The figures of a row, in order."""

Row = list[float]


def figures(scene: Scene) -> list[Row]:
    """A row of figures for each candidate; what is not known is NaN."""
    parts = (
        _names(scene),
        _people(scene),
        _titles(scene),
        _venues(scene),
        _years(scene),
        _groups(scene),
        _forms(scene),
    )
    return [rounded(value for part in row for value in part) for row in zip(*parts, strict=True)]


def rounded(values: Iterable[float]) -> Row:
    """Figures without the last digits, in which sums taken in another order differ."""
    return [round(value, 9) for value in values]


def _names(scene: Scene) -> list[Row]:
    named = [item for item in scene.candidates if item.target is not None and item.target.given]
    forms = Counter(item.target for item in named)
    total = max(1, len(named))
    fitting = sum(item.fit > Fit.MIDDLE_CLASH for item in named) / total
    spread = math.log1p(len({item.first for item in named if item.first}))
    sizes = [math.log1p(len(scene.candidates)), math.log1p(len(scene.known))]
    return [
        [
            float(item.fit),
            forms[item.target] / total if item.target is not None and item.target.given else 0.0,
            fitting,
            spread,
            *sizes,
            math.log1p(item.size),
        ]
        for item in scene.candidates
    ]


def _people(scene: Scene) -> list[Row]:
    reach = {
        number: max((min(1.0, link.total) for other, link in row.items() if other in scene.ours), default=0.0)
        for number, row in scene.links.items()
    }
    company: dict[str, set[Name]] = defaultdict(set)
    for number in scene.ours:
        for name in scene.pool.items[number].others:
            company[name.initial_key].add(name)
    return [
        [*_shared(scene, item), _shared_part(item, company), _two_steps(scene, item, reach)]
        for item in scene.candidates
    ]


def _shared(scene: Scene, item: Item) -> Row:
    """The most telling links to the person's works, and with how many of these there is one."""
    ours: list[Link] = [link for other, link in scene.links.get(item.number, {}).items() if other in scene.ours]
    return [
        max((link.total for link in ours), default=0.0),
        max((link.best for link in ours), default=0.0),
        len(ours) / max(1, len(scene.ours)),
    ]


def _shared_part(item: Item, company: dict[str, set[Name]]) -> float:
    """Which part of the co-authors the person has written with before."""
    met = sum(
        any(compare_names(name, other) > Fit.MIDDLE_CLASH for other in company.get(name.initial_key, ()))
        for name in item.others
    )
    return met / max(1, len(item.others))


def _two_steps(scene: Scene, item: Item, reach: dict[int, float]) -> float:
    steps = [
        min(link.total, reach.get(other, 0.0))
        for other, link in scene.links.get(item.number, {}).items()
        if other not in scene.ours and compatible(item, scene.pool.items[other])
    ]
    return max(steps, default=0.0)


def _titles(scene: Scene) -> list[Row]:
    best = [max((cosine(item.words, work.words) for work in scene.known), default=0.0) for item in scene.candidates]
    rank = ranks(best)
    rows = []
    for item, value in zip(scene.candidates, best, strict=True):
        rest = [score for score, other in scene.near[item.number] if other not in scene.ours]
        rows.append([value, cosine(item.words, scene.middle), rank(value), value - max(rest, default=0.0)])
    return rows


def _venues(scene: Scene) -> list[Row]:
    counts = Counter(item.venue for item in scene.pool.items if item.venue)
    ours = {item.venue for item in scene.known if item.venue}
    words = {word for item in scene.known for word in item.venue_words}
    return [
        [
            float(item.venue in ours),
            sum(word in words for word in item.venue_words) / len(item.venue_words),
            math.log(len(scene.pool.items) / counts[item.venue]),
        ]
        if item.venue
        else [UNKNOWN, UNKNOWN, UNKNOWN]
        for item in scene.candidates
    ]


def _years(scene: Scene) -> list[Row]:
    """How far outside the known years; and whether co-authors can be expected at all, as the known works have them."""
    years = [item.year for item in scene.known if item.year is not None]
    numbers = frozenset(item.number for item in scene.known)
    linked = sum(touches(scene.links, item, numbers) for item in scene.known)
    coherence = linked / len(scene.known) if len(scene.known) > 1 else UNKNOWN
    return [[_years_outside(item.year, years), coherence] for item in scene.candidates]


def _years_outside(year: int | None, years: Sequence[int]) -> float:
    if year is None or not years:
        return UNKNOWN
    return float(max(min(years) - year, year - max(years), 0))


def _groups(scene: Scene) -> list[Row]:
    held = Counter(scene.group[item.number] for item in scene.known)
    years = [item.year for item in scene.known if item.year is not None]
    rivals = sum(
        len(members) >= 3 and not any(item.ours or item.fit <= Fit.MIDDLE_CLASH for item in members)
        for members in scene.members.values()
    )
    told: dict[int, Row] = {}
    for number, members in scene.members.items():
        gaps = [gap for item in members if not math.isnan(gap := _years_outside(item.year, years))]
        told[number] = [
            math.log1p(len(members)),
            held[number] / max(1, len(scene.known)),
            cosine(centre(members), scene.middle),
            sum(not item.ours and touches(scene.links, item, scene.ours) for item in members) / len(members),
            sum(gaps) / len(gaps) if gaps else UNKNOWN,
            math.log1p(rivals),
            max(held.values(), default=0) / max(1, len(scene.known)),
        ]
    return [told[scene.group[item.number]] for item in scene.candidates]


def _forms(scene: Scene) -> list[Row]:
    """Whether the records that spell the given name alike hang together: one person, or several of one name."""
    alike: dict[str, list[Item]] = defaultdict(list)
    for item in scene.candidates:
        if item.first:
            alike[item.first].append(item)
    told = {first: _hang_together(scene, items) for first, items in alike.items()}
    return [told.get(item.first, [UNKNOWN, UNKNOWN, UNKNOWN]) for item in scene.candidates]


def _hang_together(scene: Scene, items: Sequence[Item]) -> Row:
    groups = {scene.group[item.number] for item in items}
    return [
        sum(scene.linked[scene.group[item.number]] for item in items) / len(items),
        sum(cosine(item.words, scene.middle) > NEAR_FIELD for item in items) / len(items),
        math.log1p(sum(not scene.linked[group] and len(scene.members[group]) >= 2 for group in groups)),
    ]
