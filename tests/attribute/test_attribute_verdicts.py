"""Whose paper: made-up people of one name, and what must not tip the scales."""

import random

import pytest

from scholarsync.attribute import PersonEvidence, attribute, questions
from scholarsync.model import Record
from scholarsync.normalise.names import parse_name

OURS = ("Oda Fennimore", "Bertil Askwith", "Ilse Varnholm", "Tove Quillfeather")
THEIRS = ("Ravn Ostrander", "Mio Castlereach", "Pelle Underhay", "Sanna Brookvale")
BEES = ["Pollen", "bumblebee", "foraging", "hive", "nectar", "queen", "swarm", "meadow", "stingless", "brood"]
WELDS = ["Friction", "weld", "aluminium", "fatigue", "alloy", "rivet", "crack", "tensile", "joint", "seam"]


def record(key, names, title, *, year=2015, venue=None):
    return Record(
        key=key, source="test", title=title, authors=tuple(map(parse_name, names)), year=year, venue=venue
    )  # fmt: skip


def works(prefix, name, company, topic, *, venue, count, seed):
    chance = random.Random(seed)
    return [
        record(
            f"{prefix}{number}",
            [*chance.sample(company, 2), name],
            " ".join(chance.sample(topic, 4)),
            year=2010 + number % 8,
            venue=venue,
        )
        for number in range(count)
    ]


@pytest.fixture
def bees():
    return works("bee", "Keito Morivale", OURS, BEES, venue="Journal of Bee Ways", count=16, seed=1)


@pytest.fixture
def welds():
    return works("weld", "Keito Morivale", THEIRS, WELDS, venue="Annals of Joining", count=16, seed=2)


def verdicts(person, candidates):
    return {each.key: each.verdict for each in attribute(person, candidates)}


def test_two_people_of_one_name_are_told_apart_by_company(bees, welds):
    found = verdicts(PersonEvidence(name="Keito Morivale", known=bees[:4]), [*welds, *bees[4:]])

    assert {found[record.key] for record in bees[4:]} == {"mine"}
    assert "mine" not in {found[record.key] for record in welds}


def test_every_verdict_has_a_reason_and_keeps_the_order(bees, welds):
    candidates = [*welds, *bees[4:]]

    judged = attribute(PersonEvidence(name="Keito Morivale", known=bees[:4]), candidates)

    assert [each.key for each in judged] == [record.key for record in candidates]
    assert all(each.reason and 0 <= each.score <= 1 for each in judged)
    assert "Oda Fennimore" in " ".join(each.reason for each in judged if each.verdict == "mine")


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_candidates_does_not_matter(bees, welds, seed):
    candidates = [*welds, *bees[4:], record("alone", ["K. Morivale"], "Nectar and rivet")]
    person = PersonEvidence(name="Keito Morivale", known=bees[:4])
    shuffled = random.Random(seed).sample(candidates, len(candidates))

    assert {each.key: each for each in attribute(person, shuffled)} == {
        each.key: each for each in attribute(person, candidates)
    }


def test_another_given_name_is_never_mine_even_with_the_same_company(bees):
    sister = record("sister", ["Kanae Morivale", *OURS[:2]], "Pollen and foraging", venue="Journal of Bee Ways")

    judged = attribute(PersonEvidence(name="Keito Morivale", known=bees[:6]), [*bees[6:], sister])

    assert judged[-1].verdict == "not_mine"
    assert "Kanae Morivale" in judged[-1].reason


def test_the_same_field_and_venue_alone_are_not_enough(bees, welds):
    lookalike = works("twin", "Keito Morivale", THEIRS, BEES, venue="Journal of Bee Ways", count=8, seed=5)

    found = verdicts(PersonEvidence(name="Keito Morivale", known=bees[:4]), [*bees[4:], *lookalike, *welds])

    assert "mine" not in {found[record.key] for record in lookalike}


def test_a_huge_author_list_on_a_known_work_does_not_spread(bees, welds):
    crowd = [f"{first}a Zed{last}wick" for first in "BCDFGH" for last in "abcdefghijklmnopqrstuvwxyz"]
    huge = record("huge", [*crowd, "Keito Morivale", *THEIRS], "Observation of a large thing")

    found = verdicts(PersonEvidence(name="Keito Morivale", known=[*bees[:4], huge]), [*welds, *bees[4:]])

    assert "mine" not in {found[record.key] for record in welds}


def test_nothing_known_settles_nothing_but_clashing_names(bees, welds):
    stranger = record("stranger", ["Kanae Morivale", "Ravn Ostrander"], "Rivet")

    found = verdicts(PersonEvidence(name="Keito Morivale"), [*bees, *welds, stranger])

    assert found.pop("stranger") == "not_mine"
    assert set(found.values()) == {"unsure"}


def test_a_rejected_work_takes_its_company_with_it(bees, welds):
    person = PersonEvidence(name="Keito Morivale", known=bees[:4], rejected=welds[:3])

    found = verdicts(person, [*welds[3:], *bees[4:]])

    assert "mine" not in {found[record.key] for record in welds[3:]}
    assert "mine" in {found[record.key] for record in bees[4:]}


def test_a_ticked_coauthor_is_evidence():
    bees = works("bee", "Keito Morivale", OURS[:2], BEES, venue=None, count=4, seed=1)
    other = works("new", "Keito Morivale", ("Ravn Ostrander", "Mio Castlereach"), WELDS, venue=None, count=6, seed=3)
    before = {each.key: each.score for each in attribute(PersonEvidence(name="Keito Morivale", known=bees), other)}

    ticked = PersonEvidence(name="Keito Morivale", known=bees, coauthors=("Ravn Ostrander",))
    after = {each.key: each.score for each in attribute(ticked, other)}

    assert all(after[key] > before[key] for key in before)


