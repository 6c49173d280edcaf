"""Strangers' papers in a list that should hold one person's alone, as a polluted profile does.

Nothing else says of such a list whose it is, so each part of it is judged by the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from scholarsync.attribute.evidence import Attribution, PersonEvidence
from scholarsync.attribute.judge import attribute
from scholarsync.attribute.pool import build_pool
from scholarsync.attribute.scene import build_scene
from scholarsync.model import Author, Record
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.normalise.titles import fold

FEWEST = 8
"""Of fewer works the rest says too little."""
PARTS = 5


def find_strangers(person: PersonEvidence, listed: Sequence[Record]) -> tuple[Attribution, ...]:
    """Verdicts ``not_mine`` on what of a list names nobody like the person, or is at odds with the rest of the list.

    Args:
        person: what is known; works that were ruled on stand there and not in the list.
        listed: the records of the list, of every work one.
    """
    foreign = tuple(said for record in listed if (said := named_otherwise(person, record)) is not None)
    keys = {said.key for said in foreign}
    return (*foreign, *_at_odds(person, [record for record in listed if record.key not in keys]))


def named_otherwise(person: PersonEvidence, record: Record) -> Attribution | None:
    """The verdict ``not_mine`` on a record whose whole author list names nobody like the person, else nothing."""
    names = [parse_name(name) for name in (person.name, *person.variants)]
    if not record.authors or record.authors_truncated is not False or record.coauthors_only or record.collaboration:
        return None
    if not all(map(_is_latin, record.authors)) and all(map(_is_latin, names)):
        return None  # one script says nothing of the other
    if any(same_person(author, name) != "different" for author in record.authors for name in names):
        return None
    listed = ", ".join(author.name for author in record.authors)
    return Attribution(key=record.key, verdict="not_mine", reason=f"names nobody like {person.name}: {listed}", score=0)


def _is_latin(author: Author) -> bool:
    return fold(author.name).isascii()


def _at_odds(person: PersonEvidence, listed: Sequence[Record]) -> list[Attribution]:
    found = []
    for part in _parts(person, listed):
        keys = {record.key for record in part}
        rest = (*person.known, *(record for record in listed if record.key not in keys))
        if len(rest) >= FEWEST:
            judged = attribute(replace(person, known=rest), part)
            found += [verdict for verdict in judged if verdict.verdict == "not_mine"]
    return found


def _parts(person: PersonEvidence, listed: Sequence[Record]) -> list[list[Record]]:
    """The list in parts of about one size; what hangs together by its co-authors is in one part."""
    scene = build_scene(build_pool(person, listed))
    groups: dict[int, list[Record]] = defaultdict(list)
    for item, record in zip(scene.candidates, listed, strict=True):
        groups[scene.group[item.number]].append(record)
    parts: list[list[Record]] = [[] for _ in range(PARTS)]
    for group in sorted(groups.values(), key=lambda group: (-len(group), min(record.key for record in group))):
        min(parts, key=len).extend(group)
    return [part for part in parts if part]
