"""The whole line: settings, pages from a local server, an empty store, and what comes out at its end."""

import json
import re
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scholarsync import sources, targets
from scholarsync.cli.network import read_page
from scholarsync.config import load
from scholarsync.fetch import Fetcher, Limits
from scholarsync.store import Store
from scholarsync.sync import Run, rebuild, sync
from upstream.answers import Article, Paper, Profile
from upstream.faults import NORMAL, captcha, changed, cut, drip, instead, reset, status

START = datetime(2026, 3, 1, 6, tzinfo=UTC)
ADA = "QUILLadaAAAJ"
HOME = """<!doctype html><html><head><meta charset="utf-8"><title>Ada Quillfeather</title></head><body>
<h1>Ada Quillfeather</h1><h2>Publications</h2><ul>
<li><b>Sparse Kites: Wind-Aware Routing</b><br>Ada Quillfeather, Bo Marrow, Chidi Osei<br><i>Journal of Made-up Kites</i>, 2024</li>
<li><b>Paper Lanterns and Their Drag</b><br>Ada Quillfeather, Bo Marrow<br><i>Annals of Lanterns</i>, 2022</li>
{more}</ul></body></html>"""
MORE = "<li><b>{title}</b><br>Ada Quillfeather, Dora Finch<br><i>Annals of Lanterns</i>, {year}</li>\n"


def article(number, title, **fields):
    return Article(
        id=f"k{number}",
        title=title,
        authors="A Quillfeather, B Marrow, C Osei",
        details={"Authors": "Ada Quillfeather, Bo Marrow, Chidi Osei", "Publication date": "2024/5"},
        **fields,
    )


class Line:
    """A job over a local server, day by day."""

    def __init__(self, tmp_path, services):
        self.services, self.folder, self.at = services, tmp_path, START
        services.robots = None
        services.profiles[ADA] = Profile(
            name="Ada Quillfeather",
            articles=(
                article(
                    1, "Sparse kites: wind-aware routing", venue="Journal of Made-up Kites 3, 1-9", year="2024", cites=7
                ),
            ),
        )
        services.papers.append(
            Paper(
                id="2311.01234",
                title="Sparse Kites: Wind-Aware Routing",
                authors=("Ada Quillfeather", "Bo Marrow", "Chidi Osei"),
                published="2023-11-03T10:00:00Z",
                updated="2023-11-03T10:00:00Z",
            )
        )
        services.pages["/home"] = HOME.format(more="")
        self.settings = self.write()

    def write(self, extra=""):
        base = self.services.url
        text = f"""
contact = "ada@example.org"
store = "store.db"
allow_private_addresses = true
{extra}
[[people]]
name = "Ada Quillfeather"
[[people.watches]]
source = "scholar"
locator = "{ADA}"
options = {{base_url = "{base}"}}
[[people.watches]]
source = "arxiv"
locator = "quillfeather_a_1"
options = {{base_url = "{base}"}}
[[people.watches]]
source = "homepage"
locator = "{base}/home"
[[lists]]
path = "list.json"
[[lists]]
path = "list.bib"
"""
        path = self.folder / "config.toml"
        path.write_text(text, "utf-8")
        self.settings = load(path, sources=frozenset(sources.load()), targets=frozenset(targets.load()))
        return self.settings

    def run(self, step=sync, *, after=timedelta(days=1), watch_s=20.0, believed=frozenset(), **options):
        self.at += after
        with Store(self.folder / "store.db") as store:
            fetcher = Fetcher(
                "ada@example.org",
                clock=lambda: self.at,
                sleep=lambda _: None,
                allow_private=True,
                limits=Limits(retries=0, read_s=2.0, gap_s=0.0),
            )
            with fetcher, store.write():
                number = store.evidence.start_run("sync", version="0", at=self.at)

            def ask(watch):
                deadline = time.monotonic() + watch_s

                def fetch(request, validators, spend):
                    if "path" in watch.options:
                        return read_page(watch, request, limit=10**7)
                    return fetcher.fetch(
                        request, watch=watch.key, deadline=deadline, validators=validators, spend=spend
                    )

                return fetch

            run = Run(store=store, settings=self.settings, at=self.at, id=number, ask=ask, believed=believed)
            report = step(run, **options)
            fetcher.close()
            return report

    @property
    def list(self):
        return (self.folder / "list.json").read_bytes()

    def titles(self):
        return sorted(row["title"] for row in json.loads(self.list))

    def derived(self):
        """Every derived row, with what evidence ids it names left out."""
        with Store(self.folder / "store.db") as store:
            out = {}
            for table in ("records", "works", "members", "authors", "matches", "attributions", "labels", "citations"):
                out[table] = store.db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            out["sightings"] = store.db.execute(
                "SELECT watch, record, role, listed, draft FROM sightings ORDER BY 1, 2, 3"
            ).fetchall()
            return out


