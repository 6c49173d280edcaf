"""What sources answered: runs, pulls and pages.  Rows are added, never rewritten."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from scholarsync.errors import StoreError
from scholarsync.model import Outcome, Page, Watch

GOOD = ("ok", "unchanged", "partial")
MENDING = "restore a backup, or let 'scholarsync sync' ask for it anew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """How one run's visit to one watch ended."""

    watch: Watch
    at: datetime
    outcome: Outcome
    detail: str | None = None
    requests: int = 0
    listed: int | None = None
    """How many publications the watch listed."""
    total: int | None = None
    """How many it said there are."""
    pending: int = 0
    """Pages that are still to be asked for in a later run."""
    rest_until: datetime | None = None
    """When it may be asked again, where it said so or has blocked."""
    same_as: int | None = None
    """Id of the earlier pull whose pages still hold."""
    pages: tuple[int, ...] = ()
    id: int | None = None
    run: int | None = None


@dataclass(frozen=True, slots=True)
class Validators:
    """What makes the next request of a URL conditional, and the page it would confirm."""

    etag: str | None
    last_modified: str | None
    page: int


class Damaged(StoreError):
    """The stored body of a page is not what it was: whoever can asks for the page anew."""


class Evidence:
    """Runs, pulls and pages of one store."""

    def __init__(self, db: Database) -> None:
        self.db = db

    # runs -----------------------------------------------------------------

    def start_run(self, command: str, *, version: str, at: datetime) -> int:
        """Log that a run began; gives its id."""
        sql = "INSERT INTO runs (command, version, started_at) VALUES (?, ?, ?)"
        return int(self.db.conn.execute(sql, (command, version, at.isoformat())).lastrowid or 0)

    def finish_run(self, run: int, *, at: datetime, exit_code: int) -> None:
        """Log how it ended, once its changes are told; with it those of its kind that were ended from outside."""
        sql = """
            UPDATE runs SET finished_at = :at, exit_code = iif(id = :run, :code, NULL)
            WHERE finished_at IS NULL AND id <= :run AND command = (SELECT command FROM runs WHERE id = :run)"""
        self.db.conn.execute(sql, {"at": at.isoformat(), "run": run, "code": exit_code})

    def untold(self, run: int) -> list[tuple[str, str, str | None, str | None]]:
        """What earlier runs changed and were ended before they told: (kind, work key, title, detail) each."""
        sql = """
            SELECT kind, work, title, detail FROM events JOIN runs ON runs.id = events.run
            WHERE finished_at IS NULL AND runs.id < ? AND kind NOT IN ('failed', 'restored') ORDER BY events.id"""
        return list(self.db.execute(sql, (run,)))

    # pages ----------------------------------------------------------------

    def keep_page(self, page: Page, *, gist: str) -> int:
        """Keep a page as bytes; one row a distinct answer of one URL.  Gives its id.

        A stored body that is damaged is mended by the same answer.

        Args:
            page: what came back.
            gist: digest of what is left after dropping what changes at every load.
        """
        row = self.db.execute("SELECT id FROM pages WHERE url = ? AND sha256 = ?", (page.url, page.sha256)).fetchone()
        if row:
            self._mend(int(row[0]), page)
            return int(row[0])
        assert page.fetched_at is not None, "a page that is kept has a time"
        sql = """
            INSERT INTO pages (url, final_url, role, about, status, content_type, fetched_at, sha256, gist, size, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        values = (
            page.url, page.final_url, page.role, page.about, page.status, page.content_type,
            page.fetched_at.isoformat(), page.sha256, gist, len(page.body), zlib.compress(page.body, 6),
        )  # fmt: skip
        return int(self.db.conn.execute(sql, values).lastrowid or 0)

    def page(self, number: int, *, watch: str = "") -> Page:
        """A kept page, byte for byte.

        Raises:
            Damaged: its body is not what it was.
            StoreError: there is no such page.
        """
        sql = (
            "SELECT url, final_url, role, about, status, content_type, fetched_at, sha256, body FROM pages WHERE id = ?"
        )
        row = self.db.execute(sql, (number,)).fetchone()
        if row is None:
            raise StoreError(f"page {number}: not in the store")
        try:
            body = zlib.decompress(row[8])
        except zlib.error as error:
            raise Damaged(f"page {number} ({row[0]}): stored body is damaged: {error}; {MENDING}") from error
        if hashlib.sha256(body).hexdigest() != row[7]:
            raise Damaged(f"page {number} ({row[0]}): stored body is damaged: its digest differs; {MENDING}")
        return Page(
            watch=watch, url=row[0], final_url=row[1], role=row[2], about=row[3], status=row[4],
            content_type=row[5], fetched_at=datetime.fromisoformat(row[6]), body=body,
        )  # fmt: skip

    def damaged(self) -> Iterator[str]:
        """What is wrong with the bodies of pages, a line each."""
        for (number,) in self.db.execute("SELECT id FROM pages ORDER BY id").fetchall():
            try:
                self.page(number)
            except Damaged as error:
                yield str(error)

    def _mend(self, number: int, page: Page) -> None:
        try:
            self.page(number)
        except Damaged:
            self.db.conn.execute("UPDATE pages SET body = ? WHERE id = ?", (zlib.compress(page.body, 6), number))

    def gist(self, number: int) -> str:
        """The gist of a kept page."""
        return str(self.db.execute("SELECT gist FROM pages WHERE id = ?", (number,)).fetchone()[0])

    def validators(self, url: str) -> Validators | None:
        """What the last good answer of a URL gave to ask "changed?" with."""
        row = self.db.execute("SELECT etag, last_modified, page FROM validators WHERE url = ?", (url,)).fetchone()
        return Validators(*row) if row else None

    def remember_validators(self, page: Page, number: int) -> None:
        """Keep the validators of an answer for the next request of its URL."""
        new = Validators(page.etag, page.last_modified, number)
        if self.validators(page.url) != new:
            sql = "INSERT OR REPLACE INTO validators (url, etag, last_modified, page) VALUES (?, ?, ?, ?)"
            self.db.conn.execute(sql, (page.url, page.etag, page.last_modified, number))

    # pulls ----------------------------------------------------------------

    def add_pull(self, run: int, pull: Pull) -> int:
        """Log a pull with the pages it rests on; gives its id."""
        sql = """
            INSERT INTO pulls (run, watch, source, locator, person, identity, at, outcome, detail, requests,
              listed, total, pending, rest_until, same_as)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        rest = pull.rest_until.isoformat() if pull.rest_until else None
        watch = pull.watch
        values = (
            run, watch.key, watch.source, watch.locator, watch.person, watch.identity, pull.at.isoformat(),
            pull.outcome, pull.detail, pull.requests, pull.listed, pull.total, pull.pending, rest, pull.same_as,
        )  # fmt: skip
        number = int(self.db.conn.execute(sql, values).lastrowid or 0)
        self.db.conn.executemany(
            "INSERT INTO pull_pages (pull, position, page) VALUES (?, ?, ?)",
            [(number, position, page) for position, page in enumerate(pull.pages)],
        )
        return number

    def last_pull(self, watch: str) -> Pull | None:
        """The newest pull of a watch, however it ended."""
        return next(self._pulls("WHERE watch = ? ORDER BY id DESC LIMIT 1", watch), None)

    def last_good(self, watch: str) -> Pull | None:
        """The newest pull of a watch that gave its list."""
        return next(self._pulls(f"WHERE watch = ? AND outcome IN {GOOD} ORDER BY id DESC LIMIT 1", watch), None)

    def blocks_in_row(self, watches: Sequence[str]) -> int:
        """How often the watches of one service were blocked since any of them was good; in one run it counts once."""
        marks = ", ".join("?" * len(watches))
        sql = f"""
            SELECT count(DISTINCT run) FROM pulls WHERE watch IN ({marks}) AND outcome = 'blocked'
            AND id > coalesce((SELECT max(id) FROM pulls WHERE watch IN ({marks}) AND outcome IN {GOOD}), 0)"""  # noqa: S608
        return int(self.db.execute(sql, [*watches, *watches]).fetchone()[0])

    def readable_pulls(self) -> Iterator[Pull]:
        """All pulls that brought pages of their own, in the order they were made."""
        return self._pulls("WHERE id IN (SELECT pull FROM pull_pages) ORDER BY id")

    def watches(self) -> tuple[str, ...]:
        """Keys of all watches ever pulled."""
        return tuple(row[0] for row in self.db.execute("SELECT DISTINCT watch FROM pulls ORDER BY watch"))

    def pages_of(self, pull: int) -> tuple[int, ...]:
        """Ids of the pages a pull rests on, in order."""
        sql = "SELECT page FROM pull_pages WHERE pull = ? ORDER BY position"
        return tuple(row[0] for row in self.db.execute(sql, (pull,)))

    def _pulls(self, where: str, *parameters: str) -> Iterator[Pull]:
        columns = """id, run, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending,
            rest_until, same_as"""
        for row in self.db.execute(f"SELECT {columns} FROM pulls {where}", parameters).fetchall():  # noqa: S608
            watch = Watch(source=row[2], locator=row[3], person=row[4], identity=bool(row[5]))
            yield Pull(
                id=row[0], run=row[1], watch=watch, at=datetime.fromisoformat(row[6]), outcome=row[7], detail=row[8],
                requests=row[9], listed=row[10], total=row[11], pending=row[12],
                rest_until=datetime.fromisoformat(row[13]) if row[13] else None,
                same_as=row[14], pages=self.pages_of(row[14] or row[0]),
            )  # fmt: skip

    # changes --------------------------------------------------------------

    def add_events(self, run: int, at: datetime, events: Sequence[tuple[str, str, str | None, str | None]]) -> None:
        """Log what a run changed: (kind, work key, title, detail) each."""
        self.db.conn.executemany(
            "INSERT INTO events (run, at, kind, work, title, detail) VALUES (?, ?, ?, ?, ?, ?)",
            [(run, at.isoformat(), *event) for event in events],
        )
