"""Ends a job as ``kill -9`` does, at any moment of its life, and looks at what is left.

::

    python tests/faults/killing.py --times 200 --seed 1      # prints a table

The job is the command line in a forked child, so that a kill costs no start of an
interpreter.  It is ended in one of three ways: before its nth statement or change of a
file (every statement of SQLite and every file that is opened for writing, renamed or
removed is counted, so that each gap between two of them can be hit); after a random time,
wherever it is then; or, where strace is installed, in its nth call that writes, which
reaches into the middle of a commit.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from scholarsync.cli import main

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "tests/store/schemas"
CHANGING = {"os.rename", "os.remove", "os.mkdir", "os.link", "os.truncate"}
"""Audit events of the calls that change what stands on the disk."""
WRITING = "pwrite64,fsync,fdatasync,rename,unlink,ftruncate"
KEPT = ("runs", "pages", "pulls", "pull_pages", "events", "decisions", "labels")
"""Tables whose rows are facts: whatever stood there before the kill stands there after it."""
PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Ida Brambleworth</title></head><body>
<h1>Ida Brambleworth</h1><h2>Publications</h2><ul>{items}</ul></body></html>"""
ITEM = "<li><b>{title}</b><br>Ida Brambleworth, Otto Fennimore<br><i>Journal of Made-up Weather</i>, {year}</li>\n"
TITLES = ("Hail and Its Hearers", "A Ledger of Small Clouds", "Fog Signals Without Fog", "Rain Told by Roofs",
          "On the Patience of Barometers", "Thunder as a Second Language", "Weather Vanes in Still Air")  # fmt: skip
SETTINGS = """contact = "ida@example.org"
store = "store.db"
[[people]]
name = "Ida Brambleworth"
[[people.watches]]
source = "homepage"
locator = "pages/home.html"
[[people.watches]]
source = "bibtex"
locator = "pages/export.bib"
[[lists]]
path = "lists/publications.html"
[[lists]]
path = "lists/publications.bib"
[[lists]]
path = "lists/publications.json"
[[lists]]
path = "lists/kept.md"
update = true
"""
ENTRY = "@article{{brambleworth{year}{number},\n  title = {{{title}}},\n  author = {{Brambleworth, Ida and Fennimore, Otto}},\n  journal = {{Journal of Made-up Weather}},\n  year = {{{year}}}\n}}\n\n"
KEPT_LIST = "# Publications\n\n- I. Brambleworth, O. Fennimore. *Hail and Its Hearers*. Journal of Made-up Weather, 2021.\n- I. Brambleworth, O. Fennimore. *A Ledger of Small Clouds*. Journal of Made-up Weather, 2020.\n"