@pytest.fixture
def line(tmp_path, services):
    return Line(tmp_path, services)


def outcome(report, source):
    return next(pull for pull in report.pulls if pull.watch.source == source)


def test_three_sources_make_one_list(line):
    report = line.run()

    assert [(p.watch.source, p.outcome) for p in report.pulls] == [
        ("scholar", "ok"),
        ("arxiv", "ok"),
        ("homepage", "ok"),
    ]
    assert report.exit_code == 0
    assert line.titles() == ["Paper Lanterns and Their Drag", "Sparse Kites: Wind-Aware Routing"]


def test_preprint_and_publication_are_one_work_with_the_publications_year(line):
    line.run()
    with Store(line.folder / "store.db") as store:
        work = next(w for w in store.derived.works() if "Sparse" in w.chosen.title)

    assert (work.chosen.year, work.chosen.venue, work.chosen.arxiv_id) == (
        2024,
        "Journal of Made-up Kites",
        "2311.01234",
    )
    assert [a.name for a in work.chosen.authors] == ["Ada Quillfeather", "Bo Marrow", "Chidi Osei"]
    assert {v.kind for v in work.versions} == {"preprint", "published"}
    assert len(work.records) == 3


def test_every_value_leads_back_to_the_bytes_it_came_from(line):
    line.run()
    with Store(line.folder / "store.db") as store:
        for work in store.derived.works():
            for field, record in work.origin.items():
                sighting = store.derived.sightings(records=[record])[0]
                page = store.evidence.page(sighting.page)
                assert page.body, (field, record)
                assert any(word.encode() in page.body for word in sighting.draft.title.split())


def test_a_second_sync_changes_no_derived_row_and_no_byte_of_a_list(line):
    line.run()
    before, rows = line.list, line.derived()
    stamp = (line.folder / "list.json").stat().st_mtime_ns

    report = line.run()

    assert {pull.outcome for pull in report.pulls} == {"unchanged"}
    assert line.derived() == rows
    assert (line.list, (line.folder / "list.json").stat().st_mtime_ns) == (before, stamp)
    assert report.changes == []
    assert not any(published.changed for published in report.lists)


def test_a_list_that_is_not_as_it_was_left_is_written_anew(line):
    """Fetched back from an older day, or cut by somebody: what stands there is not what the store says."""
    line.run()
    before = line.list
    (line.folder / "list.json").write_bytes(b"[]\n")
    report = line.run()

    assert [published.path for published in report.lists if published.changed] == ["list.json"]
    assert line.list == before


def test_rebuild_gives_what_sync_gave(line):
    line.run()
    line.services.pages["/home"] = HOME.format(more=MORE.format(title="Kites at Night", year=2025))
    line.run()
    rows, before = line.derived(), line.list

    line.run(rebuild)

    assert line.derived() == rows
    assert line.list == before


def test_the_order_of_the_watches_changes_nothing_but_keys(line):
    line.run()
    titles = line.titles()
    (line.folder / "store.db").unlink()
    (line.folder / "list.json").unlink()
    text = (line.folder / "config.toml").read_text()
    head, *watches, last = text.split("[[people.watches]]")
    last, _, lists = last.partition("[[lists]]")
    (line.folder / "config.toml").write_text(
        "[[people.watches]]".join([head, *reversed([*watches, last])]) + "\n[[lists]]" + lists
    )
    line.settings = load(
        line.folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load())
    )
    line.run()

    assert line.titles() == titles


