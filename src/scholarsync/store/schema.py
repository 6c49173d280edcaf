"""The tables, in three groups that say who may touch a row.

Evidence (`runs`, `pulls`, `pages`, `pull_pages`, `changes`): rows are added, never rewritten.
Judgement (`decisions`, `labels`): rows are added; the newest decision of a subject holds.
Derived (`records`, `sightings`, `matches`, `works`, `members`, `authors`, `attributions`,
`citations`, `works_fts`, `blocks`, `stale`): recomputed, may be emptied at any time.
`validators`, `pace` and `meta` are working memory: losing them costs requests, not facts.
Keys that people see are text and outlive a rebuild; the views are the documented contract.
"""

from __future__ import annotations

APPLICATION_ID = 0x53594E43
""" "SYNC": says in the file's header that it is ours (https://www.sqlite.org/pragma.html#pragma_application_id)."""

EVIDENCE = """
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  command TEXT NOT NULL,
  version TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  exit_code INTEGER
) STRICT;
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  final_url TEXT,
  role TEXT NOT NULL,
  about TEXT,
  status INTEGER NOT NULL,
  content_type TEXT,
  fetched_at TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  gist TEXT NOT NULL,
  size INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (url, sha256)
) STRICT;
CREATE TABLE pulls (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs (id),
  watch TEXT NOT NULL,
  source TEXT NOT NULL,
  locator TEXT NOT NULL,
  person TEXT,
  identity INTEGER NOT NULL,
  at TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN
    ('ok', 'unchanged', 'partial', 'unreachable', 'blocked', 'missing', 'unreadable')),
  detail TEXT,
  requests INTEGER NOT NULL,
  listed INTEGER,
  total INTEGER,
  pending INTEGER NOT NULL,
  rest_until TEXT,
  same_as INTEGER REFERENCES pulls (id)
) STRICT;
CREATE INDEX pulls_watch ON pulls (watch, id);
CREATE INDEX pulls_run ON pulls (run);
CREATE TABLE pull_pages (
  pull INTEGER NOT NULL REFERENCES pulls (id),
  position INTEGER NOT NULL,
  page INTEGER NOT NULL REFERENCES pages (id),
  PRIMARY KEY (pull, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX pull_pages_page ON pull_pages (page);
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  work TEXT NOT NULL,
  title TEXT,
  detail TEXT
) STRICT;
CREATE INDEX events_run ON events (run);
"""

JUDGEMENT = """
CREATE TABLE decisions (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('same', 'different', 'mine', 'not_mine', 'value', 'coauthor', 'forget')),
  subject TEXT NOT NULL,
  value TEXT,
  decided_by TEXT NOT NULL,
  at TEXT NOT NULL,
  why TEXT,
  hint TEXT
) STRICT;
CREATE INDEX decisions_subject ON decisions (subject);
CREATE TABLE labels (
  label TEXT PRIMARY KEY,
  record TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX labels_record ON labels (record);
"""

DERIVED = """
CREATE TABLE records (
  key TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  title TEXT,
  authors TEXT,
  year INTEGER,
  venue TEXT,
  type TEXT,
  doi TEXT,
  arxiv_id TEXT,
  url TEXT,
  first_pull INTEGER NOT NULL REFERENCES pulls (id),
  row TEXT NOT NULL
) STRICT;
CREATE TABLE sightings (
  watch TEXT NOT NULL,
  record TEXT NOT NULL REFERENCES records (key) DEFERRABLE INITIALLY DEFERRED,
  role TEXT NOT NULL,
  pull INTEGER NOT NULL REFERENCES pulls (id),
  page INTEGER NOT NULL REFERENCES pages (id),
  position INTEGER NOT NULL,
  listed INTEGER NOT NULL,
  draft TEXT NOT NULL,
  PRIMARY KEY (watch, record, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX sightings_record ON sightings (record);
CREATE INDEX sightings_page ON sightings (page);
CREATE INDEX sightings_pull ON sightings (pull);
CREATE TABLE works (
  key TEXT PRIMARY KEY,
  label TEXT,
  title TEXT,
  authors TEXT,
  authors_truncated INTEGER,
  year INTEGER,
  date TEXT,
  venue TEXT,
  type TEXT,
  volume TEXT,
  number TEXT,
  pages TEXT,
  doi TEXT,
  arxiv_id TEXT,
  url TEXT,
  people TEXT NOT NULL,
  row TEXT NOT NULL,
  origin TEXT NOT NULL,
  versions TEXT NOT NULL
) STRICT;
CREATE INDEX works_label ON works (label);
CREATE TABLE members (
  record TEXT PRIMARY KEY REFERENCES records (key) DEFERRABLE INITIALLY DEFERRED,
  work TEXT NOT NULL REFERENCES works (key) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
CREATE INDEX members_work ON members (work);
CREATE TABLE authors (
  work TEXT NOT NULL REFERENCES works (key) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  family TEXT,
  given TEXT,
  marks TEXT,
  PRIMARY KEY (work, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX authors_family ON authors (family);
CREATE TABLE matches (
  left_record TEXT NOT NULL,
  right_record TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('same', 'different', 'unsure')),
  rule TEXT NOT NULL,
  score REAL NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (left_record, right_record)
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_right ON matches (right_record);
CREATE TABLE attributions (
  record TEXT NOT NULL REFERENCES records (key) DEFERRABLE INITIALLY DEFERRED,
  person TEXT NOT NULL,
  claim TEXT NOT NULL CHECK (claim IN ('mine', 'not_mine', 'unsure')),
  reason TEXT NOT NULL,
  score REAL NOT NULL,
  PRIMARY KEY (record, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE citations (
  record TEXT NOT NULL,
  day TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (record, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE blocks (
  block TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (block, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_record ON blocks (record);
CREATE VIRTUAL TABLE works_fts USING fts5 (key UNINDEXED, title, authors, venue, abstract, tokenize = 'unicode61');
"""

