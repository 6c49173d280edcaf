"""Atom and JSON feed: well formed whatever a title holds, with ids that stay for ever."""

import json
from dataclasses import replace

import pytest
from lxml import etree

from scholarsync import targets
from scholarsync.targets import ListOptions
from scholarsync.targets.feeds import NEWEST
from targets.awkward import works

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "<b>]]> & &amp; \x00\x1b\ufffe ' \" \u202e{{x}}"


def made(count=1, **changes):
    return tuple(replace(work, chosen=replace(work.chosen, **changes)) for work in works(count, seed=21))


def atom(listed, **options):
    return etree.fromstring(targets.load()["atom"].render(listed, ListOptions(**options)).encode())


def json_feed(listed, **options):
    return json.loads(targets.load()["jsonfeed"].render(listed, ListOptions(**options)))


def test_hostile_text_is_shown():
    listed = made(title=HOSTILE, venue=HOSTILE)
    feed = atom(listed, title=HOSTILE, site='https://example.org/"><x>')
    title = feed.find(f"{ATOM}entry/{ATOM}title").text

    assert title == "<b>]]> & &amp; ' \" {{x}}"
    assert json_feed(listed)["items"][0]["title"] == title
    assert feed.find(f"{ATOM}link").get("href") == 'https://example.org/"><x>'


def test_no_link_runs_anything():
    listed = made(doi=None, arxiv_id=None, url="javascript:alert(1)", links={"pdf": "data:text/html,x"})

    assert atom(listed).find(f"{ATOM}entry/{ATOM}link") is None
    assert "url" not in json_feed(listed)["items"][0]


def test_what_atom_demands_is_there():
    for listed in ((), made(NEWEST + 5), made(title=None, authors=())):
        feed = atom(listed)
        assert all(feed.find(f"{ATOM}{name}") is not None for name in ("id", "title", "updated"))
        entries = feed.findall(f"{ATOM}entry")
        assert len(entries) == min(len(listed), NEWEST)
        for entry in entries:
            assert all(entry.find(f"{ATOM}{name}").text for name in ("id", "title", "updated"))
            assert entry.find(f"{ATOM}author/{ATOM}name").text


def test_a_work_without_a_date_is_no_news():
    assert json_feed(made(year=None, date=None))["items"] == []


def test_ids_stay_when_the_work_changes_and_differ_between_works():
    before = [item["id"] for item in json_feed(works(20, seed=22))["items"]]
    changed = [replace(w, chosen=replace(w.chosen, title="Other", year=2001, date="2001")) for w in works(20, seed=22)]

    assert [item["id"] for item in json_feed(changed)["items"]] == before
    assert [entry.find(f"{ATOM}id").text for entry in atom(changed).findall(f"{ATOM}entry")] == before
    assert len(set(before)) == 20


@pytest.mark.parametrize(
    ("date", "stamp"), [("2024-05-17", "2024-05-17"), ("2024-05", "2024-05-01"), ("2024", "2024-01-01")]
)
def test_dates_are_whole(date, stamp):
    assert json_feed(made(year=2024, date=date))["items"][0]["date_published"] == f"{stamp}T00:00:00Z"


def test_the_feed_is_the_same_until_a_work_changes():
    listed = works(5, seed=23)

    first = targets.load()["atom"].render(listed, ListOptions(updated="2030-01-01T00:00:00Z"))
    assert targets.load()["atom"].render(listed, ListOptions(updated="2031-01-01T00:00:00Z")) == first
