"""What a watch may take in one run, and that what it had to leave comes with the next ones."""

import pytest

from faults.week import IRIS, Day, Job
from scholarsync import sources, targets
from scholarsync.config import load
from scholarsync.store import Store
from upstream.answers import Profile, some_articles
from upstream.faults import NORMAL, captcha, status

ARTICLES = 9
DETAIL = f"/citations?user={IRIS}&view_op=view_citation"


@pytest.fixture
def job(tmp_path, services):
    """A job of one profile that may make few requests."""
    job = Job(tmp_path, services)
    services.robots = None
    services.profiles[IRIS] = Profile(name="Iris Pebblethwaite", articles=some_articles(ARTICLES))
    head, _, tail = (tmp_path / "config.toml").read_text("utf-8").partition('[[people.watches]]\nsource = "arxiv"')
    lists = tail[tail.index("[[lists]]") :]
    (tmp_path / "config.toml").write_text(f"{head}{lists}[limits]\nrequests = 6\ndetails = 4\n", "utf-8")
    job.settings = load(tmp_path / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load()))
    return job


def day(job, change=lambda _: None):
    told = job.run(Day("a day", "", change))
    with Store(job.folder / "store.db") as store:
        pull = store.evidence.last_pull(f"scholar:{IRIS}")
        detailed = len(store.derived.detailed(f"scholar:{IRIS}"))
    return told, pull, detailed


def test_details_come_day_by_day_within_the_budget(job):
    days = [day(job) for _ in range(5)]

    assert [told.requests for told, _, _ in days][:3] == [5, 5, 2]
    assert [detailed for _, _, detailed in days] == [4, 8, 9, 9, 9]
    assert [pull.pending for _, pull, _ in days] == [5, 1, 0, 0, 0]
    assert [pull.outcome for _, pull, _ in days[3:]] == ["unchanged", "unchanged"]
    assert [told.requests for told, _, _ in days[3:]] == [1, 1]
    assert all(len(told.titles) == ARTICLES for told, _, _ in days), "the list is whole from the first day"


def test_a_block_among_the_details_ends_the_visit_and_rests(job, services):
    """The list has come and is kept; nothing more is asked of who has shown a captcha, today or tomorrow."""
    services.plan(DETAIL, NORMAL, captcha())
    told, pull, detailed = day(job)

    assert (pull.outcome, detailed, told.requests) == ("partial", 1, 3)
    assert pull.rest_until == job.at, "a day after the run"
    assert len(told.titles) == ARTICLES
    services.plan(DETAIL, NORMAL)
    _, _, detailed = day(job)
    assert detailed == 5


def test_a_list_that_needs_more_requests_than_allowed_is_partial_or_failed_and_never_wrong(job, services):
    services.profiles[IRIS] = Profile(name="Iris Pebblethwaite", articles=some_articles(150))
    text = (
        (job.folder / "config.toml")
        .read_text("utf-8")
        .replace("requests = 6\ndetails = 4", "requests = 1\ndetails = 0")
    )
    (job.folder / "config.toml").write_text(text, "utf-8")
    job.settings = load(
        job.folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load())
    )
    told, pull, _ = day(job)

    assert told.requests == 1
    assert pull.outcome == "partial"
    assert pull.total is None or pull.total >= pull.listed
    assert len(told.titles) == pull.listed == 100


def test_a_detail_page_that_fails_waits_for_the_next_run(job, services):
    services.plan(DETAIL, status(500))
    told, pull, detailed = day(job)
    assert (pull.outcome, pull.pending, detailed) == ("ok", 9, 0)
    services.plan(DETAIL, NORMAL)
    _, pull, detailed = day(job)

    assert (pull.pending, detailed) == (5, 4)
    assert len(told.titles) == ARTICLES
