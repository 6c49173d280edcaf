"""Measure what ten new records cost in stores of growing size, beside computing the whole store anew.

    python benchmarks/newcomers.py 1000 10000 100000

A store of so many made-up works is filled from one file; then a second file brings ten records, half of them
of works that are there.  Both runs go through the whole line (read, reconcile, say whose, write), without
lists, since a list is written whole.  Printed are seconds of processor time and the ratio of the two.
"""

from __future__ import annotations

import argparse
import random
import string
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scholarsync import sources, targets
from scholarsync.config import load
from scholarsync.model import Page
from scholarsync.store import Store
from scholarsync.sync import Run, sync

START = datetime(2031, 1, 6, 6, tzinfo=UTC)
SETTINGS = """
contact = "ann@example.org"
[[people]]
name = "Ann Arden"
watches = [{source = "bibtex", locator = "own.bib"}, {source = "bibtex", locator = "more.bib"}]
"""


def words(dice: random.Random, count: int) -> list[str]:
    return ["".join(dice.choices(string.ascii_lowercase, k=dice.randint(4, 10))) for _ in range(count)]


def entries(count: int, *, seed: int = 7) -> list[str]:
    """BibTeX entries whose words and names are spread as unevenly as in the field."""
    dice = random.Random(seed)
    vocabulary, families = words(dice, 6000), words(dice, 3000)
    weights = [1 / (place + 3) for place in range(len(vocabulary))]
    out = []
    for number in range(count):
        title = " ".join(dice.choices(vocabulary, weights, k=dice.randint(5, 11)))
        people = " and ".join(
            f"{name.title()}, {dice.choice('ABCDEFGHIJKLM')}." for name in dice.choices(families, k=3)
        )
        out.append(
            f"@article{{k{number},\n  title = {{{title.capitalize()}}},\n  author = {{{people} and Arden, Ann}},\n"
            f"  journal = {{Journal of {dice.choice(vocabulary).title()}}},\n  year = {{{dice.randint(1990, 2030)}}}\n}}\n"
        )
    return out


def run(folder: Path, files: dict[str, str], day: int) -> float:
    """Seconds of processor time that one run takes."""
    settings = load(folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load()))
    at = START + timedelta(days=day)
    with Store(folder / "store.db") as store:
        with store.write():
            number = store.evidence.start_run("sync", version="0", at=at)

        def ask(watch):
            return lambda request, *_: Page(
                watch=watch.key, url=request.url, body=files[watch.locator].encode(), fetched_at=at
            )

        start = time.process_time()
        sync(Run(store=store, settings=settings, at=at, id=number, ask=ask))
        return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="+", type=int)
    print(f"{'works':>8} {'whole store s':>14} {'10 new s':>9} {'nothing new s':>14} {'whole/10 new':>13} {'MB':>6}")
    for size in parser.parse_args().sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "config.toml").write_text(SETTINGS, "utf-8")
            made = entries(size + 5)
            files = {"own.bib": "".join(made[:size]), "more.bib": ""}
            whole = run(folder, files, 0)
            files["more.bib"] = "".join(made[size // 2 : size // 2 + 5] + made[size:])
            new = run(folder, files, 1)
            nothing = run(folder, files, 2)
            mb = (folder / "store.db").stat().st_size / 1e6
            print(f"{size:8} {whole:14.2f} {new:9.3f} {nothing:14.3f} {whole / new:13.1f} {mb:6.0f}", flush=True)


if __name__ == "__main__":
    main()
