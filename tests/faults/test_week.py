"""The simulated week: what each day told, and the list at its end."""

import itertools
import re
from pathlib import Path

import pytest

from faults.week import NEW, PAGES, WEEK, table, week
from scholarsync.store import Store

DOCUMENT = Path(__file__).parents[2] / "docs/faults.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("week")


@pytest.fixture(scope="module")
def days(folder):
    return week(folder)


def test_all_that_is_new_or_changed_is_told_once(days):
    told = [line for day in days[1:] for line in day.out if not line.startswith("written: ")]

    assert told == [
        "new: Tides Without a Moon",
        "published: The Weight of a Wave (Annals of Pebbles)",
        "corrected: Stones That Float on Paper (doi: None → '10.5555/stones.2030')",
        "citations: Stones That Float on Paper (7 → 9)",
    ]


def test_every_failure_is_told_on_its_day(days):
    wanted = {
        "Wednesday": ["blocked: .*rests until 2031-03-06 06:00 UTC"],
        "Thursday": ["rests until 2031-03-08 06:00", "503 .*rests until 2031-03-06 08:00", "partial: lists 1 of the 7 known"],
        "Friday": ["counts 2 entries and gives none", "Connection reset by peer"],
    }  # fmt: skip
    for day in days:
        parts = wanted.get(day.day.name, [])
        assert len(day.err) == len(parts), day.err
        for line, part in zip(day.err, parts, strict=True):
            assert re.search(part, line), line


def test_no_day_made_the_list_shorter(days):
    for earlier, later in itertools.pairwise(days):
        assert set(earlier.titles) <= set(later.titles)


def test_the_list_is_touched_only_on_days_that_changed_it(days):
    changed = [later.day.name for earlier, later in itertools.pairwise(days) if earlier.kept != later.kept]

    assert changed == ["Wednesday", "Saturday"]


def test_a_day_without_changes_is_silent(days):
    quiet = [(day.out, day.err, day.code) for day in days if day.day.happening == "nothing has changed"]

    assert quiet == [([], [], 0)] * 2


def test_the_list_at_the_end_has_every_paper_once(days):
    papers = [title for title, _, _ in (*PAGES, NEW)] + ["The Weight of a Wave", "Dunes in Old Photographs"]

    assert sorted(days[-1].titles) == sorted(papers)


def test_a_resting_service_is_not_asked(days):
    """On Friday nobody asks Scholar; the group's server is asked twice, since it hung up."""
    assert [day.requests for day in days] == [6, 4, 4, 4, 4, 4, 4, 4]


def test_what_the_homepage_dropped_is_known_and_kept(days, folder):
    with Store(folder / "store.db") as store:
        gone = [s.draft.title for s in store.derived.sightings() if not s.listed]

    assert gone == [PAGES[-1][0]]
    assert PAGES[-1][0] in days[-1].titles


def test_the_document_shows_this_week(days):
    assert len(days) == len(WEEK)
    assert table(days) in DOCUMENT.read_text("utf-8")
