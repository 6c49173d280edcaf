"""The only room that speaks to SQLite: rows in, values out.

One transaction a page, one for what is derived; WAL; foreign keys on; every write begins
IMMEDIATE, since a deferred one that turns into a write fails under load
(https://www.sqlite.org/lang_transaction.html).  `Store` owns the connection; what it holds
is reached by its three groups: `evidence`, `judgement` and `derived`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3  # noqa: TID251 - this is the room that speaks to SQLite
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from scholarsync.errors import StoreError
from scholarsync.store.derived import Derived
from scholarsync.store.evidence import Evidence
from scholarsync.store.judgement import Judgement
from scholarsync.store.neighbours import Neighbours
from scholarsync.store.pace import StoredPace
from scholarsync.store.schema import APPLICATION_ID, MIGRATIONS, statements

MAGIC = b"SQLite format 3\x00"
"""What every database file begins with."""

BUSY_S = 30
"""Seconds a write waits for another process's."""


class Store:
    """One database file, open."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        """Open the file, make or migrate its tables; one that may only be read is read.

        Raises:
            StoreError: it cannot be opened or written, is damaged, another program's, or newer than this program.
        """
        self.path = path
        with translated(path):
            try:
                if not path.exists() and not create:
                    raise StoreError(f"{path}: no such store; 'scholarsync sync' makes it")
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"{error.filename or path}: {error.strerror or error}") from error
            connection = _connect(path)
            self.db = Database(connection, execute_plugins=False)
            try:
                self._prepare()
            except BaseException:
                connection.close()
                raise
        self.evidence = Evidence(self.db)
        self.judgement = Judgement(self.db)
        self.derived = Derived(self.db)
        self.neighbours = Neighbours(self.db)
        self.pace = StoredPace(self.db)

    def _prepare(self) -> None:
        version = self._pragma("user_version")
        tables = self._pragma_of("SELECT count(*) FROM sqlite_schema")
        if self._pragma("application_id") != APPLICATION_ID and (tables or version):
            raise StoreError(f"{self.path}: a database of another program; name another file as store")
        if version > len(MIGRATIONS):
            raise StoreError(
                f"{self.path}: schema {version} is a newer program's, this one knows {len(MIGRATIONS)}; upgrade it"
            )
        if version < len(MIGRATIONS):
            if not all(os.access(place, os.W_OK) for place in (self.path, self.path.parent)):
                raise StoreError(
                    f"{self.path}: schema {version} is an older program's, and may not be written here to renew it; "
                    f"run a command as a user that may write in {self.path.parent}"
                )
            self.db.execute("PRAGMA journal_mode = WAL")
            if version:
                self.backup(self.path.with_name(f"{self.path.name}.schema-{version}.backup"))
            self._migrate(version)
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute("PRAGMA synchronous = NORMAL")

    def _migrate(self, version: int) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            if self._pragma("user_version") == version:  # another process may have been quicker
                for step in MIGRATIONS[version:]:
                    for statement in statements(step):
                        self.db.execute(statement)
                if self._dangling():
                    raise StoreError(f"{self.path}: rows without the rows they point to; restore a backup")  # noqa: TRY301 - rolled back like any other
                self.db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self.db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            self.db.execute("COMMIT")
        except BaseException:
            self.db.rollback()
            raise

    @contextlib.contextmanager
    def write(self) -> Iterator[None]:
        """One transaction: all of it or nothing.

        Raises:
            StoreError: the database is locked, full, read-only or damaged.
        """
        with translated(self.path):
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.execute("COMMIT")
            except BaseException:
                self.db.rollback()
                raise

    def backup(self, target: Path) -> None:
        """Copy the database to a file, consistently, while others may use it; an older copy there is replaced.

        Raises:
            StoreError: the store is damaged; or the target is this store or no database at all, or cannot be written.
        """
        partial = target.with_name(target.name + ".part")
        with translated(target):
            try:
                self._refuse_to_lose(target)
                partial.unlink(missing_ok=True)
                copy = sqlite3.connect(partial)
                with contextlib.closing(copy):
                    self.db.conn.backup(copy)
                    wrong = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
                if wrong != "ok":
                    raise StoreError(f"{self.path}: the store is damaged ({wrong}), so {target} is left as it was")
                partial.replace(target)
            except OSError as error:
                raise StoreError(f"{target}: {error.strerror or error}") from error
            finally:
                partial.unlink(missing_ok=True)

    def check(self) -> list[str]:
        """What SQLite's own checks find wrong; nothing when the file is sound."""
        with translated(self.path):
            found = [row[0] for row in self.db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            return found + [
                f"{row[0]}: row {row[1]} points nowhere" for row in self.db.execute("PRAGMA foreign_key_check")
            ]

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is not None and type(error) in {sqlite3.DatabaseError, sqlite3.OperationalError}:
            with translated(self.path):  # damage that a read came upon
                raise error

    def _refuse_to_lose(self, target: Path) -> None:
        """A slip in the name of a backup must not cost the store or somebody's file."""
        if not target.exists():
            return
        if target.samefile(self.path):
            raise StoreError(f"{target}: is the store itself; name another file for the copy")
        with target.open("rb") as file:
            head = file.read(len(MAGIC))
        if head not in {MAGIC, b""}:
            raise StoreError(f"{target}: is there already and no database; name another file for the copy")

    def _dangling(self) -> list[str]:
        return [f"{row[0]}: row {row[1]} points nowhere" for row in self.db.execute("PRAGMA foreign_key_check")]

    def _pragma(self, name: str) -> int:
        return self._pragma_of(f"PRAGMA {name}")

    def _pragma_of(self, sql: str) -> int:
        value: int = self.db.execute(sql).fetchone()[0]
        return value


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to the file; where nobody may write, to the file as it stands.

    SQLite reads a WAL database through files beside it.  In a folder that cannot hold them it
    refuses, unless told that nobody writes (https://www.sqlite.org/wal.html#read_only_databases).
    """
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema")
    except sqlite3.OperationalError:
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if os.access(path.parent, os.W_OK) or not path.exists() or log.exists():
            raise
        return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, isolation_level=None)
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours, in one line that says what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        advice = {
            "database is locked": "another program writes to it; try again later",
            "database or disk is full": "make room on the disk; nothing was lost",
            "disk I/O error": "the disk is full or failing, or files may not grow; nothing was lost",
            "attempt to write a readonly database": "the file or its folder may not be written",
            "unable to open database file": "the file or its folder may not be opened",
        }.get(text, "see 'scholarsync doctor'")
        raise StoreError(f"{path}: {text}; {advice}") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(f"{path}: {error}; restore a backup, or move the file away and sync anew") from error
