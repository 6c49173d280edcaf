"""Measure `scholarsync dedupe` beside a plain rule and bib-dedupe.

    python benchmarks/dedupe.py records_10k.jsonl records_100k.jsonl --bib-dedupe ELSEWHERE/bin/python

Each file holds JSON lines with ``entity_id``, the true work.  All engines run in the same session, each in a
process of its own, so that the ratios mean something on a machine that others use too.  Printed are the
pairwise F1, seconds of processor time and of the clock, peak memory of the largest process, and how many
times the processor time of `scholarsync dedupe` the engine took; at the end how the time grows with the records.
bib-dedupe lives in an environment of its own, because what it needs does not go with what is needed here.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import re
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.fuzz import ratio


class Run(NamedTuple):
    """What one engine said of one file, and what it took."""

    works: Mapping[str, str]
    cpu_s: float
    clock_s: float
    peak_mb: float


def read(path: Path) -> list[dict]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def ours(path: Path) -> Mapping[str, str]:
    command = [sys.executable, "-c", "from scholarsync.cli import main; main()", "dedupe", str(path), "--json"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {row["id"]: row["work"] for row in map(json.loads, said.splitlines())}


def plain_rule(path: Path) -> Mapping[str, str]:
    """Title ratio of 90 or more, a shared surname, years within one; compared within the same first letters."""
    blocks, root = defaultdict(list), {}
    for row in read(path):
        title = re.sub(r"[^a-z0-9]+", " ", row["title"].lower()).strip()
        names = {name.split()[-1] for name in re.findall(r"[a-z][a-z' -]+", row["authors"].lower())}
        year = int(found[0]) if (found := re.search(r"\d{4}", row["year"])) else None
        root[row["id"]] = row["id"]
        blocks[title[:12]].append((row["id"], title, names, year))

    def find(key: str) -> str:
        while root[key] != key:
            root[key] = key = root[root[key]]
        return key

    for block in blocks.values():
        for place, (one, title, names, year) in enumerate(block):
            for other, its_title, its_names, its_year in block[place + 1 : place + 50]:
                near = year is None or its_year is None or abs(year - its_year) <= 1
                if near and names & its_names and ratio(title, its_title) >= 90:
                    root[find(one)] = find(other)
    return {key: find(key) for key in root}


def bib_dedupe(path: Path, python: str) -> Mapping[str, str]:
    command = [python, "-W", "ignore", __file__, str(path), "--as-bib-dedupe"]
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    return json.loads(said.splitlines()[-1])


def as_bib_dedupe(path: Path) -> Mapping[str, str]:
    import pandas as pd
    from bib_dedupe.bib_dedupe import block, cluster, match, prep

    columns = ("title", "authors", "year", "venue", "volume", "number", "pages", "doi", "abstract")
    rows = [
        {"ID": row["id"], "ENTRYTYPE": "article", "author": row["authors"], "journal": row["venue"],
         **{name: row[name] for name in columns if name not in ("authors", "venue")}}
        for row in read(path)
    ]  # fmt: skip
    prepared = prep(pd.DataFrame(rows))
    works = {row["ID"]: row["ID"] for row in rows}
    for members in cluster(match(block(prepared))):
        works.update(dict.fromkeys(members, min(members)))
    return works


def measured(engine: Callable[[Path], Mapping[str, str]], path: Path) -> Run:
    """One engine on one file, in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_inside, (engine, path))


def _inside(engine: Callable[[Path], Mapping[str, str]], path: Path) -> Run:
    os.environ["PYTHONWARNINGS"] = "ignore"
    start = time.perf_counter()
    works = engine(path)
    clock = time.perf_counter() - start
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    cpu = sum(one.ru_utime + one.ru_stime for one in used)
    return Run(works, cpu, clock, max(one.ru_maxrss for one in used) / 1024)


def f1(path: Path, works: Mapping[str, str]) -> float:
    gold = {row["id"]: row["entity_id"] for row in read(path)}
    both, true, said = (
        sum(n * (n - 1) // 2 for n in Counter(keys).values())
        for keys in ([(gold[k], works[k]) for k in gold], gold.values(), [works[k] for k in gold])
    )
    return 2 * both / (true + said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--bib-dedupe", metavar="PYTHON", help="interpreter of an environment with bib-dedupe")
    parser.add_argument("--largest", type=int, default=20_000, help="records up to which the others are run")
    parser.add_argument("--as-bib-dedupe", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.as_bib_dedupe:
        print(json.dumps(as_bib_dedupe(args.files[0])))
        return
    print(f"{'file':24} {'engine':12} {'F1':>7} {'cpu s':>8} {'clock s':>8} {'MB':>7} {'ratio':>7}")
    curve = []
    for path in args.files:
        with path.open("rb") as lines:
            size = sum(1 for _ in lines)
        engines: dict[str, Callable[[Path], Mapping[str, str]]] = {"scholarsync": ours}
        if size <= args.largest:
            engines["plain rule"] = plain_rule
            if args.bib_dedupe:
                engines["bib-dedupe"] = partial(bib_dedupe, python=args.bib_dedupe)
        base = 0.0
        for name, engine in engines.items():
            run = measured(engine, path)
            if not base:
                base = run.cpu_s
                curve.append((size, run))
            print(
                f"{path.stem:24} {name:12} {f1(path, run.works):7.4f} {run.cpu_s:8.1f} {run.clock_s:8.1f} "
                f"{run.peak_mb:7.0f} {run.cpu_s / base:7.2f}",
                flush=True,
            )
    for (size, run), (larger, longer) in pairwise(curve):
        power = math.log(longer.cpu_s / run.cpu_s) / math.log(larger / size) if larger != size else 0.0
        print(f"{size} to {larger} records: time grows as records to the {power:.2f}")


if __name__ == "__main__":
    main()
