"""Dates keep the precision that their text has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholarsync.normalise.dates import parse_date, parse_month


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024", "2024"), ("(1992),", "1992"), ("2024a", "2024"), ("2019/2020", "2020"), ("Fall 2020", "2020"),
        ("2013/7", "2013-07"), ("2013/7/31", "2013-07-31"), ("2024-05-17", "2024-05-17"), ("20240517", "2024-05-17"),
        ("May 2024", "2024-05"), ("May, 2024", "2024-05"), ("17 May 2024", "2024-05-17"), ("17th May 2024", "2024-05-17"),
        ("July 4th, 2021", "2021-07-04"), ("May 17-19, 2024", "2024-05-17"), ("May/June 2024", "2024-05"),
        ("Dec. 2019 – Jan. 2020", "2019-12"), ("31.12.2020", "2020-12-31"), ("12.03.2020", "2020"),
        ("März 2019", "2019-03"), ("1 octobre 2020", "2020-10-01"), ("1er août 2020", "2020-08-01"),
        ("3 de mayo de 2018", "2018-05-03"), ("7 мая 2020", "2020-05-07"), ("20. května 2019", "2019-05-20"),
        ("Haziran 2020", "2020-06"), ("2020年5月", "2020-05"), ("2020年5月3日", "2020-05-03"), ("2020년 5월", "2020-05"),
        ("2031-02-30", "2031-02"), ("2031-13-01", "2031"),
    ],
)  # fmt: skip
def test_a_date_is_read_as_far_as_it_is_known(text, iso):
    date = parse_date(text)

    assert date is not None
    assert date.iso == iso
    assert date.year == int(iso[:4])


@pytest.mark.parametrize(
    "text", ["", "in press", "forthcoming", "May", "17", "1192", "'99", "12345", "3024", "n.d.", "20200", "vol. 12"]
)
def test_what_names_no_year_is_no_date(text):
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("text", "month"),
    [("jul", 7), ("July", 7), ("07", 7), ("7", 7), ("dic.", 12), ("13", None), ("spring", None), ("", None)],
)
def test_a_month_is_read_from_name_number_or_macro(text, month):
    assert parse_month(text) == month


@given(st.text(max_size=60) | st.from_regex(r"[0-9./ -]{0,20}", fullmatch=True))
def test_any_text_is_read_and_what_was_read_is_read_again(text):
    date = parse_date(text)

    assert date is None or parse_date(date.iso) == date
