"""Pages whose entries are told from the rest by their structure: sections, folds, menus, rules."""

from __future__ import annotations

import pytest
from test_homepage_families import listed

from scholarsync.model import Draft, Page
from scholarsync.sources.homepage import parse


def read(body: str) -> tuple[Draft, ...]:
    page = Page(watch="homepage:x", url="page.html", final_url="https://example.org/p/", body=body.encode())
    return parse(page).drafts


def titles(body: str) -> list[str | None]:
    return [draft.title for draft in read(body)]


def test_headings_lead_entries_in_one_section_and_persons_in_another() -> None:
    page = """<h2>People</h2><h4>Ada Quill</h4><p>Head</p><h4>Ivo Brook</h4><p>Student</p><h4>Rhea Vale</h4><p>Guest</p>
    <h2>Publications</h2><h3>2023</h3>
    <h4>Rain on tin roofs at night</h4><p>Ada Quill, Ivo Brook</p><p><em>Journal of Roofs</em>, 3, 1-9</p>
    <h3>2021</h3>
    <h4>The gutters of older houses</h4><p>Rhea Vale, Ada Quill</p><p><em>Housing Letters</em>, 5, 44-58</p>
    <h2>Open positions</h2><h4>A doctoral student for roofs</h4><p>Deadline: 1 March</p>"""

    drafts = read(page)

    assert [draft.title for draft in drafts] == ["Rain on tin roofs at night", "The gutters of older houses"]
    assert [draft.year for draft in drafts] == ["2023", "2021"]


def test_a_bold_title_with_a_heading_word_is_no_heading() -> None:
    page = """<h2>Papers</h2><hr><b>Promises and the languages of trees</b><br>A. Quill<br>Tree Notes 66 (1997) 281-286<br>
    <hr><b>Courses of rivers in sand</b><br>A. Quill and I. Brook<br>River Structures 8 (1998) 12-29<br>
    <hr><b>Bounded floods</b><br>I. Brook and A. Quill<br>River Structures 9 (1999) 1-9<br>"""

    assert titles(page) == ["Promises and the languages of trees", "Courses of rivers in sand", "Bounded floods"]


def test_a_menu_of_links_is_no_row_of_headings() -> None:
    page = """<table><tr><td><table><tr><td><a href="i.html">Home</a></td></tr><tr><td><a href="p.html">Papers</a></td></tr>
    <tr><td><a href="t.html">Teaching</a></td></tr></table></td><td><table><tr><td><font size="+2">Ada Quill: Papers</font>
    </td></tr><tr><td><table>
    <tr><td>[2]</td><td>Switching signed trees, <i>Graphs and Orders</i> 17 (2002), 55-71.</td></tr>
    <tr><td>[1]</td><td>On a question of Winter, <i>Graphs and Orders</i> 15 (2000), 101-104.</td></tr>
    </table></td></tr></table></td></tr></table>"""

    assert titles(page) == ["Switching signed trees", "On a question of Winter"]


def test_a_fold_of_two_papers_is_no_paper() -> None:
    paper = '<div class="pub"><div class="title">{}</div><div class="authors">{}</div><div class="venue">{}</div></div>'
    page = (
        "<h2>Publications</h2><details><summary>2024</summary>"
        + paper.format("Folding cloth from one look", "Ada Quill, Ivo Brook", "Folding Letters, 2024")
        + paper.format("Untying knots in wet rope", "Ivo Brook, Rhea Vale", "Rope Conference 2024")
        + "</details><details><summary>2022</summary>"
        + paper.format("What grippers see of cups", "Ada Quill", "Workshop on Cups 2022")
        + "</details>"
    )

    assert titles(page) == ["Folding cloth from one look", "Untying knots in wet rope", "What grippers see of cups"]


def test_a_year_that_heads_definitions_has_an_entry_each() -> None:
    page = """<h1>Veröffentlichungen</h1><dl><dt>2021</dt>
    <dd>K. Amsel, M. Holz: <em>Wake steering for small mills</em>. In: Wind Conference, S. 55–64.</dd>
    <dd>M. Holz: <em>Messung von Spannungen mit Drähten</em>. Dissertation, TU Lindenau.</dd></dl>"""

    assert titles(page) == ["Wake steering for small mills", "Messung von Spannungen mit Drähten"]


def test_a_citation_inside_a_project_is_found_and_the_prose_is_not() -> None:
    page = """<h1>Research</h1><h2>Trust</h2><p>How do people decide whom to trust?</p><p>Papers:</p><ul>
    <li>Odu, M., & Halv, E. (2021). Trust without feedback in games. <em>Journal of Games</em>, 14, 33–58.</li>
    <li>Halv, E., & Odu, M. (2022). Who forgives whom in games? <em>Small Groups</em>, 5(2), 77–95.</li></ul>
    <h2>Norms</h2><p>Social norms change slowly. The design of the study is told in:</p>
    <p>Odu, M., & Kam, J. (2020). Studying norms in the field: A protocol. <em>Methods in the Field</em>, 3, 1–20.</p>
    <p>The project was funded by a council from 2018 to 2023 and employed two students.</p>"""

    assert titles(page) == [
        "Trust without feedback in games",
        "Who forgives whom in games?",
        "Studying norms in the field: A protocol",
    ]


