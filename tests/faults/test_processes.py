"""Several processes at one store: the pace is one, a run is alone, readers are never in the way."""

import os
import time

from faults.confined import run
from faults.killing import call, ended, made, write_pages
from scholarsync.store import Store

TURNS = 20


def reserve(path, out):
    """Book turns at a host, as fast as can be, and write them down."""
    with Store(path) as store:
        turns = [store.pace.reserve("scholar.google.com", now=1000.0, gap_s=1.0) for _ in range(TURNS)]
    out.write_text("\n".join(map(str, turns)))


def forked(step, *arguments):
    pid = os.fork()
    if not pid:
        try:
            step(*arguments)
            os._exit(0)
        finally:
            os._exit(70)
    return pid


def test_processes_share_the_pace_of_a_host(tmp_path):
    """No two of them ever have the same turn, and no turn is lost."""
    Store(tmp_path / "store.db").close()
    children = [forked(reserve, tmp_path / "store.db", tmp_path / f"{number}.txt") for number in range(3)]
    assert [ended(child) for child in children] == [0, 0, 0]
    turns = sorted(float(line) for path in tmp_path.glob("*.txt") for line in path.read_text().splitlines())

    assert turns == [1000.0 + number for number in range(3 * TURNS)]


def test_readers_see_the_store_as_it_was_while_a_run_writes(tmp_path):
    job = made(tmp_path / "job")
    assert call(job, "sync") == 0
    with Store(job / "store.db") as store, store.write():
        store.db.execute("DELETE FROM sightings")
        done = run(job, "list")

    assert (done.code, done.err) == (0, "")
    assert "Hail and Its Hearers" in done.out


def test_a_run_waits_for_another_as_long_as_it_is_told(tmp_path):
    from filelock import FileLock

    job = made(tmp_path / "job")
    with FileLock(job / "store.db.lock"):
        start = time.monotonic()
        assert run(job, "sync", "--wait", "0.3").code == 75
        assert time.monotonic() - start >= 0.3
    assert run(job, "sync", "--wait", "0.3").code == 0


def test_a_backup_taken_while_a_run_writes_is_whole(tmp_path):
    job = made(tmp_path / "job")
    assert call(job, "sync") == 0
    write_pages(job, 7)
    children = [forked(lambda: call(job, "sync")), forked(lambda: call(job, "backup", "copy.db"))]
    assert [ended(child) for child in children] == [0, 0]
    with Store(job / "copy.db", create=False) as copy:
        assert copy.check() == []
        assert len(copy.derived.works()) in {4, 7}
