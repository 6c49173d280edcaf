"""The single steps of reconciling."""

import random

import numpy as np
import pytest

from scholarsync.model import Author, Record
from scholarsync.normalise.records import from_row
from scholarsync.reconcile import model
from scholarsync.reconcile.alignment import leftover, nearly
from scholarsync.reconcile.block import keys_of
from scholarsync.reconcile.cluster import RULED_OUT, RULED_SAME, VETOED, cluster, may_join
from scholarsync.reconcile.compare import FEATURES, compare
from scholarsync.reconcile.explain import evidence_of
from scholarsync.reconcile.profile import kind_of, profile_of
from scholarsync.reconcile.rows import profile_of_row
from scholarsync.reconcile.venues import venue_likeness
from scholarsync.reconcile.words import bits, fold_words, is_generic, marks_of


def profile(title="Slow rivers", **fields):
    return profile_of(Record(key=fields.pop("key", "a"), source="", title=title, **fields))


def figures(left, right):
    return {name: value for (_, name), value in zip(FEATURES, compare(left, right), strict=True)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Semi-Supervised Gauges", "semi supervised gauges"),
        ('{\\"O}zt\\"{u}rk und die {D}ünen', "ozturk und die dunen"),
        ("Łódź’s ﬁne $\\ell_1$ marsh", "lodzs fine ell 1 marsh"),
        ("GaugeNet++", "gaugenet plusplus"),
        ("河川の研究", "河川の研究"),
        ("\\textit{Lutra lutra} in deltas", "lutra lutra in deltas"),
    ],
)
def test_words_are_folded(text, words):
    assert " ".join(fold_words(text)) == words


@pytest.mark.parametrize(
    ("title", "note"),
    [
        ("Erratum: Slow rivers", "erratum"),
        ("Slow rivers and deltas: corrigendum", "erratum"),
        ("Reply to 'Slow rivers'", "reply"),
        ("Comment on slow rivers", "reply"),
        ("Data from: Slow rivers", "data"),
        ("Responses of otters to floods", ""),
        ("Re-identification of otters", ""),
        ("Comments in river maps", ""),
        ("Data assimilation in slow rivers", ""),
    ],
)
def test_notes_on_other_works_are_known_by_their_titles(title, note):
    assert marks_of(fold_words(title)).note == note


@pytest.mark.parametrize(
    ("title", "part", "edition"),
    [
        ("River gauges. Part II. Results", "2", ""),
        ("River gauges, III", "3", ""),
        ("River gauges, part b", "2", ""),
        ("River gauges, 2nd edition", "", "2"),
        ("River gauges, revised edition", "", "r"),
        ("Part of speech in river names", "", ""),
        ("Vitamin B in rivers", "", ""),
    ],
)
def test_parts_and_editions_are_read(title, part, edition):
    marks = marks_of(fold_words(title))

    assert (marks.part, marks.edition) == (part, edition)


def test_generic_titles_are_known():
    assert [is_generic(fold_words(t)) for t in ("Editorial", "Book Review Column", "Editorial rivers", "")] == [
        True, True, False, True,
    ]  # fmt: skip


def test_rare_words_say_more():
    assert bits("of") < bits("learning") < bits("hydromorphology")


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("segmentation", "segmentatoin", True),
        ("network", "networks", True),
        ("supervised", "unsupervised", False),
        ("2019", "2020", False),
        ("ii", "iii", False),
        ("foruth", "fourth", True),
        ("fifth", "sixth", False),
        ("cat", "car", False),
    ],
)
def test_slips_of_the_pen(one, other, is_near):
    assert nearly(one, other) is is_near


def test_words_written_together_are_no_difference():
    assert leftover(("data", "base", "systems"), ("database", "systems")) == ([], [], 0)
    assert leftover(("slow", "rivers"), ("slow", "deltas"))[:2] == (["rivers"], ["deltas"])


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ("Very Large Data Bases", "VLDB", 0.85, 1),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research", 0.85, 1),
        ("Nature", "Brain", 0, 0.2),
        ("Journal of Ecology", "J Ecol", 0.85, 1),
        ("River Studies", "Proceedings of the Delta Conference", 0, 0.2),
    ],
)
def test_venues(one, other, least, most):
    assert least <= venue_likeness(fold_words(one), fold_words(other)) <= most


def test_figures_do_not_depend_on_the_side():
    dice = random.Random(4)
    titles = ["Slow rivers: a survey", "A survey of slow rivers", "Slow riverbeds", "Rivers", "Otters II", ""]
    made = [
        profile(
            dice.choice(titles), key=str(number), year=dice.choice([None, 2030, 2031]),
            authors=tuple(Author(family=f, given=dice.choice("AB")) for f in dice.sample(["Arden", "Bose", "Bohse"], 2)),
        )
        for number in range(20)
    ]  # fmt: skip

    assert all(compare(one, other) == compare(other, one) for one in made for other in made)


def test_unknown_is_not_different():
    found = figures(profile(year=2031, volume="3"), profile(key="b", doi="10.5555/x"))

    assert (found["year_gap"], found["volume"], found["doi"], found["venue"]) == (-1, -1, -1, -1)


