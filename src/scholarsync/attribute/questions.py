"""What to ask a person so that few answers settle many candidates.

First one screen of co-author names to tick, because a ticked name settles all that it stands
on; then the largest groups of unsure records, each with its papers; then single ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scholarsync.attribute.evidence import PersonEvidence
from scholarsync.attribute.judge import Seen, look, verdict_of
from scholarsync.attribute.names import Name
from scholarsync.attribute.pool import Pool
from scholarsync.attribute.scene import Scene
from scholarsync.attribute.trees import load_model
from scholarsync.model import Record

NAMES_ON_SCREEN = 12
_RARE = 1.2
"""Names commoner than this are not worth asking for: a namesake of the co-author would be ticked with them."""


@dataclass(frozen=True, slots=True)
class CoauthorQuestion:
    """ "Which of these have you written with?": ticked ones become evidence."""

    names: tuple[str, ...]
    stands_on: tuple[tuple[str, ...], ...]
    """For each name the keys of the records that name it."""


@dataclass(frozen=True, slots=True)
class GroupQuestion:
    """ "These n, with X and Y: all, none, some?"."""

    keys: tuple[str, ...]
    names: tuple[str, ...]
    """The co-authors that hold the group together, most frequent first."""


@dataclass(frozen=True, slots=True)
class Questions:
    """What to ask, in the order to ask it."""

    coauthors: CoauthorQuestion
    groups: tuple[GroupQuestion, ...]
    """Largest first; single records last, the most uncertain of them first."""


def questions(person: PersonEvidence, candidates: Sequence[Record]) -> Questions:
    """The questions about candidates that the evidence leaves open."""
    scene, seen = look(person, candidates)
    model = load_model()
    informed = bool(scene.ours)
    unsure = [each for each in seen if verdict_of(each, model, informed=informed) == "unsure"]
    return Questions(coauthors=_coauthors(scene, unsure), groups=_groups(scene, unsure))


def _coauthors(scene: Scene, unsure: Sequence[Seen]) -> CoauthorQuestion:
    """The names that stand on most unsure records that no name before them stands on."""
    stands: dict[Name, set[str]] = defaultdict(set)
    for each in unsure:
        for name in each.item.others:
            if _worth_asking(scene.pool, name):
                stands[name].add(each.item.key)
    settled = {name for item in scene.pool.items if not item.asked for name in item.others}
    spelling = scene.pool.spelling
    left = {spelling[name]: keys for name, keys in stands.items() if name not in settled}
    chosen: list[tuple[str, tuple[str, ...]]] = []
    covered: set[str] = set()
    while left and len(chosen) < NAMES_ON_SCREEN:
        text = min(left, key=lambda text: (-len(left[text] - covered), -len(left[text]), text))
        keys = left.pop(text)
        if not keys - covered:
            break
        covered |= keys
        chosen.append((text, tuple(sorted(keys))))
    return CoauthorQuestion(tuple(name for name, _ in chosen), tuple(keys for _, keys in chosen))


def _worth_asking(pool: Pool, name: Name) -> bool:
    return bool(name.first) and pool.commonness(name, full=True) < _RARE


def _groups(scene: Scene, unsure: Sequence[Seen]) -> tuple[GroupQuestion, ...]:
    by_group: dict[int, list[Seen]] = defaultdict(list)
    for each in unsure:
        by_group[scene.group[each.item.number]].append(each)
    ordered = sorted(
        by_group.values(),
        key=lambda group: (-len(group), min(abs(each.score - 0.5) for each in group), min(e.item.key for e in group)),
    )
    return tuple(
        GroupQuestion(tuple(sorted(each.item.key for each in group)), _frequent_names(scene, group))
        for group in ordered
    )


def _frequent_names(scene: Scene, group: Sequence[Seen]) -> tuple[str, ...]:
    count: dict[str, int] = defaultdict(int)
    for each in group:
        for name in each.item.others:
            count[scene.pool.spelling[name]] += 1
    return tuple(sorted(count, key=lambda name: (-count[name], name))[:4])
