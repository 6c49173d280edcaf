"""What is computed from evidence and judgement: may be emptied and computed again at any time.

Writes compare first: a row that would stay as it is is not touched, so that a run in which
nothing changed leaves every derived byte alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlite_utils import Database

from scholarsync.model import Draft, Evidence, Match, Record, Work
from scholarsync.store.neighbours import digest
from scholarsync.store.schema import DERIVED_TABLES
from scholarsync.store.search import query_text
from scholarsync.store.values import MANY, RECORD, joined_names, many
from scholarsync.store.works import VERSIONS, put_works, take_away

DRAFT = TypeAdapter(Draft)
EVIDENCE = TypeAdapter(tuple[Evidence, ...])
REVISION = "revision"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One draft on one page: which watch lists which record."""

    watch: str
    record: str
    role: str
    pull: int
    page: int
    position: int
    listed: bool
    """Whether the newest full answer of the watch still lists it."""
    draft: Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributed:
    """Whose a record is, as judged."""

    record: str
    person: str
    claim: str
    reason: str
    score: float


class Derived:
    """Records, works and all that hangs on them, of one store."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def empty(self) -> None:
        """Throw all of it away."""
        self.put_meta(REVISION, str(self.revision() + 1))
        for table in DERIVED_TABLES:
            self.db.execute(f"DELETE FROM {table}")  # noqa: S608
        self.db.execute("DELETE FROM works_fts")

    # sightings and records --------------------------------------------------

    def sightings(self, *, watch: str | None = None, records: Iterable[str] | None = None) -> tuple[Sighting, ...]:
        """The sightings of a watch, of some records, or all, in page order."""
        order = "ORDER BY watch, record, CASE role WHEN 'list' THEN 0 ELSE 1 END, role"
        columns = "watch, record, role, pull, page, position, listed, draft"
        if records is not None:
            rows = []
            for key in records:
                rows += self.db.execute(f"SELECT {columns} FROM sightings WHERE record = ? {order}", (key,)).fetchall()  # noqa: S608
        elif watch is not None:
            rows = self.db.execute(f"SELECT {columns} FROM sightings WHERE watch = ? {order}", (watch,)).fetchall()  # noqa: S608
        else:
            rows = self.db.execute(f"SELECT {columns} FROM sightings {order}").fetchall()  # noqa: S608
        return tuple(
            Sighting(
                watch=row[0], record=row[1], role=row[2], pull=row[3], page=row[4], position=row[5],
                listed=bool(row[6]), draft=DRAFT.validate_json(row[7]),
            )
            for row in rows
        )  # fmt: skip

    def detailed(self, watch: str) -> frozenset[str]:
        """Keys of the records whose own page a watch has brought."""
        sql = "SELECT record FROM sightings WHERE watch = ? AND role = 'detail'"
        return frozenset(row[0] for row in self.db.execute(sql, (watch,)))

    def listed(self, watches: Iterable[str], *, records: Iterable[str] | None = None) -> tuple[tuple[str, str], ...]:
        """(record, watch) for all, or for some of the records that the watches ever listed."""
        sql = f"SELECT DISTINCT record, watch FROM sightings WHERE watch IN {MANY}"  # noqa: S608
        if records is None:
            return tuple(self.db.execute(sql, (many(watches),)))
        return tuple(self.db.execute(f"{sql} AND record IN {MANY}", (many(watches), many(records))))

    def put_sightings(self, watch: str, sightings: Sequence[Sighting], *, complete: bool) -> set[str]:
        """Note what a watch lists now; gives the keys of the records that this changes.

        Args:
            watch: key of the watch.
            sightings: what its answer lists.
            complete: whether what is not among them is no longer listed; it is marked, never deleted.
        """
        changed = set()
        held = {
            (record, role): (bool(listed), draft)
            for record, role, listed, draft in self.db.execute(
                "SELECT record, role, listed, draft FROM sightings WHERE watch = ?", (watch,)
            )
        }
        seen = set()
        for sighting in sightings:
            draft = DRAFT.dump_json(sighting.draft, exclude_defaults=True).decode()
            seen.add(sighting.record)
            old = held.get((sighting.record, sighting.role))
            if old == (True, draft):
                continue
            changed.add(sighting.record)
            self.db.conn.execute(
                "INSERT OR REPLACE INTO sightings (watch, record, role, pull, page, position, listed, draft)"
                " VALUES (?, ?, ?, ?, ?, ?, 1, ?)",
                (watch, sighting.record, sighting.role, sighting.pull, sighting.page, sighting.position, draft),
            )
        if complete:
            gone = {record for (record, _), (listed, _) in held.items() if listed and record not in seen}
            self.db.conn.executemany(
                "UPDATE sightings SET listed = 0 WHERE watch = ? AND record = ?", [(watch, key) for key in sorted(gone)]
            )
        return changed

    def put_records(self, records: Iterable[Record], *, first_pull: int) -> None:
        """Write records; one that is there keeps the pull it was first seen in."""
        sql = """
            INSERT INTO records
              (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row, digest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET source = excluded.source, title = excluded.title,
              authors = excluded.authors, year = excluded.year, venue = excluded.venue, type = excluded.type,
              doi = excluded.doi, arxiv_id = excluded.arxiv_id, url = excluded.url, row = excluded.row"""
        self.db.conn.executemany(
            sql,
            [
                (
                    r.key, r.source, r.title, joined_names(r.authors), r.year, r.venue, r.type, r.doi, r.arxiv_id,
                    r.url, first_pull, RECORD.dump_json(r, exclude_defaults=True).decode(), digest(r.key),
                )
                for r in records
            ],
        )  # fmt: skip

    def records(self, keys: Iterable[str] | None = None) -> tuple[Record, ...]:
        """Some records, or all, oldest first."""
        where, parameters = ("", ()) if keys is None else (f"WHERE key IN {MANY}", (many(keys),))
        rows = self.db.execute(f"SELECT row FROM records {where} ORDER BY first_pull, key", parameters)  # noqa: S608
        return tuple(RECORD.validate_json(row[0]) for row in rows)

    def count(self) -> int:
        """How many records there are."""
        return int(self.db.execute("SELECT count(*) FROM records").fetchone()[0])

    def present(self, keys: Iterable[str]) -> frozenset[str]:
        """Which of the keys are records'."""
        return frozenset(
            row[0]
            for row in self.db.execute(f"SELECT key FROM records WHERE key IN {MANY}", (many(keys),))  # noqa: S608
        )

    def of_source(self, source: str, year: int | None) -> tuple[Record, ...]:
        """The records of a source and year."""
        rows = self.db.execute("SELECT row FROM records WHERE source = ? AND year IS ?", (source, year))
        return tuple(RECORD.validate_json(row[0]) for row in rows)

    def first_seen(self, keys: Iterable[str]) -> Mapping[str, int]:
        """Record key to the id of the pull it was first seen in."""
        return dict(self.db.execute(f"SELECT key, first_pull FROM records WHERE key IN {MANY}", (many(keys),)))  # noqa: S608

    # citations --------------------------------------------------------------

    def put_citations(self, counts: Iterable[tuple[str, str, int]]) -> None:
        """Note citation counts: (record key, day, count); of one day the newest holds."""
        sql = "INSERT OR REPLACE INTO citations (record, day, count) VALUES (?, ?, ?)"
        self.db.conn.executemany(sql, counts)

    def citations(self, keys: Iterable[str]) -> Mapping[str, int]:
        """The newest citation count of each of the records."""
        sql = f"SELECT record, count FROM citations WHERE record IN {MANY} ORDER BY record, day"  # noqa: S608
        return dict(self.db.execute(sql, (many(keys),)))

    # works ------------------------------------------------------------------

    def works(self, keys: Iterable[str] | None = None) -> tuple[Work, ...]:
        """Some works, or all, by key."""
        where, parameters = ("", ()) if keys is None else (f"WHERE {{}} IN {MANY}", (many(keys),))
        members: dict[str, list[str]] = {}
        sql = f"SELECT record, work FROM members {where.format('work')} ORDER BY work, record"  # noqa: S608
        for record, work in self.db.execute(sql, parameters):
            members.setdefault(work, []).append(record)
        columns = "key, label, people, row, origin, versions"
        rows = self.db.execute(f"SELECT {columns} FROM works {where.format('key')} ORDER BY key", parameters)  # noqa: S608
        return tuple(
            Work(
                key=row[0], label=row[1], people=tuple(json.loads(row[2])), chosen=RECORD.validate_json(row[3]),
                origin=json.loads(row[4]), versions=VERSIONS.validate_json(row[5]),
                records=tuple(members.get(row[0], ())),
            )
            for row in rows
        )  # fmt: skip

    def work_of(self, records: Iterable[str]) -> Mapping[str, str]:
        """Record key to the key of the work it stands in."""
        return dict(self.db.execute(f"SELECT record, work FROM members WHERE record IN {MANY}", (many(records),)))  # noqa: S608

    def put_members(self, works: Iterable[Work]) -> None:
        """Note which records stand in which work."""
        sql = """INSERT INTO members (record, work) VALUES (?, ?)
            ON CONFLICT (record) DO UPDATE SET work = excluded.work WHERE work <> excluded.work"""
        self.db.conn.executemany(sql, [(record, work.key) for work in works for record in work.records])

    def replace_works(self, *, gone: Iterable[str], put: Sequence[Work]) -> None:
        """Take works away and write others, with their authors and search rows; see `put_members`."""
        gone = list(gone)
        if gone or put:
            self.put_meta(REVISION, str(self.revision() + 1))
        take_away(self.db.conn, gone=gone, rewritten=[work.key for work in put])
        put_works(self.db.conn, put)

    def revision(self) -> int:
        """A number that grows whenever any work changes."""
        return int(self.meta(REVISION) or 0)

    def search(self, words: str, *, limit: int = 50) -> tuple[str, ...]:
        """Keys of the works that hold all the words, best first; case and accents folded, CJK by its signs."""
        query = query_text(words)
        if not query:
            return ()
        sql = "SELECT key FROM works_fts WHERE works_fts MATCH ? ORDER BY bm25(works_fts, 0, 10, 5, 2, 1), key LIMIT ?"
        return tuple(row[0] for row in self.db.execute(sql, (query, limit)))

    # verdicts ---------------------------------------------------------------

    def put_matches(
        self, matches: Iterable[Match], *, of: Iterable[str] | None = None, among: Iterable[str] = ()
    ) -> None:
        """Write the pairs that were judged.

        Args:
            matches: what is written.
            of: it replaces all pairs of these records; of all records when not given.
            among: it replaces all pairs between two of these, too.
        """
        fresh = {(m.left, m.right): m for m in matches}
        where, parameters = "1", list[str]()
        if of is not None:
            where = f"""left_record IN {MANY} OR right_record IN {MANY}
                OR left_record IN {MANY} AND right_record IN {MANY}"""
            parameters = [many(of)] * 2 + [many(among)] * 2
        held = {(m.left, m.right): m for m in self._matches(where, parameters)}
        gone = [pair for pair in held if pair not in fresh]
        self.db.conn.executemany("DELETE FROM matches WHERE left_record = ? AND right_record = ?", gone)
        self.db.conn.executemany(
            "INSERT OR REPLACE INTO matches (left_record, right_record, verdict, rule, score, evidence)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (m.left, m.right, m.verdict, m.rule, m.score, EVIDENCE.dump_json(m.evidence).decode())
                for pair, m in fresh.items()
                if held.get(pair) != m
            ],
        )

    def matches(self, record: str | None = None, *, verdict: str | None = None) -> tuple[Match, ...]:
        """Judged pairs: all, of one record, or of one verdict."""
        where, parameters = ["1"], []
        if record is not None:
            where.append("(left_record = ? OR right_record = ?)")
            parameters += [record, record]
        if verdict is not None:
            where.append("verdict = ?")
            parameters.append(verdict)
        return self._matches(" AND ".join(where), parameters)

    def _matches(self, where: str, parameters: Sequence[str]) -> tuple[Match, ...]:
        sql = f"""SELECT left_record, right_record, verdict, rule, score, evidence FROM matches
            WHERE {where} ORDER BY left_record, right_record"""  # noqa: S608
        return tuple(
            Match(left=r[0], right=r[1], verdict=r[2], rule=r[3], score=r[4], evidence=EVIDENCE.validate_json(r[5]))
            for r in self.db.execute(sql, parameters)
        )

    def put_attributions(self, attributions: Sequence[Attributed], *, held: Sequence[Attributed]) -> frozenset[str]:
        """Write whose each record is in place of what was held; gives the records of which that is other now."""
        fresh = {(a.record, a.person): a for a in attributions}
        old = {(a.record, a.person): a for a in held}
        gone = [pair for pair in old if pair not in fresh]
        put = [a for pair, a in fresh.items() if old.get(pair) != a]
        self.db.conn.executemany("DELETE FROM attributions WHERE record = ? AND person = ?", gone)
        self.db.conn.executemany(
            "INSERT OR REPLACE INTO attributions (record, person, claim, reason, score) VALUES (?, ?, ?, ?, ?)",
            [(a.record, a.person, a.claim, a.reason, a.score) for a in put],
        )
        return frozenset([record for record, _ in gone] + [a.record for a in put])

    def attributions(
        self, *, records: Iterable[str] | None = None, person: str | None = None
    ) -> tuple[Attributed, ...]:
        """Whose each record is, as judged last: all, of some records, of a person, or both."""
        where, parameters = ["1"], []
        if records is not None:
            where.append(f"record IN {MANY}")
            parameters.append(many(records))
        if person is not None:
            where.append("person = ?")
            parameters.append(person)
        sql = f"""SELECT record, person, claim, reason, score FROM attributions
            WHERE {" AND ".join(where)} ORDER BY record, person"""  # noqa: S608
        return tuple(
            Attributed(record=r[0], person=r[1], claim=r[2], reason=r[3], score=r[4])
            for r in self.db.execute(sql, parameters)
        )

    # memory -----------------------------------------------------------------

    def meta(self, name: str) -> str | None:
        """A value kept under a name."""
        row = self.db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def put_meta(self, name: str, value: str) -> None:
        """Keep a value under a name."""
        self.db.conn.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value))
