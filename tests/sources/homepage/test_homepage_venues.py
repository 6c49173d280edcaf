"""Where the name of a container begins and ends, each way with a made-up entry."""

from __future__ import annotations

import pytest
from test_homepage_families import listed, read


@pytest.mark.parametrize(
    ("behind", "venue"),
    [
        ("Roof. Rev. A Vol. 27, 084602 (2021)", "Roof. Rev. A"),
        ("Annals of Roofing, VOL. 3, NO. 2, 2021", "Annals of Roofing"),
        ("Proceedings of the 2018 Roof Symposium, pp. 1-9, 2018", "Proceedings of the 2018 Roof Symposium"),
        ("Symposium on Roofs (ROOF 2017), 1-9, 2017", "Symposium on Roofs (ROOF 2017)"),
        ("Conference on Gutters, June 3-5, 2021", "Conference on Gutters"),
        ("Proceedings of the Meeting on Rain (Volume 1: Long Papers), 2021", None),
    ],
)
def test_a_name_ends_where_its_numbers_begin(behind: str, venue: str | None) -> None:
    (draft,) = read(listed(f"A. Quill, I. Brook. <b>Rain on old roofs</b>. {behind}."))

    assert draft.venue == (venue or "Proceedings of the Meeting on Rain (Volume 1: Long Papers)")


@pytest.mark.parametrize(
    "behind",
    ["arXiv:2101.00001 (2021)", '<a href="https://doi.org/10.48550/arXiv.2101.00001">arXiv2101.00001 (2021)</a>'],
)
def test_a_preprint_server_with_a_number_is_the_container_where_no_other_is(behind: str) -> None:
    (draft,) = read(listed(f"A. Quill, I. Brook<br><b>Rain on old roofs.</b><br>{behind}"))

    assert draft.venue == "arXiv"


def test_the_label_of_a_link_to_a_preprint_server_is_no_container() -> None:
    (draft,) = read(
        listed(
            'A. Quill, I. Brook. <b>Rain on old roofs.</b> 2021.<br><a href="https://arxiv.org/abs/2101.00001">arXiv</a>'
        )
    )

    assert draft.venue is None


@pytest.mark.parametrize(
    ("behind", "venue", "year"),
    [
        (
            "With Ivo Brook. Archive for Roofing Logic. Volume 58, pages 767-785, 2019.",
            "Archive for Roofing Logic",
            2019,
        ),
        ("With Ivo Brook and Ada Moss. Fundamenta Tectorum 257, 141-166, 2022.", "Fundamenta Tectorum", 2022),
        ("With Ivo Brook. Accepted in the Journal of Roofing Logic, 2020.", "Journal of Roofing Logic", 2020),
        ("With Ivo Brook. In press, Roofing Letters, 2020.", "Roofing Letters", 2020),
        ('With Ivo Brook. Submitted, a preprint can be found <a href="m.pdf">here</a>, 2023.', None, 2023),
    ],
)
def test_what_stands_behind_the_co_authors_is_the_container(behind: str, venue: str | None, year: int) -> None:
    (draft,) = read(listed(f'<a href="a.pdf"><i>Rain on old roofs</i></a>. {behind}'))

    assert draft.authors[0] == "Ivo Brook"
    assert (draft.venue, draft.year) == (venue, str(year))


def test_a_month_of_acceptance_is_no_year_of_publication() -> None:
    (draft,) = read(
        listed("A. Quill, I. Brook. <b>Rain on old roofs</b>. Roofing Letters, 2021 (accepted in May 2020).")
    )

    assert draft.year == "2021"


def test_a_preprint_s_number_before_the_title_is_no_author() -> None:
    (draft,) = read(listed("A. Quill, I. Brook, arXiv:2101.00001 [cs.RF].<br><em>Rain on old roofs</em>."))

    assert (draft.title, draft.authors, draft.venue) == ("Rain on old roofs", ("A. Quill", "I. Brook"), "arXiv")


def test_a_volume_with_its_number_behind_a_colon_is_no_part_of_a_name() -> None:
    (draft,) = read(listed("<b>Rain on old roofs</b><br>A. Quill (2021) | <em>Roofing of the Alps 44:2</em>, 226–263."))

    assert draft.venue == "Roofing of the Alps"


@pytest.mark.parametrize(
    ("behind", "venue"),
    [
        ("Roofing and Guttering", "Roofing and Guttering"),
        ('Giga. <a href="https://doi.org/10.5555/1">DOI</a>', "Giga"),
        ("Vale University Press", None),
        ("we look at rain", None),
    ],
)
def test_a_name_in_capitals_that_ends_an_entry_is_its_container(behind: str, venue: str | None) -> None:
    (draft,) = read(listed(f"Quill, A., Brook, I. (2021). Rain on old roofs. {behind}."))

    assert draft.venue == venue
