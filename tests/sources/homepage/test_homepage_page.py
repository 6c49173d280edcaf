"""A homepage as a source: encodings, sections, hidden data, further pages, refusals, cost."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from scholarsync.errors import Blocked, ConfigError, Unreadable
from scholarsync.model import Page, Watch
from scholarsync.sources.homepage import parse, recognises, start
from scholarsync.sources.homepage.decode import decode, is_binary
from scholarsync.sources.homepage.markdown import to_html
from scholarsync.sources.homepage.report import explain
from scholarsync.sources.homepage.sections import classify

CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "homepages"
ENTRY = "<li>A. Fox and B. Elm. {title}. <i>Journal of Invented Things</i> 3, 1-9, 2019.</li>"


def page(body: str | bytes, *, url: str = "page.html", role: str = "list", about: str | None = None) -> Page:
    data = body.encode() if isinstance(body, str) else body
    return Page(watch="homepage:x", url=url, final_url="https://example.org/me/", body=data, role=role, about=about)


def titles(body: str | bytes, **more: str) -> list[str | None]:
    return [draft.title for draft in parse(page(body, **more)).drafts]


@pytest.mark.parametrize(
    ("encoding", "declared", "text"),
    [
        ("utf-8", "iso-8859-1", "Über die Brücke"),
        ("utf-8-sig", "", "Über die Brücke"),
        ("windows-1252", "iso-8859-1", "“Über” die Brücke"),
        ("cp932", "shift_jis", "架空言語の語順に関する一考察"),
        ("euc-jp", "euc-jp", "架空言語の語順に関する一考察"),
        ("iso2022_jp", "", "架空言語の語順"),
        ("gb18030", "gb2312", "虚构材料的弹性研究"),
        ("utf-16", "", "Über die Brücke"),
        ("koi8-r", "koi8-r", "О выдуманных мостах"),
    ],
)
def test_decodes(encoding: str, declared: str, text: str) -> None:
    body = f'<meta charset="{declared}"><p>{text}</p>'.encode(encoding)

    assert text in decode(body)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Publications", "papers"), ("Selected Papers", "papers"), ("Papers and talks", "papers"), ("Invited papers", "papers"),
        ("Conference presentations", "refused"), ("Invited talks", "refused"), ("Recent News", "refused"), ("Lehre", "refused"),
        ("Veröffentlichungen", "papers"), ("論文", "papers"), ("学会発表", "refused"), ("获奖", "refused"), ("2021", "year"),
        ("2019年度", "year"), ("Robotics", "topic"), ("In press", "papers"), ("Press", "refused"), ("Patents", "papers"),
    ],
)  # fmt: skip
def test_headings(heading: str, kind: str) -> None:
    assert classify(heading)[0] == kind


def test_same_markup_under_talks_and_acknowledgments_is_refused() -> None:
    body = "".join(
        f"<h2>{heading}</h2><ul>{ENTRY.format(title=f'{heading} of invented wood')}</ul>"
        for heading in ("Talks", "Journal Articles", "Acknowledgments", "Students", "News")
    )

    assert titles(body) == ["Journal Articles of invented wood"]


def test_comments_and_hidden_entries_are_not_read() -> None:
    body = f"<h2>Papers</h2><ul><!-- {ENTRY.format(title='Hidden')} --><li style='display:none'>B. Elm. Gone, 2018.</li>{ENTRY.format(title='Seen by all')}</ul>"

    assert titles(body) == ["Seen by all"]


def test_an_entry_listed_twice_is_one_draft_and_two_editions_are_two() -> None:
    entry = ENTRY.format(title="A guide to invented maps")

    drafts = parse(page(f"<h2>Papers</h2><ul>{entry}{entry}{entry.replace('2019', '2007')}</ul>")).drafts

    assert [(draft.id, draft.year) for draft in drafts] == [
        ("aguidetoinventedmaps", "2019"),
        ("aguidetoinventedmaps~2", "2007"),
    ]


def test_cut_author_list_is_completed_from_the_hidden_bibtex_of_that_title_only() -> None:
    hidden = "<div class='hidden'><pre>@article{fox1, title={%s}, author={Fox, Ada and Elm, Bo and Oak, Cy}, year={2019}}</pre></div>"
    entry = "<h2>Papers</h2><ul><li><b>Counting Paper Boats</b><br>Ada Fox and 2 more authors<br><i>Journal of Ponds</i>, 2019 %s</li></ul>"

    (whole,) = parse(page(entry % (hidden % "Counting Paper Boats"))).drafts
    (other,) = parse(page(entry % (hidden % "An Entirely Different Thing"))).drafts

    assert (whole.authors, whole.authors_truncated, whole.key) == (("Fox, Ada", "Elm, Bo", "Oak, Cy"), False, "fox1")
    assert (other.authors, other.authors_truncated, other.key) == (("Ada Fox",), True, None)


def test_identifier_of_data_or_code_is_not_the_papers() -> None:
    entry = ENTRY.replace(
        "2019.",
        '2019. <a href="https://doi.org/10.5555/j.1">DOI</a> <a href="https://doi.org/10.5555/data.9">Dataset</a>',
    )

    (draft,) = parse(page("<h2>Papers</h2><ul>" + entry.format(title="Data apart from paper") + "</ul>")).drafts

    assert draft.doi == "10.5555/j.1"


def test_full_lists_of_the_same_host_are_asked_for() -> None:
    body = (
        '<h2>Selected Publications <a href="/pubs.html">[Full List]</a></h2><a href="https://scholar.example.com/x">Publications</a>'
        f'<a href="#top">Papers</a><a href="list.pdf">Publication list</a><ul>{ENTRY.format(title="One paper of many")}</ul>'
    )

    more = parse(page(body)).more

    assert [(request.url, request.role, request.optional) for request in more] == [
        ("https://example.org/pubs.html", "subpage", True)
    ]
    assert parse(page(body, role="subpage")).more == ()


def test_the_page_of_one_entry_completes_it() -> None:
    index = '<h2>Papers</h2><ul><li><a href="boats/">Counting Paper Boats in Rain</a>, 2019</li><li><a href="kites/">Kites That Return Alone</a>, 2018</li></ul>'
    detail = (
        '<html><head><meta name="citation_title" content="Counting Paper Boats in Rain"><meta name="citation_author" content="Fox, Ada">'
        '<meta name="citation_author" content="Elm, Bo"><meta name="citation_publication_date" content="2019/05/02">'
        '<meta name="citation_doi" content="10.5555/boats"></head><body><h1>Counting Paper Boats in Rain</h1></body></html>'
    )

    asked = parse(page(index)).more
    (draft,) = parse(page(detail, role="detail", about=asked[0].about)).drafts

    assert [request.url for request in asked] == ["https://example.org/me/boats/", "https://example.org/me/kites/"]
    assert (draft.id, draft.authors, draft.year, draft.doi) == (
        asked[0].about,
        ("Fox, Ada", "Elm, Bo"),
        "2019",
        "10.5555/boats",
    )
    assert parse(page(detail, role="detail", about="someotherpaper")).drafts == ()


@pytest.mark.parametrize(
    "body", [b"", b"   \n", b"%PDF-1.7 ...", b"<html><body><div id=root></div><script>x()</script></body></html>"]
)
def test_no_page_of_text_is_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable):
        parse(page(body))


@pytest.mark.parametrize("title", ["Just a moment...", "Access Denied", "Attention Required! | Shield"])
def test_a_wall_is_blocked(title: str) -> None:
    with pytest.raises(Blocked):
        parse(page(f"<title>{title}</title><p>Enable JavaScript and cookies to continue</p>"))


def test_locators() -> None:
    assert start(Watch(source="homepage", locator="https://example.org/"))[0].url == "https://example.org/"
    with pytest.raises(ConfigError):
        start(Watch(source="homepage", locator="ftp://example.org/"))


def test_recognises() -> None:
    assert recognises(page("<html>", url="a.html")) > recognises(page("words", url="a")) > 0
    assert recognises(page(b"%PDF", url="a.html")) == 0


def test_markdown_becomes_html() -> None:
    html = to_html("Papers\n------\n\n- **A** *b* [c](https://example.org/x_(y))  \n  d\n{% include x %}\n")

    assert "<h2>Papers</h2>" in html
    assert '<li><strong>A</strong> <em>b</em> <a href="https://example.org/x_(y)">c</a><br>' in html
    assert "include" not in html


def test_explains_lists_styles_and_evidence() -> None:
    report = explain(
        page(
            f"<h2>Talks</h2><ul>{ENTRY.format(title='A talk')}</ul><h2>Papers</h2><ul>{ENTRY.format(title='A paper of note')}</ul>"
        )
    )

    assert "refused" in report
    assert "under 'Talks'" in report
    assert "title by" in report
    assert "A paper of note" in report


HOSTILE = {
    "deep": "<div>a" * 20_000,
    "words": "<p>" + "Word " * 20_000,
    "names": "<p>" + "A. Bcde, " * 5_000,
    "quotes": "<p>" + "“" * 20_000,
    "brackets": "<p>" + "(" * 20_000,
    "years": "<p>" + "2020 " * 10_000,
    "initials": "<li>" + "A." * 20_000,
    "bibtex": "<div class=hidden>" + "@article{a, title={" * 5_000,
    "scripts": '<li>T <span onclick="' + "'" * 20_000 + '">3 more authors</span>',
    "json": '<script type="application/ld+json">' + "[" * 50_000 + "</script><p>x",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_cost_little(name: str) -> None:
    begin = time.process_time()

    parse(page("<h2>Publications</h2>" + HOSTILE[name]))

    assert time.process_time() - begin < 20


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus does not stand beside the repository")
def test_page_without_publications_gives_none() -> None:
    folder = CORPUS / "handmade" / "ding-negative"

    assert titles((folder / "page.html").read_bytes()) == []


PAPER = """<html><head><title>Dams</title><meta name="citation_title" content="Dams and Eels in Northern Rivers">
<meta name="citation_author" content="Ito K."><meta name="citation_author_institution" content="A">
<meta name="citation_author" content="Ito K."><meta name="citation_author_institution" content="B">
<meta name="citation_author" content="Bauer S."><meta name="citation_author" content="Moss T.">
<meta name="citation_author" content="Moss T."><meta name="citation_publication_date" content="2031"></head>
<body><h1>{shown}</h1><p>We count eels at forty dams over nine years.</p></body></html>"""


def test_a_page_about_one_paper_is_that_paper_with_each_author_once():
    """Publishers repeat an author for each affiliation."""
    page = Page(
        watch="w", url="https://example.org/p", body=PAPER.format(shown="Dams and Eels in Northern Rivers").encode()
    )
    (draft,) = parse(page).drafts

    assert (draft.title, draft.year) == ("Dams and Eels in Northern Rivers", "2031")
    assert draft.authors == ("Ito K.", "Bauer S.", "Moss T.")


def test_tags_of_a_paper_that_the_page_does_not_show_are_not_believed():
    page = Page(watch="w", url="https://example.org/p", body=PAPER.format(shown="Our institute").encode())

    assert parse(page).drafts == ()


def test_a_page_without_end_is_read_to_a_limit_and_told_as_partial(monkeypatch):
    monkeypatch.setattr("scholarsync.sources.homepage.read.MOST_ENTRIES", 5)
    items = "".join(
        f"<li>Ada Quill, Bo Marrow. Kites of the kind {n}. <i>Annals of Kites</i>, {2000 + n}.</li>" for n in range(9)
    )
    reading = parse(Page(watch="w", url="p.html", body=f"<h2>Publications</h2><ul>{items}</ul>".encode()))

    assert len(reading.drafts) == 5
    assert "last 4 entries" in reading.partial


@pytest.mark.parametrize("text", ["Žluťoučký kůň", "竹とんぼの飛行解析", "Καλημέρα", "plain"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-16", "utf-32", "iso2022_jp_ext", "cp932", "gb18030", "cp1253", "cp1250"]
)
def test_no_text_is_taken_for_binary(text, encoding):
    body = text.encode(encoding, "ignore") * 50

    assert not is_binary(body)


def test_a_few_stray_bytes_make_no_binary_file():
    assert not is_binary(b"<p>A page with \x00 in it</p>" * 3 + b"and more of plain text" * 10)


@pytest.mark.parametrize("locator", ["file:///etc/hosts", "ftp://example.org/", "javascript:x()", " "])
def test_a_locator_of_another_kind_is_a_mistake_of_the_settings(locator: str) -> None:
    with pytest.raises(ConfigError, match="homepage"):
        start(Watch(source="homepage", locator=locator))
