"""A disk that is full, read-only or damaged, and a clock that was set back: one clear line, and nothing made worse."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import zlib

import pytest

from faults.confined import by_rights, file_size, run
from faults.killing import call, facts, made, synced, works, write_pages, wrongs_of_database
from scholarsync.store import Store


@pytest.fixture(scope="module")
def synced_once(tmp_path_factory):
    return synced(tmp_path_factory.mktemp("disk") / "job")


@pytest.fixture
def job(synced_once, tmp_path):
    """A job that has run and been ruled on, and whose pages have changed since."""
    return shutil.copytree(synced_once, tmp_path / "job")


def files(folder):
    """All that stands in a folder, byte for byte."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def execute(job, sql, *values):
    with contextlib.closing(sqlite3.connect(job / "store.db")) as plain, plain:
        plain.execute(sql, values)


# read-only ---------------------------------------------------------------------------------------


@pytest.fixture
def sealed(job):
    """The job where nobody may write: neither its files nor its folders."""
    everything = [job, *job.rglob("*")]
    for path in everything:
        path.chmod(path.stat().st_mode & ~0o222)
    yield job
    for path in everything:
        path.chmod(path.stat().st_mode | 0o200)


@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["status"],
        ["search", "hail"],
        ["show", "hail"],
        ["export", "--format", "ris"],
        ["audit"],
        ["explain", "hail"],
        ["sync", "--dry-run"],
    ],
    ids=lambda words: words[0],
)
def test_a_store_that_may_only_be_read_is_read(sealed, words):
    before = files(sealed)
    done = run(sealed, *words, confine=by_rights)

    assert (done.code, done.err) == (0, "")
    assert done.out
    assert files(sealed) == before


@pytest.mark.parametrize("words", [["sync"], ["rebuild"], ["decide", "mine", "hail", "Ida Brambleworth"]])
def test_what_would_write_to_it_says_that_it_may_not(sealed, words):
    before = files(sealed)
    done = run(sealed, *words, confine=by_rights)

    assert done.code == 5
    assert "run the job as a user that may write" in done.line
    assert files(sealed) == before


def test_a_store_file_alone_that_may_not_be_written(job):
    """The folder may be written, so that a run gets as far as the store."""
    (job / "store.db").chmod(0o444)
    before = files(job)
    done = run(job, "sync", confine=by_rights)

    assert done.code == 5
    assert "may not be written" in done.line
    assert {path: body for path, body in files(job).items() if path in before} == before
    assert run(job, "list", confine=by_rights).code == 0


def test_an_old_store_that_may_only_be_read_says_so(sealed, tmp_path, monkeypatch):
    monkeypatch.setattr("scholarsync.store.MIGRATIONS", ("",) * 99)
    done = run(sealed, "list", confine=by_rights)

    assert done.code == 5
    assert "is an older program's, and may not be written" in done.line


def test_a_store_that_may_not_even_be_seen(job):
    """A folder that may not be entered is no missing store: nobody should sync anew for that."""
    (job / "inner").mkdir()
    (job / "config.toml").write_text((job / "config.toml").read_text().replace("store.db", "inner/store.db"))
    (job / "store.db").rename(job / "inner/store.db")
    (job / "inner").chmod(0)
    done = run(job, "list", confine=by_rights)
    (job / "inner").chmod(0o755)

    assert done.code == 5
    assert "Permission denied" in done.line


def test_lists_that_may_not_be_written_are_named_and_the_store_goes_on(job):
    (job / "lists").chmod(0o555)
    before = files(job / "lists")
    done = run(job, "sync", confine=by_rights)
    (job / "lists").chmod(0o755)

    assert done.code == 6
    assert "lists/publications.html: Permission denied; the old list stands" in done.err
    assert "new: " in done.out
    assert files(job / "lists") == before
    assert call(job, "sync") == 0
    assert files(job / "lists") != before


# full --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "more"), [("sync", -200_000), ("sync", 0), ("sync", 20_000), ("rebuild", -200_000)])
def test_a_store_that_cannot_grow_loses_nothing(job, words, more):
    limit = max(4096, (job / "store.db").stat().st_size + more)
    before, lists = facts(job), files(job / "lists")
    done = run(job, words, confine=file_size(limit))

    assert done.code == 5
    assert "nothing was lost" in done.line
    assert list(wrongs_of_database(job / "store.db")) == []
    after = facts(job)
    assert all(row in after[table] for table, rows in before.items() for row in rows)
    assert files(job / "lists") == lists
    assert call(job, "sync") == 0


def test_a_list_that_finds_no_room_stands_as_it_was(job):
    """Room for the store is there, but not for the lists."""
    assert call(job, "sync", "--no-publish") == 0
    before = files(job / "lists")
    done = run(job, "sync", confine=file_size(500))

    assert done.code in {5, 6}
    assert done.err.count("\n") <= 4
    assert files(job / "lists") == before
    assert call(job, "sync") == 0


