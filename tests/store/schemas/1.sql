-- A store as schema 1 left it: the tables as they were released, and the rows of a made-up person's job.
PRAGMA application_id = 1398361667;
PRAGMA user_version = 1;
BEGIN;
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
INSERT INTO runs (id, command, version, started_at, finished_at, exit_code) VALUES (1, 'sync', '0.1.0', '2026-12-01T04:44:11+00:00', '2026-12-01T04:44:12+00:00', 0);
INSERT INTO runs (id, command, version, started_at, finished_at, exit_code) VALUES (2, 'decide', '0.1.0', '2026-12-01T04:44:12+00:00', '2026-12-01T04:44:12+00:00', 0);
INSERT INTO runs (id, command, version, started_at, finished_at, exit_code) VALUES (3, 'decide', '0.1.0', '2026-12-01T04:44:12+00:00', '2026-12-01T04:44:12+00:00', 0);
INSERT INTO runs (id, command, version, started_at, finished_at, exit_code) VALUES (4, 'sync', '0.1.0', '2026-12-01T04:44:12+00:00', '2026-12-01T04:44:12+00:00', 0);
INSERT INTO runs (id, command, version, started_at, finished_at, exit_code) VALUES (5, 'sync', '0.1.0', '2026-12-01T04:44:12+00:00', '2026-12-01T04:44:13+00:00', 0);
INSERT INTO pages (id, url, final_url, role, about, status, content_type, fetched_at, sha256, gist, size, body) VALUES (1, 'pages/home.html', NULL, 'list', NULL, 200, NULL, '2026-12-01T04:44:11+00:00', '2ff91e760919044d0bc39da7da76ed4219e5981ce4a8075f695da5aca46f9d84', '4a7f75235c00e3d8f1f91b340f2223002284461abc714ea102ee3530d2ec34be', 632, X'789CB592416BC3300C85EFFD155ACF2D6E72EAC0336C83D28E8D8D76D0B3122BB1C1898A2333F2EFE7ACBD94EDD85D74787A4F1F42D277966B194F044EBA60F4A5125AA33B1284DA611C481EE6499AE57A6EB47809647616E129625705FAE2284EABB3AED5395BB11DCD4CBBE20F6716B52BCD47AA82AF513CF743164BA35346079FC3668B3E00F6167632C0963052CC9E2AB7E2AF810B781761D850DFFB8E234D1EEDCD0BA7D863006EE00D2D2DD3098E84E2286AE5CD02CA5559689571B30BF3115EC9B614A7C4A1C310E03970B2FFC05D5D7137DCC2C1B73933C0D18BE32490B59B638BFB2BEC1E7D0F9F1C2C5423EC999BDB2F5AAC2F44355D56FDFC44BEF4F462DFEE22D4AE');
INSERT INTO pages (id, url, final_url, role, about, status, content_type, fetched_at, sha256, gist, size, body) VALUES (2, 'pages/export.bib', NULL, 'list', NULL, 200, NULL, '2026-12-01T04:44:11+00:00', 'b8bb30131f0df02d36946ce9bb68fdf8f1b19f41e64f3c7c690535baa663929e', 'b8bb30131f0df02d36946ce9bb68fdf8f1b19f41e64f3c7c690535baa663929e', 354, X'789CBD8EB10AC2401044FBFB8AFD800897F442549044140B0BEB8DB79AC8E54E367B8884FCBBDE61A185ADDD146F665E892CDDC9D2D830F68DA5BB67690B5DE43A5300D2892598C3586167019D815A06A8089978982281415ACF11597E0C64501B4CFC9A9CEB7ACF94C15EC4A7CED50776686369F38EFE0C3B34340B3738124A4B9CC8C7EB29625168529352E50F5D9D7FE92E604BE6421C770F3D5A0B2BEB83F9B3B24ECA4F34B574D3');
INSERT INTO pages (id, url, final_url, role, about, status, content_type, fetched_at, sha256, gist, size, body) VALUES (3, 'pages/home.html', NULL, 'list', NULL, 200, NULL, '2026-12-01T04:44:12+00:00', '8c300dc35946eef98987c1e86167191816357c4321929df1b3c98fd9cd00633c', '0a67f8785164c3a8ac6025b091de4900eafa7778940a0ac708278b8e8f605e6d', 757, X'789CB592416B02311085EFFE8AA96765DDBDD4421AD082686951B4E07976339A403623D909C57FDF6CF522ED512F39BC792F1FC33CF564B891F389C04AEBB5BABE8446AB9604A1B1183B92D76192C3783AD44A9C78D22B83308FD8D69EBE398A55C54557C5255BB339EB81B2E53FCE2C2A5BE94DAABD6B501C872E8B955629A3BDCB61BD44E70183819574B0248C14B3A7CEA3F8E7C311AC45181614826B3952EF514EBF738A013DF0013ED1D0389D604F2896A22A9C1E4135A94A5564DCE0CA9CC1079923C53EB16BD17B78F39CCC03B8931BEE828FB073C79CE960EFC47212C8DADDB1E5CB0D768B2EC0177B03F519B6CC87FB2F5A4E6F88EB00790A9B7C720A0DF5C13946CE357BC475CBE72BBCE86B55FC1632D7ACEFF70F8F57FED8');
INSERT INTO pulls (id, run, watch, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending, rest_until, same_as) VALUES (1, 1, 'homepage:pages/home.html', 'homepage', 'pages/home.html', 'Ida Brambleworth', 1, '2026-12-01T04:44:11+00:00', 'ok', NULL, 1, 4, NULL, 0, NULL, NULL);
INSERT INTO pulls (id, run, watch, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending, rest_until, same_as) VALUES (2, 1, 'bibtex:pages/export.bib', 'bibtex', 'pages/export.bib', 'Ida Brambleworth', 1, '2026-12-01T04:44:11+00:00', 'ok', NULL, 1, 2, NULL, 0, NULL, NULL);
INSERT INTO pulls (id, run, watch, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending, rest_until, same_as) VALUES (3, 4, 'homepage:pages/home.html', 'homepage', 'pages/home.html', 'Ida Brambleworth', 1, '2026-12-01T04:44:12+00:00', 'unchanged', NULL, 1, 4, NULL, 0, NULL, 1);
INSERT INTO pulls (id, run, watch, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending, rest_until, same_as) VALUES (4, 4, 'bibtex:pages/export.bib', 'bibtex', 'pages/export.bib', 'Ida Brambleworth', 1, '2026-12-01T04:44:12+00:00', 'unchanged', NULL, 1, 2, NULL, 0, NULL, 2);
INSERT INTO pulls (id, run, watch, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending, rest_until, same_as) VALUES (5, 5, 'homepage:pages/home.html', 'homepage', 'pages/home.html', 'Ida Brambleworth', 1, '2026-12-01T04:44:12+00:00', 'ok', NULL, 1, 5, NULL, 0, NULL, NULL);
INSERT INTO pulls (id, run, watch, source, locator, person, identity, at, outcome, detail, requests, listed, total, pending, rest_until, same_as) VALUES (6, 5, 'bibtex:pages/export.bib', 'bibtex', 'pages/export.bib', 'Ida Brambleworth', 1, '2026-12-01T04:44:12+00:00', 'unchanged', NULL, 1, 2, NULL, 0, NULL, 2);
INSERT INTO pull_pages (pull, position, page) VALUES (1, 0, 1);
INSERT INTO pull_pages (pull, position, page) VALUES (2, 0, 2);
INSERT INTO pull_pages (pull, position, page) VALUES (5, 0, 3);
INSERT INTO events (id, run, at, kind, work, title, detail) VALUES (1, 1, '2026-12-01T04:44:11+00:00', 'new', 'homepage:pages/home.html#aledgerofsmallclouds', 'A Ledger of Small Clouds', NULL);
INSERT INTO events (id, run, at, kind, work, title, detail) VALUES (2, 1, '2026-12-01T04:44:11+00:00', 'new', 'homepage:pages/home.html#hailanditshearers', 'Hail and Its Hearers', NULL);
INSERT INTO events (id, run, at, kind, work, title, detail) VALUES (3, 1, '2026-12-01T04:44:11+00:00', 'new', 'homepage:pages/home.html#fogsignalswithoutfog', 'Fog Signals Without Fog', NULL);
INSERT INTO events (id, run, at, kind, work, title, detail) VALUES (4, 1, '2026-12-01T04:44:11+00:00', 'new', 'homepage:pages/home.html#raintoldbyroofs', 'Rain Told by Roofs', NULL);
INSERT INTO events (id, run, at, kind, work, title, detail) VALUES (5, 3, '2026-12-01T04:44:12+00:00', 'corrected', 'homepage:pages/home.html#aledgerofsmallclouds', 'A Ledger of Small Clouds', 'year: 2020 → 2019');
INSERT INTO events (id, run, at, kind, work, title, detail) VALUES (6, 5, '2026-12-01T04:44:12+00:00', 'new', 'homepage:pages/home.html#onthepatienceofbarometers', 'On the Patience of Barometers', NULL);
INSERT INTO decisions (id, kind, subject, value, decided_by, at, why, hint) VALUES (1, 'different', '["homepage:pages/home.html#aledgerofsmallclouds", "homepage:pages/home.html#fogsignalswithoutfog"]', NULL, 'root', '2026-12-01T04:44:12+00:00', NULL, '["homepage:pages/home.html|aledgerofsmallclouds|2020|idabrambleworth", "homepage:pages/home.html|fogsignalswithoutfog|2019|idabrambleworth"]');
INSERT INTO decisions (id, kind, subject, value, decided_by, at, why, hint) VALUES (2, 'value', '["homepage:pages/home.html#aledgerofsmallclouds", "year"]', '2019', 'root', '2026-12-01T04:44:12+00:00', NULL, '["homepage:pages/home.html|aledgerofsmallclouds|2020|idabrambleworth"]');
INSERT INTO labels (label, record, at) VALUES ('brambleworth20201', 'homepage:pages/home.html#aledgerofsmallclouds', '2026-12-01T04:44:11+00:00');
INSERT INTO labels (label, record, at) VALUES ('brambleworth2019fog', 'homepage:pages/home.html#fogsignalswithoutfog', '2026-12-01T04:44:11+00:00');
INSERT INTO labels (label, record, at) VALUES ('brambleworth20210', 'homepage:pages/home.html#hailanditshearers', '2026-12-01T04:44:11+00:00');
INSERT INTO labels (label, record, at) VALUES ('brambleworth2018rain', 'homepage:pages/home.html#raintoldbyroofs', '2026-12-01T04:44:11+00:00');
INSERT INTO labels (label, record, at) VALUES ('brambleworth2017patience', 'homepage:pages/home.html#onthepatienceofbarometers', '2026-12-01T04:44:12+00:00');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 'homepage:pages/home.html', 'A Ledger of Small Clouds', 'Ida Brambleworth, Otto Fennimore', 2020, 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, 1, '{"key":"homepage:pages/home.html#aledgerofsmallclouds","source":"homepage:pages/home.html","title":"A Ledger of Small Clouds","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2020,"date":"2020","venue":"Journal of Made-up Weather"}');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 'homepage:pages/home.html', 'Fog Signals Without Fog', 'Ida Brambleworth, Otto Fennimore', 2019, 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, 1, '{"key":"homepage:pages/home.html#fogsignalswithoutfog","source":"homepage:pages/home.html","title":"Fog Signals Without Fog","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2019,"date":"2019","venue":"Journal of Made-up Weather"}');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('homepage:pages/home.html#hailanditshearers', 'homepage:pages/home.html', 'Hail and Its Hearers', 'Ida Brambleworth, Otto Fennimore', 2021, 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, 1, '{"key":"homepage:pages/home.html#hailanditshearers","source":"homepage:pages/home.html","title":"Hail and Its Hearers","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2021,"date":"2021","venue":"Journal of Made-up Weather"}');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('homepage:pages/home.html#raintoldbyroofs', 'homepage:pages/home.html', 'Rain Told by Roofs', 'Ida Brambleworth, Otto Fennimore', 2018, 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, 1, '{"key":"homepage:pages/home.html#raintoldbyroofs","source":"homepage:pages/home.html","title":"Rain Told by Roofs","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2018,"date":"2018","venue":"Journal of Made-up Weather"}');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('bibtex:pages/export.bib#brambleworth20201', 'bibtex:pages/export.bib', 'A Ledger of Small Clouds', 'Ida Brambleworth, Otto Fennimore', 2020, 'Journal of Made-up Weather', 'article', NULL, NULL, NULL, 2, '{"key":"bibtex:pages/export.bib#brambleworth20201","source":"bibtex:pages/export.bib","title":"A Ledger of Small Clouds","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2020,"date":"2020","venue":"Journal of Made-up Weather","type":"article","label":"brambleworth20201"}');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('bibtex:pages/export.bib#brambleworth20210', 'bibtex:pages/export.bib', 'Hail and Its Hearers', 'Ida Brambleworth, Otto Fennimore', 2021, 'Journal of Made-up Weather', 'article', NULL, NULL, NULL, 2, '{"key":"bibtex:pages/export.bib#brambleworth20210","source":"bibtex:pages/export.bib","title":"Hail and Its Hearers","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2021,"date":"2021","venue":"Journal of Made-up Weather","type":"article","label":"brambleworth20210"}');
INSERT INTO records (key, source, title, authors, year, venue, type, doi, arxiv_id, url, first_pull, row) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 'homepage:pages/home.html', 'On the Patience of Barometers', 'Ida Brambleworth, Otto Fennimore', 2017, 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, 5, '{"key":"homepage:pages/home.html#onthepatienceofbarometers","source":"homepage:pages/home.html","title":"On the Patience of Barometers","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2017,"date":"2017","venue":"Journal of Made-up Weather"}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('bibtex:pages/export.bib', 'bibtex:pages/export.bib#brambleworth20201', 'list', 2, 2, 1, 1, '{"id":"brambleworth20201","title":"A Ledger of Small Clouds","authors":["Brambleworth, Ida","Fennimore, Otto"],"year":"2020","venue":"Journal of Made-up Weather","type":"article","key":"brambleworth20201","markup":"latex"}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('bibtex:pages/export.bib', 'bibtex:pages/export.bib#brambleworth20210', 'list', 2, 2, 0, 1, '{"id":"brambleworth20210","title":"Hail and Its Hearers","authors":["Brambleworth, Ida","Fennimore, Otto"],"year":"2021","venue":"Journal of Made-up Weather","type":"article","key":"brambleworth20210","markup":"latex"}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('homepage:pages/home.html', 'homepage:pages/home.html#aledgerofsmallclouds', 'list', 1, 1, 1, 1, '{"id":"aledgerofsmallclouds","title":"A Ledger of Small Clouds","authors":["Ida Brambleworth","Otto Fennimore"],"year":"2020","venue":"Journal of Made-up Weather","section":"Publications","evidence":[["title","bold"],["authors","line: Ida Brambleworth, Otto Fennimore"],["year","end"],["venue","italic"]]}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('homepage:pages/home.html', 'homepage:pages/home.html#fogsignalswithoutfog', 'list', 1, 1, 2, 1, '{"id":"fogsignalswithoutfog","title":"Fog Signals Without Fog","authors":["Ida Brambleworth","Otto Fennimore"],"year":"2019","venue":"Journal of Made-up Weather","section":"Publications","evidence":[["title","bold"],["authors","line: Ida Brambleworth, Otto Fennimore"],["year","end"],["venue","italic"]]}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('homepage:pages/home.html', 'homepage:pages/home.html#hailanditshearers', 'list', 1, 1, 0, 1, '{"id":"hailanditshearers","title":"Hail and Its Hearers","authors":["Ida Brambleworth","Otto Fennimore"],"year":"2021","venue":"Journal of Made-up Weather","section":"Publications","evidence":[["title","bold"],["authors","line: Ida Brambleworth, Otto Fennimore"],["year","end"],["venue","italic"]]}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('homepage:pages/home.html', 'homepage:pages/home.html#onthepatienceofbarometers', 'list', 5, 3, 4, 1, '{"id":"onthepatienceofbarometers","title":"On the Patience of Barometers","authors":["Ida Brambleworth","Otto Fennimore"],"year":"2017","venue":"Journal of Made-up Weather","section":"Publications","evidence":[["title","bold"],["authors","line: Ida Brambleworth, Otto Fennimore"],["year","end"],["venue","italic"]]}');
INSERT INTO sightings (watch, record, role, pull, page, position, listed, draft) VALUES ('homepage:pages/home.html', 'homepage:pages/home.html#raintoldbyroofs', 'list', 1, 1, 3, 1, '{"id":"raintoldbyroofs","title":"Rain Told by Roofs","authors":["Ida Brambleworth","Otto Fennimore"],"year":"2018","venue":"Journal of Made-up Weather","section":"Publications","evidence":[["title","bold"],["authors","line: Ida Brambleworth, Otto Fennimore"],["year","end"],["venue","italic"]]}');
INSERT INTO works (key, label, title, authors, authors_truncated, year, date, venue, type, volume, number, pages, doi, arxiv_id, url, people, row, origin, versions) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 'brambleworth20201', 'A Ledger of Small Clouds', 'Ida Brambleworth, Otto Fennimore', 0, 2019, '2019', 'Journal of Made-up Weather', 'article', NULL, NULL, NULL, NULL, NULL, NULL, '["Ida Brambleworth"]', '{"key":"homepage:pages/home.html#aledgerofsmallclouds","source":"work","title":"A Ledger of Small Clouds","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2019,"date":"2019","venue":"Journal of Made-up Weather","type":"article","label":"brambleworth20201"}', '{"authors": "bibtex:pages/export.bib#brambleworth20201", "authors_truncated": "bibtex:pages/export.bib#brambleworth20201", "coauthors_only": "bibtex:pages/export.bib#brambleworth20201", "date": "bibtex:pages/export.bib#brambleworth20201", "label": "bibtex:pages/export.bib#brambleworth20201", "title": "bibtex:pages/export.bib#brambleworth20201", "title_truncated": "bibtex:pages/export.bib#brambleworth20201", "type": "bibtex:pages/export.bib#brambleworth20201", "venue": "bibtex:pages/export.bib#brambleworth20201", "venue_truncated": "bibtex:pages/export.bib#brambleworth20201", "year": "decision by root"}', '[{"kind":"published","year":2020,"venue":"Journal of Made-up Weather","doi":null,"arxiv_id":null,"records":["bibtex:pages/export.bib#brambleworth20201","homepage:pages/home.html#aledgerofsmallclouds"]}]');
INSERT INTO works (key, label, title, authors, authors_truncated, year, date, venue, type, volume, number, pages, doi, arxiv_id, url, people, row, origin, versions) VALUES ('homepage:pages/home.html#hailanditshearers', 'brambleworth20210', 'Hail and Its Hearers', 'Ida Brambleworth, Otto Fennimore', 0, 2021, '2021', 'Journal of Made-up Weather', 'article', NULL, NULL, NULL, NULL, NULL, NULL, '["Ida Brambleworth"]', '{"key":"homepage:pages/home.html#hailanditshearers","source":"work","title":"Hail and Its Hearers","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2021,"date":"2021","venue":"Journal of Made-up Weather","type":"article","label":"brambleworth20210"}', '{"authors": "bibtex:pages/export.bib#brambleworth20210", "authors_truncated": "bibtex:pages/export.bib#brambleworth20210", "coauthors_only": "bibtex:pages/export.bib#brambleworth20210", "date": "bibtex:pages/export.bib#brambleworth20210", "label": "bibtex:pages/export.bib#brambleworth20210", "title": "bibtex:pages/export.bib#brambleworth20210", "title_truncated": "bibtex:pages/export.bib#brambleworth20210", "type": "bibtex:pages/export.bib#brambleworth20210", "venue": "bibtex:pages/export.bib#brambleworth20210", "venue_truncated": "bibtex:pages/export.bib#brambleworth20210", "year": "bibtex:pages/export.bib#brambleworth20210"}', '[{"kind":"published","year":2021,"venue":"Journal of Made-up Weather","doi":null,"arxiv_id":null,"records":["bibtex:pages/export.bib#brambleworth20210","homepage:pages/home.html#hailanditshearers"]}]');
INSERT INTO works (key, label, title, authors, authors_truncated, year, date, venue, type, volume, number, pages, doi, arxiv_id, url, people, row, origin, versions) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 'brambleworth2019fog', 'Fog Signals Without Fog', 'Ida Brambleworth, Otto Fennimore', 0, 2019, '2019', 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["Ida Brambleworth"]', '{"key":"homepage:pages/home.html#fogsignalswithoutfog","source":"work","title":"Fog Signals Without Fog","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2019,"date":"2019","venue":"Journal of Made-up Weather"}', '{"authors": "homepage:pages/home.html#fogsignalswithoutfog", "authors_truncated": "homepage:pages/home.html#fogsignalswithoutfog", "coauthors_only": "homepage:pages/home.html#fogsignalswithoutfog", "date": "homepage:pages/home.html#fogsignalswithoutfog", "title": "homepage:pages/home.html#fogsignalswithoutfog", "title_truncated": "homepage:pages/home.html#fogsignalswithoutfog", "venue": "homepage:pages/home.html#fogsignalswithoutfog", "venue_truncated": "homepage:pages/home.html#fogsignalswithoutfog", "year": "homepage:pages/home.html#fogsignalswithoutfog"}', '[{"kind":"published","year":2019,"venue":"Journal of Made-up Weather","doi":null,"arxiv_id":null,"records":["homepage:pages/home.html#fogsignalswithoutfog"]}]');
INSERT INTO works (key, label, title, authors, authors_truncated, year, date, venue, type, volume, number, pages, doi, arxiv_id, url, people, row, origin, versions) VALUES ('homepage:pages/home.html#raintoldbyroofs', 'brambleworth2018rain', 'Rain Told by Roofs', 'Ida Brambleworth, Otto Fennimore', 0, 2018, '2018', 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["Ida Brambleworth"]', '{"key":"homepage:pages/home.html#raintoldbyroofs","source":"work","title":"Rain Told by Roofs","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2018,"date":"2018","venue":"Journal of Made-up Weather"}', '{"authors": "homepage:pages/home.html#raintoldbyroofs", "authors_truncated": "homepage:pages/home.html#raintoldbyroofs", "coauthors_only": "homepage:pages/home.html#raintoldbyroofs", "date": "homepage:pages/home.html#raintoldbyroofs", "title": "homepage:pages/home.html#raintoldbyroofs", "title_truncated": "homepage:pages/home.html#raintoldbyroofs", "venue": "homepage:pages/home.html#raintoldbyroofs", "venue_truncated": "homepage:pages/home.html#raintoldbyroofs", "year": "homepage:pages/home.html#raintoldbyroofs"}', '[{"kind":"published","year":2018,"venue":"Journal of Made-up Weather","doi":null,"arxiv_id":null,"records":["homepage:pages/home.html#raintoldbyroofs"]}]');
INSERT INTO works (key, label, title, authors, authors_truncated, year, date, venue, type, volume, number, pages, doi, arxiv_id, url, people, row, origin, versions) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 'brambleworth2017patience', 'On the Patience of Barometers', 'Ida Brambleworth, Otto Fennimore', 0, 2017, '2017', 'Journal of Made-up Weather', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["Ida Brambleworth"]', '{"key":"homepage:pages/home.html#onthepatienceofbarometers","source":"work","title":"On the Patience of Barometers","authors":[{"family":"Brambleworth","given":"Ida"},{"family":"Fennimore","given":"Otto"}],"year":2017,"date":"2017","venue":"Journal of Made-up Weather"}', '{"authors": "homepage:pages/home.html#onthepatienceofbarometers", "authors_truncated": "homepage:pages/home.html#onthepatienceofbarometers", "coauthors_only": "homepage:pages/home.html#onthepatienceofbarometers", "date": "homepage:pages/home.html#onthepatienceofbarometers", "title": "homepage:pages/home.html#onthepatienceofbarometers", "title_truncated": "homepage:pages/home.html#onthepatienceofbarometers", "venue": "homepage:pages/home.html#onthepatienceofbarometers", "venue_truncated": "homepage:pages/home.html#onthepatienceofbarometers", "year": "homepage:pages/home.html#onthepatienceofbarometers"}', '[{"kind":"published","year":2017,"venue":"Journal of Made-up Weather","doi":null,"arxiv_id":null,"records":["homepage:pages/home.html#onthepatienceofbarometers"]}]');
INSERT INTO members (record, work) VALUES ('bibtex:pages/export.bib#brambleworth20201', 'homepage:pages/home.html#aledgerofsmallclouds');
INSERT INTO members (record, work) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 'homepage:pages/home.html#aledgerofsmallclouds');
INSERT INTO members (record, work) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 'homepage:pages/home.html#fogsignalswithoutfog');
INSERT INTO members (record, work) VALUES ('bibtex:pages/export.bib#brambleworth20210', 'homepage:pages/home.html#hailanditshearers');
INSERT INTO members (record, work) VALUES ('homepage:pages/home.html#hailanditshearers', 'homepage:pages/home.html#hailanditshearers');
INSERT INTO members (record, work) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 'homepage:pages/home.html#onthepatienceofbarometers');
INSERT INTO members (record, work) VALUES ('homepage:pages/home.html#raintoldbyroofs', 'homepage:pages/home.html#raintoldbyroofs');
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 1, 'Ida Brambleworth', 'Brambleworth', 'Ida', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 2, 'Otto Fennimore', 'Fennimore', 'Otto', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 1, 'Ida Brambleworth', 'Brambleworth', 'Ida', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 2, 'Otto Fennimore', 'Fennimore', 'Otto', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#hailanditshearers', 1, 'Ida Brambleworth', 'Brambleworth', 'Ida', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#hailanditshearers', 2, 'Otto Fennimore', 'Fennimore', 'Otto', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 1, 'Ida Brambleworth', 'Brambleworth', 'Ida', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 2, 'Otto Fennimore', 'Fennimore', 'Otto', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#raintoldbyroofs', 1, 'Ida Brambleworth', 'Brambleworth', 'Ida', NULL);
INSERT INTO authors (work, position, name, family, given, marks) VALUES ('homepage:pages/home.html#raintoldbyroofs', 2, 'Otto Fennimore', 'Fennimore', 'Otto', NULL);
INSERT INTO matches (left_record, right_record, verdict, rule, score, evidence) VALUES ('bibtex:pages/export.bib#brambleworth20201', 'homepage:pages/home.html#aledgerofsmallclouds', 'same', 'model', 0.98935, '[]');
INSERT INTO matches (left_record, right_record, verdict, rule, score, evidence) VALUES ('bibtex:pages/export.bib#brambleworth20210', 'homepage:pages/home.html#hailanditshearers', 'same', 'model', 0.987847, '[]');
INSERT INTO matches (left_record, right_record, verdict, rule, score, evidence) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 'homepage:pages/home.html#fogsignalswithoutfog', 'different', 'a person''s decision', 0.0, '[]');
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('bibtex:pages/export.bib#brambleworth20201', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('bibtex:pages/export.bib#brambleworth20210', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('homepage:pages/home.html#hailanditshearers', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO attributions (record, person, claim, reason, score) VALUES ('homepage:pages/home.html#raintoldbyroofs', 'Ida Brambleworth', 'mine', 'listed by the person''s own page or profile', 1.0);
INSERT INTO works_fts (key, title, authors, venue, abstract) VALUES ('homepage:pages/home.html#aledgerofsmallclouds', 'a ledger of small clouds', 'ida brambleworth otto fennimore', 'journal of made up weather', '');
INSERT INTO works_fts (key, title, authors, venue, abstract) VALUES ('homepage:pages/home.html#hailanditshearers', 'hail and its hearers', 'ida brambleworth otto fennimore', 'journal of made up weather', '');
INSERT INTO works_fts (key, title, authors, venue, abstract) VALUES ('homepage:pages/home.html#fogsignalswithoutfog', 'fog signals without fog', 'ida brambleworth otto fennimore', 'journal of made up weather', '');
INSERT INTO works_fts (key, title, authors, venue, abstract) VALUES ('homepage:pages/home.html#raintoldbyroofs', 'rain told by roofs', 'ida brambleworth otto fennimore', 'journal of made up weather', '');
INSERT INTO works_fts (key, title, authors, venue, abstract) VALUES ('homepage:pages/home.html#onthepatienceofbarometers', 'on the patience of barometers', 'ida brambleworth otto fennimore', 'journal of made up weather', '');
INSERT INTO validators (url, etag, last_modified, page) VALUES ('pages/export.bib', NULL, NULL, 2);
INSERT INTO validators (url, etag, last_modified, page) VALUES ('pages/home.html', NULL, NULL, 3);
INSERT INTO meta (name, value) VALUES ('derived', '2 publication (PersonTable(name=''Ida Brambleworth'', variants=(), orcid=None, watches=(WatchTable(source=''homepage'', locator=''pages/home.html'', identity=None, options={}), WatchTable(source=''bibtex'', locator=''pages/export.bib'', identity=None, options={}))),)');
INSERT INTO meta (name, value) VALUES ('published:lists/publications.bib', '2f9c7c9297b46bbf0c06e757e60173f817e25a16737c5e236af5cc072cd21337');
INSERT INTO meta (name, value) VALUES ('published:lists/publications.html', '4e392ab335675614b0ef7ab25a387821b12070edb3282fa64cdfc10f362d08c1');
INSERT INTO meta (name, value) VALUES ('published:lists/publications.json', '3d8242652f4dcb6edc73e0289518597040874efc0304054a747f92029e2e1448');
COMMIT;
