"""Who is left alone after a block, and for how long."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from faults.confined import run as command
from scholarsync import sources, targets
from scholarsync.config import load
from scholarsync.errors import Blocked, Unreachable
from scholarsync.store import Store
from scholarsync.sync import Run, sync

START = datetime(2031, 3, 3, 6, tzinfo=UTC)
SETTINGS = """contact = "ida@example.org"
store = "store.db"
[[people]]
name = "Ida Brambleworth"
[[people.watches]]
source = "scholar"
locator = "BRAMBidaAAAJ"
[[people.watches]]
source = "scholar"
locator = "saved.html"
[[people.watches]]
source = "homepage"
locator = "https://ida.example.org/"
[[people]]
name = "Otto Fennimore"
[[people.watches]]
source = "scholar"
locator = "FENNIottAAAJ"
[[people.watches]]
source = "homepage"
locator = "https://otto.example.org/"
"""


class Services:
    """Answers that are made up here; notes who is asked."""

    def __init__(self, folder):
        (folder / "config.toml").write_text(SETTINGS)
        self.settings = load(
            folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load())
        )
        self.folder, self.at, self.asked, self.errors = folder, START, [], {}

    def run(self, *, after=timedelta(0), **options):
        """One run; gives the watches that were asked."""
        self.at, self.asked = self.at + after, []
        with Store(self.folder / "store.db") as store:
            with store.write():
                number = store.evidence.start_run("sync", version="0", at=self.at)
            self.report = sync(
                Run(store=store, settings=self.settings, at=self.at, id=number, ask=self._ask), **options
            )
        return self.asked

    def _ask(self, watch):
        def ask(request, validators, spend):
            self.asked.append(watch.locator)
            raise self.errors.get(watch.locator, Unreachable(f"{request.url}: away"))

        return ask

    @property
    def rests(self):
        return {pull.watch.locator: (pull.rest_until - self.at).days for pull in self.report.pulls if pull.rest_until}


IDA, SAVED, IDA_HOME, OTTO, OTTO_HOME = (
    "BRAMBidaAAAJ", "saved.html", "https://ida.example.org/", "FENNIottAAAJ", "https://otto.example.org/",
)  # fmt: skip


@pytest.fixture
def services(tmp_path):
    return Services(tmp_path)


def test_a_service_that_blocked_one_watch_is_not_asked_for_another(services):
    services.errors[IDA] = Blocked("a captcha")

    assert services.run() == [IDA, SAVED, IDA_HOME, OTTO_HOME]
    assert [watch.locator for watch, _ in services.report.resting] == [OTTO]


def test_it_rests_as_a_whole_until_its_day_is_over(services):
    services.errors[IDA] = Blocked("a captcha")
    services.run()

    assert services.run(after=timedelta(hours=20)) == [SAVED, IDA_HOME, OTTO_HOME]
    assert OTTO in services.run(after=timedelta(hours=5))


def test_a_second_block_is_a_second_one_whoever_met_the_first(services):
    """The other watch is asked first after the rest, since it waited longer; the block is the service's second."""
    services.errors |= {IDA: Blocked("a captcha"), OTTO: Blocked("a captcha")}
    services.run()
    assert services.rests == {IDA: 1}
    services.run(after=timedelta(days=1))
    assert services.rests == {OTTO: 2}
    services.run(after=timedelta(days=2))
    assert list(services.rests.values()) == [4]


def test_a_forced_run_stops_at_the_first_block_too(services):
    services.errors[IDA] = Blocked("a captcha")
    services.run()

    assert services.run(force=True).count(OTTO) == 1
    services.errors[OTTO] = Blocked("a captcha")
    asked = services.run(force=True)
    assert len({IDA, OTTO} & set(asked)) == 1


def test_a_service_s_own_word_is_kept_for_all_its_watches(services):
    services.errors[IDA] = Unreachable("503", retry_after=START + timedelta(hours=2))

    assert OTTO not in services.run()
    assert OTTO not in services.run(after=timedelta(hours=1))
    assert OTTO in services.run(after=timedelta(hours=1))


def test_homepages_and_files_rest_alone(services):
    services.errors |= {IDA_HOME: Blocked("403"), SAVED: Blocked("a saved captcha")}

    assert services.run() == [IDA, SAVED, IDA_HOME, OTTO, OTTO_HOME]
    assert services.run(after=timedelta(hours=1)) == [IDA, OTTO, OTTO_HOME]


def test_a_service_that_is_away_without_a_word_is_asked_again(services):
    services.run()

    assert services.run(after=timedelta(hours=1)) == [IDA, SAVED, IDA_HOME, OTTO, OTTO_HOME]


def test_status_and_the_plan_tell_of_the_service_s_rest(services):
    services.at = datetime.now(UTC) - timedelta(hours=1)
    services.errors[IDA] = Blocked("a captcha")
    services.run()
    plan = {
        row["watch"]: row["rests_until"]
        for row in json.loads(command(services.folder, "sync", "--dry-run", "--json").out)
    }
    status = {row["watch"]: row["next_due"] for row in json.loads(command(services.folder, "status", "--json").out)}

    assert plan[f"scholar:{OTTO}"] == plan[f"scholar:{IDA}"] == status[f"scholar:{OTTO}"]
    assert plan["scholar:saved.html"] is None
    assert status[f"homepage:{OTTO_HOME}"] == "now"
