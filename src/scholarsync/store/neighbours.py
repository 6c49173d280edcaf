"""What finds the neighbours of a record among very many, and which records works do not reflect yet."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from sqlite_utils import Database

from scholarsync.model import Record
from scholarsync.store.values import MANY, RECORD, many


class Neighbours:
    """Block keys and links of the records of one store."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def put_blocks(self, keys: Iterable[tuple[str, frozenset[str]]]) -> None:
        """Note under which block keys records are found: (record key, block keys)."""
        rows = sorted({(digest(block), digest(record)) for record, blocks in keys for block in blocks})
        self.db.conn.executemany("INSERT OR IGNORE INTO blocks (block, record) VALUES (?, ?)", rows)

    def drop_blocks(self, keys: Iterable[tuple[str, frozenset[str]]] | None = None) -> None:
        """Take back what `put_blocks` noted: all of it, or just this."""
        if keys is None:
            self.db.conn.execute("DELETE FROM blocks")
            return
        rows = [(digest(block), digest(record)) for record, blocks in keys for block in blocks]
        self.db.conn.executemany("DELETE FROM blocks WHERE block = ? AND record = ?", rows)

    def holders(self, block: str, *, most: int) -> tuple[int, ...]:
        """Digests of the records that have a block key; nothing when more than so many have it."""
        sql = "SELECT record FROM blocks WHERE block = ? LIMIT ?"
        found = tuple(row[0] for row in self.db.execute(sql, (digest(block), most + 1)))
        return found if len(found) <= most else ()

    def digested(self, digests: Iterable[int]) -> tuple[Record, ...]:
        """The records of these digests."""
        sql = f"SELECT row FROM records WHERE digest IN {MANY}"  # noqa: S608
        return tuple(RECORD.validate_json(row[0]) for row in self.db.execute(sql, (many(digests),)))

    def linked(self, keys: Iterable[str]) -> tuple[Record, ...]:
        """The records that were judged the same as any of these, or stand in one work with it."""
        sql = f"""
            SELECT row FROM records WHERE key IN (
              SELECT right_record FROM matches WHERE verdict = 'same' AND left_record IN {MANY}
              UNION SELECT left_record FROM matches WHERE verdict = 'same' AND right_record IN {MANY}
              UNION SELECT others.record FROM members JOIN members AS others USING (work)
                WHERE members.record IN {MANY})
            """  # noqa: S608
        return tuple(RECORD.validate_json(row[0]) for row in self.db.execute(sql, (many(keys),) * 3))

    def naming(self, patterns: Iterable[str], *, records: Iterable[str] | None = None) -> tuple[Record, ...]:
        """The records, or those of some, whose authors are LIKE any of the patterns."""
        sql = "SELECT row FROM records WHERE EXISTS (SELECT 1 FROM json_each(?) WHERE records.authors LIKE value)"
        parameters = [many(patterns)]
        if records is not None:
            sql += f" AND key IN {MANY}"
            parameters.append(many(records))
        return tuple(RECORD.validate_json(row[0]) for row in self.db.execute(f"{sql} ORDER BY key", parameters))

    # what is not derived yet ------------------------------------------------

    def mark_stale(self, keys: Iterable[str]) -> None:
        """Note that works do not reflect these records yet."""
        self.db.conn.executemany("INSERT OR IGNORE INTO stale (record) VALUES (?)", [(key,) for key in keys])

    def stale(self) -> frozenset[str]:
        """Records that works do not reflect yet."""
        return frozenset(row[0] for row in self.db.execute("SELECT record FROM stale"))

    def clear_stale(self) -> None:
        """Note that works reflect all records."""
        self.db.conn.execute("DELETE FROM stale")


def digest(key: str) -> int:
    """64 bits that stand for a key."""
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)
