"""Strangers in a list that should be one person's: what the rest of it speaks against, and what it does not."""

import random

import pytest

from scholarsync.attribute import PersonEvidence, find_strangers, group_by_company, named_otherwise
from scholarsync.model import Record
from scholarsync.normalise.names import parse_name

KEITO = PersonEvidence(name="Keito Morivale", variants=("K. Morivale",))
OURS = ("Oda Fennimore", "Bertil Askwith", "Ilse Varnholm", "Tove Quillfeather")
THEIRS = ("Ravn Ostrander", "Mio Castlereach", "Pelle Underhay")
BEES = ["Pollen", "bumblebee", "foraging", "hive", "nectar", "queen", "swarm", "meadow", "stingless", "brood"]
WELDS = ["Friction", "weld", "aluminium", "fatigue", "alloy", "rivet", "crack", "tensile", "joint", "seam"]


def record(key, names, title="Kites", **more):
    return Record(key=key, source="scholar", title=title, authors=tuple(map(parse_name, names)), **more)


def works(prefix, company, topic, *, count, year, venue, seed=1):
    chance = random.Random(seed)
    return [
        record(f"{prefix}{n}", [*chance.sample(company, 2), "Keito Morivale"], " ".join(chance.sample(topic, 4)),
               year=year + n % 6, venue=venue)
        for n in range(count)
    ]  # fmt: skip


@pytest.fixture
def bees():
    return works("bee", OURS, BEES, count=24, year=2012, venue="Journal of Bee Ways")


@pytest.fixture
def welds():
    return works("weld", THEIRS, WELDS, count=4, year=1989, venue="Annals of Joining")


def keys(found):
    return {verdict.key for verdict in found}


def test_another_persons_group_in_a_profile_is_found(bees, welds):
    found = find_strangers(KEITO, [*bees, *welds])

    assert keys(found) == keys(welds)
    assert all(verdict.verdict == "not_mine" and verdict.reason for verdict in found)


def test_nothing_of_a_clean_profile_is(bees):
    assert find_strangers(KEITO, bees) == ()


def test_the_order_of_the_list_does_not_matter(bees, welds):
    listed = [*bees, *welds]
    shuffled = random.Random(4).sample(listed, len(listed))

    assert {v.key: v for v in find_strangers(KEITO, shuffled)} == {v.key: v for v in find_strangers(KEITO, listed)}


def test_of_few_works_nothing_is_said(bees, welds):
    assert find_strangers(KEITO, [*bees[:3], *welds[:2]]) == ()


def test_what_was_ruled_speaks_with_the_rest(bees, welds):
    ruled = PersonEvidence(name=KEITO.name, known=welds[:2])

    assert not keys(welds) & keys(find_strangers(ruled, [*bees, *welds[2:]]))


def test_list_that_names_nobody_like_the_person_is_found_in_any_list(bees):
    stray = record("stray", ["Bo Reed", "Cleo Morivaleen"])

    [found] = find_strangers(KEITO, [stray, *bees[:2]])

    assert (found.key, found.verdict) == ("stray", "not_mine")
    assert found.reason == "names nobody like Keito Morivale: Bo Reed, Cleo Morivaleen"


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (["K. Morivale"], {}),
        (["Morivale, Keito"], {}),
        (["Morivale Keito"], {}),
        (["Keito van Morivale"], {}),
        (["Bo Reed"], {"authors_truncated": True}),
        (["Bo Reed"], {"authors_truncated": None}),
        (["Bo Reed"], {"coauthors_only": True}),
        (["Bo Reed"], {"collaboration": "Kite Collaboration"}),
        (["森山圭人", "Bo Reed"], {}),
        (["К. Моривейл"], {}),
        ([], {}),
    ],
)
def test_lists_that_name_or_may_name_the_person_are_not(names, more):
    assert named_otherwise(KEITO, record("x", names, **more)) is None


def test_records_are_grouped_by_who_wrote_them_together(bees, welds):
    groups = group_by_company(KEITO, [*bees, *welds])

    assert [set(group.keys) for group in groups] == [keys(bees), keys(welds)]
