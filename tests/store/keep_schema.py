"""Keeps a store of the schema of today, with the rows of a made-up job, for the tests of tomorrow's migrations.

::

    python tests/store/keep_schema.py      # before the next schema is made
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.killing import call, made, record_ids, write_pages

SCHEMAS = Path(__file__).parent / "schemas"


def job(folder: Path) -> Path:
    """A job with two rulings, whose page has changed once; gives its store."""
    made(folder)
    assert call(folder, "sync") == 0
    first, second = (f"homepage:pages/home.html#{key}" for key in record_ids(folder)[:2])
    runs = [("decide", "different", first, second), ("decide", "value", first, "year", "2019"), ("sync",)]
    assert [call(folder, *words) for words in runs] == [0, 0, 0]
    write_pages(folder, 5)
    assert call(folder, "sync") == 0
    return folder / "store.db"


def dumped(store: Path) -> Iterator[str]:
    """The store as SQL; full-text tables are written through, as their own tables are SQLite's."""
    with contextlib.closing(sqlite3.connect(store)) as plain:
        yield "-- A store of one schema, as its program left it, with the rows of a made-up person's job.\n"
        for name in ("application_id", "user_version"):
            yield f"PRAGMA {name} = {plain.execute(f'PRAGMA {name}').fetchone()[0]};\n"
        yield "BEGIN;\n"
        things = plain.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
        ).fetchall()
        virtual = [name for _, name, sql in things if sql.upper().startswith("CREATE VIRTUAL")]
        things = [thing for thing in things if not thing[1].startswith(tuple(f"{name}_" for name in virtual))]
        yield from (f"{sql};\n" for _, _, sql in things)
        for name in (name for kind, name, _ in things if kind == "table"):
            columns = [row[1] for row in plain.execute(f"PRAGMA table_info({name})")]
            quoted = ", ".join(f"quote({column})" for column in columns)
            for row in plain.execute(f"SELECT {quoted} FROM {name}"):
                yield f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join(map(str, row))});\n"
        yield "COMMIT;\n"


def keep(store: Path) -> str:
    return "".join(dumped(store))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        store = job(Path(name) / "job")
        with contextlib.closing(sqlite3.connect(store)) as plain:
            version = plain.execute("PRAGMA user_version").fetchone()[0]
        (SCHEMAS / f"{version}.sql").write_text(keep(store), "utf-8")
