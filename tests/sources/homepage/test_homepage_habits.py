"""Habits of single pages that are those of many, each with a made-up entry: separators, labels, remarks, mark-up."""

from __future__ import annotations

import pytest
from test_homepage_families import listed, read

from scholarsync.normalise.names import parse_name


def first(*entries: str) -> tuple[str | None, tuple[str, ...], str | None, str | None]:
    draft = read(listed(*entries))[0]
    return draft.title, draft.authors, draft.year, draft.venue


# names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ("QUILL, ADA ; DA SILVA BROOK, IVO ; Moss, Rhea M. .", ("QUILL, ADA", "DA SILVA BROOK, IVO", "Moss, Rhea M")),
        ("Quill, Ada ; Brook, Ivo ✉", ("Quill, Ada", "Brook, Ivo")),
        ("Quill, Ada ; Brook, Ivo", ("Quill, Ada", "Brook, Ivo")),
        ("Quill, A., D. Brook; E. Moss; J. Vale, K. Fox.", ("Quill, A.", "D. Brook", "E. Moss", "J. Vale", "K. Fox")),
        ("A. Quill I. Brook, R. Moss.", ("A. Quill", "I. Brook", "R. Moss")),
        ("Quill A., Brook I. Mossová R., Vale J.", ("Quill A.", "Brook I.", "Mossová R.", "Vale J.")),
        ("Quill, A., Brook, I., . . . Moss, R.", ("Quill, A.", "Brook, I.", "Moss, R.")),
        ("A. Quill, I. Brook and, R. Moss,", ("A. Quill", "I. Brook", "R. Moss")),
    ],
)
def test_names_are_parted_however_they_are_written(names: str, wanted: tuple[str, ...]) -> None:
    title, authors, _, venue = first(f"{names} Rain on old roofs and in gutters. ROOFING LETTERS, v. 27, p. 4-9, 2021.")

    assert title == "Rain on old roofs and in gutters"
    assert authors == wanted
    assert venue == "ROOFING LETTERS"


def test_two_initials_are_no_degree() -> None:
    assert parse_name("LaMoss, M.D.").given == "M. D."
    assert parse_name("Moss, Rhea, M.D.").given == "Rhea"


def test_an_editor_is_a_person() -> None:
    title, authors, year, _ = first(
        "Quill, A., editor (2020) Proceedings of the Third Meeting on Rain. <i>Roof Letters</i> 3."
    )

    assert (title, year) == ("Proceedings of the Third Meeting on Rain", "2020")
    assert authors == ("Quill, A.",)


# titles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("Quill, A. (1999) <a href='u'>A model of rain in lakes</a>: What it means for roofs. Roof Journal 5: 4-9.",
         "A model of rain in lakes: What it means for roofs"),
        ("Quill, A. (1999) <a href='u'>Gutters of lesser geese</a> (<i>Chen tectorum</i>) during the rain. Oeco 5: 4-9.",
         "Gutters of lesser geese (Chen tectorum) during the rain"),
        ("Quill, A., Brook, I. (2019) A “Rule of Five” Framework for Roofs in Rain. <i>PRIMER</i>, 3, 4-9.",
         "A “Rule of Five” Framework for Roofs in Rain"),
        ("A. Quill, I. Brook. Rain, Roofs, and Machine Gutters.International Symposium on Roofs, 2021.",
         "Rain, Roofs, and Machine Gutters"),
        ("Quill A. Comparing roofs using Brook's <i>c</i> or Moss's <i>D</i>. <i>The Roof Journal</i> 2010; 10: 3-9.",
         "Comparing roofs using Brook's c or Moss's D"),
    ],
)  # fmt: skip
def test_a_title_goes_to_its_end(entry: str, title: str) -> None:
    assert first(entry)[0] == title


