"""A page that was written to do harm, through the whole line: from the bytes to every list and every command."""

import csv
import io
import json
import resource
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from faults.confined import run
from faults.killing import PAGE, SETTINGS, made
from scholarsync.config import load
from scholarsync.errors import Unreachable
from scholarsync.store import Store
from scholarsync.sync import Run, sync
from upstream.faults import drip, silent

TITLES = [
    "Kites <script>alert(1)</script> of the Harbour",
    "Lanterns \x1b]0;owned\x07 \x1b[2J of the North",
    "Moths {{ 7*7 }} {% for x in (1,) %}{{ ''.__class__ }}{% endfor %} by Night",
    "Rivers'; DROP TABLE works; --\" of Ink",
    '=HYPERLINK("https://example.org/","Sums") of the Sea',
    "Stairs \u202eevil\u202c and \u2066hidden\u2069 Words",
    "Towers ../../../../etc/passwd of Sand",
    "Windows $(touch owned) `touch owned` of Paper",
]
ITEM = '<li><b>{title}</b><br>Ida Brambleworth, Otto Fennimore<br><i>Journal of Made-up Weather</i>, {year} <a href="{href}">pdf</a></li>\n'
LINKS = [
    "javascript:alert(1)",
    "JaVaScRiPt&#58;alert(1)",
    "data:text/html,<script>",
    "file:///etc/passwd",
    "vbscript:x",
]
MORE = """
[[lists]]
path = "lists/publications.csv"
[[lists]]
path = "lists/feed.atom"
[[lists]]
path = "lists/publications.tex"
[[lists]]
path = "lists/hugo"
format = "hugo"
"""


AT = datetime(2031, 3, 3, 6, tzinfo=UTC)


def noting(asked):
    """A network that notes who asks, and gives nothing."""

    def of(watch):
        def ask(request, validators, spend):
            asked.append(watch.source)
            raise Unreachable(f"{request.url}: nobody is there")

        return ask

    return of


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    """A job over one hostile page."""
    folder = made(tmp_path_factory.mktemp("hostile") / "job")
    (folder / "config.toml").write_text(SETTINGS + MORE, "utf-8")
    items = "".join(
        ITEM.format(title=escaped(title), year=2020 + number, href=LINKS[number % len(LINKS)])
        for number, title in enumerate(TITLES)
    )
    (folder / "pages/home.html").write_text(PAGE.format(items=items), "utf-8")
    entry = (
        "@article{../../evil,\n title = {Vaults of Salt}, author = {Brambleworth, Ida}, journal = {J}, year = {2019}}\n"
    )
    (folder / "pages/export.bib").write_text(entry, "utf-8")
    done = run(folder, "sync")
    assert done.code == 0, done.err
    (folder / "said.txt").write_text(done.out, "utf-8")
    return folder


def test_all_of_it_is_taken_for_titles(job):
    works = json.loads(run(job, "list", "--json").out)

    assert len(works) == len(TITLES) + 1


@pytest.mark.parametrize(
    "words",
    [["list"], ["search", "kites"], ["show", "lanterns north"], ["explain", "lanterns north"], ["status"], ["audit"],
     ["export", "--format", "markdown"], ["decide", "list"], ["doctor", "--offline"]],
    ids=lambda words: words[0],
)  # fmt: skip
def test_no_command_passes_orders_to_the_terminal(job, words):
    """No escape, no other control sign, nothing that turns the direction of text."""
    done = run(job, *words)
    for text in (done.out, done.err, (job / "said.txt").read_text("utf-8")):
        assert [sign for sign in text if (ord(sign) < 32 and sign not in "\n\t") or "\x7f" <= sign <= "\x9f"] == []
        assert not set(text) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_no_list_runs_anything(job):
    page = (job / "lists/publications.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    for path in (job / "lists").rglob("*"):
        if path.is_file() and path.suffix != ".json":
            text = path.read_text("utf-8").lower().replace("&#58;", ":")
            assert 'href="javascript:' not in text
            assert "](javascript:" not in text
            assert "file:///etc" not in text


def test_no_cell_is_a_formula(job):
    rows = list(csv.reader(io.StringIO((job / "lists/publications.csv").read_text("utf-8-sig"))))

    assert len(rows) == len(TITLES) + 2
    assert [cell for row in rows for cell in row if cell[:1] in set("=+-@\t\r")] == []


def test_no_template_is_filled_from_a_title(job):
    for path in (job / "lists").rglob("*"):
        if path.is_file():
            assert "Moths 49" not in path.read_text("utf-8")


def test_nothing_is_written_elsewhere_and_nothing_run(job):
    names = {path.relative_to(job).parts[0] for path in job.rglob("*")}

    assert names <= {
        "config.toml",
        "pages",
        "lists",
        "said.txt",
        "store.db",
        "store.db-wal",
        "store.db-shm",
        "store.db.lock",
    }
    assert not (job.parent / "evil").exists()


def test_the_store_is_sound(job):
    with Store(job / "store.db") as store:
        assert store.check() == []


# bombs -------------------------------------------------------------------------------------------


LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "laugh laugh laugh laugh laugh laugh laugh laugh">'
    + "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefghi", "bcdefghij", strict=True))
    + "]>{head}&j;{tail}"
)
READ = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
BOMBS = {
    "laughs.xml": LAUGHS.format(head='<feed xmlns="http://www.w3.org/2005/Atom"><title>', tail="</title></feed>"),
    "laughs.html": LAUGHS.format(head="<html><body><h2>Publications</h2><p>", tail="</p></body></html>"),
    "laughs.enw": LAUGHS.format(head="<xml><records><record><titles><title>", tail="</title></titles></record></records></xml>"),
    "file.xml": '<?xml version="1.0"?>' + READ + '<feed xmlns="http://www.w3.org/2005/Atom"><title>&f;</title></feed>',
    "file.html": READ + "<html><body><h2>Publications</h2><ul><li>&f;</li></ul></body></html>",
    "deep.html": "<html><body><h2>Publications</h2>" + "<div>" * 40_000 + "Kites, 2024",
    "wide.html": "<html><body><h2>Publications</h2><p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">Kites, 2024</p>",
    "open.html": "<html><body><h2>Publications</h2>" + "<" * 500_000,
    "nested.bib": "@article{k, title = " + "{" * 100_000 + "}" * 100_000 + "}",
    "nested.json": "[" * 200_000,
    "nested.yaml": "- " * 50_000 + "x",
    "endless.yaml": "- &a\n  - title: Kites\n    authors: [x]\n  - *a\n",
    "laughs.yaml": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)),
    "long.ris": "TY  - JOUR\nTI  - " + "x" * 2_000_000 + "\nER  - \n",
}  # fmt: skip