def test_swapped_and_cut_names_are_the_same_people():
    one = profile(authors=(Author(family="Cluet", given="S."), Author(family="Veltri", given="P.")))
    other = profile(key="b", authors=(Author(family="Sophie", given="C."), Author(family="Veltri", given="Pierangelo")))

    assert figures(one, other)["names_common"] == 2


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"arxiv_id": "3101.00001"}, "preprint"),
        ({"doi": "10.48550/arxiv.3101.00001"}, "preprint"),
        ({"doi": "10.1101/2031.01.01"}, "preprint"),
        ({"venue": "arXiv preprint arXiv:3101.00001"}, "preprint"),
        ({"arxiv_id": "3101.00001", "venue": "Journal of River Studies"}, "journal"),
        ({"venue": "Proc. of the Delta Conf.", "type": "article"}, "conference"),
        ({"venue": "VLDB J."}, "journal"),
        ({"venue": "VLDB"}, "conference"),
        ({"volume": "7"}, "journal"),
        ({"type": "thesis"}, "report"),
        ({"doi": "10.5281/example.1", "type": "article"}, "other"),
        ({}, ""),
    ],
)
def test_kinds(fields, kind):
    record = Record(key="a", source="", **fields)

    assert kind_of(record) == profile_of(record).kind == kind


def test_block_keys_are_a_function_of_the_record_and_stay():
    """A store keeps them: they must be the same in every run."""
    keys = set(keys_of(profile("The braiding of slow rivers", year=2031, authors=(Author(family="Arden"),))))

    assert {"tthebraidingofslowrivers", "wbraiding|slow", "nArden|braiding|slow".replace("A", "a")} <= keys
    assert any(key.startswith("y") for key in keys)


def test_clusters_join_only_while_the_whole_agrees():
    scores = {(0, 1): 0.9, (1, 2): 0.8, (0, 2): 0.05, (2, 3): 0.6}
    asked = []

    def scores_of(pairs):
        asked.extend(pairs)
        return [scores.get(pair, 0.0) for pair in pairs]

    grown = cluster([(0, 1, 0.9), (1, 2, 0.8), (2, 3, 0.6)], ranks=range(4), scores_of=scores_of)

    assert sorted(grown.members.values()) == [(0, 1), (2, 3)]
    assert list(grown.refused) == [(1, 2)]


def test_what_people_ruled_goes_before_vetoes_and_those_before_scores():
    assert may_join([0.5])
    assert not may_join([0.9, 0.9, VETOED])
    assert may_join([RULED_SAME, VETOED, 0.1])
    assert not may_join([RULED_SAME, RULED_OUT])


def test_many_rows_score_as_one_by_one():
    trained = model.load()
    dice = np.random.default_rng(1)
    rows = np.round(dice.uniform(-1, 12, (300, len(trained.names))), 2)

    together = model.score_rows(trained, rows)

    assert together.tolist() == [model.score_row(trained, row) for row in rows.tolist()]


def test_the_shares_add_up_to_the_score():
    trained = model.load()
    row = np.random.default_rng(2).uniform(-1, 5, len(trained.names)).tolist()

    start, moved = model.shares(trained, row)

    assert model.probability(start + sum(moved.values())) == pytest.approx(model.score_row(trained, row), abs=1e-5)


def test_a_model_with_too_large_a_tree_is_refused():
    leaves = "[" + ",".join("0" * 1 for _ in range(17)) + "]"
    tree = f'{{"figures":[],"bounds":[],"yes":[],"no":[],"means":[],"leaves":{leaves}}}'

    with pytest.raises(ValueError, match="leaves"):
        model.parse(f'{{"names":[],"trees":[{tree}]}}')


@pytest.mark.parametrize(
    "row",
    [
        {"title": "Slow rivers &amp; deltas", "authors": "A Arden, L Bose, T Ceres", "year": "2031"},
        {"title": "Slow {R}ivers", "authors": "Arden, A. B.; Bose, Lina and Ceres, T.", "year": 2031, "doi": "https://doi.org/10.5555/X.1"},
        {"title": "Slow rivers", "authors": ["Arden, Ann", "L. Bose"], "year": "(2031),", "venue": "In Journal of River Studies"},
        {"title": "Slow rivers", "authors": "Arden A, Bose L, et al.", "pages": "pp. 12-34", "volume": 7},
        {"title": "Slow rivers", "authors": [{"family": "Arden", "given": "Ann"}], "journal": "River Studies"},
        {"title": "Slow <i>rivers</i>", "authors": "Ann van der Arden and Lina Bose", "arxiv_id": "arXiv:3101.00001v2"},
        {"title": "Slow rivers", "authors": ["Arden Jr, A. B.", "Bose III, L", "Ceres Neto, Tomas", "Lina Bose-van Arden"]},
        {"title": "Slow rivers", "authors": ["Ann de la Arden", "Saint Bose, L.", "River Task Force", "Prof. T. Ceres"]},
        {"title": None, "authors": None, "year": None},
        {"title": 12, "authors": 5, "year": True},
    ],
)  # fmt: skip
def test_rows_are_read_as_their_records_are(row):
    assert profile_of_row(row, key="a") == profile_of(from_row(row, key="a", source=""))


@pytest.mark.parametrize(("source", "said"), [("arxiv", "unknown"), ("scholar", "agree")])
def test_two_sources_say_nothing_against_each_other(source, said):
    left = from_row({"title": "Sparse Kites", "year": 2024}, key="scholar:a", source="scholar")
    right = from_row({"title": "Sparse Kites", "year": 2024}, key=f"{source}:b", source=source)

    _, evidence = evidence_of(left, right, policy="publication")

    assert {piece.field: piece.verdict for piece in evidence}["source"] == said
