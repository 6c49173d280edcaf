"""What the audit calls missing or wrong at the sources, and above all what it does not."""

import random

import pytest

from scholarsync.audit import KINDS, Doubt, Listing, audit
from scholarsync.model import Record, Work
from scholarsync.normalise.names import parse_name

HOME, SCHOLAR, ARXIV = "homepage:https://example.org/ada/", "scholar:ADAQUILL0001", "arxiv:quill_a_1"


def record(key, *, title="Kites over Flat Roofs", authors=("Ada Quill", "Bo Reed"), year=2031, **more):
    return Record(
        key=key, source=key.split(":", 1)[0], title=title, authors=tuple(parse_name(name) for name in authors), year=year,
        date=str(year) if year else None, **more,
    )  # fmt: skip


def work(*records, label="quill2031kites", people=("Ada Quill",), chosen=None):
    return Work(
        key=records[0].key,
        chosen=chosen or records[0],
        records=tuple(r.key for r in records),
        label=label,
        people=people,
    )


def listing(watch, *listed, gone=(), complete=True, identity=True, person="Ada Quill"):
    return Listing(
        watch=watch, person=person, complete=complete, identity=identity, listed=frozenset(listed), gone=frozenset(gone)
    )


def find(*works, records=(), listings=(), doubts=()):
    held = {r.key: r for r in records} or {w.chosen.key: w.chosen for w in works}
    return audit(works, held, listings, doubts)


def kinds(*findings):
    return [(finding.kind, finding.where) for finding in findings]


# missing, gone, twice


def test_work_that_one_source_lacks_is_missing_there():
    kites = record("scholar:1")

    found = find(work(kites), listings=[listing(HOME), listing(SCHOLAR, "scholar:1")])

    assert kinds(*found) == [("missing", HOME)]
    assert found[0].work == "quill2031kites"


@pytest.mark.parametrize(
    "why",
    [
        {"complete": False},
        {"identity": False},
        {"person": "Bo Reed"},
    ],
)
def test_nothing_is_missing_where_not_all_of_the_person_is_listed(why):
    assert find(work(record("scholar:1")), listings=[listing(HOME, **why)]) == ()


def test_only_what_has_a_preprint_is_missing_on_arxiv():
    printed, posted = record("scholar:1"), record("scholar:2", title="Moss on Old Walls", arxiv_id="3101.00001")

    found = find(work(printed), work(posted, label="quill2031moss"), listings=[listing(ARXIV)])

    assert [(f.kind, f.work) for f in found] == [("missing", "quill2031moss")]


def test_work_that_was_listed_once_is_gone_not_missing():
    assert kinds(*find(work(record("homepage:1")), listings=[listing(HOME, gone=["homepage:1"])])) == [("gone", HOME)]


def test_two_entries_of_one_page_are_listed_twice():
    one, other = record("homepage:1"), record("homepage:2")

    found = find(work(one, other), records=[one, other], listings=[listing(HOME, "homepage:1", "homepage:2")])

    assert kinds(*found) == [("twice", HOME)]
    assert found[0].records == ("homepage:1", "homepage:2")


def twins(**changes):
    one, other = (
        record("homepage:1", venue="Annals of Moss"),
        record("homepage:2", **{"venue": "Annals of Moss"} | changes),
    )
    works = (work(one, label="one"), work(other, label="other"))
    return find(*works, records=[one, other], listings=[listing(HOME, "homepage:1", "homepage:2")])


@pytest.mark.parametrize(
    "changes", [{}, {"title": "Kites over flat roofs."}, {"venue": None}, {"year": None}, {"doi": "10.5555/x"}]
)
def test_entries_that_nothing_tells_apart_are_listed_twice(changes):
    (found,) = [finding for finding in twins(**changes) if finding.kind == "twice"]

    assert found.where == HOME
    assert found.records == ("homepage:1", "homepage:2")
    assert "one" in found.detail


@pytest.mark.parametrize(
    "changes",
    [{"title": "Kites over Flat Roofs II"}, {"venue": "Workshop on Kites"}, {"year": 2032}, {"authors": ("Cy Cole",)},
     {"title_truncated": True}],
)  # fmt: skip
def test_entries_that_something_tells_apart_are_not(changes):
    assert [finding for finding in twins(**changes) if finding.kind == "twice"] == []


def test_preprint_and_publication_on_one_page_are_told_as_such():
    one, other = record("homepage:1", venue="arXiv"), record("homepage:2", venue="Journal of Kite Theory")

    found = find(work(one, other), records=[one, other], listings=[listing(HOME, "homepage:1", "homepage:2")])

    assert [finding.detail for finding in found] == ["2 entries, preprint and publication"]


def test_works_of_nobody_are_left_alone():
    assert find(work(record("scholar:1"), people=()), listings=[listing(HOME)]) == ()