def frugal():
    """A minute of the processor and two gigabytes: far more than a page needs, far less than a bomb."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_in_a_list_or_a_line(tmp_path, name):
    (tmp_path / name).write_text(BOMBS[name], "utf-8")
    done = run(tmp_path, "extract", name, confine=frugal)

    assert done.code in {0, 2, 3}
    assert "Traceback" not in done.err
    assert len(done.out) + len(done.err) < 5_000_000
    assert "root:" not in done.out
    assert done.out.count("laugh") < 1000


# time --------------------------------------------------------------------------------------------


WATCHES = """
[[people.watches]]
source = "homepage"
locator = "{url}/slow"
[[people.watches]]
source = "homepage"
locator = "{url}/home"
"""


@pytest.fixture
def timed(tmp_path, services):
    """A job whose first server answers without end."""
    job = made(tmp_path / "job")
    services.robots = None
    services.pages["/home"] = services.pages["/slow"] = (job / "pages/home.html").read_text()
    head, _, tail = SETTINGS.partition("[[people.watches]]")
    lists = tail[tail.index("[[lists]]") :]
    (job / "config.toml").write_text(
        f"allow_private_addresses = true\n{head}{WATCHES.format(url=services.url)}{lists}[limits]\nwatch_s = 1.5\nrun_s = 20\n"
    )
    return job


@pytest.mark.parametrize(
    "fault", [drip(0.05), drip(0.05, headers=True), silent], ids=["drips", "drips a head", "is silent"]
)
def test_a_watch_ends_at_its_deadline_and_the_others_go_on(timed, services, fault):
    services.plan("/slow", fault)
    done = run(timed, "sync")

    assert done.code == 3
    assert "/slow: unreachable: " in done.line
    assert "new: Hail and Its Hearers" in done.out


def test_a_run_ends_at_its_deadline_and_says_what_it_did_not_ask(timed, services):
    text = (timed / "config.toml").read_text()
    (timed / "config.toml").write_text(
        text.replace("watch_s = 1.5", "watch_s = 60").replace("run_s = 20", "run_s = 2.5")
    )
    services.plan("/slow", drip(0.05))
    done = run(timed, "sync")

    assert done.code == 4
    assert "/slow: unreachable" in done.err
    assert "/home: not asked, the run's time is spent; it is first next time" in done.err


def test_what_a_run_had_no_time_for_is_first_in_the_next(tmp_path):
    """Or the last watches of a long list would never be asked."""
    job = made(tmp_path / "job")
    settings = load(job / "config.toml", sources=frozenset({"homepage", "bibtex"}), targets=frozenset())
    asked = []
    with Store(job / "store.db") as store:
        for _ in range(3):
            with store.write():
                number = store.evidence.start_run("sync", version="0", at=AT)
            time_left = iter([True, False]).__next__
            sync(Run(store=store, settings=settings, at=AT, id=number, ask=noting(asked), time_left=time_left))

    assert asked == ["homepage", "bibtex", "homepage"]


def test_nothing_waits_for_a_terminal_that_is_not_there(job):
    """Every command that could ask ends by itself when nobody is there to answer."""
    for words in (["review"], ["init"], ["decide"]):
        assert run(job, *words).code in {0, 1, 2}


def test_titles_are_values_to_the_database(job):
    plain = sqlite3.connect(job / "store.db")
    titles = {row[0] for row in plain.execute("SELECT title FROM works")}
    plain.close()

    assert any("DROP TABLE works" in title for title in titles)
    assert Path(job / "store.db").stat().st_size
