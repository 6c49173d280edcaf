"""What a page holds without showing it at once: folds, tables with a header, preformatted text, data in scripts."""

from __future__ import annotations

import pytest

from scholarsync.model import Draft, Page
from scholarsync.sources.homepage import parse


def read(body: str, url: str = "page.html") -> tuple[Draft, ...]:
    page = Page(watch="homepage:x", url=url, final_url="https://example.org/p/", body=body.encode())
    return parse(page).drafts


def titles(body: str, url: str = "page.html") -> list[str | None]:
    return [draft.title for draft in read(body, url)]


ITEM = '<div class="item"{}><p>R. Tutu, B. Lind, <b>{}</b>, <em>Bio-Matter</em> 3, 100 ({}).</p></div>'


def test_entries_behind_show_more_belong_to_their_list() -> None:
    hidden = ' style="display:none"'
    page = (
        "<h2>Publications</h2>"
        + ITEM.format("", "Bricks that heal themselves", 2024)
        + ITEM.format(hidden, "Growing a chair from moss", 2021)
        + ITEM.format(hidden, "Why walls should breathe", 2020)
    )

    assert titles(page) == ["Bricks that heal themselves", "Growing a chair from moss", "Why walls should breathe"]


def test_a_section_that_opens_at_a_click_is_read_and_an_abstract_is_not() -> None:
    page = """<h2>Publications</h2><h3>2024</h3><div class="collapse"><ul>
    <li>R. Tutu, B. Lind. Bricks that heal themselves. Bio-Matter 3, 2024.</li>
    <li>B. Lind. Growing a chair from moss. Bio-Matter 2, 2024.</li></ul></div>
    <div class="item"><p>R. Tutu. Why walls should breathe. Bio-Matter 1, 2024.</p>
    <div class="collapse"><p>In 2020 we asked how walls breathe.</p></div></div>"""

    assert titles(page) == ["Bricks that heal themselves", "Growing a chair from moss", "Why walls should breathe"]


def test_the_header_of_a_table_names_its_columns() -> None:
    page = """<h2>業績</h2><table><tr><th>番号</th><th>著者</th><th>題名</th><th>掲載誌</th><th>年月</th></tr>
    <tr><td>1</td><td>松井千, 樋口 渉</td><td>落葉分解速度の季節変化</td><td>森林と土, 32(1), 12-20</td><td>2010年6月</td></tr>
    <tr><td>2</td><td>松井千</td><td>土を調べる</td><td>自然観察, 205, 4-9</td><td></td></tr></table>"""

    first, second = read(page)

    assert (first.title, first.authors, first.year) == ("落葉分解速度の季節変化", ("松井千", "樋口 渉"), "2010")
    assert (second.title, second.authors, second.year) == ("土を調べる", ("松井千",), None)
    assert second.venue == "自然観察"


WRAPPED = """[Tar09]  V. Taras and J. Quist.  Parsing visibly pushdown languages
         in linear time.  In Proc. Automata and Words (AW'09), pages
         120-131, 2009.

[TQS11]  V. Taras, J. Quist, and M. Sand.  Streaming validation of tree-
         shaped documents.  In 6th Workshop on Documents and Data,
         pages 44-53, 2011.

[Tar14]  V. Taras.  Words with Structure.  PhD thesis, Univ. of Halden,
         2014."""


@pytest.mark.parametrize(
    ("body", "url"),
    [
        (f"<h1>Publications</h1><pre>\n{WRAPPED}\n</pre>", "page.html"),
        (f"Publications\n\n{WRAPPED}\n", "page.txt"),
    ],
    ids=["pre", "text"],
)
def test_rows_that_a_width_parts_are_one(body: str, url: str) -> None:
    first, second, third = read(body, url)

    assert first.title == "Parsing visibly pushdown languages in linear time"
    assert second.title == "Streaming validation of tree-shaped documents"
    assert third.title == "Words with Structure"
    assert second.authors == ("V. Taras", "J. Quist", "M. Sand")


def test_short_rows_stay_apart() -> None:
    page = """Publications

Silent compilation at the edge of town
Ada Quill, Ivo Brook
Conference on Quiet Systems, 2024

A taxonomy of idle states
Ivo Brook, Ada Quill
Transactions on Rest, 2023
"""

    drafts = read(page, "page.txt")

    assert [draft.title for draft in drafts] == ["Silent compilation at the edge of town", "A taxonomy of idle states"]
    assert drafts[1].authors == ("Ivo Brook", "Ada Quill")


NEXT = """<div id="__next"><p>Loading…</p></div><script id="__NEXT_DATA__" type="application/json">
{"props": {"publications": [{"title": "Sparse looks at long books", "authors": ["Ada Quill", {"name": "Ivo Brook"}],
"venue": "Book Conference", "year": 2023, "doi": "10.5555/b.1"}, {"title": "Aligning pages without a spine",
"authors": "Ivo Brook, Ada Quill", "journal": "Book Methods", "date": "2021-05"}],
"news": [{"title": "A paper was accepted", "authors": ["Ada Quill"], "date": "2023-05"}],
"courses": [{"title": "Books for all of us", "year": 2022}]}}</script>"""
LITERAL = """<p>Loading…</p><script>var pubs = [{title: "Sparse looks at long books", authors: "Ada Quill, Ivo Brook",
venue: "Book Conference", year: 2023, doi: "10.5555/b.1",}, {title: "Aligning pages without a spine",
authors: "Ivo Brook, Ada Quill", venue: "Book Methods", year: 2021}];</script>"""
FLIGHT = (
    "<p>Loading…</p><script>self.__next_f.push([1,"
    '"7:[\\"$\\",{\\"pubs\\":[{\\"title\\":\\"Sparse looks at long books\\",\\"authors\\":[\\"Ada Quill\\",\\"Ivo Brook\\"],'
    '\\"venue\\":\\"Book Conference\\",\\"year\\":2023,\\"doi\\":\\"10.5555/b.1\\"},{\\"title\\":\\"Aligning pages without a spine\\",'
    '\\"authors\\":[\\"Ivo Brook\\",\\"Ada Quill\\"],\\"venue\\":\\"Book Methods\\",\\"year\\":\\"2021\\"}]}]"])</script>'
)


@pytest.mark.parametrize("page", [NEXT, LITERAL, FLIGHT], ids=["json", "literal", "flight"])
def test_a_page_drawn_by_a_script_is_read_from_its_data(page: str) -> None:
    first, second = read(page)

    assert (first.title, first.authors) == ("Sparse looks at long books", ("Ada Quill", "Ivo Brook"))
    assert (first.year, first.venue, first.doi) == ("2023", "Book Conference", "10.5555/b.1")
    assert (second.title, second.authors) == ("Aligning pages without a spine", ("Ivo Brook", "Ada Quill"))
    assert (second.year, second.venue) == ("2021", "Book Methods")


def test_what_is_visible_is_believed_and_the_data_of_scripts_is_not() -> None:
    page = (
        "<h2>Publications</h2><ul><li>Rhea Vale, Ada Quill. What is shown. Journal of Sight 3, 2020.</li></ul>" + NEXT
    )

    assert titles(page) == ["What is shown"]


@pytest.mark.parametrize("script", ["[" * 100_000, '[{"title":' * 20_000, "= {" * 50_000, '{title:"' + "a," * 100_000])
def test_a_hostile_script_gives_nothing(script: str) -> None:
    assert read(f"<p>Loading the title</p><script>var title = {script}</script>") == ()
