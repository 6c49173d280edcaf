"""Author lists taken apart, and where they end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.scan import scan
from scholarsync.sources.homepage.shapes import shape

LISTS = [
    ("J. Fox and Z. Oak", ["J. Fox", "Z. Oak"]),
    ("Fox, A. L., Oak, H. B., & Reed, P. M.", ["Fox, A. L.", "Oak, H. B.", "Reed, P. M."]),
    ("Fox, Gil, Oak, Rina, and Elm, Sam", ["Fox, Gil", "Oak, Rina", "Elm, Sam"]),
    ("Beech, J., R. Oak, F. S. Elm", ["Beech, J.", "R. Oak", "F. S. Elm"]),
    ("Roth, Pia & Matt, Jan", ["Roth, Pia", "Matt, Jan"]),
    ("Fox, Anders, Mina Oak, Tom Elm", ["Fox, Anders", "Mina Oak", "Tom Elm"]),
    ("Holt, N. Stein, S. Herm, J.", ["Holt, N.", "Stein, S.", "Herm, J."]),
    ("García Robles, L.A., Elm, F.", ["García Robles, L.A.", "Elm, F."]),
    ("Fox BC, G Oak, J. Elm", ["Fox BC", "G Oak", "J. Elm"]),
    ("S. Oak, M.Fox, A. Elm", ["S. Oak", "M.Fox", "A. Elm"]),
    ("Jan van der Berg and María de la Cruz", ["Jan van der Berg", "María de la Cruz"]),
    ("青山一郎・白川花子・黒田次郎", ["青山一郎", "白川花子", "黒田次郎"]),
    ("林一,苏二*,周三", ["林一", "苏二", "周三"]),
    ("Fox, Ada; Oak, Ben (Hrsg.)", ["Fox, Ada", "Oak, Ben"]),
    ("Ada Fox*, Ben Oak†", ["Ada Fox", "Ben Oak"]),
    ("Y. Du, B. An, and J. He", ["Y. Du", "B. An", "J. He"]),
]


@pytest.mark.parametrize(("text", "names"), LISTS, ids=[text for text, _ in LISTS])
def test_splits(text: str, names: list[str]) -> None:
    assert list(split_list(text).names) == names


@pytest.mark.parametrize("text", ["Ada Fox, Ben Oak, et al.", "A. Fox, …, B. Oak", "Ada Fox and 3 others", "张一, 等"])
def test_a_cut_list_says_so(text: str) -> None:
    assert split_list(text).truncated


@pytest.mark.parametrize(
    "text",
    [
        "Deep Learning for Graphs",
        "Journal of Invented Physics",
        "Proceedings of the Conference",
        "A Scheduler That Apologises",
        "The Price of a Second Opinion",
        "in preparation",
        "pp. 12-34",
        "IEEE Transactions on Fiction",
    ],
)
def test_no_names(text: str) -> None:
    assert split_list(text).trust < 0.6


ENDS = [
    ("J. Fox and Z. Oak. Sharp edges", "J. Fox and Z. Oak"),
    ("Fox, A. L., & Oak, P. M. (2021). Res", "Fox, A. L., & Oak, P. M. "),
    ("Oak J, Fox A. Landscapes of fiction", "Oak J, Fox A."),
    ("Brian E. J. Rose, Li Zhu, and Mat Vuil. Influence of", "Brian E. J. Rose, Li Zhu, and Mat Vuil"),
    ("A. Fox, R. Elm.Microbes of paper", "A. Fox, R. Elm"),
    ("Fox, A. Empty rooms of contextual wood", "Fox, A."),
    ("Oak D and FJ Elm. 2026. Modelling", "Oak D and FJ Elm"),
    ("Oak D 2019. Knots", "Oak D"),
    ("A. Fox and B. Elm, “A Character", "A. Fox and B. Elm"),
    ("Md. Arif Oak and Greg Elm. On", "Md. Arif Oak and Greg Elm"),
]


@pytest.mark.parametrize(("text", "names"), ENDS, ids=[text for text, _ in ENDS])
def test_finds_the_end(text: str, names: str) -> None:
    assert text[: scan(text)[-1].end] == names


@pytest.mark.parametrize("text", ["on the nature of things", "12 (2020)", "", "“Quoted” first", "http://example.org"])
def test_no_list_begins(text: str) -> None:
    assert scan(text) == []


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_taken(text: str) -> None:
    split_list(text)
    assert all(0 <= stop.end <= len(text) for stop in scan(text))
    assert shape(text) in set("ISFNCGJEX")