def test_a_name_shown_and_left_unticked_settles_its_group_as_anothers():
    bees = works("bee", "Keito Morivale", OURS[:2], BEES, venue=None, count=2, seed=1)
    other = works("new", "Keito Morivale", ("Ravn Ostrander", "Mio Castlereach"), BEES, venue=None, count=4, seed=3)

    shown = PersonEvidence(name="Keito Morivale", known=bees, strangers=("Ravn Ostrander",))

    assert set(verdicts(shown, other).values()) == {"not_mine"}


def test_an_orcid_on_the_record_settles_it(bees, welds):
    signed = Record(key="signed", source="t", title="Seam", authors=welds[0].authors, ids={"orcid": "0000-0001"})

    [judged] = attribute(PersonEvidence(name="Keito Morivale", known=bees[:4], orcid="0000-0001"), [signed])

    assert (judged.verdict, judged.score) == ("mine", 1.0)


@pytest.mark.parametrize(
    "odd",
    [
        Record(key="odd", source="t"),
        Record(key="odd", source="t", title="", authors=()),
        record("odd", ["…", "123", "Keito Morivale"], "☃ ☃"),
        record("odd", ["陶明"], "蜂群的行为研究"),
        record("odd", ["K. Morivale"] * 40, "(" * 5000),
        record("odd", ["Oda Fennimore"], "Pollen", year=-5),
    ],
)
def test_odd_records_are_judged_without_fuss(bees, odd):
    judged = attribute(PersonEvidence(name="Keito Morivale", known=bees[:4]), [odd, *bees[4:]])

    assert judged[0].key == "odd"
    assert judged[0].reason


@pytest.mark.parametrize("known", [1, 2])
def test_one_or_two_known_works_are_enough_to_start_from(bees, welds, known):
    found = verdicts(PersonEvidence(name="Keito Morivale", known=bees[:known]), [*bees[known:], *welds])

    assert "mine" not in {found[record.key] for record in welds}
    assert sum(found[record.key] == "mine" for record in bees[known:]) >= 8


def test_records_that_name_nobody_are_never_mine(bees):
    nameless = [record(f"bare{n}", [], " ".join(BEES[n : n + 4]), venue="Journal of Bee Ways") for n in range(6)]

    assert "mine" not in verdicts(PersonEvidence(name="Keito Morivale", known=bees), nameless).values()


def test_who_writes_alone_is_known_by_field_and_not_taken_for_another():
    bees = [record(f"bee{n}", ["Keito Morivale"], " ".join(BEES[n % 6 : n % 6 + 4]), year=2010 + n) for n in range(10)]
    welds = [record(f"weld{n}", ["Keito Morivale"], " ".join(WELDS[n % 6 : n % 6 + 4])) for n in range(10)]

    judged = {
        each.key: each for each in attribute(PersonEvidence(name="Keito Morivale", known=bees[:4]), [*bees[4:], *welds])
    }

    assert "mine" not in {judged[record.key].verdict for record in welds}
    assert all(judged[record.key].thin for record in bees[4:] if judged[record.key].verdict == "mine")


@pytest.mark.parametrize(
    ("name", "company", "same"),
    [
        ("陶明", ("王伟", "李小龙", "欧阳娜"), ("Wei Wang", "Xiaolong Li", "Na Ouyang")),
        ("Nguyễn Văn An", ("Oda Fennimore", "Bertil Askwith"), ("O. Fennimore", "Askwith, Bertil")),
        ("Suharto", ("Oda Fennimore", "Bertil Askwith"), ("Oda Fennimore", "B. Askwith")),
    ],
)
def test_names_of_any_script_or_of_one_word_are_compared(name, company, same):
    person = PersonEvidence(name=name, variants=("Ming Tao",) if name == "陶明" else ())
    known = works("bee", name, company, BEES, venue=None, count=4, seed=1)
    ours = works("ours", person.variants[0] if person.variants else name, same, BEES, venue=None, count=6, seed=3)
    others = works("weld", name, THEIRS, WELDS, venue=None, count=6, seed=2)
    person = PersonEvidence(name=name, variants=person.variants, known=known)

    found = verdicts(person, [*ours, *others])

    assert {found[record.key] for record in ours} == {"mine"}
    assert "mine" not in {found[record.key] for record in others}


def test_no_candidates_no_verdicts(bees):
    assert attribute(PersonEvidence(name="Keito Morivale", known=bees), []) == ()


def test_a_person_without_a_usable_name_gets_no_work_by_name(welds):
    assert set(verdicts(PersonEvidence(name="???"), welds).values()) == {"unsure"}


def test_the_screen_asks_for_full_names_not_settled_before(bees, welds):
    common = works("com", "Keito Morivale", ("Wei Wang", "Y. Zhang"), WELDS, venue=None, count=3, seed=4)

    asked = questions(PersonEvidence(name="Keito Morivale", known=bees[:4]), [*welds, *bees[4:], *common])

    names = asked.coauthors.names
    assert len(names) <= 12
    assert not {"Y. Zhang", *OURS} & set(names)
    assert all(asked.coauthors.stands_on)


def test_groups_come_largest_first_and_hold_every_unsure_record_once(bees, welds):
    person = PersonEvidence(name="Keito Morivale")

    asked = questions(person, [*welds, *bees[:5], record("alone", ["Keito Morivale"], "Moss")])

    sizes = [len(group.keys) for group in asked.groups]
    assert sizes == sorted(sizes, reverse=True)
    assert sorted(key for group in asked.groups for key in group.keys) == sorted(
        [*(r.key for r in welds), *(r.key for r in bees[:5]), "alone"]
    )
    assert set(asked.groups[0].names) == set(THEIRS)
    assert asked.groups[-1].keys == ("alone",)
