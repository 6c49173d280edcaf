"""Stores of every schema that was ever released open, keep what they hold, and go on.

``schemas/<n>.sql`` is a store as schema n left it, with the rows of a made-up job; `keep_schema`
writes it once, before the next schema is made, and it is never changed.
"""

import contextlib
import re
import shutil
import sqlite3
from pathlib import Path

import keep_schema
import pytest

from faults.killing import KEPT, call, made, write_pages, wrongs_of_database
from scholarsync.errors import StoreError
from scholarsync.store import Store
from scholarsync.store.schema import MIGRATIONS, statements

SCHEMAS = Path(__file__).parent / "schemas"
RELEASED = range(1, len(MIGRATIONS))


def stored(path, version):
    """A store of a schema, as its program left it."""
    with contextlib.closing(sqlite3.connect(path)) as plain:
        plain.executescript((SCHEMAS / f"{version}.sql").read_text("utf-8"))
    return path


def facts(path):
    with contextlib.closing(sqlite3.connect(path)) as plain:
        return {table: plain.execute(f"SELECT * FROM {table}").fetchall() for table in KEPT}


def shape(path):
    """Tables, indexes and views, spelled alike: SQLite keeps the words of whoever made them."""
    with contextlib.closing(sqlite3.connect(path)) as plain:
        rows = plain.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s+", "", sql).replace('"', "") for name, sql in rows}


def test_every_released_schema_has_its_store():
    assert sorted(path.stem for path in SCHEMAS.iterdir()) == [str(version) for version in RELEASED]


@pytest.mark.parametrize("version", RELEASED)
def test_a_released_schema_is_never_rewritten(version, tmp_path):
    """A step that was changed afterwards would leave two kinds of store under one number."""
    with contextlib.closing(sqlite3.connect(tmp_path / "built.db")) as plain:
        for step in MIGRATIONS[:version]:
            for statement in statements(step):
                plain.execute(statement)
        plain.commit()

    assert shape(tmp_path / "built.db") == shape(stored(tmp_path / "old.db", version))


@pytest.mark.parametrize("version", RELEASED)
def test_an_old_store_has_the_shape_of_a_new_one_and_its_own_facts(version, tmp_path):
    old = stored(tmp_path / "store.db", version)
    before = facts(old)
    assert all(before[table] for table in ("pages", "pulls", "decisions", "labels")), (
        "the store holds something to lose"
    )
    with Store(old) as store:
        assert store.check() == []
        assert len(store.judgement.decisions()) == 2
    Store(tmp_path / "new.db").close()

    assert facts(old) == before
    assert shape(old) == shape(tmp_path / "new.db")


@pytest.mark.parametrize("version", RELEASED)
def test_a_copy_is_made_first_and_is_whole(version, tmp_path):
    old = stored(tmp_path / "store.db", version)
    before = facts(old)
    Store(old).close()
    copy = tmp_path / f"store.db.schema-{version}.backup"

    assert list(wrongs_of_database(copy)) == []
    assert facts(copy) == before
    with contextlib.closing(sqlite3.connect(copy)) as plain:
        assert plain.execute("PRAGMA user_version").fetchone()[0] == version


@pytest.mark.parametrize("version", RELEASED)
def test_the_job_goes_on_after_a_migration(version, tmp_path):
    """The next sync makes the lists that a job of today makes, the rulings of then included."""
    job = made(tmp_path / "job")
    write_pages(job, 5)
    stored(job / "store.db", version)
    assert call(job, "sync") == 0
    fresh = made(tmp_path / "fresh")
    write_pages(fresh, 5)
    assert call(fresh, "sync") == 0

    listed = (job / "lists/publications.bib").read_text("utf-8")
    assert "Hail and Its Hearers" in listed
    ruled = (fresh / "lists/publications.bib").read_text("utf-8").replace("{2020}", "{2019}")
    assert sorted(re.findall(r"title += .*", listed)) == sorted(re.findall(r"title += .*", ruled))
    assert sorted(re.findall(r"year += .*", listed)) == sorted(re.findall(r"year += .*", ruled))


@pytest.mark.parametrize("version", RELEASED)
def test_a_migration_that_fails_leaves_the_old_store(version, tmp_path, monkeypatch):
    old = stored(tmp_path / "store.db", version)
    before, was = facts(old), shape(old)
    monkeypatch.setattr("scholarsync.store.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE one (x);\nCREATE TABLE one (x);\n"))
    with pytest.raises(StoreError, match="table one already exists"):
        Store(old)

    assert (facts(old), shape(old)) == (before, was)
    with contextlib.closing(sqlite3.connect(old)) as plain:
        assert plain.execute("PRAGMA user_version").fetchone()[0] == version


@pytest.mark.parametrize("version", RELEASED)
def test_rows_that_point_nowhere_stop_a_migration(version, tmp_path):
    old = stored(tmp_path / "store.db", version)
    with contextlib.closing(sqlite3.connect(old)) as plain:
        plain.execute("DELETE FROM pages")
        plain.commit()
    was = shape(old)
    with pytest.raises(StoreError, match="restore a backup"):
        Store(old)

    assert shape(old) == was


def test_without_room_for_a_copy_nothing_is_migrated(tmp_path, monkeypatch):
    old = stored(tmp_path / "store.db", 1)
    was = shape(old)

    def refuse(*_):
        raise StoreError("no room")

    monkeypatch.setattr(Store, "backup", refuse)
    with pytest.raises(StoreError, match="no room"):
        Store(old)

    assert shape(old) == was


def test_a_newer_store_is_named_and_not_touched(tmp_path):
    job = made(tmp_path / "job")
    Store(job / "store.db").close()
    with contextlib.closing(sqlite3.connect(job / "store.db")) as plain:
        plain.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        plain.commit()
    shutil.copy(job / "store.db", tmp_path / "before.db")

    with pytest.raises(StoreError, match=rf"schema {len(MIGRATIONS) + 1} is a newer program's"):
        Store(job / "store.db")
    assert call(job, "sync") == 5
    assert (job / "store.db").read_bytes() == (tmp_path / "before.db").read_bytes()


def test_a_store_of_today_can_be_kept_for_tomorrow(tmp_path):
    kept = keep_schema.job(tmp_path / "job")
    with contextlib.closing(sqlite3.connect(tmp_path / "again.db")) as plain:
        plain.executescript(keep_schema.keep(kept))

    assert shape(tmp_path / "again.db") == shape(kept)
    assert facts(tmp_path / "again.db") == facts(kept)
    with Store(tmp_path / "again.db", create=False) as store:
        assert store.check() == []
        assert len(store.derived.search("hail", limit=5)) == 1