# disagreements

SAID = {
    "title": ({"title": "Kites over Flat Roofs"}, {"title": "Kites under Flat Roofs"}),
    "year": ({"year": 2031}, {"year": 2030}),
    "venue": ({"venue": "Journal of Kite Theory"}, {"venue": "Annals of Moss"}),
    "authors": ({"authors": ("Ada Quill", "Bo Reed")}, {"authors": ("Ada Quill",)}),
}


@pytest.mark.parametrize(("field", "said"), SAID.items())
def test_sources_disagree(field, said):
    one, other = record("scholar:1", **said[0]), record("homepage:1", **said[1])

    found = find(work(one, other), records=[one, other])

    assert kinds(*found) == [("disagree", field)]
    assert found[0].detail.startswith("scholar: ")
    assert "; homepage: " in found[0].detail


def test_another_person_in_the_same_place_is_a_disagreement():
    one, other = record("scholar:1"), record("homepage:1", authors=("Ada Quill", "Cy Moor"))

    found = find(work(one, other), records=[one, other])

    assert found[0].detail == "scholar: 2 (Ada Quill, Bo Reed); homepage: 2 (Ada Quill, Cy Moor)"


def test_sources_that_say_the_same_are_told_together():
    said = (("scholar:1", "Kites over Roofs"), ("homepage:1", "Kites under Roofs"), ("orcid:1", "KITES OVER ROOFS"))
    records = [record(key, title=title) for key, title in said]

    (found,) = find(work(*records), records=records)

    assert found.detail == "scholar, orcid: Kites over Roofs; homepage: Kites under Roofs"


AGREEING = [
    ({"title": "Kites: Over flat-roofs"}, {"title": "Kites Over Flat Roofs"}),
    ({"title": "Kites over"}, {"title": "Kites over Flat Roofs"}, {"title_truncated": True}),
    ({"authors": ("A. Quill", "B. Reed")}, {}),
    ({"authors": ("Ada Quill",)}, {}, {"authors_truncated": True}),
    ({"authors": ("Ada Quill",)}, {}, {"authors_truncated": None}),
    ({"authors": ("Bo Reed",)}, {}, {"coauthors_only": True}),
    ({"venue": "J. Kite Theory"}, {"venue": "Journal of Kite Theory"}),
    ({"venue": "ICKT"}, {"venue": "3rd International Conference on Kite Theory"}),
    ({"venue": "ICKT 2031"}, {"venue": "International Conference on Kite Theory"}),
    ({"venue": "Kite Theory"}, {"venue": "Proceedings of the Symposium on Kite Theory and Practice"}),
    ({"venue": "Conference on Kite Theory (ICKT)"}, {"venue": "Proceedings of the 12th Conference on Kite Theory"}),
    ({"venue": "Ecology of Kites"}, {"venue": "Ecol Kites"}),
    ({"venue": "J Ecol"}, {"venue": "Journal of Ecology"}),
    ({"venue": "Kite Theory Symposium '31"}, {"venue": "Kite Theory Symposium 2031"}),
    ({"venue": "Annals of"}, {"venue": "Journal of Kite Theory"}, {"venue_truncated": True}),
    ({"venue": "arXiv", "year": 2029, "title": "Kites over Roofs"}, {"venue": "Journal of Kite Theory"}),
    ({"type": "preprint", "doi": "10.5555/pre.1"}, {"doi": "10.5555/kites.1"}),
    ({"type": "preprint", "authors": ("Ada Quill", "Bo Reed")}, {"authors": ("Ada Quill", "Bo Reed", "Cy Moor")}),
    ({"year": None, "venue": None}, {"venue": "Journal of Kite Theory"}),
]


@pytest.mark.parametrize("said", AGREEING)
def test_what_may_differ_rightly_is_no_disagreement(said):
    flags = said[2] if len(said) > 2 else {}
    one, other = record("scholar:1", **said[0], **flags), record("homepage:1", **said[1])

    assert find(work(one, other), records=[one, other]) == ()


# identifiers and links


def test_two_dois_of_one_publication_are_told():
    one, other = record("scholar:1", doi="10.5555/kites.1"), record("homepage:1", doi="10.5555/kites.2")

    found = find(work(one, other), records=[one, other])

    assert kinds(*found) == [("two-ids", "doi")]
    assert found[0].detail == "scholar: 10.5555/kites.1; homepage: 10.5555/kites.2"


def test_identifier_of_another_paper_is_told_where_it_is_wrong():
    kites, wrong = record("scholar:1", doi="10.5555/kites.1"), record("homepage:1", doi="10.5555/moss.1")
    moss, same = (record(key, title="Moss", doi="10.5555/moss.1") for key in ("scholar:2", "homepage:2"))

    found = find(work(kites, wrong), work(moss, same, label="quill2031moss"), records=[kites, wrong, moss, same])

    assert ("wrong-id", "quill2031kites", "10.5555/moss.1 is of 'Moss' [quill2031moss]", ("homepage:1",)) in [
        (f.kind, f.work, f.detail, f.records) for f in found
    ]
    assert [f.work for f in found if f.kind == "wrong-id"] == ["quill2031kites"]


