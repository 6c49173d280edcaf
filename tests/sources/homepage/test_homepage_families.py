"""Ways that programs and people of one kind write their lists, each with a made-up entry."""

from __future__ import annotations

import pytest

from scholarsync.model import Draft, Page
from scholarsync.sources.homepage import parse


def read(body: str) -> tuple[Draft, ...]:
    page = Page(watch="homepage:x", url="page.html", final_url="https://example.org/p/", body=body.encode())
    return parse(page).drafts


def listed(*entries: str) -> str:
    return "<h2>Publications</h2><ul>" + "".join(f"<li>{entry}</li>" for entry in entries) + "</ul>"


def test_the_name_of_a_person_or_journal_in_microdata_is_no_title() -> None:
    name = '<span itemprop="name">{}</span>'
    page = listed(
        '<span itemprop="author">' + name.format("Ada Quill") + "</span>: "
        '<span class="title" itemprop="name">Rain on old roofs.</span> '
        '<span itemprop="isPartOf">' + name.format("Annals of Roofing") + "</span> 2021"
    )

    (draft,) = read(page)

    assert (draft.title, draft.authors, draft.venue) == ("Rain on old roofs", ("Ada Quill",), "Annals of Roofing")


def test_parts_told_apart_by_class_names_are_kept_apart() -> None:
    page = listed(
        '<span class="title">Rain on old roofs</span><br><span>Ada Quill, Ivo Brook</span><br>'
        '<span class="date">Oct 2021</span><span class="venue">Roofing Symposium</span>'
    )

    (draft,) = read(page)

    assert (draft.year, draft.venue) == ("2021", "Roofing Symposium")


def test_authors_of_a_bibliography_program_are_known_by_its_class_name() -> None:
    page = listed('<span class="bibtitle">Rain on old roofs</span> (<span class="bibauthor">A. Quill</span>), 2021')

    assert read(page)[0].authors == ("A. Quill",)


def test_an_icon_that_leads_to_the_doi_counts() -> None:
    page = listed(
        '<a href="https://doi.org/10.5555/rain.1"><i class="fa"></i></a> A. Quill. Rain on roofs. Roofs, 2021.'
    )

    (draft,) = read(page)

    assert (draft.title, draft.doi) == ("Rain on roofs", "10.5555/rain.1")


def test_a_term_of_names_belongs_to_the_term_of_the_title() -> None:
    page = """<h2>Articles</h2><dl><dt>Ada Quill, Ivo Brook</dt><dt>Rain on old roofs</dt>
    <dd><i>Annals of Roofing</i>, 2021, 3, pp. 1-9</dd></dl>
    <dl><dt>Ivo Brook</dt><dt>Tiles that whistle in the wind</dt><dd><i>Roof Letters</i>, 2019, 7, pp. 3-4</dd></dl>"""

    one, other = read(page)

    assert (one.title, one.authors) == ("Rain on old roofs", ("Ada Quill", "Ivo Brook"))
    assert (other.title, other.authors) == ("Tiles that whistle in the wind", ("Ivo Brook",))


def test_a_number_in_a_term_of_its_own_is_no_part_of_the_names() -> None:
    page = """<h2>Publications</h2><dl><dt>1<dd>A. Quill and I. Brook.<br>Rain on old roofs.<br><em>Roofs</em>, 3:1-9, 1995.
    <dt>2<dd>I. Brook.<br>Tiles that whistle.<br><em>Roofs</em>, 4:11-19, 1996.</dl><address>Ada Quill 1999-11-30</address>"""

    assert [draft.authors for draft in read(page)] == [("A. Quill", "I. Brook"), ("I. Brook",)]


def test_an_exponent_at_the_end_of_a_title_is_kept() -> None:
    page = listed("A. Quill, <em>Primes of the form x<sup>2</sup>+ny<sup>3</sup></em>, Ann. Prim. 12 (2009), 1-9.")

    assert read(page)[0].title == "Primes of the form x2+ny3"


