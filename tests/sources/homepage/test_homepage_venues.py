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