def test_swapped_links_are_told_at_both_works():
    links = [{"doi": f"https://doi.org/10.5555/{name}"} for name in ("moss.1", "kites.1")]
    here = [record("homepage:1", links=links[0]), record("homepage:2", title="Moss", links=links[1])]
    there = [record("scholar:1", doi="10.5555/kites.1"), record("scholar:2", title="Moss", doi="10.5555/moss.1")]
    more = [record("bibtex:1", doi="10.5555/kites.1"), record("bibtex:2", title="Moss", doi="10.5555/moss.1")]
    kites = work(here[0], there[0], more[0], chosen=there[0])
    moss = work(here[1], there[1], more[1], chosen=there[1], label="quill2031moss")

    found = find(kites, moss, records=[*here, *there, *more])

    assert [(f.kind, f.work, f.records) for f in found] == [
        ("wrong-id", "quill2031kites", ("homepage:1",)),
        ("wrong-id", "quill2031moss", ("homepage:2",)),
    ]


def test_one_link_on_two_works_is_told_once():
    link = {"pdf": "https://example.org/paper.pdf"}
    one, other = record("homepage:1", links=link), record("homepage:2", title="Moss", links=link)

    found = find(work(one), work(other, label="quill2031moss"))

    assert kinds(*found) == [("shared-id", "link")]
    assert found[0].records == ("homepage:1", "homepage:2")


@pytest.mark.parametrize("label", ["code", "project", "homepage"])
def test_works_may_share_a_project(label):
    link = {label: "https://example.org/project"}

    assert find(work(record("homepage:1", links=link)), work(record("homepage:2", title="Moss", links=link))) == ()


def test_link_on_every_entry_is_the_pages_furniture():
    works = [
        work(record(f"homepage:{n}", title=f"Part {n}", links={"top": "https://example.org/#top"})) for n in range(3)
    ]

    assert find(*works) == ()


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8000/paper.pdf",
        "http://127.0.0.1/paper.pdf",
        "https://https//example.org/paper.pdf",
        "https://paper/",
        "https://doi.org/",
        "https://doi.org/kites",
    ],
)
def test_links_that_cannot_work_are_told(url):
    found = find(work(record("homepage:1", links={"pdf": url})))

    assert kinds(*found) == [("broken", "pdf")]


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/paper.pdf",
        "https://doi.org/10.5555/kites.1",
        "https://doi.org/10.48550/arXiv.3101.00001",
        "https://web.example.org/2031/https://example.com/paper.pdf",
        "http://[2001:db8::1]/paper.pdf",
        "ftp://ftp.example.org/paper.ps",
        "https://example.org/?next=https://example.com/",
    ],
)
def test_links_that_may_work_are_not(url):
    assert find(work(record("homepage:1", links={"pdf": url}))) == ()


# namesakes


def test_doubt_is_told_also_of_a_work_that_is_nobodys():
    doubts = [Doubt(record="arxiv:1", person="Ada Quill", reason="no known co-author")]
    found = find(work(record("arxiv:1"), people=()), doubts=doubts)

    assert [(f.kind, f.where, f.detail, f.records) for f in found] == [
        ("namesake", "Ada Quill", "no known co-author", ("arxiv:1",))
    ]


def test_doubt_about_a_record_that_is_gone_is_not():
    assert find(work(record("arxiv:1")), doubts=[Doubt(record="arxiv:2", person="Ada Quill", reason="far")]) == ()


# the whole


def test_order_of_input_does_not_matter():
    chance = random.Random(7)
    records = [
        record(f"{source}:{n}", title=f"Part {n % 4}", year=2030 + n % 3, doi=f"10.5555/p.{n % 5}", links={"pdf": f"https://example.org/{n % 6}"})
        for n in range(12)
        for source in ("scholar", "homepage")
    ]  # fmt: skip
    works = [work(records[n], records[n + 1], label=f"w{n}") for n in range(0, 24, 2)]
    listings = [listing(HOME, *(r.key for r in records[::3])), listing(SCHOLAR)]
    expected = find(*works, records=records, listings=listings)

    for _ in range(3):
        chance.shuffle(works)
        chance.shuffle(listings)
        chance.shuffle(records)

        assert find(*works, records=records, listings=listings) == expected
    assert [f.kind for f in expected] == sorted((f.kind for f in expected), key=list(KINDS).index)


def test_records_that_are_not_there_are_no_fault():
    lost = record("scholar:1")

    assert audit((work(lost),), {}, (), ()) == ()