def write_pages(folder: Path, count: int) -> None:
    """The pages of a made-up person with so many papers, and a reference file with half as many."""
    (folder / "pages").mkdir(exist_ok=True)
    entries = [(title, 2021 - number) for number, title in enumerate(TITLES[:count])]
    items = "".join(ITEM.format(title=title, year=year) for title, year in entries)
    (folder / "pages/home.html").write_text(PAGE.format(items=items), "utf-8")
    halves = entries[: count // 2]
    text = "".join(ENTRY.format(title=title, year=year, number=n) for n, (title, year) in enumerate(halves))
    (folder / "pages/export.bib").write_text(text, "utf-8")


def made(folder: Path) -> Path:
    """A fresh job: settings, pages, a hand-kept list, no store."""
    (folder / "lists").mkdir(parents=True)
    (folder / "config.toml").write_text(SETTINGS, "utf-8")
    (folder / "lists/kept.md").write_text(KEPT_LIST, "utf-8")
    write_pages(folder, 4)
    return folder


def synced(folder: Path) -> Path:
    """A job that has run, on which a person has ruled, and whose pages have changed since."""
    made(folder)
    assert call(folder, "sync") == 0
    first, second = (f"homepage:pages/home.html#{key}" for key in record_ids(folder)[:2])
    assert call(folder, "decide", "different", first, second) == 0
    assert call(folder, "sync") == 0
    write_pages(folder, 7)
    return folder


def outgrown(folder: Path) -> Path:
    """A job that has run, whose lists are of an older day: only writing them is left to do."""
    synced(folder)
    assert call(folder, "sync", "--no-publish") == 0
    return folder


def foldered(folder: Path) -> Path:
    """The same with a list that is a folder of pages, of which an older run has written some."""
    synced(folder)
    text = (folder / "config.toml").read_text("utf-8")
    (folder / "config.toml").write_text(f'{text}[[lists]]\npath = "lists/pages"\nformat = "hugo"\n', "utf-8")
    write_pages(folder, 4)
    assert call(folder, "sync") == 0
    write_pages(folder, 7)
    assert call(folder, "sync", "--no-publish") == 0
    return folder


def old(folder: Path) -> Path:
    """A job whose store was made by the first program there was."""
    write_pages(made(folder), 5)
    with contextlib.closing(sqlite3.connect(folder / "store.db")) as plain:
        plain.executescript((SCHEMAS / "1.sql").read_text("utf-8"))
    return folder


def record_ids(folder: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(folder / "store.db")) as plain:
        keys = [row[0] for row in plain.execute("SELECT key FROM records WHERE source LIKE 'homepage%' ORDER BY key")]
    return [key.partition("#")[2] for key in keys]


@dataclass(frozen=True)
class Step:
    """A command that is killed, and the job it is killed in."""

    name: str
    prepared: Callable[[Path], Path]
    words: tuple[str, ...]
    again: tuple[str, ...] = ()
    """What completes it, when not the same command."""


STEPS = (
    Step("first sync", made, ("sync",)),
    Step("later sync", synced, ("sync",)),
    Step("rebuild", outgrown, ("rebuild",), ("sync",)),
    Step("publish", outgrown, ("sync",)),
    Step("publish a folder", foldered, ("sync",)),
    Step("update", outgrown, ("update", "lists/kept.md")),
    Step("migration", old, ("list",), ("sync",)),
    Step("backup", outgrown, ("backup", "copy.db")),
)


# the job in a child ------------------------------------------------------------------------------


def call(folder: Path, *words: str) -> int:
    """The command line in this process, silent."""
    argv, sys.argv, out = sys.argv, ["scholarsync", *words], io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main()
        except SystemExit as leave:
            return int(leave.code or 0)
        finally:
            sys.argv = argv


def fork(folder: Path, words: tuple[str, ...], *, at: int = 0, count: Path | None = None) -> int:
    """Start the command in a child that ends itself before its nth change; gives the child's id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        seen = 0

        def change(*_: object) -> None:
            nonlocal seen
            seen += 1
            if seen == at:
                os.kill(os.getpid(), signal.SIGKILL)

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
            if event in CHANGING or writes:
                change()

        def connect(*arguments: object, **options: object) -> sqlite3.Connection:
            connection = plain(*arguments, **options)
            connection.set_trace_callback(change)
            return connection

        plain, sqlite3.connect = sqlite3.connect, connect
        sys.addaudithook(hook)
        code = call(folder, *words)
        if count is not None:
            count.write_text(f"{seen}")
        os._exit(code)
    finally:  # whatever happens, the child never returns into its parent's tests
        os._exit(70)


def ended(pid: int) -> int:
    """How a child ended: its exit code, or the negative signal."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# the ways to end it ------------------------------------------------------------------------------


def by_statement(folder: Path, step: Step, chance: random.Random, measure: Measure) -> bool:
    """before a statement or a change of a file"""
    return ended(fork(folder, step.words, at=chance.randint(1, measure.changes))) == -signal.SIGKILL


def by_time(folder: Path, step: Step, chance: random.Random, measure: Measure) -> bool:
    """after a random time"""
    pid, moment = fork(folder, step.words), chance.uniform(0, measure.seconds)
    time.sleep(moment)
    os.kill(pid, signal.SIGKILL)
    killed = ended(pid) == -signal.SIGKILL
    if not killed:  # the machine is less busy than when it was measured
        measure.seconds = moment
    return killed


def by_write(folder: Path, step: Step, chance: random.Random, measure: Measure) -> bool:
    """in a call that writes"""
    done = traced(folder, step.words, f"inject={WRITING}:signal=SIGKILL:when={chance.randint(1, measure.writes)}")
    return done.returncode in {-signal.SIGKILL, 128 + signal.SIGKILL}


def traced(folder: Path, words: tuple[str, ...], *filters: str) -> subprocess.CompletedProcess[str]:
    strace, program = shutil.which("strace"), Path(sys.executable).with_name("scholarsync")
    assert strace is not None
    command = [strace, "-qq", "-f", *(part for f in filters for part in ("-e", f)), str(program), *words]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, check=False, text=True, capture_output=True, env=environment)