def test_a_container_may_stand_between_title_and_authors() -> None:
    title, authors, year, venue = first(
        "“Rain on old roofs,” in <em>Roofs of the World, </em>A. Quill, I. Brook (Moss, 2005)."
    )

    assert (title, authors) == ("Rain on old roofs", ("A. Quill", "I. Brook"))
    assert (year, venue) == ("2005", "Roofs of the World")


@pytest.mark.parametrize(
    ("tail", "year"),
    [
        (
            "<i>Roof Bulletin</i> 1999; <b>50</b>: 27-33. Reprinted in <i>Roof Bulletin Reprints</i> 2000; <b>9</b>",
            "1999",
        ),
        ("Roof Med. 2024 Apr;91(4):1637-1644. Epub 2023 Dec 1.", "2024"),
        ("<i>Roof Studies</i> 20, 53-93, (1992). (English translation of a text of 1990)", "1992"),
    ],
)
def test_the_year_is_that_of_this_appearance(tail: str, year: str) -> None:
    assert first(f"Quill A, Brook I. Rain on old roofs. {tail}")[2] == year


# containers -------------------------------------------------------------------------------------


def test_a_look_may_be_told_by_a_class_name() -> None:
    entry = "<span class='bold'>Quill, A.</span> (2008) Rain on old roofs <span class='italics'>ROOF Bulletin</span> 40: 115-119."

    assert first(entry) == ("Rain on old roofs", ("Quill, A.",), "2008", "ROOF Bulletin")


def test_editors_behind_the_container_are_no_part_of_it() -> None:
    entry = "<a href='u'>Rain on old roofs</a>, A. Quill, Stochastic Roofs of the World, Eds. I. Brook and R. Moss, Vale Press, 2017."

    assert first(entry)[3] == "Stochastic Roofs of the World"


def test_volume_and_pages_may_be_one_word() -> None:
    (draft,) = read(listed("Quill, A. (2015) <a href='u'><b>Rain on old roofs</b></a> Roof Ecology 8:333-347"))

    assert (draft.volume, draft.pages) == ("8", "333-347")


# structures -------------------------------------------------------------------------------------


def test_labels_say_what_the_lines_are() -> None:
    page = listed(
        "<h2><a href='https://arxiv.org/abs/2101.00001'>Rain on old roofs</a></h2><dl><dt>Authors:</dt><dd>Quill & Brook</dd>"
        "<dt>Journal:</dt><dd>Roof Letters</dd><dt>Year:</dt><dd>2021</dd><dt>Summary:</dt><dd>We look at rain.</dd></dl>"
    )

    (draft,) = read(page)

    assert (draft.title, draft.authors, draft.year, draft.venue) == (
        "Rain on old roofs", ("Quill", "Brook"), "2021", "Roof Letters",
    )  # fmt: skip


def test_authors_in_a_heading_below_the_title_are_authors() -> None:
    page = "<h2>Selected publications</h2>" + "".join(
        f"<h3>{title}</h3><h5>Ada Quill, <b>Ivo Brook</b><br>> <a href='https://arxiv.org/abs/2101.0000{n}'>paper</a></h5>"
        for n, title in enumerate(["Rain on old roofs", "Snow on new roofs", "Hail on tin roofs"])
    )

    drafts = read(page)

    assert [draft.title for draft in drafts] == ["Rain on old roofs", "Snow on new roofs", "Hail on tin roofs"]
    assert {draft.authors for draft in drafts} == {("Ada Quill", "Ivo Brook")}


