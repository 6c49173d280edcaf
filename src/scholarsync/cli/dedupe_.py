"""`scholarsync dedupe`: join the records of files that are one work."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from scholarsync.errors import InputError
from scholarsync.model import Match, Policy, Record
from scholarsync.normalise.records import from_row
from scholarsync.reconcile import compare_pair
from scholarsync.reconcile.bulk import Essence, boil, boil_lines, merge, works_of
from scholarsync.reconcile.profile import profile_of

MOST_WORKERS = 8
SHOWN = 20
"""Works that the summary shows."""


@click.command(name="dedupe")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path())
@click.option("--policy", type=click.Choice(["work", "publication", "version"]), default="publication",
              show_default=True, help="What is one: all versions of a work; a preprint and its publication; "
              "each version by itself.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One {id, work} a line, in the order of the records.")
@click.option("--explain", nargs=2, metavar="ID ID", help="Show why two records are one work, or not.")
@click.option("--workers", type=click.IntRange(1), help="Processes to use. [default: one a core]")
@click.option("--engine", type=click.Choice(["embedded", "spark"]), default="embedded", show_default=True,
              help="Where to do it: here, or on Spark, over JSON lines or Parquet.")  # fmt: skip
@click.option("--master", metavar="URL", help="Spark's master. [default: what Spark's own settings say]")
@click.option("--out", metavar="DIR", help="Where Spark writes the lines of --json instead of printing them.")
def command(
    files: tuple[str, ...],
    *,
    policy: Policy,
    as_json: bool,
    explain: tuple[str, str] | None,
    workers: int | None,
    engine: str,
    master: str | None,
    out: str | None,
) -> None:
    """Join the records of files that are one work.

    FILEs hold records as JSON lines, a JSON array, BibTeX, CSV, RIS, or anything else that `extract` reads.
    An id that stands twice gets a number: "smith2020~2".

    Example: scholarsync dedupe scholar.csv papers.bib --json
    """
    if explain:
        show_pair(*(find_record(files, wanted) for wanted in explain), policy=policy)
        return
    if engine == "spark":
        dedupe_on_spark(files, policy=policy, as_json=as_json, master=master, out=out)
        return
    if master or out:
        raise click.UsageError("--master and --out go with --engine spark")
    workers = workers or default_workers()
    gc.disable()  # a million small tuples and no cycles: the collector would only look through them again and again
    essence = with_own_keys(merge([read_essence(path, workers=workers) for path in files]))
    works = works_of(essence, policy=policy, workers=workers)
    if as_json:
        print_rows(essence, works)
    else:
        print_summary(essence, works)


def dedupe_on_spark(
    files: Sequence[str], *, policy: Policy, as_json: bool, master: str | None, out: str | None
) -> None:
    """The same on Spark; what is printed comes in piece by piece."""
    from scholarsync import spark

    session = spark.open_session(master=master)
    try:
        with spark.told_plainly():
            works = spark.works_of(spark.read(session, files), policy=policy)
            if out:
                spark.as_lines(works).saveAsTextFile(out)
            elif as_json:
                for line in spark.as_lines(works).toLocalIterator():
                    click.echo(line)
            else:
                names = works.map(lambda row: row[1][1]).persist()
                click.echo(f"{names.count()} records, {names.distinct().count()} works")
    finally:
        session.stop()


def default_workers() -> int:
    """One process a core, where processes can share their parent's memory."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_WORKERS, cores)


def read_essence(path: str, *, workers: int) -> Essence:
    """The records of one file, boiled down."""
    if Path(path).suffix.lower() in {".jsonl", ".ndjson", ".json"}:
        body = read_body(path)
        if not body.lstrip().startswith(b"["):
            return boil_lines(body.splitlines(), where=path, workers=workers)
        return boil_lines([json.dumps(row).encode() for row in rows_of_array(body, where=path)], where=path)
    return boil([profile_of(record) for record in records_of_page(path)])