def test_a_collaboration_with_an_article_is_one_of_the_authors() -> None:
    page = listed("A. Quill, I. Brook, and the TILE Collaboration. Rain on old roofs. Roof Letters 3, 2021.")

    assert read(page)[0].authors == ("A. Quill", "I. Brook", "the TILE Collaboration")


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("Quill A, Brook I. Rain on roofs: a trial. Roof Medicine. 2024 Jan;33(7):e17.", "Rain on roofs: a trial"),
        ("Quill A, Brook I. Rain on roofs. Annals of Wet Form. 2021;127:6-9.", "Rain on roofs"),
        ("Quill A, Brook I. Rain on roofs. Does it drain? Roofing. 2021 Mar 2;12:6-9.", "Rain on roofs. Does it drain?"),
        ("Quill, A., Brook, I.: Wet roofs. New dates from the north. Roofing Notes 33, 12-44, 2021.",
         "Wet roofs. New dates from the north"),
        ("Quill, A.: Roofs of the north. (Wet Press: Oslo, 2010).", "Roofs of the north"),
    ],
)  # fmt: skip
def test_a_title_ends_where_a_journal_begins(entry: str, title: str) -> None:
    others = [
        f"Quill A, Brook I. {word} on the roofs. Roofing. 20{n}; 4:1-9." for n, word in enumerate(("Hail", "Snow"), 10)
    ]

    assert read(listed(entry, *others))[0].title == title


def test_years_from_and_to_belong_to_a_title() -> None:
    page = listed("<i>The Unsold Tile, 1580–1660</i> (Oxford: Wet Press, 2011).")

    assert read(page)[0].title == "The Unsold Tile, 1580–1660"


def test_a_link_of_several_names_is_a_title_with_commas() -> None:
    page = listed(
        '<a href="w.pdf"><b>Minimum Tiles, Maximum Roofs</b></a><br><i>Labour Roofing Review</i>, forthcoming.',
        '<a href="x.pdf"><b>Rain and the Price of Roofs</b></a><br><i>Roof Review</i>, 2020.',
        '<a href="y.pdf"><b>Who Pays for the Wet Attic</b></a><br><i>Attic Review</i>, 2019.',
    )

    assert [draft.authors for draft in read(page)] == [(), (), ()]
    assert read(page)[0].title == "Minimum Tiles, Maximum Roofs"


def test_a_row_that_holds_a_word_of_the_header_is_an_entry() -> None:
    page = """<h2>Publications</h2><table><tr><th>Author</th><th>Title</th><th>Year</th><th>Journal</th><th>Type</th>
    <th>DOI</th></tr><tr><td>Quill, A. and Brook, I.</td><td>Rain on old roofs</td><td>2021</td><td>Roofing</td>
    <td>article</td><td><a href="https://doi.org/10.5555/rain.1">DOI</a></td></tr></table>"""

    (draft,) = read(page)

    assert (draft.title, draft.year, draft.doi) == ("Rain on old roofs", "2021", "10.5555/rain.1")


def test_lawyers_put_the_volume_before_the_reporter() -> None:
    page = listed(
        "Ada Quill, <em>Standing Rain</em>, 121 Wet. L. Rev. 1433 (2021)",
        "Ada Quill, <em>Against Tiles</em>, 88 Roof L.J. 12 (2019)",
        "Ada Quill, <em>Of Gutters</em>, 90 Roof L.J. 301 (2021)",
    )

    assert [(d.title, d.venue, d.volume, d.year) for d in read(page)] == [
        ("Standing Rain", "Wet. L. Rev", "121", "2021"),
        ("Against Tiles", "Roof L.J", "88", "2019"),
        ("Of Gutters", "Roof L.J", "90", "2021"),
    ]


def test_a_year_in_brackets_behind_a_volume_is_no_issue_number() -> None:
    page = listed(
        "A. Quill, Rain on roofs, Ann. Prim. 12 (2009), 1-9.", "A. Quill, Tiles and sums, Ann. Prim. 14 (2011), 20-31."
    )

    assert [(d.venue, d.volume, d.number, d.year) for d in read(page)] == [
        ("Ann. Prim", "12", None, "2009"),
        ("Ann. Prim", "14", None, "2011"),
    ]


