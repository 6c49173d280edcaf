"""A week of runs under a clock of its own, against services that block, change, lie and go away.

::

    python tests/faults/week.py      # prints the table of docs/faults.md
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scholarsync import sources, targets
from scholarsync.cli.network import asking
from scholarsync.cli.sync_ import tell
from scholarsync.config import Settings, load
from scholarsync.fetch import Fetcher, Limits
from scholarsync.store import Store
from scholarsync.sync import Run, sync
from upstream.answers import Answer, Article, Paper, Profile, feed
from upstream.faults import NORMAL, captcha, instead, reset, status
from upstream.server import SCHOLAR_ROBOTS, Services

MONDAY = datetime(2031, 3, 3, 6, tzinfo=UTC)
IRIS = "PEBBLEirAAAJ"
SETTINGS = """contact = "iris@example.org"
store = "store.db"
allow_private_addresses = true
[[people]]
name = "Iris Pebblethwaite"
[[people.watches]]
source = "scholar"
locator = "{profile}"
options = {{base_url = "{url}"}}
[[people.watches]]
source = "arxiv"
locator = 'au:"Iris Pebblethwaite"'
identity = true
options = {{base_url = "{other}"}}
[[people.watches]]
source = "homepage"
locator = "{url}/home"
[[people.watches]]
source = "bibtex"
locator = "{url}/group.bib"
[[lists]]
path = "list.json"
[[lists]]
path = "list.bib"
"""
HOME = """<!doctype html><html><head><meta charset="utf-8"><title>Iris Pebblethwaite</title></head><body>
<h1>Iris Pebblethwaite</h1><h2>Publications</h2><ul>{items}</ul></body></html>"""
ITEM = "<li><b>{title}</b><br>Iris Pebblethwaite, Tom Underhill<br><i>{venue}</i>, {year}</li>\n"
PAGES = (
    ("Stones That Float on Paper", "Annals of Pebbles", 2030),
    ("Counting Gravel by Its Sound", "Journal of Made-up Shores", 2029),
    ("The Slow Life of Boulders", "Annals of Pebbles", 2028),
    ("Sand as an Archive of Footsteps", "Journal of Made-up Shores", 2027),
    ("Why Beaches Forget", "Annals of Pebbles", 2026),
    ("A Grammar of Cliffs", "Journal of Made-up Shores", 2025),
)
NEW = ("Tides Without a Moon", "Annals of Pebbles", 2031)
ENTRY = "@article{{stones30,\n  title = {{{title}}},\n  author = {{Pebblethwaite, Iris and Underhill, Tom}},\n  journal = {{Annals of Pebbles}},\n  year = {{2030}}{doi}\n}}\n"


def home(*items: tuple[str, str, int]) -> str:
    return HOME.format(items="".join(ITEM.format(title=t, venue=v, year=y) for t, v, y in items))


def group(title: str = "Stones That Float on Paper", doi: str = "") -> Answer:
    text = ENTRY.format(title=title, doi=f",\n  doi = {{{doi}}}" if doi else "")
    return Answer(body=text.encode(), content_type="application/x-bibtex", headers={"ETag": f'"{title}{doi}"'})


def profile(cites: int) -> Profile:
    details = {
        "Authors": "Iris Pebblethwaite, Tom Underhill",
        "Publication date": "2030/2",
        "Journal": "Annals of Pebbles",
    }
    return Profile(
        name="Iris Pebblethwaite",
        articles=(
            Article(id="stones", title="Stones that float on paper", authors="I Pebblethwaite, T Underhill",
                    venue="Annals of Pebbles 4, 1-9", year="2030", cites=cites, details=details),
            Article(id="gravel", title="Counting gravel by its sound", authors="I Pebblethwaite, T Underhill",
                    venue="Journal of Made-up Shores 2, 10-19", year="2029",
                    details={**details, "Publication date": "2029/5", "Journal": "Journal of Made-up Shores"}),
        ),
    )  # fmt: skip


PAPERS = [
    Paper(id="3011.00007", title="The Weight of a Wave", authors=("Iris Pebblethwaite", "Tom Underhill"),
          published="2030-11-03T10:00:00Z", updated="2030-11-03T10:00:00Z"),
    Paper(id="3012.00008", title="Dunes in Old Photographs", authors=("Iris Pebblethwaite",),
          published="2030-12-03T10:00:00Z", updated="2030-12-03T10:00:00Z"),
]  # fmt: skip
EMPTY = feed([], total=2, size=100)
"""A feed that says there are two papers, and has none."""


def good(services: Services) -> None:
    """Monday: all is well."""
    services.robots = SCHOLAR_ROBOTS
    services.profiles[IRIS] = profile(cites=7)
    services.papers[:] = PAPERS
    services.pages["/home"] = home(*PAGES)
    services.pages["/group.bib"] = group()


def quiet(services: Services) -> None:
    del services


def wednesday(services: Services) -> None:
    services.plan("/citations", captcha())
    services.pages["/home"] = home(NEW, *PAGES)


def thursday(services: Services) -> None:
    services.plan("/api", status(503, retry_after="7200"))
    services.pages["/home"] = home(NEW)


def friday(services: Services) -> None:
    services.plan("/api", instead(EMPTY, content_type="application/atom+xml"))
    services.pages["/home"] = home(NEW, *PAGES)
    services.plan("/group.bib", reset)


def saturday(services: Services) -> None:
    services.plan("/citations", NORMAL)
    services.profiles[IRIS] = profile(cites=9)
    services.plan("/api", NORMAL)
    published = replace(
        PAPERS[0], version=2, doi="10.5555/wave.2031", journal_ref="Annals of Pebbles 5 (2031) 1-12",
        updated="2031-03-07T10:00:00Z",
    )  # fmt: skip
    services.papers[:] = [published, PAPERS[1]]
    services.plan("/group.bib", NORMAL)
    services.pages["/group.bib"] = group(doi="10.5555/stones.2030")


def sunday(services: Services) -> None:
    services.pages["/home"] = home(NEW, *PAGES[:-1])


@dataclass(frozen=True)
class Day:
    """What happens to the services on one day, and how the table says it."""

    name: str
    happening: str
    change: Callable[[Services], None]


WEEK = (
    Day("Monday", "the first run", good),
    Day("Tuesday", "nothing has changed", quiet),
    Day("Wednesday", "Scholar shows a captcha; the homepage has a new paper", wednesday),
    Day("Thursday", "the captcha again; arXiv is down for two hours; the homepage lists 1 of 7", thursday),
    Day("Friday", "Scholar rests; arXiv's feed is empty; the homepage is whole; the group's server hangs up", friday),
    Day("Saturday", "all are back; a count has moved, a preprint is published, the group's file has a DOI", saturday),
    Day("Sunday", "the homepage dropped its oldest paper", sunday),
    Day("Monday", "nothing has changed", quiet),
)  # fmt: skip


@dataclass
class Told:
    """One day of the job."""

    day: Day
    code: int
    out: list[str]
    err: list[str]
    titles: list[str]
    requests: int
    kept: Mapping[str, bytes] = field(default_factory=dict)


class Job:
    """A job over the services, run by run."""

    def __init__(self, folder: Path, services: Services) -> None:
        self.folder, self.services, self.at = folder, services, MONDAY
        (folder / "config.toml").write_text(
            SETTINGS.format(profile=IRIS, url=services.url, other=other_host(services.url)), "utf-8"
        )
        self.settings: Settings = load(
            folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load())
        )

    def run(self, day: Day) -> Told:
        """The run of one day; the next is a day later."""
        day.change(self.services)
        asked = len(self.services.targets)
        out, err = io.StringIO(), io.StringIO()
        with Store(self.folder / "store.db") as store, self._fetcher() as fetcher:
            with store.write():
                number = store.evidence.start_run("sync", version="0", at=self.at)
            end = time.monotonic() + 60
            run = Run(
                store=store, settings=self.settings, at=self.at, id=number,
                ask=lambda watch: asking(fetcher, watch, self.settings, end=end),
            )  # fmt: skip
            report = sync(run)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                tell(report, as_json=False)
        self.at += timedelta(days=1)
        listed = json.loads((self.folder / "list.json").read_bytes())
        return Told(
            day=day, code=report.exit_code, out=self._lines(out), err=self._lines(err),
            titles=[work["title"] for work in listed], requests=len(self.services.targets) - asked,
            kept={name: (self.folder / name).read_bytes() for name in ("list.json", "list.bib")},
        )  # fmt: skip

    def _fetcher(self) -> Fetcher:
        return Fetcher(
            "iris@example.org", clock=lambda: self.at, sleep=lambda _: None, allow_private=True,
            limits=Limits(retries=1, gap_s=0.0, paces={}),
        )  # fmt: skip

    def _lines(self, told: io.StringIO) -> list[str]:
        text = told.getvalue().replace(self.services.url, "").replace(other_host(self.services.url), "")
        return text.replace("scholarsync: ", "").splitlines()


def other_host(url: str) -> str:
    """The same server under another name, as services are several hosts."""
    return url.replace("127.0.0.1", "localhost")


def week(folder: Path) -> list[Told]:
    """All days, one after the other."""
    with Services() as services:
        job = Job(folder, services)
        return [job.run(day) for day in WEEK]


def table(days: list[Told]) -> str:
    """The week as Markdown."""
    rows = [
        "| day | what happened | requests | what was told | exit code | on the list |",
        "| --- | --- | ---: | --- | ---: | ---: |",
    ]
    for told in days:
        lines = [f"`{line}`" for line in [*told.out, *told.err]] or ["nothing"]
        text = "<br>".join(line.replace("|", "\\|") for line in lines)
        rows.append(
            f"| {told.day.name} | {told.day.happening} | {told.requests} | {text} | {told.code} | {len(told.titles)} |"
        )
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        print(table(week(Path(name))), end="")