WAYS = {"statement": by_statement, "time": by_time, "write": by_write}


# what must be true -------------------------------------------------------------------------------


@dataclass
class Measure:
    """What one undisturbed run of a step does."""

    before: Path
    after: Path
    changes: int = 0
    seconds: float = 0.0
    writes: int = 0
    facts: Mapping[str, list[tuple[object, ...]]] = field(default_factory=dict)
    works: list[tuple[object, ...]] = field(default_factory=list)


def measured(step: Step, folder: Path) -> Measure:
    """Run a step undisturbed, and keep the job as it was before and after."""
    before = step.prepared(folder / "before")
    after = Path(shutil.copytree(before, folder / "after"))
    warm = Path(shutil.copytree(before, folder / "warm"))
    assert call(warm, *step.words) == 0  # loads what is imported late
    count, start = folder / "count", time.monotonic()
    assert ended(fork(after, step.words, count=count)) == 0
    seconds = time.monotonic() - start
    if step.again:
        assert ended(fork(after, step.again)) == 0
    return Measure(
        before=before,
        after=after,
        changes=int(count.read_text()),
        seconds=seconds,
        facts=facts(before),
        works=works(after),
    )


def facts(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows that no kill may cost."""
    if not (folder / "store.db").exists():
        return {}
    with contextlib.closing(sqlite3.connect(folder / "store.db")) as plain:
        return {table: plain.execute(f"SELECT * FROM {table}").fetchall() for table in KEPT}


def works(folder: Path) -> list[tuple[object, ...]]:
    """What the store says at the end, without the times and ids of runs."""
    with contextlib.closing(sqlite3.connect(folder / "store.db")) as plain:
        return plain.execute("SELECT key, label, title, year, venue, people FROM works ORDER BY key").fetchall()


def wrongs_after_kill(folder: Path, measure: Measure) -> Iterator[str]:
    """What a kill has broken: nothing, it is hoped."""
    path = folder / "store.db"
    if path.exists():
        yield from wrongs_of_database(path)
        if path.stat().st_size and measure.facts:
            now = facts(folder)
            yield from (
                f"lost from {t}: {row}" for t, rows in measure.facts.items() for row in rows if row not in now[t]
            )
    for copy in folder.glob("*.backup"):
        yield from wrongs_of_database(copy)
    if (folder / "copy.db").exists():
        yield from wrongs_of_database(folder / "copy.db")
    for name in listed(measure.after):
        homes = [home / "lists" / name for home in (measure.before, measure.after)]
        versions = [path.read_bytes() for path in homes if path.exists()]
        left = folder / "lists" / name
        if left.exists() and left.read_bytes() not in versions:
            yield f"half-written: {name}"
        if not left.exists() and homes[0].exists():
            yield f"gone: {name}"


def listed(folder: Path) -> list[Path]:
    """The files of the lists of a job."""
    return sorted(path.relative_to(folder / "lists") for path in (folder / "lists").rglob("*") if path.is_file())


def wrongs_of_database(path: Path) -> Iterator[str]:
    try:
        with contextlib.closing(sqlite3.connect(path)) as plain:
            yield from (f"{path.name}: {row[0]}" for row in plain.execute("PRAGMA integrity_check") if row[0] != "ok")
            yield from (f"{path.name}: {row} points nowhere" for row in plain.execute("PRAGMA foreign_key_check"))
    except sqlite3.Error as error:
        yield f"{path.name}: {error}"


def wrongs_after_next(folder: Path, step: Step, measure: Measure) -> Iterator[str]:
    """Whether the next run completes what was missing, and leaves no litter."""
    for words in (step.words, step.again):
        if words and (code := ended(fork(folder, words))) != 0:
            yield f"the next {words[0]} exits {code}"
    yield from wrongs_after_kill(folder, measure)
    if works(folder) != measure.works:
        yield "the next run gives other works"
    for name in listed(measure.after):
        left = folder / "lists" / name
        if not left.exists() or left.read_bytes() != (measure.after / "lists" / name).read_bytes():
            yield f"the next run gives another {name}"
    litter = {p.relative_to(folder) for p in folder.rglob("*")} - {
        p.relative_to(measure.after) for p in measure.after.rglob("*")
    }
    yield from (f"litter: {path}" for path in sorted(litter))


def kill_once(step: Step, measure: Measure, way: str, chance: random.Random, folder: Path) -> tuple[bool, list[str]]:
    """Kill a step once; whether it was still running, and all that is wrong afterwards."""
    shutil.copytree(measure.before, folder)
    killed = WAYS[way](folder, step, chance, measure)
    wrongs = [*wrongs_after_kill(folder, measure), *wrongs_after_next(folder, step, measure)]
    shutil.rmtree(folder)
    return killed, wrongs


# many times --------------------------------------------------------------------------------------


def count_writes(step: Step, measure: Measure, folder: Path) -> int:
    """How many writing calls a process of its own makes for a step."""
    shutil.copytree(measure.before, folder)
    done = traced(folder, step.words, f"trace={WRITING}")
    shutil.rmtree(folder)
    return max(1, len(done.stderr.splitlines()))


def many(times: int, seed: int, ways: list[str], steps: list[Step]) -> int:
    """Kill every step so many times in each way, print what came of it as a table; how many kills left something wrong."""
    found = 0
    print(f"| killed | {' | '.join(WAYS[way].__doc__ or way for way in ways)} | with anything wrong |")
    print(f"| --- |{' ---: |' * (len(ways) + 1)}")
    for step in steps:
        chance = random.Random(f"{seed} {step.name}")
        with tempfile.TemporaryDirectory() as name:
            measure = measured(step, Path(name))
            cells, bad = [], 0
            for way in ways:
                if way == "write":
                    measure.writes = count_writes(step, measure, Path(name) / "counted")
                hits = 0
                for number in range(times):
                    killed, wrongs = kill_once(step, measure, way, chance, Path(name) / f"{way}{number}")
                    hits += killed
                    bad += bool(wrongs)
                    for wrong in wrongs:
                        print(f"{step.name}, {way} {number}: {wrong}", file=sys.stderr)
                cells.append(f"{hits} of {times}")
            found += bad
            print(f"| {step.name} | {' | '.join(cells)} | {bad} |", flush=True)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Kill every step of a job many times and look at what is left.")
    parser.add_argument("--times", type=int, default=20, help="so many times a step and way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--ways", nargs="+", choices=WAYS, default=list(WAYS) if shutil.which("strace") else list(WAYS)[:2]
    )
    parser.add_argument("--steps", nargs="+", choices=[step.name for step in STEPS], default=[s.name for s in STEPS])
    chosen = parser.parse_args()
    steps = [step for step in STEPS if step.name in chosen.steps]
    sys.exit(bool(many(chosen.times, chosen.seed, chosen.ways, steps)))