FAULTS = {
    "captcha": (captcha(), "blocked"),
    "429": (status(429), "blocked"),
    "403": (status(403), "blocked"),
    "500": (status(500), "unreachable"),
    "reset": (reset, "unreachable"),
    "drip": (drip(0.05), "unreachable"),
    "another page": (instead("<html><body>Hello</body></html>"), "unreadable"),
    "empty": (instead(""), "unreadable"),
    "cut": (cut(0.3), "unreadable"),
    "404": (status(404), "missing"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_failed_source_never_shortens_the_list(line, name):
    fault, wanted = FAULTS[name]
    line.run()
    before = line.list
    line.services.plan("/citations", fault)

    report = line.run(watch_s=2.0 if name == "drip" else 20.0)

    assert outcome(report, "scholar").outcome == ("unreachable" if name == "cut" else wanted)
    assert line.list == before
    assert report.exit_code == 3


@pytest.mark.parametrize("name", FAULTS)
def test_a_failed_source_is_no_empty_one_on_the_first_day_either(line, name):
    fault, wanted = FAULTS[name]
    line.services.plan("/citations", fault)

    report = line.run(watch_s=2.0 if name == "drip" else 20.0)

    assert outcome(report, "scholar").outcome == wanted
    assert len(line.titles()) == 2


def test_when_all_fail_the_lists_are_left_alone(line):
    for path in ("/citations", "/a/", "/api", "/home"):
        line.services.plan(path, status(503))

    report = line.run()

    assert report.exit_code == 4
    assert not (line.folder / "list.json").exists()


def test_after_a_block_the_source_rests_a_day_then_two_then_four(line):
    line.services.plan("/citations", captcha())
    rests = []
    for _ in range(4):
        pull = outcome(line.run(after=timedelta(days=5)), "scholar")
        rests.append((pull.rest_until - line.at).days)

    assert rests == [1, 2, 4, 4]


def test_a_resting_source_is_not_asked(line):
    line.services.plan("/citations", captcha())
    line.run()
    asked = len([t for t in line.services.targets if t.startswith("/citations")])

    report = line.run(after=timedelta(hours=3))

    assert [watch.source for watch, _ in report.resting] == ["scholar"]
    assert len([t for t in line.services.targets if t.startswith("/citations")]) == asked


def test_a_timer_that_comes_a_little_early_loses_no_day_of_a_rest(line):
    line.services.plan("/citations", captcha())
    line.run()
    asked = len([t for t in line.services.targets if t.startswith("/citations")])

    line.run(after=timedelta(hours=23, minutes=30))

    assert len([t for t in line.services.targets if t.startswith("/citations")]) > asked


def test_a_page_that_suddenly_lists_far_less_is_not_believed(line):
    line.services.pages["/home"] = HOME.format(
        more="".join(MORE.format(title=f"Night Kites of Kind {n}", year=2000 + n) for n in range(8))
    )
    line.run()
    titles = line.titles()
    line.services.pages["/home"] = HOME.format(more="")

    report = line.run()

    assert outcome(report, "homepage").outcome == "partial"
    assert "lists 2 of the 10 known works" in outcome(report, "homepage").detail
    assert line.titles() == titles
    with Store(line.folder / "store.db") as store:
        assert all(s.listed for s in store.derived.sightings())


def far_shorter(line):
    """A homepage that loses nine of ten works on the second day; gives the titles of the first."""
    line.services.pages["/home"] = HOME.format(
        more="".join(MORE.format(title=f"Night Kites of Kind {n}", year=2000 + n) for n in range(8))
    )
    line.run()
    line.services.pages["/home"] = HOME.format(more="")
    return line.titles()


def test_a_page_that_a_person_vouches_for_is_believed(line):
    """Today and at every rebuild; what it dropped is told, and stays on the list until a person removes it."""
    titles = far_shorter(line)
    line.run()
    key = next(watch.key for watch in line.settings.watches if watch.source == "homepage")

    report = line.run(believed=frozenset({key}))

    assert outcome(report, "homepage").outcome == "ok"
    for step in (sync, rebuild):
        line.run(step)
        with Store(line.folder / "store.db") as store:
            assert sum(s.listed for s in store.derived.sightings(watch=key)) == 2
        assert line.titles() == titles


def test_a_page_that_lists_wholly_other_works_is_not_believed(line):
    """A domain that was let go, or a page of somebody else under the old address."""
    line.services.pages["/home"] = HOME.format(
        more="".join(MORE.format(title=f"Night Kites of Kind {n}", year=2000 + n) for n in range(8))
    )
    line.run()
    titles = line.titles()
    other = "".join(MORE.format(title=f"Casino Games of Series {n}", year=2010 + n) for n in range(9))
    line.services.pages["/home"] = re.sub(r"<li>.*</li>", lambda _: other, HOME.format(more=""), flags=re.DOTALL)

    for step in (sync, sync, rebuild):
        line.run(step)
        assert line.titles() == titles
    with Store(line.folder / "store.db") as store:
        pull = store.evidence.last_pull(next(w.key for w in line.settings.watches if w.source == "homepage"))
    assert "none of the 10 known ones" in pull.detail


@pytest.mark.parametrize("spoil", [cut(0.6), changed(lambda body: body[: body.rindex(b"<li>")] + b"<a hre")])
def test_a_page_that_breaks_off_is_not_believed(line, spoil):
    """Also day after day; it is kept as evidence, and the whole page is taken again when it comes."""
    line.run()
    titles, whole = line.titles(), line.services.pages["/home"]
    line.services.plan("/home", spoil)
    for step in (sync, sync, rebuild):
        report = line.run(step)
        if step is sync:
            assert outcome(report, "homepage").outcome == "unreachable"
            assert "in the middle" in outcome(report, "homepage").detail
        assert line.titles() == titles
    line.services.plan("/home", NORMAL)
    line.services.pages["/home"] = whole.replace("</ul>", MORE.format(title="Late Kites", year=2030) + "</ul>")

    assert outcome(line.run(), "homepage").outcome == "ok"
    assert "Late Kites" in line.titles()


def test_a_page_that_stays_far_shorter_is_not_believed_the_second_time_either(line):
    """A page in pieces that changes daily would else be believed on its second day."""
    line.services.pages["/home"] = HOME.format(
        more="".join(MORE.format(title=f"Night Kites of Kind {n}", year=2000 + n) for n in range(8))
    )
    line.run()
    for number in range(3):
        line.services.pages["/home"] = HOME.format(more="").replace("2022", str(2023 + number))
        assert outcome(line.run(), "homepage").outcome == "partial"
    with Store(line.folder / "store.db") as store:
        assert all(s.listed for s in store.derived.sightings())

    assert line.run(rebuild).exit_code == 0
    with Store(line.folder / "store.db") as store:
        assert all(s.listed for s in store.derived.sightings())


def test_a_part_of_a_page_that_did_not_come_is_asked_for_again(line):
    """Also when the part that came has not changed since: the rest of it is still unknown."""
    link = '</ul><p><a href="/home/older.html">Full list</a></p>'
    line.services.pages["/home"] = HOME.format(more="").replace("</ul>", link)
    line.services.pages["/home/older.html"] = HOME.format(more=MORE.format(title="Kites before Kites", year=1999))
    line.services.plan("/home/older.html", status(503))
    assert outcome(line.run(), "homepage").outcome == "partial"
    assert "Kites before Kites" not in line.titles()
    line.services.plan("/home/older.html", NORMAL)
    line.run()
    assert "Kites before Kites" in line.titles()

    assert outcome(line.run(), "homepage").outcome == "unchanged"


def test_what_a_source_no_longer_lists_is_marked_and_stays(line):
    line.services.pages["/home"] = HOME.format(more=MORE.format(title="Kites at Night", year=2025))
    line.run()
    line.services.pages["/home"] = HOME.format(more="")
    line.run()

    assert "Kites at Night" in line.titles()
    with Store(line.folder / "store.db") as store:
        gone = [s.draft.title for s in store.derived.sightings() if not s.listed]
    assert gone == ["Kites at Night"]


def test_a_new_publication_is_told_and_listed(line):
    line.run()
    line.services.pages["/home"] = HOME.format(more=MORE.format(title="Kites at Night", year=2025))

    report = line.run()

    assert [(c.kind, c.title) for c in report.changes] == [("new", "Kites at Night")]
    assert "Kites at Night" in line.titles()


def test_a_moved_citation_count_is_told_and_kept_by_day(line):
    line.run()
    old = line.services.profiles[ADA].articles[0]
    line.services.profiles[ADA] = Profile(
        name="Ada Quillfeather",
        articles=(
            Article(
                **{**{f: getattr(old, f) for f in ("id", "title", "authors", "venue", "year", "details")}, "cites": 9}
            ),
        ),
    )

    report = line.run()

    assert [(c.kind, c.detail) for c in report.changes] == [("cited", "7 → 9")]


def test_a_moved_count_is_known_though_the_run_was_ended_right_after(line, monkeypatch):
    """It is logged with the page that says it: the next run would not see it move again."""
    line.run()
    old = line.services.profiles[ADA].articles[0]
    line.services.profiles[ADA] = Profile(name="Ada Quillfeather", articles=(replace(old, cites=9),))

    def killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("scholarsync.sync.derive", killed)
        line.run()
    with Store(line.folder / "store.db") as store:
        events = store.db.execute("SELECT kind, title, detail FROM events WHERE kind = 'cited'").fetchall()
    assert events == [("cited", "Sparse Kites: Wind-Aware Routing", "7 → 9")]

    assert [change.kind for change in line.run().changes] == []


def test_labels_are_for_ever(line):
    line.run()
    with Store(line.folder / "store.db") as store:
        before = {work.chosen.title: work.label for work in store.derived.works()}
    line.services.pages["/home"] = HOME.format(more=MORE.format(title="Paper Lanterns Again", year=2022))
    line.run()
    line.run(rebuild)
    with Store(line.folder / "store.db") as store:
        after = {work.chosen.title: work.label for work in store.derived.works()}

    assert {title: after[title] for title in before} == before
    assert len(set(after.values())) == len(after)


def test_nothing_forbidden_is_asked_of_scholar(line):
    line.run()

    asked = [t for t in line.services.targets if t.startswith("/citations")]
    assert all("cstart=" not in t and t.startswith("/citations?user=") for t in asked)
    assert all("ada@example.org" in seen.headers["user-agent"] for seen in line.services.log)
