"""What to ask a person so that few answers settle many candidates.

First one screen of co-author names to tick, because a ticked name settles all that it stands
on; then the largest groups of unsure records, each with its papers; then single ones; then
what was taken for the person's on little.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scholarsync.attribute.evidence import PersonEvidence
from scholarsync.attribute.judge import Seen, judged, look
from scholarsync.attribute.names import Name
from scholarsync.attribute.pool import Pool
from scholarsync.attribute.scene import Scene
from scholarsync.model import Record

NAMES_ON_SCREEN = 12
_RARE = 2.0
"""Names commoner than this are not worth asking for: a namesake of the co-author would be ticked with them.

A tick of a fairly common name is still weighed by its rarity."""


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
    thin: tuple[GroupQuestion, ...]
    """What is "mine" on title, venue or name alone, in the same order."""
    reasons: Mapping[str, str]
    """Key of each of these records to what the evidence says of it."""


def questions(person: PersonEvidence, candidates: Sequence[Record]) -> Questions:
    """The questions about candidates that the evidence leaves open, or on which it says little."""
    scene, seen = look(person, candidates)
    told = {each.key: each for each in judged(person, candidates, scene, seen)}
    unsure = [each for each in seen if told[each.item.key].verdict == "unsure"]
    thin = [each for each in seen if told[each.item.key].thin]
    reasons = {each.item.key: told[each.item.key].reason for each in (*unsure, *thin)}
    return Questions(_coauthors(scene, unsure), _groups(scene, unsure), _groups(scene, thin), reasons)


def group_by_company(person: PersonEvidence, records: Sequence[Record]) -> tuple[GroupQuestion, ...]:
    """Records in groups that hang together by their co-authors, largest first."""
    scene, seen = look(person, records)
    return _groups(scene, seen)


def _coauthors(scene: Scene, unsure: Sequence[Seen]) -> CoauthorQuestion:
    """The names whose groups hold most unsure records that no name before them settles."""
    settled = {name for item in scene.pool.items if not item.asked for name in item.others}
    stands: dict[str, set[str]] = defaultdict(set)
    reach: dict[str, set[int]] = defaultdict(set)
    for each in unsure:
        for name in each.item.others:
            if name not in settled and _worth_asking(scene.pool, name):
                text = scene.pool.spelling[name]
                stands[text].add(each.item.key)
                reach[text].add(scene.group[each.item.number])
    open_in = Counter(scene.group[each.item.number] for each in unsure)
    chosen: list[str] = []
    covered: set[int] = set()
    while len(chosen) < min(NAMES_ON_SCREEN, len(reach)):
        gain = {text: sum(open_in[group] for group in groups - covered) for text, groups in reach.items()}
        text = min(gain, key=lambda text: (-gain[text], -len(stands[text]), text))
        if not gain[text]:
            break
        covered |= reach[text]
        chosen.append(text)
    return CoauthorQuestion(tuple(chosen), tuple(tuple(sorted(stands[text])) for text in chosen))


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
