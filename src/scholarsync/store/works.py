"""How a work lies in its tables: one row, a row an author, and what the full-text search sees."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Protocol

from pydantic import TypeAdapter

from scholarsync.model import Version, Work
from scholarsync.store.search import search_text
from scholarsync.store.values import RECORD, joined_names

VERSIONS = TypeAdapter(tuple[Version, ...])
COLUMNS = (
    "key", "label", "title", "authors", "authors_truncated", "year", "date", "venue", "type", "volume", "number",
    "pages", "doi", "arxiv_id", "url", "people", "row", "origin", "versions",
)  # fmt: skip


class Connection(Protocol):
    """As much of a database connection as is needed here."""

    def executemany(self, sql: str, parameters: Iterable[Sequence[object]], /) -> object:
        """Run a statement once for each row."""


def take_away(db: Connection, *, gone: Sequence[str], rewritten: Sequence[str]) -> None:
    """Delete works with all that hangs on them, and what hangs on those that are about to be written."""
    both = [(key,) for key in (*gone, *rewritten)]
    db.executemany("DELETE FROM authors WHERE work = ?", both)
    db.executemany("DELETE FROM works_fts WHERE rowid = (SELECT rowid FROM works WHERE key = ?)", both)
    db.executemany("DELETE FROM members WHERE work = ?", [(key,) for key in gone])
    db.executemany("DELETE FROM works WHERE key = ?", [(key,) for key in gone])


def put_works(db: Connection, works: Sequence[Work]) -> None:
    """Write works, their authors and their search rows; see `take_away`."""
    assigned = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS[1:])
    marks = ", ".join("?" * len(COLUMNS))
    db.executemany(
        f"INSERT INTO works ({', '.join(COLUMNS)}) VALUES ({marks}) ON CONFLICT (key) DO UPDATE SET {assigned}",  # noqa: S608
        map(_row, works),
    )
    db.executemany(
        "INSERT INTO authors (work, position, name, family, given, marks) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (work.key, number, a.name, a.family, a.given, " ".join(a.marks) or None)
            for work in works
            for number, a in enumerate(work.chosen.authors, 1)
        ),
    )
    db.executemany(
        "INSERT INTO works_fts (rowid, key, title, authors, venue, abstract)"
        " VALUES ((SELECT rowid FROM works WHERE key = ?1), ?1, ?2, ?3, ?4, ?5)",
        map(_searched, works),
    )


def _row(work: Work) -> tuple[object, ...]:
    chosen = work.chosen
    truncated = None if chosen.authors_truncated is None else int(chosen.authors_truncated)
    return (
        work.key, work.label, chosen.title, joined_names(chosen.authors), truncated, chosen.year, chosen.date,
        chosen.venue, chosen.type, chosen.volume, chosen.number, chosen.pages, chosen.doi, chosen.arxiv_id, chosen.url,
        json.dumps(work.people, ensure_ascii=False), RECORD.dump_json(chosen, exclude_defaults=True).decode(),
        json.dumps(dict(sorted(work.origin.items()))), VERSIONS.dump_json(work.versions).decode(),
    )  # fmt: skip


def _searched(work: Work) -> tuple[str, ...]:
    chosen = work.chosen
    texts = (chosen.title, joined_names(chosen.authors), chosen.venue, chosen.abstract)
    return (work.key, *(search_text(text or "") for text in texts))