def test_a_legal_list_of_two_is_read_like_a_long_one() -> None:
    page = listed(
        "<em>Standing Rain</em>, 121 Wet. Rev. L. 1433 (2021)",
        "<em>Against Tiles</em>, 88 Roof L.J. 12 (2019) (with Ivo Brook)",
    )

    assert [(d.title, d.venue, d.authors) for d in read(page)] == [
        ("Standing Rain", "Wet. Rev. L", ()),
        ("Against Tiles", "Roof L.J", ("Ivo Brook",)),
    ]


def test_a_nested_list_of_one_talk_is_refused_by_its_label() -> None:
    paper, talk = (
        "A. Quill, I. Brook. Rain on roofs. Roofing Symposium, {}.",
        "A. Quill. Rain again. Invited talk, 2021.",
    )
    papers = f"<li>{paper.format(2021)}</li><li>{paper.format(2020).replace('on', 'under')}</li>"
    page = listed(f"Papers<ul>{papers}</ul>", f"Talks<ul><li>{talk}</li></ul>")

    assert [draft.title for draft in read(page)] == ["Rain on roofs", "Rain under roofs"]


def test_a_subtitle_that_calls_the_work_a_review_is_part_of_the_title() -> None:
    page = listed(
        "Quill, A.: Rain at dusk. A review of the sources. Baltic Roofing 8, 1-30, 2020.",
        "Quill, A., Brook, I.: Tiles and sums. Baltic Roofing 7, 31-40, 2019.",
        "Quill, A.: Gutters in the north. Annals of Roofing 7, 31-40, 2018.",
    )

    assert [(draft.title, draft.venue) for draft in read(page)] == [
        ("Rain at dusk. A review of the sources", "Baltic Roofing"),
        ("Tiles and sums", "Baltic Roofing"),
        ("Gutters in the north", "Annals of Roofing"),
    ]


def test_a_mark_opened_before_its_item_belongs_to_it() -> None:
    page = "<h2>Publications</h2><ol>" + "".join(
        f"<BR><U><LI>C G Windel</U>, {more}<I>{title}</I>, <A HREF=x.htm>Proc. Roof. Soc. <B>86,</B> 236, {year}.</A>"
        for title, more, year in [
            ("Rain on old roofs", "", 1965),
            ("Snow on new roofs", "A B Cole, ", 1966),
            ("Hail on thatched roofs", "", 1967),
        ]
    )

    assert [(draft.title, draft.authors) for draft in read(page + "</ol>")] == [
        ("Rain on old roofs", ("C G Windel",)),
        ("Snow on new roofs", ("C G Windel", "A B Cole")),
        ("Hail on thatched roofs", ("C G Windel",)),
    ]


def test_a_journal_may_stand_between_the_authors_and_a_title_in_italics() -> None:
    page = listed(
        "A. Quill, I. Brook, \nRoof. Cryst. Rain. Cryst. <strong>301</strong>, 431 (1997).\n"
        "<br><em>Elastic constants of wet roofs</em>.",
        "A. Quill, \nRoof. Rev. E <strong>56</strong>, 1807 (1997).\n<br><em>Theory of the dripping gutter</em>.",
        "A. Quill, The Gutter Papers 6(2), 4 (2011).<br><em>Gutters for education: the exact cover</em>.",
        "A. Quill, \nRoof. Rev. E <strong>77</strong>, 052702 (2008).\n<br><em>Bending in the wet phase</em>.",
    )

    assert [(d.title, d.authors, d.venue, d.year) for d in read(page)] == [
        ("Elastic constants of wet roofs", ("A. Quill", "I. Brook"), "Roof. Cryst. Rain. Cryst", "1997"),
        ("Theory of the dripping gutter", ("A. Quill",), "Roof. Rev. E", "1997"),
        ("Gutters for education: the exact cover", ("A. Quill",), "The Gutter Papers", "2011"),
        ("Bending in the wet phase", ("A. Quill",), "Roof. Rev. E", "2008"),
    ]
