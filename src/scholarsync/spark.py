"""Which records are one work, on Spark: for collections that one machine does not hold.

The same pure functions as in `reconcile` decide: a record is boiled down, blocked, glanced at, compared and
judged by the code that does so on one machine, and every group of connected records is settled whole, so
that vetoes hold through third records here too.  Only what lies between them is Spark's: bringing together
the records of one key, the two profiles of one pair, and the members of one group.

Records go by their rank in the order of their texts, which is also what breaks ties.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scholarsync.errors import InputError
from scholarsync.model import Policy
from scholarsync.reconcile import engine
from scholarsync.reconcile.block import Parts, written
from scholarsync.reconcile.bulk import profile_of_line
from scholarsync.reconcile.cluster import THRESHOLD, Pair
from scholarsync.reconcile.columns import columns_of
from scholarsync.reconcile.glance import Sketches, sketches_of
from scholarsync.reconcile.judge import Judgement
from scholarsync.reconcile.pairs import Keys, candidate_pairs, keys_of_all
from scholarsync.reconcile.profile import Profile

BATCH = 20_000
"""Records, or pairs, that a task looks at together."""
_ROW = np.dtype(
    [("hash", "i8"), ("sure", "?"), ("rank", "i8"), ("letters", "u8", 4), ("lettered", "i2"), ("names", "u8"),
     ("year", "i2")]
)  # fmt: skip
"""One block key of one record, with what the first glance sees of the record."""

_ALONE = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false"}
_SAID = re.compile(
    r"InputError: (?P<ours>.+)|(?P<theirs>(?:Input path does not exist|Path does not exist|Output directory)\b[^\n]*)"
)
"""What of a long Java trace is worth telling."""

Table = Any
"""A distributed collection (`pyspark.RDD`); pyspark has no types where it is not installed."""
Place = tuple[int, int]
"""The number of the file and the number of the record in it."""
Rows = NDArray[np.void]


def open_session(*, master: str | None = None) -> Any:
    """Spark itself, as its own settings say; `master` goes before them.

    Raises:
        InputError: it is not installed, or there is no Java.
    """
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise InputError("--engine spark needs Spark: pip install 'scholarsync[spark]'") from error
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("scholarsync").config("spark.ui.showConsoleProgress", "false")
    if master:
        builder = builder.master(master)
    if (master or "").startswith("local"):  # nobody else has to reach it
        for name, value in _ALONE.items():
            builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except (PySparkException, OSError) as error:
        raise InputError(f"Spark does not start: {error}; it needs Java 17 or newer") from error
    session.sparkContext.setLogLevel("ERROR")
    return session


@contextlib.contextmanager
def told_plainly() -> Iterator[None]:
    """Tell what a far task or Spark itself says of the input as it is told on one machine.

    Raises:
        InputError: a line is no JSON object, or a file cannot be read.
    """
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JJavaError, PySparkException) as error:
        found = _SAID.search(str(error))
        if found is None:
            raise
        raise InputError(found["ours"] or found["theirs"]) from error


def read(session: Any, paths: Sequence[str]) -> Table:
    """(place, profile) of the records of files: Parquet by its suffix, JSON lines otherwise.

    Places are in the order of the records; keys that stand twice are numbered, as everywhere.
    """
    files = [_read_file(session, path, first) for first, path in enumerate(paths)]
    profiles = session.sparkContext.union(files).persist()
    keys = profiles.map(lambda row: (row[1].key, row[0]))
    twins = keys.groupByKey().flatMap(_numbered).persist()
    if twins.isEmpty():
        return profiles
    return profiles.leftOuterJoin(twins).mapValues(lambda row: row[0]._replace(key=row[1]) if row[1] else row[0])


def _read_file(session: Any, path: str, file: int) -> Table:
    if PurePath(path.rstrip("/")).suffix.lower() == ".parquet":
        lines = session.read.parquet(path).selectExpr("to_json(struct(*))").rdd.map(lambda row: row[0])
    else:
        lines = session.sparkContext.textFile(path)
    numbered = lines.zipWithIndex().filter(lambda line: line[0].strip())
    return numbered.map(lambda line: ((file, line[1]), profile_of_line(line[0], number=line[1] + 1, where=path)))


def _numbered(row: tuple[str, Iterable[Place]]) -> list[tuple[Place, str]]:
    key, places = row
    return [(place, f"{key}~{count}") for count, place in enumerate(sorted(places), 1) if count > 1]


def works_of(records: Table, *, policy: Policy) -> Table:
    """(place, (key, key of its work)) of every record that `read` gave."""
    parts = max(1, records.getNumPartitions())
    ranked = records.sortBy(_text_of, numPartitions=parts).zipWithIndex().map(_swapped).persist()
    profiles = ranked.mapValues(lambda record: record[1])
    edges = _edges(profiles, policy=policy, parts=parts).persist()
    groups = connected(edges.keys())
    works = _settled(profiles, edges, groups, policy=policy, parts=parts)
    return ranked.leftOuterJoin(works, parts).map(lambda row: _named(*row[1]))


def _text_of(record: tuple[Place, Profile]) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    profile = record[1]
    return profile.words, profile.families, profile.key


def _named(record: tuple[Place, Profile], work: str | None) -> tuple[Place, tuple[str, str]]:
    place, profile = record
    return place, (profile.key, work or profile.key)


def _swapped(row: tuple[Any, Any]) -> tuple[Any, Any]:
    return row[1], row[0]


def _edges(profiles: Table, *, policy: Policy, parts: int) -> Table:
    """((left, right), (score, rule)) of the pairs that speak for one work."""
    blocks = profiles.mapPartitions(_in_batches(lambda batch: _rows_by_part(batch, parts)))
    pairs = blocks.groupByKey(parts).flatMap(lambda part: _pairs_of(part[1])).distinct(parts)
    halves = pairs.join(profiles, parts).map(lambda row: (row[1][0], (row[0], row[1][1])))
    whole = halves.join(profiles, parts).map(lambda row: (*row[1][0], row[0], row[1][1]))
    return whole.mapPartitions(_in_batches(lambda batch: _judged(batch, policy)))


def _in_batches(step: Callable[[list[Any]], Iterable[Any]]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def over(rows: Iterator[Any]) -> Iterator[Any]:
        while batch := list(islice(rows, BATCH)):
            yield from step(batch)

    return over


def _rows_by_part(batch: Sequence[tuple[int, Profile]], parts: int) -> Iterator[tuple[int, bytes]]:
    """The block keys of records, packed, by the part that all rows of a key go to."""
    profiles = [profile for _, profile in batch]
    keys, sketches = keys_of_all(profiles, number=_number), sketches_of(profiles)
    rows = np.empty(len(keys.hashes), _ROW)
    rows["hash"], rows["sure"] = keys.hashes, keys.sure
    rows["rank"] = np.repeat(np.array([rank for rank, _ in batch], np.int64), keys.counts)
    for name, column in zip(("letters", "lettered", "names", "year"), sketches, strict=True):
        rows[name] = np.repeat(np.asarray(column), keys.counts, axis=0)
    part = rows["hash"] % parts
    for number in range(parts):
        if len(some := rows[part == number]):
            yield number, some.tobytes()


def _number(parts: Parts) -> int:
    """A number for a key, the same in every process."""
    return int.from_bytes(blake2b(written(parts).encode("utf-8", "replace"), digest_size=8).digest(), signed=True)


def _pairs_of(packed: Iterable[bytes]) -> list[Pair]:
    """The pairs of all rows of some keys that deserve to be compared."""
    rows: Rows = np.frombuffer(b"".join(packed), _ROW)
    ranks = rows["rank"]
    order = np.argsort(ranks, kind="stable").argsort(kind="stable").astype(np.int32)
    sketches = Sketches(rows["letters"], rows["lettered"], rows["names"], rows["year"])
    found = candidate_pairs(
        Keys(rows["hash"], np.ones(len(rows), np.int32), rows["sure"]), ranks=order, sketches=sketches
    )
    return list({(min(pair), max(pair)) for pair in zip(*(ranks[side].tolist() for side in found.T), strict=True)})


def _judged(
    batch: Sequence[tuple[int, Profile, int, Profile]], policy: Policy
) -> Iterator[tuple[Pair, tuple[float, int]]]:
    profiles = [profile for _, one, _, other in batch for profile in (one, other)]
    pairs = np.arange(len(profiles)).reshape(-1, 2)
    judged = engine.judge_pairs(columns_of(profiles), pairs, policy=policy)
    for (one, _, other, _), score, rule in zip(batch, judged.scores.tolist(), judged.rules.tolist(), strict=True):
        if score >= THRESHOLD:
            yield (one, other), (score, rule)


def connected(edges: Table) -> Table:
    """(member, least member) of every group of connected records, the least itself left out.

    Large and small stars in turn (Kiveris et al., Connected Components in MapReduce and Beyond, SOCC 2014):
    after a few rounds every record is tied to the least of its group and to nothing else.
    """
    stars, before = edges.map(lambda edge: (max(edge), min(edge))).distinct(), None
    while before is None or stars.subtract(before).count() or before.subtract(stars).count():
        before = stars
        large = stars.flatMap(lambda edge: (edge, _swapped(edge))).groupByKey().flatMap(_large_star)
        stars = large.distinct().groupByKey().flatMap(_small_star).distinct()
        stars.localCheckpoint()  # or every round would compute all rounds before it again
    return stars


def _large_star(row: tuple[int, Iterable[int]]) -> list[Pair]:
    """Tie the greater neighbours of a record to the least of all."""
    here, neighbours = row[0], list(row[1])
    least = min(here, *neighbours)
    return [(other, least) for other in neighbours if other > here]


def _small_star(row: tuple[int, Iterable[int]]) -> list[Pair]:
    """Tie a record and its lesser neighbours to the least of them."""
    here, neighbours = row[0], list(row[1])
    least = min(neighbours)
    return [(here, least), *((other, least) for other in neighbours if other != least)]


def _settled(profiles: Table, edges: Table, groups: Table, *, policy: Policy, parts: int) -> Table:
    """(rank, key of the work) of the records of every group."""
    roots = groups.flatMap(lambda row: (row, (row[1], row[1]))).distinct(parts).persist()
    members = roots.join(profiles, parts).map(lambda row: (row[1][0], (row[0], row[1][1])))
    inner = edges.map(lambda edge: (edge[0][0], edge)).join(roots, parts).map(lambda row: _swapped(row[1]))
    return members.cogroup(inner, parts).flatMap(lambda row: _works_of_group(*row[1], policy=policy))


def _works_of_group(
    members: Iterable[tuple[int, Profile]], edges: Iterable[tuple[Pair, tuple[float, int]]], *, policy: Policy
) -> Iterator[tuple[int, str]]:
    """Settle one group of connected records, as on one machine."""
    ranks, profiles = zip(*sorted(members, key=lambda member: member[0]), strict=True)
    place = {rank: number for number, rank in enumerate(ranks)}
    found = sorted(edges)
    pairs = np.array([(place[one], place[other]) for (one, other), _ in found], np.int64)
    judged = Judgement(
        np.array([score for _, (score, _) in found]), np.array([rule for _, (_, rule) in found], np.int8)
    )
    joined = engine.settle(
        columns_of(profiles), pairs, judged, policy=policy, ruled={}, ranks=np.arange(len(profiles), dtype=np.int32)
    )
    for cluster in joined.clusters:
        work = min(profiles[number].key for number in cluster)
        yield from ((ranks[number], work) for number in cluster)


def as_lines(works: Table) -> Table:
    """One JSON object a record, in the order of the records."""
    return works.sortByKey().values().map(_as_line)


def _as_line(row: tuple[str, str]) -> str:
    text = json.dumps({"id": row[0], "work": row[1]}, ensure_ascii=False)
    return text.encode("utf-8", "replace").decode()
