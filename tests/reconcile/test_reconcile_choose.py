"""One work from its records."""

import random

from scholarsync.model import Author, Record
from scholarsync.reconcile import choose

ANN, LINA, TOM = (Author(family=f, given=g) for f, g in (("Arden", "Ann"), ("Bose", "Lina"), ("Ceres", "Tom")))

SCHOLAR = Record(
    key="scholar:1", source="scholar", title="Braiding of dna in rivers", year=2032, citations=7,
    authors=(Author(family="Arden", given="A."), Author(family="Bose", given="L.")), authors_truncated=True,
    venue="Journal of River …", venue_truncated=True, ids={"scholar": "x:1"},
)  # fmt: skip
ARXIV = Record(
    key="arxiv:3101.00001", source="arxiv", title="Braiding of DNA in Rivers", authors=(ANN, LINA, TOM), year=2031,
    date="2031-01-02", arxiv_id="3101.00001", arxiv_version=2, type="preprint", doi="10.48550/arxiv.3101.00001",
    links={"pdf": "https://example.org/a.pdf"}, abstract="Rivers braid.",
)  # fmt: skip
HOME = Record(
    key="homepage:1", source="homepage", title="Braiding of DNA in Rivers", authors=(Author(family="Arden", given="A."),),
    year=2032, date="2032-05", venue="Journal of River Studies", volume="7", pages="1-20", doi="10.5555/river.7",
    type="article", links={"pdf": "https://example.org/h.pdf", "code": "https://example.org/code"},
)  # fmt: skip
ALL = (SCHOLAR, ARXIV, HOME)


def test_every_field_is_from_the_record_that_states_it_best():
    work = choose(ALL)

    chosen = work.chosen
    assert chosen.title == "Braiding of DNA in Rivers"
    assert chosen.authors == (ANN, LINA, TOM)
    assert not chosen.authors_truncated
    assert (chosen.year, chosen.date) == (2032, "2032-05")
    assert (chosen.venue, chosen.venue_truncated) == ("Journal of River Studies", False)
    assert (chosen.volume, chosen.pages, chosen.type) == ("7", "1-20", "article")
    assert (chosen.doi, chosen.arxiv_id, chosen.arxiv_version) == ("10.5555/river.7", "3101.00001", 2)
    assert chosen.abstract == "Rivers braid."
    assert chosen.citations == 7


def test_nothing_is_lost():
    chosen = choose(ALL).chosen

    assert chosen.ids == {"scholar": "x:1"}
    assert chosen.links == {"pdf": "https://example.org/h.pdf", "code": "https://example.org/code"}


def test_every_value_says_which_record_it_is_from():
    work = choose(ALL)

    by_key = {record.key: record for record in ALL}
    assert work.origin["authors"] == ARXIV.key
    assert work.origin["venue"] == HOME.key
    assert work.origin["links.code"] == HOME.key
    for name, key in work.origin.items():
        if "." not in name:
            assert getattr(work.chosen, name) == getattr(by_key[key], name)


def test_preprint_and_publication_are_two_versions():
    versions = choose(ALL).versions

    assert [(version.kind, version.year) for version in versions] == [("published", 2032), ("preprint", 2031)]
    assert versions[1].records == (ARXIV.key,)


def test_a_publication_of_no_stated_type_does_not_take_that_of_its_preprint():
    preprint = Record(key="arxiv:1", source="arxiv", title="Otters", year=2031, arxiv_id="3101.00002", type="preprint")
    published = Record(key="page:1", source="page", title="Otters", year=2032, venue="Workshop on River Studies")

    work = choose([preprint, published])

    assert work.chosen.type == "conference"
    assert "type" not in work.origin
    assert choose([preprint]).chosen.type == "preprint"


def test_what_a_preprint_was_accepted_for_is_past_once_it_is_published():
    preprint = Record(
        key="arxiv:1", source="arxiv", title="Otters", arxiv_id="3101.00002", type="preprint", status="accepted at X"
    )
    published = Record(key="page:1", source="page", title="Otters", year=2032, venue="Workshop on River Studies")

    assert choose([preprint, published]).chosen.status is None
    assert choose([preprint]).chosen.status == "accepted at X"


def test_the_order_of_the_records_changes_nothing():
    assert len({repr(choose(random.Random(seed).sample(ALL, 3))) for seed in range(6)}) == 1


def test_the_oldest_record_names_the_work():
    assert choose(ALL).key == "arxiv:3101.00001"
    assert choose(ALL, first_seen={"scholar:1": "2031-01-01", "homepage:1": "2032-01-01"}).key == "scholar:1"


def test_the_rank_of_the_source_decides_between_equals():
    one = Record(key="a:1", source="a", title="Otters", year=2031, venue="River Studies")
    other = Record(key="b:1", source="b", title="Otters", year=2032, venue="Studies of Rivers")

    assert choose([one, other], ranks={"a": 0, "b": 1}).chosen.venue == "River Studies"
    assert choose([one, other], ranks={"a": 1, "b": 0}).chosen.venue == "Studies of Rivers"
    assert choose([one, other]).chosen.year == 2032


def test_what_a_person_curated_goes_before_everything():
    mine = Record(key="curated:1", source="curated", title="braiding of dna in rivers", year=2030, type="preprint")

    chosen = choose([*ALL, mine]).chosen

    assert (chosen.title, chosen.year, chosen.venue) == ("braiding of dna in rivers", 2030, "Journal of River Studies")


def test_a_shouted_or_cut_title_is_not_taken():
    shouted = Record(key="a", source="a", title="BRAIDING OF DNA IN RIVERS", year=2033)
    cut = Record(key="b", source="b", title="Braiding of DNA", title_truncated=True, year=2034)

    assert choose([shouted, cut, SCHOLAR, HOME]).chosen.title == "Braiding of DNA in Rivers"


def test_a_single_bare_record_is_a_work():
    work = choose([Record(key="a", source="a")])

    assert (work.key, work.chosen.title, work.records) == ("a", None, ("a",))
