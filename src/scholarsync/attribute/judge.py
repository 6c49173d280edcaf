"""The verdict on each candidate, and the reason in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scholarsync.attribute.evidence import Attribution, PersonEvidence
from scholarsync.attribute.figures import NEAR_FIELD, Row, figures
from scholarsync.attribute.links import share_weight
from scholarsync.attribute.names import Fit
from scholarsync.attribute.neighbours import SECOND_FIGURES, second_figures
from scholarsync.attribute.pool import Item, build_pool
from scholarsync.attribute.scene import Scene, build_scene, touches
from scholarsync.attribute.trees import Model, blend, load_model, weigh
from scholarsync.model import Claim, Record

_AT = {name: place for place, name in enumerate(SECOND_FIGURES)}
LINKED = 0.25
"""Shared co-authors that weigh more than this are a link to the known works; over two steps, twice as much."""
CIRCLE = 5
"""A group of so many records without a link to the person's works is somebody's own circle."""
_SHOWN = 3
_FORM_OF_ITS_OWN = 0.75
"""Where this much of what is spelled alike hangs together with the known works, the given name is the person's own."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate with its figures and score, before the verdict is put in words."""

    item: Item
    row: Row
    score: float
    stranger: bool
    """Whether it, or its group, is written with somebody the person left unticked, and with nobody of the person's."""

    def __getitem__(self, figure: str) -> float:
        return self.row[_AT[figure]]


def attribute(person: PersonEvidence, candidates: Sequence[Record]) -> tuple[Attribution, ...]:
    """Whose the candidates are, in their order; what one is called depends on all of them.

    Args:
        person: what is known of the person.
        candidates: records that a search for the person's name, or a list that may hold others' works, gave.
    """
    return judged(person, candidates, *look(person, candidates))


def judged(
    person: PersonEvidence, candidates: Sequence[Record], scene: Scene, seen: Sequence[Seen]
) -> tuple[Attribution, ...]:
    """The verdicts on candidates that were looked at."""
    model = load_model()
    signed = {record.key for record in candidates if person.orcid and record.ids.get("orcid") == person.orcid}
    return tuple(_judge(scene, each, model=model, signed=each.item.key in signed) for each in seen)


def look(person: PersonEvidence, candidates: Sequence[Record]) -> tuple[Scene, list[Seen]]:
    """Both looks at every candidate."""
    scene = build_scene(build_pool(person, candidates))
    model = load_model()
    rows = figures(scene)
    first = weigh(model.first, rows)
    rows = second_figures(scene, rows, first)
    scores = map(blend, first, weigh(model.second, rows))
    unticked = frozenset(item.number for item in scene.pool.items if item.role == "unticked")
    return scene, [
        Seen(item, row, score, stranger=bool(unticked) and _with_stranger(scene, item, unticked))
        for item, row, score in zip(scene.candidates, rows, scores, strict=True)
    ]


def _with_stranger(scene: Scene, item: Item, unticked: frozenset[int]) -> bool:
    members = scene.members[scene.group[item.number]]
    met = touches(scene.links, item, unticked) or any(member.number in unticked for member in members)
    return met and not touches(scene.links, item, scene.ours) and not any(member.ours for member in members)


def verdict_of(seen: Seen, model: Model, *, informed: bool) -> Claim:
    """The verdict: by the given name where it clashes, else by the score.

    Nothing is "mine" while nothing is known, nor what names neither the person nor any co-author.
    """
    if seen.item.fit == Fit.CLASH:
        return "not_mine"
    if not informed:
        return "unsure"
    linked = seen["shared_total"] > LINKED or seen["two_steps"] > 2 * LINKED
    limit = model.mine if linked else model.mine_without_link
    named = seen.item.target is not None
    if seen.score >= limit and (linked or (named and (_has_own_name(seen) or not _among_others(seen)))):
        return "mine"
    return "not_mine" if seen.score < model.not_mine or seen.stranger else "unsure"


def _among_others(seen: Seen) -> bool:
    """Whether it sits in a group of some size of which nothing leads to the person's works."""
    return seen["group_shared"] == 0 and seen["group_known"] == 0 and seen["group_size"] >= math.log1p(CIRCLE)


def _has_own_name(seen: Seen) -> bool:
    """Whether the given name by itself sets the person apart from the others of the surname."""
    return (
        seen.item.fit >= Fit.FIRST
        and seen["compatible_share"] < 1 - _FORM_OF_ITS_OWN / 2
        and seen["form_linked"] >= _FORM_OF_ITS_OWN
    )


