"""Pairs that a careful reader would judge, as tables: more that are two than that are one."""

import pytest

from scholarsync.model import Author, Record
from scholarsync.normalise.names import parse_name
from scholarsync.reconcile import compare_pair, reconcile

TWO = ("A. Arden", "Lina Bose")


def record(key, title="Braiding of slow rivers in cold deltas", authors=TWO, **fields):
    people = tuple(name if isinstance(name, Author) else parse_name(name) for name in authors)
    return Record(key=key, source=fields.pop("source", ""), title=title, authors=people, **fields)


ONE = {
    "preprint and journal": (
        {"arxiv_id": "2031.00001", "year": 2031, "type": "preprint", "venue": "arXiv"},
        {"doi": "10.5555/river.7", "year": 2032, "venue": "Journal of River Studies", "type": "article", "volume": "7"},
    ),
    "preprint DOI and journal DOI": (
        {"doi": "10.1101/2031.02.03.999999", "year": 2031, "type": "preprint"},
        {"doi": "10.5555/river.7", "year": 2031, "venue": "Journal of River Studies", "type": "article"},
    ),
    "lower case, initials, year off by one": (
        {"title": "braiding of slow rivers in cold deltas", "authors": ("A Arden", "L Bose"), "year": 2030},
        {"year": 2031, "venue": "Journal of River Studies"},
    ),
    "a standard as misc and as report": (
        {"type": "other", "year": 2031, "url": "https://example.org/std"},
        {"type": "report", "year": 2031, "url": "https://example.org/std"},
    ),
    "hyphens and spelling": (
        {"title": "Data-base support for slow-moving river deltas", "year": 2031},
        {"title": "Database Support for Slow Moving River Deltas", "year": 2031},
    ),
    "versions of one preprint": (
        {"doi": "10.5281/example.1", "doi_version": 1, "year": 2031},
        {"doi": "10.5281/example.1", "doi_version": 3, "year": 2031},
    ),
    "revisions of one publication": (
        {"doi": "10.5555/river.2-191.v1", "year": 2031, "venue": "River Studies", "type": "article"},
        {"doi": "10.5555/river.2-191.v2", "year": 2031, "venue": "River Studies", "type": "article"},
    ),
    "cut author list": (
        {"authors": ("A. Arden",), "authors_truncated": True, "year": 2031},
        {"authors": ("Ann Arden", "Lina Bose", "Tom Ceres"), "year": 2031},
    ),
    "LaTeX and accents": (
        {"title": '{M}\\"{u}ller cells of the salt-marsh perch', "authors": ("Ørsted, K.",), "year": 2031},
        {"title": "Müller Cells of the Salt-Marsh Perch", "authors": ("K Orsted",), "year": 2031},
    ),
}

TWO_WORKS = {
    "parts": (
        {"title": "River gauges. Part I. Design", "doi": "10.5555/rg.1", "year": 2031, "pages": "1-20"},
        {"title": "River gauges. Part II. Results", "doi": "10.5555/rg.2", "year": 2031, "pages": "21-40"},
    ),
    "parts by roman numeral alone": ({"title": "On slow river deltas, I"}, {"title": "On slow river deltas, II"}),
    "erratum": ({"year": 2031}, {"title": "Erratum: Braiding of slow rivers in cold deltas", "year": 2031}),
    "correction": ({"year": 2031}, {"title": "Correction to: Braiding of slow rivers in cold deltas", "year": 2031}),
    "retraction": ({"year": 2031}, {"title": "Retraction: Braiding of slow rivers in cold deltas", "year": 2032}),
    "reply": ({"year": 2031}, {"title": "Reply to 'Braiding of slow rivers in cold deltas'", "year": 2031}),
    "comment": ({"year": 2031}, {"title": "Comment on Braiding of slow rivers in cold deltas", "year": 2031}),
    "data of a paper": ({"year": 2031}, {"title": "Data from: Braiding of slow rivers in cold deltas", "year": 2031}),
    "editions": (
        {"title": "Handbook of river gauges, 2nd edition", "year": 2021},
        {"title": "Handbook of river gauges, 3rd edition", "year": 2031},
    ),
    "an edition and the first": (
        {"title": "Handbook of river gauges", "year": 2021},
        {"title": "Handbook of river gauges, second edition", "year": 2031},
    ),
    "yearly report": (
        {"title": "State of the Rivers Annual Report 2030", "year": 2030},
        {"title": "State of the Rivers Annual Report 2031", "year": 2031},
    ),
    "two published versions with DOIs": (
        {"doi": "10.5555/conf.1", "venue": "Proceedings of the River Conference", "type": "conference", "year": 2030},
        {"doi": "10.5555/jour.1", "venue": "Journal of River Studies", "type": "article", "year": 2031},
    ),
    "conference paper and its journal version": (
        {"venue": "Proceedings of the International River Conference", "type": "conference", "year": 2029},
        {"venue": "Journal of River Studies", "type": "article", "year": 2031, "volume": "12", "number": "3"},
    ),
    "two entries of one list": (
        {"source": "homepage", "year": 2029, "title": "Braiding of slow rivers"},
        {"source": "homepage", "year": 2031, "title": "Braiding of slow rivers"},
    ),
    "different arXiv ids": (
        {"title": "Slow rivers of the north", "arxiv_id": "2031.00001", "year": 2031},
        {"title": "Slow rivers of the north, part two", "arxiv_id": "2031.00002", "year": 2031},
    ),
    "chapters of one handbook": (
        {"title": "Gauges for beginners", "ids": {"isbn": "9780000000002"}, "doi": "10.5555/hb.1", "authors": ("A. Arden",)},
        {"title": "Deltas for beginners", "ids": {"isbn": "9780000000002"}, "doi": "10.5555/hb.2", "authors": ("T. Ceres",)},
    ),
    "an id that belongs to another paper": (
        {"title": "OneGauge measures all", "arxiv_id": "2031.00001", "year": 2031},
        {"title": "Driving robots down the stream", "arxiv_id": "2031.00001", "year": 2031},
    ),
    "generic title": (
        {"title": "Editorial", "authors": ("A. Arden",), "year": 2030, "venue": "River Studies", "volume": "3"},
        {"title": "Editorial", "authors": ("A. Arden",), "year": 2031, "venue": "River Studies", "volume": "4"},
    ),
    "generic title, strangers": (
        {"title": "Introduction", "authors": ("A. Arden",), "year": 2031},
        {"title": "Introduction", "authors": ("T. Ceres",), "year": 2031},
    ),
    "short title, strangers": (
        {"title": "Slow rivers", "authors": ("A. Arden",), "year": 2021},
        {"title": "Slow rivers", "authors": ("T. Ceres", "W. Doll"), "year": 2031},
    ),
    "one word differs": (
        {"title": "Incremental learning for river gauges in cold deltas", "year": 2031, "venue": "ICRG"},
        {"title": "Contrastive learning for river gauges in cold deltas", "year": 2031, "venue": "ICRG"},
    ),
    "a sequel": ({"title": "GaugeNet: reading rivers", "year": 2030}, {"title": "GaugeNet 2: reading rivers", "year": 2031}),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE)