def test_an_award_or_a_row_of_labels_heads_no_section() -> None:
    page = """<h2>Publications</h2><p>Measuring nothing at all: benchmarks for idle machines<br>Ada Quill, Ivo Brook<br>
    Workshop on Waste, 2023<br>Best Paper Award<br>PDF | Slides</p><p>Sleeping without a clock in large halls<br>
    Ivo Brook, Rhea Vale<br>Journal of Sleep, 2021<br>PDF | Slides</p>"""

    assert titles(page) == [
        "Measuring nothing at all: benchmarks for idle machines",
        "Sleeping without a clock in large halls",
    ]


def test_numbered_paragraphs_are_whole_whatever_each_lacks() -> None:
    page = """<h3>论文</h3><p>[1] 陆涛, 韩立. 黄土变形的试验研究[J]. 岩土工程, 2012, 33(5): 1401-1407.</p>
    <p>[2] 陆涛. 黄土边坡稳定性分析[C]//第八届边坡会议论文集. 西安: 秦岭出版社, 2010: 45-52.</p>
    <p>[3] 王海. 黄土沉降规律研究[D]. 江北: 江北大学, 2017.</p><p>[4] 陆涛, 韩立. 黄土力学导论[M]. 北京: 长河出版社, 2019.</p>"""

    assert titles(page) == ["黄土变形的试验研究", "黄土边坡稳定性分析", "黄土沉降规律研究", "黄土力学导论"]


def test_names_folded_beside_the_list_are_unfolded() -> None:
    page = """<h2>Publications</h2><div class="pub"><div class="title">Folding cloth from a single look</div>
    <div class="authors">Ivo Brook, Ada Quill, <span>and 2 more</span><span style="display:none">Lena Mor, Hugo Paz</span></div>
    <div class="venue">Folding Letters 2024</div></div>"""

    assert read(page)[0].authors == ("Ivo Brook", "Ada Quill", "Lena Mor", "Hugo Paz")


def test_a_plan_with_an_open_year_alone_is_no_publication_and_one_that_can_be_read_is() -> None:
    page = """<h2>Publications</h2><h3>Current projects</h3><ul><li>A. Quill, I. Brook, <em>Rain over time</em>, (2025+)</li>
    <li>A. Quill, R. Vale, <em>Roofs in the rain of the north</em> (2025+), <a href="https://example.org/r.pdf">preprint</a></li>
    <li>A. Quill, <em>Gutters of the south</em> (2025+), submitted to: Housing Letters</li></ul>"""

    assert titles(page) == ["Roofs in the rain of the north", "Gutters of the south"]


def test_a_sentence_about_the_list_is_no_entry_of_it() -> None:
    page = """<h2>Publications</h2><p>You can find all my publications on this page, or on ORCID, Zotero, or <a href="/cv">
    in my CV</a>.</p><ul><li>A. Quill. Rain on tin roofs. <em>Journal of Roofs</em> 3, 2020.</li></ul>"""

    assert titles(page) == ["Rain on tin roofs"]


@pytest.mark.parametrize(
    "foot",
    [
        "Ostatnie zmiany: 2021-12-06",
        "Poslední aktualizace 3. 5. 2022",
        "Последнее обновление: 12.05.2023",
        "Laatst gewijzigd op 3 mei 2021",
        "Senast uppdaterad 2021",
    ],
)
def test_the_day_of_the_last_change_is_no_publication(foot: str) -> None:
    page = listed("A. Quill. <b>Rain on old roofs</b>. Roofing Letters, 2021.") + f"<hr><p>{foot}"

    assert [draft.title for draft in read(page)] == ["Rain on old roofs"]


def test_the_head_of_a_page_and_its_menu_hold_no_publication() -> None:
    page = (
        "<header><div><h1>Ada Quill</h1><p class='title'>Ph.D. in Roofing</p></div><nav class='menu-of-all'><ul>"
        "<li><a href='p.html'>PUBLICATIONS</a></li><li><a href='c.html'>CONTACT &amp; LINKS</a></li></ul></nav></header>"
        "<main>" + listed("A. Quill. <b>Rain on old roofs</b>. Roofing Letters, 2021.") + "</main>"
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs"]


def test_a_header_within_an_article_is_part_of_it() -> None:
    page = "<h2>Publications</h2>" + "".join(
        f"<article><header><h3>{title}</h3></header><p>A. Quill, I. Brook. Roofing Letters, 2021.</p></article>"
        for title in ("Rain on old roofs", "Snow on new roofs")
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs", "Snow on new roofs"]