@pytest.fixture
def small_disk(tmp_path):
    """A disk of its own, of one megabyte; only root may make one."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    place = tmp_path / "disk"
    place.mkdir()
    if os.geteuid() != 0 or not mount or not umount:
        pytest.skip("only root makes a small disk")
    if subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], check=False, capture_output=True
    ).returncode:
        pytest.skip("this system lets nobody make a small disk")
    yield place
    subprocess.run([umount, place], check=True)


def test_a_full_disk_loses_nothing_and_the_next_run_goes_on(small_disk):
    job = synced(small_disk / "job")
    before, lists = facts(job), files(job / "lists")
    with contextlib.suppress(OSError), (small_disk / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(b"\0" * 4096)
    done = run(job, "sync")

    assert done.code == 5
    assert "nothing was lost" in done.line
    (small_disk / "filler").unlink()
    assert list(wrongs_of_database(job / "store.db")) == []
    assert facts(job)["decisions"] == before["decisions"]
    assert files(job / "lists") == lists
    assert run(job, "sync").code == 0
    assert files(job / "lists") != lists


def test_a_backup_that_finds_no_room_leaves_the_earlier_one(job):
    assert call(job, "backup", "copy.db") == 0
    before = (job / "copy.db").read_bytes()
    done = run(job, "backup", "copy.db", confine=file_size(8192))

    assert done.code == 5
    assert "full" in done.line
    assert (job / "copy.db").read_bytes() == before


# damaged -----------------------------------------------------------------------------------------


def no_database(whole):
    return b"this was a database once " * 500


def cut(whole):
    return whole[: len(whole) // 3]


def scribbled(whole):
    return whole[:4096] + b"\xa5" * (len(whole) - 8192) + whole[-4096:]


@pytest.mark.parametrize("damage", [no_database, cut, scribbled])
@pytest.mark.parametrize("words", [["sync"], ["rebuild"], ["list"], ["backup", "copy.db"]], ids=lambda words: words[0])
def test_a_damaged_store_is_told_and_left_as_it_is(job, damage, words):
    path = job / "store.db"
    path.write_bytes(damage(path.read_bytes()))
    before, lists = path.read_bytes(), files(job / "lists")
    done = run(job, *words)

    assert done.code == 5
    assert "restore a backup" in done.line
    assert path.read_bytes() == before
    assert files(job / "lists") == lists


def test_doctor_names_the_damage(job):
    path = job / "store.db"
    path.write_bytes(scribbled(path.read_bytes()))
    done = run(job, "doctor", "--offline")

    assert done.code == 1
    assert "bad" in done.out
    assert "restore a backup" in done.out


def test_doctor_looks_at_the_places_the_job_writes_to(job):
    (job / "config.toml").write_text((job / "config.toml").read_text() + '[notify]\nsecrets = "secrets.env"\n')
    (job / "secrets.env").write_text("SCHOLARSYNC_SMTP_USER=ida\n")
    (job / "secrets.env").chmod(0o644)
    (job / "lists/kept.md").unlink()
    (job / "lists").chmod(0o555)
    done = run(job, "doctor", "--offline", confine=by_rights)
    (job / "lists").chmod(0o755)

    assert done.code == 1
    bad = [line for line in done.out.splitlines() if line.startswith("bad")]
    assert len(bad) == 6
    assert sum("may not write in" in line for line in bad) == 4
    assert any("lists.4: lists/kept.md: is to be kept up to date, and is not there" in line for line in bad)
    assert any("chmod 600" in line for line in bad)


@pytest.mark.parametrize("body", [b"not compressed", zlib.compress(b"another page")], ids=["broken", "another"])
def test_a_damaged_page_is_asked_for_anew(job, body):
    """The same bytes mend the stored body; the job goes on as if nothing had been."""
    assert call(job, "sync") == 0
    before = works(job)
    execute(job, "UPDATE pages SET body = ?", body)
    assert "damaged" in run(job, "doctor", "--offline").out
    done = run(job, "sync")

    assert (done.code, done.err) == (0, "")
    assert works(job) == before
    newest = [row[0] for row in rows(job, "SELECT page FROM validators")]
    with Store(job / "store.db") as store:
        for page in newest:
            assert store.evidence.page(page).body


def rows(job, sql):
    with contextlib.closing(sqlite3.connect(job / "store.db")) as plain:
        return plain.execute(sql).fetchall()


def test_a_damaged_page_stops_a_rebuild_that_would_lose_what_it_lists(job):
    lists, before = files(job / "lists"), works(job)
    execute(job, "UPDATE pages SET body = x'00' WHERE id = 1")
    done = run(job, "rebuild")

    assert done.code == 5
    assert "page 1 (pages/home.html): stored body is damaged" in done.line
    assert works(job) == before
    assert files(job / "lists") == lists


# the clock ---------------------------------------------------------------------------------------


def test_a_clock_set_back_silences_no_watch_and_loses_nothing(job):
    """A run of next year, then one of today: the pages are asked for, and what they say is taken in."""
    execute(job, "UPDATE pulls SET at = '2099-01-01T00:00:00+00:00', rest_until = '2099-06-01T00:00:00+00:00'")
    execute(job, "UPDATE runs SET started_at = '2099-01-01T00:00:00+00:00'")
    assert "was it set back?" in run(job, "doctor", "--offline").out
    done = run(job, "sync")

    assert (done.code, done.err) == (0, "")
    assert "new: On the Patience of Barometers" in done.out


def test_the_same_run_twice_under_a_clock_set_back_tells_nothing_twice(tmp_path):
    job = made(tmp_path / "job")
    assert call(job, "sync") == 0
    execute(job, "UPDATE pulls SET at = '2099-01-01T00:00:00+00:00'")
    write_pages(job, 5)
    assert "new: " in run(job, "sync").out
    done = run(job, "sync")

    assert (done.code, done.out, done.err) == (0, "", "")
