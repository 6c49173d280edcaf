"""When two answers of a server are the same page."""

from __future__ import annotations

import pytest

from scholarsync.sync.gist import gist

PAGE = "<!doctype html><html><body><h1>Papers</h1>{}</body></html>"


def same(one: str, other: str) -> bool:
    return gist(PAGE.format(one).encode()) == gist(PAGE.format(other).encode())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Last updated: Monday, 7 December 2026 10:22 UTC", "Last updated: Tuesday, 8 December 2026 09:01 UTC"),
        ("<p>Last modified 2026-12-07T10:22:01Z</p>", "<p>Last modified 2026-12-08T10:22:01Z</p>"),
        ("<p>Page generated on Dec 7, 2026 at 3:04 pm</p>", "<p>Page generated on Dec 8, 2026 at 4:05 am</p>"),
        ("<p>Page rendered in 12 ms</p>", "<p>Page rendered in 7 ms</p>"),
        ("<script>var token = 'a1'</script>", "<script>var token = 'b2'</script>"),
    ],
)
def test_what_changes_at_every_load_makes_no_other_page(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "<li>Computer-Generated Holography for Rivers. In preparation.</li>",
            "<li>Computer-Generated Holography for Rivers. Journal of Waves 3(2), 2021.</li>",
        ),
        ("<li>Volume Rendered Clouds. 2020.</li>", "<li>Volume Rendered Clouds. Waves 3, 2021.</li>"),
        (
            "<script>window.papers=[{title:'Rain'}]</script>",
            "<script>window.papers=[{title:'Rain'},{title:'Snow'}]</script>",
        ),
        (
            '<script id="__NEXT_DATA__" type="application/json">{"papers":[{"title":"Rain"}]}</script>',
            '<script id="__NEXT_DATA__" type="application/json">{"papers":[{"title":"Snow"}]}</script>',
        ),
        (
            '<script>push(\'[{\\"title\\":\\"Rain\\"}]\')</script>',
            '<script>push(\'[{\\"title\\":\\"Snow\\"}]\')</script>',
        ),
    ],
)
def test_a_title_or_data_that_changed_makes_another_page(one: str, other: str) -> None:
    assert not same(one, other)
