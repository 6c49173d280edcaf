"""The whole of reconciling: order, vetoes through clusters, decisions, newcomers."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from scholarsync.model import Author, Decision, Record
from scholarsync.reconcile import block_keys, reconcile, reconcile_new

WORDS = "river delta gauge braid silt ferry marsh heron otter reed flood dike lock weir barge canal tide shoal".split()
PEOPLE = [("Arden", "Ann"), ("Bose", "Lina"), ("Ceres", "Tom"), ("Doll", "Wim"), ("Ek", "Ida"), ("Frey", "Ulla")]
MONDAY = datetime(2031, 1, 6, tzinfo=UTC)


def made(seed, works=60):
    """Records of made-up works, each seen one to four times and spelt in several ways."""
    dice = random.Random(seed)
    records = []
    for number in range(works):
        title = " ".join(dice.sample(WORDS, 5)) + dice.choice(["", ", part I", ", part II", ": a survey"])
        people = dice.sample(PEOPLE, dice.randint(1, 4))
        year = dice.randint(2010, 2030)
        for seen in range(dice.randint(1, 4)):
            short = dice.random() < 0.5
            records.append(
                Record(
                    key=f"s{seen}:{number}",
                    source=f"s{seen}",
                    title=title.capitalize() if short else title.title(),
                    authors=tuple(Author(family=f, given=f"{g[0]}." if short else g) for f, g in people),
                    year=year - (seen == 2),
                    venue=dice.choice(["Journal of River Studies", "J. River Stud.", None]),
                    arxiv_id=f"{year % 100}01.{number:05}" if seen == 2 else None,
                )
            )
    return records


def same(one, other, *, day=0, kind="same"):
    return Decision(kind=kind, subject=(one, other), by="ada", at=MONDAY + timedelta(days=day))


class Store:
    """The least a store must know for `reconcile_new`."""

    def __init__(self):
        self.records, self.keys, self.matches, self.clusters = {}, {}, {}, {}

    def sharing(self, keys):
        return [self.records[key] for key in self.records if self.keys[key] & keys]

    def named(self, keys):
        return [self.records[key] for key in keys if key in self.records]

    def linked(self, keys):
        names = {
            k
            for m in self.matches.values()
            if m.verdict == "same" and {m.left, m.right} & keys
            for k in (m.left, m.right)
        }
        return [self.records[name] for name in names]

    def add(self, records, decisions=()):
        found = reconcile_new(records, self, decisions=decisions)
        self.records |= {record.key: record for record in records}
        self.keys |= {record.key: block_keys(record) for record in records}
        self.matches |= {(match.left, match.right): match for match in found.matches}
        for members in found.clusters:
            self.clusters |= dict.fromkeys(members, members)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_records_changes_nothing(seed):
    records = made(seed)
    shuffled = random.Random(seed).sample(records, len(records))

    assert reconcile(records) == reconcile(shuffled)


@pytest.mark.parametrize("seed", range(3))
def test_records_that_arrive_one_after_the_other_end_in_the_same_works(seed):
    records = made(seed, works=40)
    dice = random.Random(seed)
    dice.shuffle(records)
    store = Store()
    while records:
        size = dice.randint(1, 8)
        store.add(records[:size])
        records = records[size:]

    assert sorted(set(store.clusters.values())) == list(reconcile(list(store.records.values())).clusters)


def test_a_newcomer_follows_what_people_ruled_of_it():
    store = Store()
    old, other = (
        Record(key=key, source="", title=title, authors=(Author(family="Arden"),), year=2031)
        for key, title in (("a", "Otters of the north"), ("b", "Ferry lines of the eastern marsh"))
    )
    store.add([old])
    store.add([other], [same("b", "a")])

    assert store.clusters == {"a": ("a", "b"), "b": ("a", "b")}


def test_every_record_stands_in_one_cluster():
    records = made(7)

    found = reconcile(records)

    assert sorted(key for members in found.clusters for key in members) == sorted(record.key for record in records)


def test_made_up_works_come_back():
    records = made(8)

    found = reconcile(records)

    gold = {}
    for record in records:
        gold.setdefault(record.key.split(":")[1], []).append(record.key)
    assert sum(tuple(sorted(keys)) in found.clusters for keys in gold.values()) >= 0.95 * len(gold)


def test_a_veto_holds_through_a_third_record():
    """Part I = the paper without a number = Part II must not bring the parts together."""
    people = (Author(family="Arden", given="Ann"), Author(family="Bose", given="Lina"))
    parts = [
        Record(key=key, source="", title=f"Gauges for slow and braided rivers{tail}", authors=people, year=2031)
        for key, tail in (("a", ", part I"), ("b", ""), ("c", ", part II"))
    ]

    for members in reconcile(parts).clusters:
        assert not {"a", "c"} <= set(members)


def test_people_join_and_part_what_the_judge_would_not():
    left, right = (
        Record(key=key, source="", title=title, authors=(Author(family="Arden", given="A."),), year=2031)
        for key, title in (("a", "Otters"), ("b", "On the ferry lines of the eastern marsh"))
    )
    twin = Record(key="c", source="", title=right.title, authors=right.authors, year=2031)

    assert reconcile([left, right]).clusters == (("a",), ("b",))
    assert reconcile([left, right], decisions=[same("a", "b")]).clusters == (("a", "b"),)
    assert reconcile([right, twin]).clusters == (("b", "c"),)
    assert reconcile([right, twin], decisions=[same("b", "c", kind="different")]).clusters == (("b",), ("c",))


def test_the_newest_decision_holds_and_can_be_taken_back():
    left, right = (
        Record(
            key=key, source="", title="Ferry lines of the eastern marsh", authors=(Author(family="Arden"),), year=2031
        )
        for key in "ab"
    )
    apart, together = same("a", "b", kind="different"), same("b", "a", day=1)

    assert reconcile([left, right], decisions=[together, apart]).clusters == (("a", "b"),)
    forgotten = [apart, same("a", "b", day=2, kind="forget")]
    assert reconcile([left, right], decisions=forgotten).clusters == (("a", "b"),)


def test_a_person_who_parts_two_records_is_not_overruled_by_a_third():
    records = [
        Record(
            key=key, source="", title="Ferry lines of the eastern marsh", authors=(Author(family="Arden"),), year=2031
        )
        for key in "abc"
    ]

    clusters = reconcile(records, decisions=[same("a", "b", kind="different")]).clusters

    assert not any({"a", "b"} <= set(members) for members in clusters)


def test_decisions_on_records_that_are_gone_do_no_harm():
    record = Record(key="a", source="", title="Ferry lines", year=2031)

    assert reconcile([record], decisions=[same("a", "gone"), same("x", "y")]).clusters == (("a",),)


def test_nothing_and_records_without_titles_are_no_trouble():
    assert reconcile([]).clusters == ()
    bare = [Record(key=key, source="") for key in "ab"]
    assert reconcile(bare).clusters == (("a",), ("b",))


def test_hostile_text_is_compared_in_no_time():
    """Very long titles and author lists, odd signs, lone surrogates."""
    titles = ["a" * 20_000, "\\" * 5000 + "{" * 5000, "i " * 4000, "\ud800 lone", "河川 の 研究", "𝒜" * 3000]
    records = [
        Record(
            key=f"{number}{copy}", source="", title=title, authors=tuple(Author(family=f"N{k}") for k in range(3000))
        )
        for number, title in enumerate(titles)
        for copy in "ab"
    ]

    assert sum(len(members) for members in reconcile(records).clusters) == len(records)