def read_body(path: str) -> bytes:
    """The bytes of a file, without a byte order mark; "-" is standard input.

    Raises:
        InputError: it is not there or cannot be read.
    """
    try:
        body = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    return body.removeprefix(b"\xef\xbb\xbf")


def records_of_page(path: str) -> tuple[Record, ...]:
    """The records of a file that some source reads."""
    # this brings in every source and the store, which takes longer than joining a thousand rows
    from scholarsync.cli.inputs import parse_any, read_file, records_of

    source, reading = parse_any(read_file(path))
    return records_of(reading.drafts, source=source)


def rows_of_array(body: bytes, *, where: str) -> list[object]:
    """The rows of a JSON array.

    Raises:
        InputError: it is none.
    """
    try:
        value: list[object] = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON: {error}") from error
    return value


def with_own_keys(essence: Essence) -> Essence:
    """Keys made distinct."""
    keys = [profile.key for profile in essence.profiles]
    if len(set(keys)) == len(keys):
        return essence
    seen: Counter[str] = Counter()
    profiles = []
    for profile in essence.profiles:
        seen[profile.key] += 1
        count = seen[profile.key]
        profiles.append(profile if count == 1 else profile._replace(key=f"{profile.key}~{count}"))
    return essence._replace(profiles=profiles)


def print_rows(essence: Essence, works: Sequence[str]) -> None:
    """One JSON object a record."""
    quote = json.encoder.encode_basestring
    lines = (
        f'{{"id": {quote(profile.key)}, "work": {quote(work)}}}'
        for profile, work in zip(essence.profiles, works, strict=True)
    )
    click.echo("\n".join(lines), nl=bool(works))


def print_summary(essence: Essence, works: Sequence[str]) -> None:
    """How many records are how many works, and the largest of them."""
    sizes = Counter(works)
    click.echo(f"{len(works)} records, {len(sizes)} works")
    for work, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]:
        if size > 1:
            members = [profile for profile, name in zip(essence.profiles, works, strict=True) if name == work]
            title = max((" ".join(profile.words) for profile in members), key=len)
            click.echo(f"{size:4}  {title or '(no title)'}")
            click.echo("      " + ", ".join(profile.key for profile in members))


def find_record(files: Sequence[str], wanted: str) -> Record:
    """The record of an id.

    Raises:
        InputError: no file has it.
    """
    seen: Counter[str] = Counter()
    for path in files:
        for record in records_in(path):
            seen[record.key] += 1
            key = record.key if seen[record.key] == 1 else f"{record.key}~{seen[record.key]}"
            if key == wanted:
                return record
    raise InputError(f"no record has the id {wanted!r}")


def records_in(path: str) -> Iterator[Record]:
    """The records of a file, whole."""
    if Path(path).suffix.lower() not in {".jsonl", ".ndjson", ".json"}:
        yield from records_of_page(path)
        return
    body = read_body(path)
    is_array = body.lstrip().startswith(b"[")
    rows = rows_of_array(body, where=path) if is_array else map(json.loads, filter(bytes.strip, body.splitlines()))
    for number, row in enumerate(rows, 1):
        if isinstance(row, dict):
            name = row.get("id")
            key = str(number if name is None or name == "" else name)
            yield from_row(row, key=key, source=str(row.get("source") or ""))


def show_pair(left: Record, right: Record, *, policy: Policy) -> None:
    """The verdict on a pair, field by field."""
    match = compare_pair(left, right, policy=policy)
    click.echo(f"{match.verdict}: {match.rule} (score {match.score:.3f}, policy {policy})")
    print_evidence(match)


def print_evidence(match: Match) -> None:
    """What each side states, how the two compare, and what that adds to the log-odds of being one work."""
    for piece in match.evidence:
        weight = f"{piece.weight:+.2f}" if piece.weight is not None else ""
        click.echo(f"{piece.field:9} {piece.verdict:8} {weight:>6}  {piece.left or '–'}")
        click.echo(f"{'':26}{piece.right or '–'}")