MEMORY = """
CREATE TABLE validators (
  url TEXT PRIMARY KEY,
  etag TEXT,
  last_modified TEXT,
  page INTEGER NOT NULL REFERENCES pages (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX validators_page ON validators (page);
CREATE TABLE pace (
  host TEXT PRIMARY KEY,
  free_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

VIEWS = """
CREATE VIEW publications AS
SELECT label, title, authors, year, date, venue, type, volume, number, pages, doi, arxiv_id, url, people,
  (SELECT max(count) FROM citations JOIN members ON members.record = citations.record
    WHERE members.work = works.key
    AND day = (SELECT max(day) FROM citations AS newest WHERE newest.record = citations.record)) AS cited_by,
  key
FROM works
ORDER BY coalesce(date, year, '') DESC, title, key;
CREATE VIEW publication_authors AS
SELECT works.label, works.title, works.year, authors.position, authors.name, authors.family, authors.given,
  authors.marks, works.key
FROM authors JOIN works ON works.key = authors.work
ORDER BY works.key, authors.position;
CREATE VIEW publication_sources AS
SELECT works.label, works.title, records.source, sightings.watch, sightings.role, sightings.listed,
  records.title AS title_there, records.year AS year_there, pages.url AS page_url, pages.fetched_at,
  pages.id AS page, records.key AS record, works.key
FROM works
JOIN members ON members.work = works.key
JOIN records ON records.key = members.record
JOIN sightings ON sightings.record = records.key
JOIN pages ON pages.id = sightings.page
ORDER BY works.key, sightings.watch;
CREATE VIEW changes AS
SELECT events.at, events.kind, events.title, events.detail, works.label, events.work AS key, events.run
FROM events LEFT JOIN works ON works.key = events.work
ORDER BY events.id DESC;
"""

NEIGHBOURS = """
DROP TABLE blocks;
CREATE TABLE blocks (
  block INTEGER NOT NULL,
  record INTEGER NOT NULL,
  PRIMARY KEY (block, record)
) STRICT, WITHOUT ROWID;
ALTER TABLE records ADD COLUMN digest INTEGER;
CREATE INDEX records_digest ON records (digest);
CREATE INDEX records_source ON records (source, year);
CREATE INDEX labels_folded ON labels (label COLLATE NOCASE);
CREATE TABLE stale (
  record TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
DELETE FROM meta WHERE name = 'derived';
"""
"""What finds the neighbours of a record: 64-bit digests of its block keys and of its own key."""

MIGRATIONS: tuple[str, ...] = (EVIDENCE + JUDGEMENT + DERIVED + MEMORY + VIEWS, NEIGHBOURS)
"""Step n takes a database from schema n to n + 1; statements end at a ";" before a line end."""

DERIVED_TABLES = (
    "stale",
    "blocks",
    "authors",
    "members",
    "attributions",
    "citations",
    "matches",
    "works",
    "sightings",
    "records",
)
"""In an order that may be emptied one after the other."""


def statements(script: str) -> list[str]:
    """The single statements of a script, so that they run inside one transaction."""
    return [part for part in (piece.strip() for piece in script.split(";\n")) if part]
