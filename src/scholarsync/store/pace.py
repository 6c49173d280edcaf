"""How often a host is asked, held over all processes that use one store."""

from __future__ import annotations

from sqlite_utils import Database

from scholarsync.fetch.pace import next_free


class StoredPace:
    """The bookings of hosts; a `scholarsync.fetch.Pace`."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def reserve(self, host: str, *, now: float, gap_s: float) -> float:
        """Book the next free moment of a host, in one step that no other process can come between."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            row = self.db.execute("SELECT free_at FROM pace WHERE host = ?", (host,)).fetchone()
            start = next_free(row[0] if row else None, now=now)
            sql = "INSERT OR REPLACE INTO pace (host, free_at) VALUES (?, ?)"
            self.db.conn.execute(sql, (host, start + gap_s))
            self.db.execute("COMMIT")
        except BaseException:
            self.db.rollback()
            raise
        return start
