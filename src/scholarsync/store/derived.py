"""What is computed from evidence and judgement: may be emptied and computed again at any time.

Writes compare first: a row that would stay as it is is not touched, so that a run in which
nothing changed leaves every derived byte alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlite_utils import Database

from scholarsync.model import Author, Draft, Evidence, Match, Record, Version, Work
from scholarsync.store.schema import DERIVED_TABLES
from scholarsync.store.search import query_text, search_text

DRAFT = TypeAdapter(Draft)
RECORD = TypeAdapter(Record)
VERSIONS = TypeAdapter(tuple[Version, ...])
EVIDENCE = TypeAdapter(tuple[Evidence, ...])


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
            INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET source = excluded.source, title = excluded.title,
              authors = excluded.authors, year = excluded.year, venue = excluded.venue, type = excluded.type,
              doi = excluded.doi, arxiv_id = excluded.arxiv_id, url = excluded.url, row = excluded.row"""
        self.db.conn.executemany(
            sql,
            [
                (
                    r.key, r.source, r.title, joined_names(r.authors), r.year, r.venue, r.type, r.doi, r.arxiv_id,
                    r.url, first_pull, RECORD.dump_json(r, exclude_defaults=True).decode(),
                )
                for r in records
            ],
        )  # fmt: skip

    def records(self, keys: Iterable[str] | None = None) -> tuple[Record, ...]:
        """Some records, or all, oldest first."""
        if keys is None:
            rows = self.db.execute("SELECT row FROM records ORDER BY first_pull, key").fetchall()
        else:
            sql = "SELECT row FROM records WHERE key = ?"
            rows = [row for key in keys if (row := self.db.execute(sql, (key,)).fetchone())]
        return tuple(RECORD.validate_json(row[0]) for row in rows)

    def first_seen(self) -> Mapping[str, int]:
        """Record key to the id of the pull it was first seen in."""
        return dict(self.db.execute("SELECT key, first_pull FROM records"))

    def put_citations(self, counts: Iterable[tuple[str, str, int]]) -> None:
        """Note citation counts: (record key, day, count); of one day the newest holds."""
        sql = "INSERT OR REPLACE INTO citations (record, day, count) VALUES (?, ?, ?)"
        self.db.conn.executemany(sql, counts)

    def citations(self) -> Mapping[str, int]:
        """The newest citation count of each record."""
        return dict(self.db.execute("SELECT record, count FROM citations ORDER BY record, day"))

    # works ------------------------------------------------------------------

    def works(self, keys: Iterable[str] | None = None) -> tuple[Work, ...]:
        """Some works, or all, by key."""
        columns = "key, label, people, row, origin, versions"
        if keys is None:
            rows = self.db.execute(f"SELECT {columns} FROM works ORDER BY key").fetchall()  # noqa: S608
            members: dict[str, list[str]] = {}
            for record, work in self.db.execute("SELECT record, work FROM members ORDER BY work, record"):
                members.setdefault(work, []).append(record)
        else:
            sql = f"SELECT {columns} FROM works WHERE key = ?"  # noqa: S608
            rows = [row for key in keys if (row := self.db.execute(sql, (key,)).fetchone())]
            members = {row[0]: list(self._members(row[0])) for row in rows}
        return tuple(
            Work(
                key=row[0], label=row[1], people=tuple(json.loads(row[2])), chosen=RECORD.validate_json(row[3]),
                origin=json.loads(row[4]), versions=VERSIONS.validate_json(row[5]), records=tuple(members[row[0]]),
            )
            for row in rows
        )  # fmt: skip

    def _members(self, work: str) -> Iterator[str]:
        for row in self.db.execute("SELECT record FROM members WHERE work = ? ORDER BY record", (work,)):
            yield row[0]

    def replace_works(self, *, gone: Iterable[str], put: Sequence[Work]) -> None:
        """Take works away and write others, with their members, authors and search rows."""
        gone = list(gone)
        for key in [*gone, *(work.key for work in put)]:
            for table in ("members", "authors"):
                self.db.conn.execute(f"DELETE FROM {table} WHERE work = ?", (key,))  # noqa: S608
            row = self.db.execute("SELECT rowid FROM works WHERE key = ?", (key,)).fetchone()
            if row:
                self.db.conn.execute("DELETE FROM works_fts WHERE rowid = ?", row)
        self.db.conn.executemany("DELETE FROM works WHERE key = ?", [(key,) for key in gone])
        for work in put:
            self._put_work(work)

    def _put_work(self, work: Work) -> None:
        chosen = work.chosen
        row = {
            "key": work.key, "label": work.label, "title": chosen.title, "authors": joined_names(chosen.authors),
            "authors_truncated": None if chosen.authors_truncated is None else int(chosen.authors_truncated),
            "year": chosen.year, "date": chosen.date, "venue": chosen.venue, "type": chosen.type,
            "volume": chosen.volume, "number": chosen.number, "pages": chosen.pages, "doi": chosen.doi,
            "arxiv_id": chosen.arxiv_id, "url": chosen.url, "people": json.dumps(work.people, ensure_ascii=False),
            "row": RECORD.dump_json(chosen, exclude_defaults=True).decode(),
            "origin": json.dumps(dict(sorted(work.origin.items()))),
            "versions": VERSIONS.dump_json(work.versions).decode(),
        }  # fmt: skip
        self.db.table("works").upsert(row, pk="key")
        self.db.conn.executemany(
            "INSERT INTO members (record, work) VALUES (?, ?) ON CONFLICT (record) DO UPDATE SET work = excluded.work",
            [(record, work.key) for record in work.records],
        )
        self.db.conn.executemany(
            "INSERT INTO authors (work, position, name, family, given, marks) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (work.key, number, a.name, a.family, a.given, " ".join(a.marks) or None)
                for number, a in enumerate(chosen.authors, 1)
            ],
        )
        rowid = self.db.execute("SELECT rowid FROM works WHERE key = ?", (work.key,)).fetchone()[0]
        texts = (chosen.title, joined_names(chosen.authors), chosen.venue, chosen.abstract)
        self.db.conn.execute(
            "INSERT INTO works_fts (rowid, key, title, authors, venue, abstract) VALUES (?, ?, ?, ?, ?, ?)",
            (rowid, work.key, *(search_text(text or "") for text in texts)),
        )

    def search(self, words: str, *, limit: int = 50) -> tuple[str, ...]:
        """Keys of the works that hold all the words, best first; case and accents folded, CJK by its signs."""
        query = query_text(words)
        if not query:
            return ()
        sql = "SELECT key FROM works_fts WHERE works_fts MATCH ? ORDER BY bm25(works_fts, 0, 10, 5, 2, 1), key LIMIT ?"
        return tuple(row[0] for row in self.db.execute(sql, (query, limit)))

    # verdicts ---------------------------------------------------------------

    def put_matches(self, matches: Iterable[Match], *, about: Iterable[str] | None = None) -> None:
        """Write the pairs that were judged in place of all earlier ones, or of those about some records."""
        fresh = {(m.left, m.right): m for m in matches}
        if about is None:
            held = {(m.left, m.right): m for m in self.matches()}
        else:
            held = {(m.left, m.right): m for key in about for m in self.matches(key)}
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
        sql = f"""SELECT left_record, right_record, verdict, rule, score, evidence FROM matches
            WHERE {" AND ".join(where)} ORDER BY left_record, right_record"""  # noqa: S608
        return tuple(
            Match(left=r[0], right=r[1], verdict=r[2], rule=r[3], score=r[4], evidence=EVIDENCE.validate_json(r[5]))
            for r in self.db.execute(sql, parameters)
        )

    def put_attributions(self, attributions: Sequence[Attributed]) -> None:
        """Write whose each record is, in place of what was judged before."""
        fresh = {(a.record, a.person): a for a in attributions}
        held = {(a.record, a.person): a for a in self.attributions()}
        gone = [pair for pair in held if pair not in fresh]
        self.db.conn.executemany("DELETE FROM attributions WHERE record = ? AND person = ?", gone)
        self.db.conn.executemany(
            "INSERT OR REPLACE INTO attributions (record, person, claim, reason, score) VALUES (?, ?, ?, ?, ?)",
            [(a.record, a.person, a.claim, a.reason, a.score) for p, a in fresh.items() if held.get(p) != a],
        )

    def attributions(self) -> tuple[Attributed, ...]:
        """Whose each record is, as judged last."""
        sql = "SELECT record, person, claim, reason, score FROM attributions ORDER BY record, person"
        return tuple(
            Attributed(record=r[0], person=r[1], claim=r[2], reason=r[3], score=r[4]) for r in self.db.execute(sql)
        )

    # memory -----------------------------------------------------------------

    def meta(self, name: str) -> str | None:
        """A value kept under a name."""
        row = self.db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def put_meta(self, name: str, value: str) -> None:
        """Keep a value under a name."""
        self.db.conn.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value))


def joined_names(authors: Sequence[Author]) -> str | None:
    """An author list as one line."""
    return ", ".join(author.name for author in authors) or None
