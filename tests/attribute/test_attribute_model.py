"""The model that ships: readable, complete, and weighed as its file says."""

import json
from importlib.resources import files
from math import nan

import pytest

from scholarsync.attribute.figures import FIGURES
from scholarsync.attribute.neighbours import SECOND_FIGURES
from scholarsync.attribute.scene import ranks
from scholarsync.attribute.trees import load_model, weigh

STORED = json.loads(files("scholarsync.attribute").joinpath("model.json").read_text("utf-8"))


def test_the_model_is_about_the_figures_that_are_counted():
    assert STORED["first"]["figures"] == list(FIGURES)
    assert STORED["second"]["figures"] == list(SECOND_FIGURES)


def test_the_model_stays_small():
    assert len(json.dumps(STORED)) < 150_000


def test_the_limits_leave_room_for_doubt():
    model = load_model()

    assert 0 < model.not_mine < 0.5 < model.mine <= model.mine_without_link < 1


@pytest.mark.parametrize(
    ("value", "score"), [(0.5, 0.119203), (1.0, 0.119203), (1.5, 0.880797), (nan, 0.880797)]
)  # fmt: skip
def test_a_tree_goes_left_up_to_its_limit_and_as_told_when_unknown(value, score):
    tree = (0, 1.0, False, -2.0, 2.0)

    assert weigh([tree], [[value]]) == [score]


def test_ranks_do_not_depend_on_ties():
    rank = ranks([0.5, 0.1, 0.5, 0.9])

    assert [rank(0.9), rank(0.5), rank(0.1)] == [0.0, 0.25, 0.75]