def _judge(scene: Scene, seen: Seen, *, model: Model, signed: bool) -> Attribution:
    key = seen.item.key
    if signed:
        return Attribution(key=key, verdict="mine", reason="it carries the person's ORCID", score=1.0)
    verdict = verdict_of(seen, model, informed=bool(scene.ours))
    names = shared_names(scene, seen.item)
    score = min(seen.score, model.not_mine) if seen.item.fit == Fit.CLASH else seen.score
    return Attribution(
        key=key,
        verdict=verdict,
        reason=_reason(scene, seen, verdict=verdict, names=names),
        score=score,
        thin=verdict == "mine" and not names and seen["linked_best"] < NEAR_FIELD,
    )


def shared_names(scene: Scene, item: Item) -> list[str]:
    """Co-authors that stand on the person's own works too, the most telling first."""
    found: dict[str, float] = {}
    for name in item.others:
        for number, other in scene.pool.by_key.get(name.initial_key, ()):
            if number in scene.ours:
                weight = share_weight(scene.pool, name, other)
                text = scene.pool.spelling[name]
                if weight > found.get(text, NEAR_FIELD):
                    found[text] = weight
    return sorted(found, key=lambda text: (-found[text], text))


def _reason(scene: Scene, seen: Seen, *, verdict: Claim, names: Sequence[str]) -> str:
    item = seen.item
    if item.fit == Fit.CLASH and item.target is not None:
        return f"the given name is another: {scene.pool.spelling[item.target]}"
    if not scene.ours:
        return "nothing is known of the person's works yet"
    said = {"mine": _for, "not_mine": _against, "unsure": _torn}[verdict](scene, seen, names)
    return "; ".join(said)


def _for(scene: Scene, seen: Seen, names: Sequence[str]) -> list[str]:
    said = []
    if names:
        said.append(f"written with {_listed(names)}, as known works are")
    elif seen["linked_best"] > NEAR_FIELD:
        said.append(f"shares co-authors with works judged the person's ({_group_words(scene, seen.item)})")
    if seen.item.fit >= Fit.FIRST and _has_own_name(seen):
        said.append("the given name is the person's and hardly another's here")
    if seen["title_centre"] > NEAR_FIELD:
        said.append("the title is near the known works")
    if seen["venue_same"] == 1:
        said.append("same venue as a known work")
    return said or ["name, words and neighbours taken together are the person's"]


def _against(scene: Scene, seen: Seen, names: Sequence[str]) -> list[str]:
    said = []
    if seen.item.fit == Fit.MIDDLE_CLASH and seen.item.target is not None:
        said.append(f"the middle name is another: {scene.pool.spelling[seen.item.target]}")
    if seen.stranger:
        said.append("written with somebody who was shown and not ticked")
    if len(scene.members[scene.group[seen.item.number]]) > 1:
        said.append(f"it belongs to works of other people ({_group_words(scene, seen.item)})")
    if not names:
        said.append("no co-author is shared with the known works")
    if seen["title_centre"] <= NEAR_FIELD:
        said.append("the title is far from them")
    if seen["years_outside"] > _SHOWN:
        said.append(f"{int(seen['years_outside'])} years outside of theirs")
    return said or ["its neighbours are another's works"]


def _torn(scene: Scene, seen: Seen, names: Sequence[str]) -> list[str]:
    said = []
    if names:
        said.append(f"{_listed(names)} may be a co-author of known works, but that is not enough")
    elif not seen.item.others:
        said.append("written alone")
    else:
        said.append("no co-author is shared with the known works")
    if len(scene.members[scene.group[seen.item.number]]) > 1:
        said.append(f"in a group of its own ({_group_words(scene, seen.item)})")
    said.append("the title is near them" if seen["title_centre"] > NEAR_FIELD else "the title is not near them")
    return said


def _group_words(scene: Scene, item: Item) -> str:
    number = scene.group[item.number]
    if number not in scene.company:
        scene.company[number] = _company(scene, scene.members[number])
    return scene.company[number]


def _company(scene: Scene, members: Sequence[Item]) -> str:
    met = Counter(name for member in members for name in member.others if name in scene.pool.spelling)
    names = [scene.pool.spelling[name] for name in sorted(met, key=lambda name: (-met[name], name.surname, name.given))]
    return f"{len(members)} with {_listed(names)}" if names else f"{len(members)}"


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown
