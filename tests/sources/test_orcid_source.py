"""ORCID's works: every summary a draft, and nothing said of a work but what its source stated."""

import json

import pytest

from scholarsync.errors import ConfigError, Missing, Unreadable
from scholarsync.model import Page, Watch
from scholarsync.normalise import normalise
from scholarsync.sources import recognise
from scholarsync.sources.orcid import is_orcid, source

ORCID = "0000-0002-1825-0097"
"""The example that ORCID's own documentation uses."""


def value(text):
    return None if text is None else {"value": text}


def external(kind, text, relationship="self"):
    return {"external-id-type": kind, "external-id-value": text, "external-id-normalized": value(text.lower()),
            "external-id-relationship": relationship}  # fmt: skip


def summary(code=1, *, title="On kites", date=("2031", "05", "17"), ids=(), index="0", **more):
    return {
        "put-code": code,
        "title": {"title": value(title), "subtitle": value(more.pop("subtitle", None))},
        "external-ids": {"external-id": list(ids)},
        "type": "journal-article",
        "journal-title": value("Annals of Kites"),
        "publication-date": dict(zip(("year", "month", "day"), map(value, date), strict=True)) if date else None,
        "last-modified-date": {"value": 1950000000000},
        "source": {"source-name": value("Crossref")},
        "display-index": index,
        **more,
    }


def page(document, *, url="works.json"):
    return Page(watch="orcid:x", url=url, body=json.dumps(document).encode())


def groups(*works):
    return {
        "last-modified-date": {"value": 1950000000000},
        "group": [{"work-summary": list(one)} for one in works],
        "path": f"/{ORCID}/works",
    }


def read(*works):
    return source.parse(page(groups(*works))).drafts


def test_a_summary_is_read():
    (draft,) = read([summary(41, ids=[external("doi", "10.5555/AOK.1"), external("issn", "1234-5679", "part-of")])])
    record = normalise(draft, source="orcid")

    assert (draft.id, draft.ids, draft.authors) == ("41", (("orcid", "41"),), ())
    assert (record.doi, record.date, record.venue, record.type) == (
        "10.5555/aok.1",
        "2031-05-17",
        "Annals of Kites",
        "article",
    )
    assert ("source", "Crossref") in draft.evidence


@pytest.mark.parametrize(
    ("date", "stated"),
    [
        (("2031", "05", "17"), "2031-05-17"),
        (("2031", "5", None), "2031-05"),
        (("2031", None, "17"), "2031"),
        ((None, None, None), None),
        (None, None),
    ],
)
def test_dates_are_those_of_publication_only(date, stated):
    (draft,) = read([summary(date=date, ids=[external("pmid", "40000001")])])

    assert (draft.date, draft.year) == (stated, stated and "2031")
    assert normalise(draft, source="orcid").date == stated


@pytest.mark.parametrize("relationship", ["part-of", "version-of", "funded-by"])
def test_identifiers_of_other_things_are_not_the_works(relationship):
    (draft,) = read([summary(ids=[external("doi", "10.5555/other", relationship), external("arxiv", "3101.00001")])])

    assert (draft.doi, draft.arxiv_id) == (None, "3101.00001")


def test_the_preferred_summary_stands_first_in_its_group():
    drafts = read([summary(1, index="0"), summary(2, index="2"), summary(3, index="1")], [summary(4)])

    assert [draft.id for draft in drafts] == ["2", "3", "1", "4"]
    assert drafts[0].evidence[0] == ("group", "1, one of 3")


def test_subtitles_join_unless_the_title_has_them():
    drafts = read([summary(1, subtitle="A study")], [summary(2, title="On kites: a study", subtitle="A study")])

    assert [draft.title for draft in drafts] == ["On kites: A study", "On kites: a study"]


def test_markup_of_titles_is_decoded():
    (draft,) = read([summary(title="On <i>Kites</i> &amp; lines")])

    assert normalise(draft, source="orcid").title == "On Kites & lines"


def test_single_works_name_their_authors():
    work = summary(
        5,
        contributors={"contributor": [
            {"credit-name": value("Bo Marrow"), "contributor-attributes": {"contributor-role": "author"}},
            {"credit-name": value("Ada Quill"), "contributor-attributes": None},
            {"credit-name": value("Dirk Lint"), "contributor-attributes": {"contributor-role": "editor"}},
        ]},
    )  # fmt: skip

    assert source.parse(page(work)).drafts[0].authors == ("Bo Marrow", "Ada Quill")
    assert source.parse(page({"bulk": [{"work": work}, {"error": {}}]})).drafts[0].id == "5"
    assert source.parse(page({"activities-summary": {"works": groups([work])}})).drafts[0].id == "5"


def test_works_without_code_or_title_are_faults():
    reading = source.parse(page(groups([summary(title=None)], [{"put-code": None}], [summary(7)])))

    assert [draft.id for draft in reading.drafts] == ["7"]
    assert [fault.where for fault in reading.faults] == ["group 1", "group 2"]


def test_an_empty_record_is_empty():
    assert read() == ()


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"", Unreadable),
        (b"<html>maintenance</html>", Unreadable),
        (b"[1]", Unreadable),
        (b'{"other": 1}', Unreadable),
        (b'{"group": "none"}', Unreadable),
        (b'{"group": [', Unreadable),
        (b"[" * 200_000, Unreadable),
        (b'{"response-code": 404, "developer-message": "not found"}', Missing),
        (b'{"response-code": 500, "user-message": "sorry"}', Unreadable),
    ],
    ids=range(9),
)
def test_other_answers_never_pass_for_an_empty_record(body, error):
    with pytest.raises(error):
        source.parse(Page(watch="orcid:x", url="works", body=body))


@pytest.mark.parametrize("odd", [None, 1, "x", [], {"title": "x"}, {"title": {"title": "plain"}, "put-code": 1}])
def test_odd_works_do_no_harm(odd):
    source.parse(page({"group": [odd, {"work-summary": [odd]}, {"work-summary": odd}]}))


@pytest.mark.parametrize(
    "locator", [ORCID, f"https://orcid.org/{ORCID}", f"orcid.org/{ORCID}", f"https://pub.orcid.org/v3.0/{ORCID}/works"]
)
def test_an_id_is_asked_for_in_any_form(locator):
    assert source.start(Watch(source="orcid", locator=locator))[0].url == f"https://pub.orcid.org/v3.0/{ORCID}/works"


@pytest.mark.parametrize("locator", ["0000-0002-1825-0096", "0000-0002-1825", "missing.json", ""])
def test_no_id_is_a_mistake_in_the_settings(locator):
    with pytest.raises(ConfigError):
        source.start(Watch(source="orcid", locator=locator))


def test_check_digits():
    assert [is_orcid(text) for text in (ORCID, "0000-0002-1694-233X", "0000-0002-1694-2330")] == [True, True, False]


def test_works_are_known_by_their_words():
    assert recognise(page(groups([summary()]))).name == "orcid"
    assert recognise(page(groups())).name == "orcid"
    assert source.recognises(page({"group": "of people"})) == 0
    assert source.recognises(page([{"title": "On kites"}])) == 0
