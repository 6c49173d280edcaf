"""Records by the million: lines of JSON to works, on both cores, without a `Record` of each.

The lines are cut into chunks that workers boil down to profiles, keys and sketches; the rest is `engine`.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scholarsync.errors import InputError
from scholarsync.model import Policy
from scholarsync.reconcile import engine
from scholarsync.reconcile.glance import Sketches, sketches_of
from scholarsync.reconcile.pairs import Keys, keys_of_all
from scholarsync.reconcile.profile import Profile
from scholarsync.reconcile.rows import profile_of_row

WORTH_FORKING = 4000
"""Fewer lines than this are read faster by one process."""
_CHUNK = 20_000


class Essence(NamedTuple):
    """Records boiled down to what joining them needs."""

    profiles: list[Profile]
    keys: Keys
    sketches: Sketches


def boil(profiles: list[Profile]) -> Essence:
    """Profiles with their keys and sketches."""
    return Essence(profiles, keys_of_all(profiles), sketches_of(profiles))


def boil_lines(lines: Sequence[bytes], *, where: str, workers: int = 1) -> Essence:
    """The essence of the records of a JSON-lines file; a record without ``id`` goes by its line's number.

    Raises:
        InputError: a line is no JSON object; the message names it.
    """
    size = min(_CHUNK, max(1, -(-len(lines) // max(1, workers))))
    chunks = [(lines[start : start + size], start + 1, where) for start in range(0, len(lines), size)]
    if workers > 1 and len(lines) > WORTH_FORKING:
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            return merge(pool.starmap(_boil_chunk, chunks, chunksize=1))
    return merge([_boil_chunk(*chunk) for chunk in chunks])


def _boil_chunk(lines: Sequence[bytes], first: int, where: str) -> Essence:
    return boil([profile_of_line(line, number=n, where=where) for n, line in enumerate(lines, first) if line.strip()])


def profile_of_line(line: bytes | str, *, number: int, where: str) -> Profile:
    """What is compared of the record of one JSON line; without ``id`` it goes by the number.

    Raises:
        InputError: the line is no JSON object.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}:{number}: not JSON: {error}") from error
    if not isinstance(row, dict):
        raise InputError(f"{where}:{number}: not a JSON object")
    name = row.get("id")
    return profile_of_row(row, key=str(number if name is None or name == "" else name))


def merge(parts: Sequence[Essence]) -> Essence:
    """Several essences as one, in order."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return boil([])
    return Essence(
        [profile for part in parts for profile in part.profiles],
        Keys(*(np.concatenate(column) for column in zip(*(part.keys for part in parts), strict=True))),
        Sketches(*(np.concatenate(column) for column in zip(*(part.sketches for part in parts), strict=True))),
    )


def works_of(essence: Essence, *, policy: Policy, workers: int = 1) -> list[str]:
    """For every record the key of its work: the smallest key of the records that are one."""
    joined = engine.join_blocked(*essence, policy=policy, ruled={}, workers=workers)
    works = [profile.key for profile in essence.profiles]
    for members in joined.clusters:
        name = min(works[place] for place in members)
        for place in members:
            works[place] = name
    return works