def test_one_work(name):
    left, right = (record(key, **fields) for key, fields in zip("ab", ONE[name], strict=True))

    assert reconcile([left, right]).clusters == (("a", "b"),), compare_pair(left, right)


@pytest.mark.parametrize("name", TWO_WORKS)
def test_two_works(name):
    left, right = (record(key, **fields) for key, fields in zip("ab", TWO_WORKS[name], strict=True))

    assert reconcile([left, right]).clusters == (("a",), ("b",)), compare_pair(left, right)


def test_a_conference_paper_and_its_journal_version_are_one_under_the_widest_policy_only():
    left, right = (
        record(key, **fields)
        for key, fields in zip("ab", TWO_WORKS["conference paper and its journal version"], strict=True)
    )

    assert [len(reconcile([left, right], policy=policy).clusters) for policy in ("version", "publication", "work")] == [
        2,
        2,
        1,
    ]


def test_a_preprint_and_its_publication_are_two_under_the_narrowest_policy_only():
    left, right = (record(key, **fields) for key, fields in zip("ab", ONE["preprint and journal"], strict=True))

    assert [len(reconcile([left, right], policy=policy).clusters) for policy in ("version", "publication", "work")] == [
        2,
        1,
        1,
    ]


def test_an_id_on_two_titles_is_reported():
    """Nothing is rewritten, and the conflict does not get lost."""
    left, right = (
        record(key, **fields)
        for key, fields in zip("ab", TWO_WORKS["an id that belongs to another paper"], strict=True)
    )

    found = reconcile([left, right])

    assert [(match.verdict, match.rule) for match in found.matches] == [("different", "one identifier on two titles")]


def test_a_verdict_says_what_decided_and_how_much_each_field_weighed():
    left, right = (record(key, **fields) for key, fields in zip("ab", ONE["preprint and journal"], strict=True))

    match = compare_pair(left, right)

    by_field = {piece.field: piece for piece in match.evidence}
    assert match.verdict == "same"
    assert match.rule == "model"
    assert by_field["title"].verdict == "agree"
    assert by_field["year"].verdict == "near"
    assert by_field["doi"].verdict == "unknown"
    assert by_field["title"].weight != 0


@pytest.mark.parametrize(
    ("one", "other", "parted"),
    [
        ("Survey of northern gauges 2031", "Survey of northern gauges 2030", True),
        ("Survey of northern gauges 2031 13p", "Survey of northern gauges in proc of 21st int conf", False),
        ("Survey of northern gauges 2031", "Survey of northern gauges", False),
        ("Survey of northern gauges", "Survey of northern gauges, 20th int", False),
    ],
)
def test_only_two_years_that_differ_make_titles_yearly(one, other, parted):
    """A year on one side alone came with the venue when a line was misread."""
    match = compare_pair(record("a", one), record("b", other), policy="work")

    assert (match.rule == "yearly titles of other years") is parted