def test_a_definition_list_that_is_not_closed_does_not_swallow_the_page() -> None:
    row = '<tr><td><b>{}</b><td>"{}", A. Quill, I. Brook, <i>Roof Letters</i> 15 (1993), 314-323.<br>'
    page = "<p><b>A. Papers</b></p><dl compact><table>" + "".join(
        row.format(n, title) for n, title in enumerate(["Rain on old roofs", "Snow on new roofs", "Hail on tin roofs"])
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs", "Snow on new roofs", "Hail on tin roofs"]


def test_a_menu_element_may_be_a_list_and_an_open_heading_hold_it() -> None:
    entry = "<hr>Ada Quill and Ivo Brook, 2021, <i>{}</i>"
    page = "<h1>Papers</h1><h4><i>All files are PDF.</i><h1>Working Papers</h1><menu>" + "".join(
        entry.format(title) for title in ("Rain on old roofs", "Snow on new roofs")
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs", "Snow on new roofs"]


def test_two_entries_may_stand_side_by_side_in_a_row() -> None:
    cell = "<td><img src=a></td><td><p><em><b><a href=u>{}</a></b></em><br>by Ada Quill and Ivo Brook<br>Moss Press<br>{}.</p></td>"
    page = (
        "<b>BOOKS:</b><table><tr>"
        + cell.format("Handbook of Rain", 2011)
        + cell.format("Book of Roofs", 2018)
        + "</tr></table>"
    )

    assert [(draft.title, draft.year) for draft in read(page)] == [
        ("Handbook of Rain", "2011"),
        ("Book of Roofs", "2018"),
    ]


def test_a_title_in_a_heading_may_sound_like_a_section_and_editors_of_its_book_are_no_authors() -> None:
    page = "<h3>Aufsätze</h3>" + "".join(
        f"<h4>{title}</h4><p>In: <i>{book}</i><br>Hg. von Ada Quill und Ivo Brook<br>Köln: Vale Verlag 2014, S. 72-100.</p>"
        for title, book in (
            ("Contact at a Distance: The Topology of Rain", "Rethinking Roofs"),
            ("Rain Studies", "Roofs"),
        )
    )

    drafts = read(page)

    assert [(draft.title, draft.authors, draft.venue) for draft in drafts] == [
        ("Contact at a Distance: The Topology of Rain", (), "Rethinking Roofs"), ("Rain Studies", (), "Roofs"),
    ]  # fmt: skip


def test_who_edits_a_book_is_its_author_here_and_its_publisher_no_container() -> None:
    entry = "<b>{}</b><br>Hg. von Ada Quill und Ivo Brook. Köln: Vale Verlag 2004"
    drafts = read(listed(entry.format("Rain! Mutations of a Roof"), entry.format("Snow! A New Roof")))

    for draft in drafts:
        assert (draft.authors, draft.year, draft.venue) == (("Ada Quill", "Ivo Brook"), "2004", None)
    assert len(drafts) == 2


@pytest.mark.parametrize(
    "extra",
    [
        ("<p>Also on <a href='https://scholar.google.com/citations?user=x'>Google Scholar</a> and "
        "<a href='https://orcid.org/0000-0000-0000-0000'>ORCID</a></p>"),
        "<p><b>Publications Ada Quill</b></p>",
        ("<p class='label'>Selected Presentations</p><div><p class='year'>2021</p><div><p class='venue'>Meeting on Roofs, Vale</p>"
        "<p class='talk'>Rain on old roofs<br><span>Accepted for presentation, October 2021</span></p></div></div>"),
    ],
)  # fmt: skip
def test_what_stands_around_a_list_is_no_entry(extra: str) -> None:
    entries = listed(
        "A. Quill. <b>Rain on old roofs</b>. Roof Letters, 2021.", "A. Quill. <b>Snow</b>. Roof Letters, 2020."
    )

    assert [draft.title for draft in read(entries + extra)] == ["Rain on old roofs", "Snow"]


def test_a_remark_between_the_items_of_a_list_is_no_entry() -> None:
    page = (
        '<h2>Papers</h2><ul><li>Ada Quill, "<a href=u>Rain on old roofs</a>," 2021</li><br>The <a href=v>Rain Webpage</a> '
        'contains updated data of 2019.<li>Ada Quill, "<a href=w>Snow on roofs</a>," 2020</li></ul>'
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs", "Snow on roofs"]


def test_a_status_by_class_name_is_no_person() -> None:
    page = listed(
        "<a class='paper-title' href='u'>Rain on old roofs</a><div><span>With <a href='a'>Ivo Brook</a> and <a href='b'>Rhea Moss</a>"
        "</span>\n<span class='meta-label'>Revise &amp; Resubmit, <em>Roof Review</em></span></div>"
    )

    assert read(page)[0].authors == ("Ivo Brook", "Rhea Moss")


def test_software_in_a_list_of_papers_is_none() -> None:
    page = listed(
        "“Rain on old roofs,” A. Quill, <em>Roof Letters</em> 3, 4 (2020).",
        "“Drip,” A. Quill (2020) [Roof Pro software].",
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs"]


# further names and marks -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "authors", "venue"),
    [
        ("<b>Rain on old roofs</b><br>Quill A, Brook IM, Moss RVet al., Roof Express, Vol: 25, Pages: 13-27 (2017)",
         ("Quill A", "Brook IM", "Moss RV"), "Roof Express"),
        ("Rain on old roofs in the valley. <i>ROOF</i>, 2017. Ada Quill, Ivo Brook.", ("Ada Quill", "Ivo Brook"), "ROOF"),
        ("Rain on old roofs in the valley. <i>ROOF</i>, 2023 (accepted). Quill, Ada; +11 authors; Ivo Brook; et al.",
         ("Quill, Ada", "Ivo Brook"), "ROOF"),
        ("<a href='u'>Rain on old roofs</a> (10/2015) | Quill, E. E.; Brook, G. R. | Roof Astronomy, Volume 40, p. 87-103",
         ("Quill, E. E.", "Brook, G. R."), "Roof Astronomy"),
        ("<h3>Rain on old roofs</h3><p>AMO, G. G.; BROOK, A. <em>Telhados: Revista</em>, v. 19, 2025.</p>",
         ("AMO, G. G.", "BROOK, A."), "Telhados: Revista"),
        ("<p class='title'>Rain on old roofs</p><p>With Ivo W. Brook · Roof Studies · Vale University Press, 2025</p>",
         ("Ivo W. Brook",), "Roof Studies · Vale University Press"),
        ("Quill, A., Brook, I.,…et al…R. Moss. 2012. Rain on old roofs. <em>Roof Letters</em> 15(6):627-636.",
         ("Quill, A.", "Brook, I.", "R. Moss"), "Roof Letters"),
        ("<a href='u'>Quill et. al (2022), Rain on old roofs</a>", ("Quill",), None),
    ],
)  # fmt: skip
def test_marks_of_lists_are_known_in_every_form(entry: str, authors: tuple[str, ...], venue: str | None) -> None:
    draft = read(listed(entry))[0]

    assert (draft.title or "").startswith("Rain on old roofs")
    assert (draft.authors, draft.venue) == (authors, venue)


def test_a_name_and_its_partner_are_no_title() -> None:
    assert first("Quill, Ada and Ivo Brook. The relation between rain and old roofs. 2021.")[0] == (
        "The relation between rain and old roofs"
    )


@pytest.mark.parametrize(
    "title",
    ["Does Rain Lead to Greater Roofs? Evidence from the Valley", "Why roofs? The Southern Question Reconsidered"],
)
def test_a_question_may_be_half_a_title(title: str) -> None:
    assert first(f"Quill, A., Brook, I. 2020. {title}. Anabasis, 11: 60-110.")[0] == title


def test_a_book_in_its_brackets_is_the_title_behind_a_comma() -> None:
    title, authors, year, _ = first("赵雨，刘瓦，何檐，陈沟，《屋顶图谱》，高等教育出版社，35万字，2018年。")

    assert (title, year, len(authors)) == ("屋顶图谱", "2018", 4)


# further structures ------------------------------------------------------------------------------


def test_the_authors_element_may_hold_co_authors_and_the_title_its_number() -> None:
    page = "<h1>Working Papers</h1>" + "".join(
        f"<div class='paper'><div class='paper-title'>{n}. <a href='u{n}'>{title}</a></div>"
        "<div class='paper-authors'>(with Ivo Brook, Rhea Moss, and Jo Vale)</div>"
        "<div class='paper-venue'>revise &amp; resubmit</div></div>"
        for n, title in ((2, "Rain on old roofs"), (1, "Snow on new roofs"))
    )

    drafts = read(page)

    assert [draft.title for draft in drafts] == ["Rain on old roofs", "Snow on new roofs"]
    assert {(draft.authors, draft.venue) for draft in drafts} == {(("Ivo Brook", "Rhea Moss", "Jo Vale"), None)}
    assert all(draft.coauthors_only for draft in drafts)


def test_paragraphs_of_titles_and_co_authors_are_papers() -> None:
    page = "<h2>Working Papers</h2>" + "".join(
        f"<p>{text}</p>"
        for text in (
            "How Roofs Infer the Positions of Gutters. With Ivo Brook and Rhea Moss.",
            "How Competing Roofs Can Improve Oversight. With Jo Vale.",
            "Roof Finance Legislation and the Supply of Rain.",
        )
    )

    assert [draft.authors for draft in read(page)] == [("Ivo Brook", "Rhea Moss"), ("Jo Vale",), ()]


def test_the_menu_tells_what_a_page_without_a_heading_lists() -> None:
    page = (
        "<nav><ul><li><a href='b.html'>Books</a></li><li><a class='active' href='c.html'>Chapters</a></li></ul></nav><main>"
        + (
            "".join(
                f"<p>“{title}.” In Ivo Brook and Rhea Moss, eds., Roofs of the World (Vale: Vale Press, 200{n}).</p>"
                for n, title in enumerate(
                    ("The Movie", "Roof Culture", "Rain: Perspectives on Gutters", "Decoding Snow")
                )
            )
        )
    )

    assert [draft.title for draft in read(page + "</main>")] == [
        "The Movie", "Roof Culture", "Rain: Perspectives on Gutters", "Decoding Snow",
    ]  # fmt: skip


def test_bulleted_paragraphs_take_those_below_them_along() -> None:
    page = "<h2>Papers</h2>" + "".join(
        f"<p>&nbsp;• <span>{title}</span></p><p>&nbsp;&nbsp;Together with <a href=b>Ivo Brook</a>. In <a href=c>Proc. ROOF 2021</a>, 2021.</p>"
        for title in ("Presenting Convex Roofs by Unique Gutters", "Distribution of Rain via Convex Roofs")
    )

    drafts = read(page)

    assert [draft.title for draft in drafts] == [
        "Presenting Convex Roofs by Unique Gutters", "Distribution of Rain via Convex Roofs",
    ]  # fmt: skip
    assert {draft.authors for draft in drafts} == {("Ivo Brook",)}


def test_two_citations_in_one_card_are_two_entries() -> None:
    page = "<h2>Publicaties</h2>" + "".join(
        f"<article><h3>{book}</h3>"
        f"<p class='publication-citation'><strong>Van Quill MJJ</strong>, Brook IK. Regen op {book}. In: Moss K, red. <em>{book}</em>. Vale; 2025.</p>"
        f"<p class='publication-citation'><strong>Van Quill MJJ</strong>, Brook IK. Sneeuw op {book}. In: Moss K, red. <em>{book}</em>. Vale; 2025.</p></article>"
        for book in ("Daken", "Goten")
    )

    assert [draft.title for draft in read(page)] == [
        "Regen op Daken",
        "Sneeuw op Daken",
        "Regen op Goten",
        "Sneeuw op Goten",
    ]


@pytest.mark.parametrize(
    "extra",
    [
        "<li>如需课件，请将如下信息（姓名，单位，电话）发送我（quill@example.org）</li>",
        "<li>A. Quill. 屋根の雨. 研究会 [招待講演]，2022</li>",
    ],
)
def test_notes_and_talks_among_the_items_are_no_entries(extra: str) -> None:
    page = listed("A. Quill. <b>Rain on old roofs</b>. Roof Letters, 2021.").replace("</ul>", f"{extra}</ul>")

    assert [draft.title for draft in read(page)] == ["Rain on old roofs"]


def test_an_award_below_an_entry_is_none() -> None:
    page = "<h1>Publications</h1>" + "".join(
        f"<a href='https://doi.org/10.5555/{n}'><div class='pub-year'>2023</div><div><div class='pub-title'>{title}</div>"
        "<div class='pub-authors'>A. Quill, I. Brook</div><div class='pub-journal'><b>J. Roof Chem.</b></div>"
        "<div class='pub-award'>JRC 2024 Outstanding Publication Award</div></div></a>"
        for n, title in enumerate(("Rain on old roofs", "Snow on new roofs"))
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs", "Snow on new roofs"]


def test_peer_review_in_a_french_heading_is_no_committee() -> None:
    page = listed('A. Quill, I. Brook, "<i>Rain on old roofs</i>", Roof Intelligence, 55, 822, 2025').replace(
        "Publications", "Articles dans des revues internationales avec comité de lecture"
    )

    assert [draft.title for draft in read(page)] == ["Rain on old roofs"]


# a third round -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "authors"),
    [
        ("Zusammen mit Ivo Brook: <a href='u'><b>„Rain on old roofs“</b></a>, in: <em>Dach – Zeitschrift</em>, 53.", ("Ivo Brook",)),
        ("Zusammen mit Ivo Brook et al.: <a href='u'><b>„‚Rain […] on‘ old roofs“</b></a>, in: <em>Dach</em>, 24.", ("Ivo Brook",)),
        ("<b>Rain on old roofs</b> (with Ivo B. Brook)<br>Preprint.", ("Ivo B. Brook",)),
        ("Quill, C., Goyen, S., Brook, A. August 2020. Rain on old roofs. <i>Roof Reports</i> 3.",
         ("Quill, C.", "Goyen, S.", "Brook, A.")),
        ("Roof-Algarra, F. et al (including Quill, A.). Rain on old roofs. Roof Biology 23: 1-17, 2022.",
         ("Roof-Algarra, F.", "Quill, A.")),
    ],
)  # fmt: skip
def test_persons_are_found_however_they_are_led_in(entry: str, authors: tuple[str, ...]) -> None:
    assert first(entry)[1] == authors


def test_a_collaboration_keeps_its_name_in_every_script() -> None:
    assert parse_name("ROOF 合作组").literal == "ROOF 合作组"


def test_a_venue_and_year_in_the_paragraph_below_belong_to_the_title() -> None:
    page = "<h2>Working Papers</h2>" + "".join(
        f"<p><strong><a href='u'>{title}</a></strong><br>with Ivo Brook and Rhea Moss</p><p><em>Vale Treasury Paper</em>, 26/01, "
        "March 2026.</p><div class='abstract'>We model roofs.</div>"
        for title in ("A Model of Overlapping Roofs", "Rain and the Price of Gutters")
    )

    drafts = read(page)

    assert [(draft.title, draft.year) for draft in drafts] == [
        ("A Model of Overlapping Roofs", "2026"), ("Rain and the Price of Gutters", "2026"),
    ]  # fmt: skip
    assert {draft.venue for draft in drafts} == {"Vale Treasury Paper"}


def test_a_header_that_is_not_closed_is_the_page() -> None:
    entries = "".join(
        f"<li><a href='https://doi.org/10.5555/{n}'><span>Quill A, Brook M.</span> <b>{title}.</b></a></li>"
        for n, title in enumerate(("Rain on old roofs in winter", "Snow on new roofs in spring"))
    )
    page = f"<header><h1>ROOF LAB</h1><nav><a href=x>Home</a></nav><section><h2>Pubblicazioni</h2><ol>{entries}</ol></section>"

    assert [draft.title for draft in read(page)] == ["Rain on old roofs in winter", "Snow on new roofs in spring"]


def test_definition_lists_that_nobody_closed_are_one() -> None:
    page = "<h2>Publications</h2>" + "".join(
        f"<p><dl><dt><a name='{n}'><strong>{title}</strong> (with Ivo Brook)<br>Preprint.<dd><u>Abstract</u>: We look at {title}."
        f"<dt>Full paper (7/9/25): <a href='p{n}.pdf'>PDF</a> | <a href='https://arxiv.org/abs/2101.0000{n}'>arXiv:2101.0000{n}</a>"
        for n, title in enumerate(("Rain on old roofs", "Snow on new roofs", "Hail on tin roofs"))
    )

    assert [(draft.title, draft.arxiv_id) for draft in read(page)] == [
        ("Rain on old roofs", "2101.00000"), ("Snow on new roofs", "2101.00001"), ("Hail on tin roofs", "2101.00002"),
    ]  # fmt: skip


def test_a_description_may_be_the_citation() -> None:
    page = "<h2>Publications</h2><ul>" + "".join(
        f"<li><h3 class='title'><span>{n}.</span> {title}</h3><div class='description'><div class='citation'>"
        f"<span>Quill, A. J., et al.</span> <a href='u'>2019, arXiv:2101.0000{n}</a></div></div></li>"
        for n, title in ((2, "Rain on old roofs"), (1, "Snow on new roofs"))
    )

    assert [(draft.title, draft.authors, draft.year) for draft in read(page + "</ul>")] == [
        ("Rain on old roofs", ("Quill, A. J.",), "2019"), ("Snow on new roofs", ("Quill, A. J.",), "2019"),
    ]  # fmt: skip


def test_a_year_within_the_authors_element_is_the_year() -> None:
    page = listed(
        "<div class='pub-authors'>Quill,Ada; <u>Brook,Ivo</u>; (2025) </div><div class='pub-title'>Rain on old roofs</div>"
        "<div class='pub-source'>In Proceedings of ROOF</div>"
    )

    (draft,) = read(page)

    assert (draft.authors, draft.year) == (("Quill,Ada", "Brook,Ivo"), "2025")


@pytest.mark.parametrize(
    ("links", "doi"),
    [
        ("doi.org/10.5555/rain.1. Data: dataverse.example.org/?persistentId=doi:10.7910/DVN/RAIN", "10.5555/rain.1"),
        ("<span class='altmetric-embed' data-doi='10.5555/rain.1'></span>", "10.5555/rain.1"),
        ("<a href='https://doi.org/10.5555/rain.1%E2%80%8B'>link</a>", "10.5555/rain.1"),
    ],
)
def test_the_doi_is_that_of_the_paper(links: str, doi: str) -> None:
    (draft,) = read(listed(f"A. Quill, I. Brook. <b>Rain on old roofs</b>. Roof Letters 5, 2021. {links}"))

    assert draft.doi == doi


def test_a_journal_s_rank_and_month_are_no_part_of_its_name() -> None:
    assert (
        first("Quill A. Rain on old roofs. <i>Roof Research (impact factor 1.8, quartile 1)</i> 242:106, 2021.")[3]
        == "Roof Research"
    )
    assert first("A. Quill. “Rain on old roofs”, <i>Rooftop, 198 (March 2021), 2061-2081</i>.")[3] == "Rooftop"


def test_a_definition_list_of_several_labelled_entries_is_several() -> None:
    page = "<h2>Papers</h2><dl>" + "".join(
        f"<dt><b><a href='u{n}'>hep-th/980817{n}</a></b></dt><dd><b>Title:</b> {title}<br><b>Authors:</b> Ada Quill, Ivo Brook<br>"
        f"<b>Journal-ref:</b> Roof Phys. B 540 (199{n}) 610</dd>"
        for n, title in enumerate(("Rain on old roofs", "Snow on new roofs", "Hail on tin roofs"))
    )

    assert [draft.title for draft in read(page + "</dl>")] == [
        "Rain on old roofs",
        "Snow on new roofs",
        "Hail on tin roofs",
    ]
