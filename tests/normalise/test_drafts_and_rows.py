"""Drafts become records, several drafts one, records rows and back; nothing is made up on the way."""

import pytest

from scholarsync.model import Draft
from scholarsync.normalise import clean_pages, normalise, refine, safe_url
from scholarsync.normalise.records import from_row, to_row


def record(**fields):
    return normalise(Draft(id="1", **fields), source="test")


def test_what_is_not_stated_stays_unknown():
    empty = record()

    assert empty.key == "test:1"
    assert {
        name
        for name in ("title", "year", "date", "venue", "type", "doi", "arxiv_id", "url", "pages", "status")
        if getattr(empty, name)
    } == set()
    assert (empty.authors, empty.authors_truncated) == ((), False)


def test_cut_fields_are_flagged():
    cut = record(title="On kites and …", venue="Annals of the Association …", authors=("B Marrow", "et al."))

    assert (cut.title, cut.title_truncated) == ("On kites and", True)
    assert (cut.venue, cut.venue_truncated) == ("Annals of the Association", True)
    assert ([author.name for author in cut.authors], cut.authors_truncated) == (["B. Marrow"], True)


def test_a_name_repeated_for_each_affiliation_is_one_person():
    names = [
        author.family
        for author in record(authors=("Ito K.", "Ito K.", "Ito K.", "Bauer S.", "Moss T.", "Moss T.")).authors
    ]

    assert names == ["Ito", "Bauer", "Moss"]


def test_a_group_is_kept_as_the_collaboration():
    people = tuple(f"Marrow{chr(97 + n // 26)}{chr(97 + n % 26)}, B" for n in range(59))
    grouped = record(authors=("The KITE Collaboration:", *people), authors_truncated=True)

    assert grouped.collaboration == "KITE Collaboration"
    assert len([author for author in grouped.authors if not author.collaboration]) == 59
    assert grouped.authors_truncated is True


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ({"year": "2031", "date": "2031-05-17"}, "2031-05-17"),
        ({"year": "2031", "date": "2030-12-31"}, "2031"),
        ({"date": "May 2031"}, "2031-05"),
        ({"year": "in press"}, None),
        ({"year": "2031", "date": "to appear"}, "2031"),
    ],
)
def test_years_and_dates_agree_or_the_year_holds(fields, date):
    assert record(**fields).date == date


def test_identifiers_come_from_fields_before_links():
    stated = record(doi="10.5555/a", links=(("doi", "https://doi.org/10.5555/b"),))
    linked = record(links=(("paper", "https://doi.org/10.5555/b"), ("pdf", "https://arxiv.org/pdf/3101.00001v2")))
    torn = record(links=(("one", "https://doi.org/10.5555/b"), ("two", "https://doi.org/10.5555/c")))
    arxivs = record(doi="10.48550/arXiv.3101.00001")

    assert stated.doi == "10.5555/a"
    assert (linked.doi, linked.arxiv_id, linked.arxiv_version) == ("10.5555/b", "3101.00001", 2)
    assert torn.doi is None
    assert (arxivs.doi, arxivs.arxiv_id) == (None, "3101.00001")


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"type": "article", "venue": "arXiv"}, "preprint"),
        ({"type": "inproceedings", "venue": "Kite Days"}, "conference"),
        ({"arxiv_id": "3101.00001"}, "preprint"),
        ({"arxiv_id": "3101.00001", "venue": "Annals of Kites"}, None),
        ({"type": "phdthesis", "venue": "arXiv University"}, "thesis"),
    ],
)
def test_types_are_the_sources_unless_only_a_preprint_speaks(fields, kind):
    assert record(**fields).type == kind


@pytest.mark.parametrize(
    ("said", "pages"),
    [
        ("pp. 12--34", "12-34"),
        ("12–34", "12-34"),
        ("p. 7", "7"),
        ("e1–e9", "e1-e9"),
        ("S. 3-4", "3-4"),
        ("", None),
        ("iv", "iv"),
    ],
)
def test_pages(said, pages):
    assert clean_pages(said) == pages


@pytest.mark.parametrize(
    ("said", "url"),
    [
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("javascript:alert(1)", None),
        ("java\nscript:alert(1)", None),
        ("data:text/html,x", None),
        ("//example.org/x", None),
        ("https://", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_only_addresses_of_the_web_leave(said, url):
    assert safe_url(said) == url


def test_later_drafts_complete_earlier_ones_but_do_not_cut_them():
    row = Draft(
        id="k",
        title="On kites and …",
        title_truncated=True,
        authors=("B Marrow",),
        authors_truncated=True,
        year="2031",
        citations=4,
    )
    page = Draft(id="k", title="On Kites and Lines", authors=("Bo Marrow", "Ada Quill"), venue="Annals of Kites")
    late = Draft(id="k", title="On kites …", title_truncated=True, citations=5)

    draft, origin = refine([row, page, late])

    assert (draft.title, draft.title_truncated) == ("On Kites and Lines", False)
    assert (draft.authors, draft.authors_truncated) == (("Bo Marrow", "Ada Quill"), False)
    assert (draft.year, draft.venue, draft.citations) == ("2031", "Annals of Kites", 5)
    assert origin == {"title": 1, "authors": 1, "year": 0, "venue": 1, "citations": 2}


ROWS = [
    {"title": "On Kites", "authors": ["Bo Marrow", "van der Lint, D."], "year": 2031, "doi": "https://doi.org/10.5555/A"},
    {"title": "On Kites", "authors": "Marrow, Bo and Quill, Ada", "journal": "Annals of Kites", "pages": "1--9", "year": "2031"},
    {"title": ["On Kites"], "author": [{"family": "Marrow", "given": "Bo"}, {"literal": "KITE"}], "container-title": ["Annals"],
     "issued": {"date-parts": [[2031, 5]]}, "type": "article-journal", "URL": "https://example.org/k", "page": "3", "issue": 2},
    {"title": "On Kites", "authors": ["Bo Marrow", "et al."], "arxiv_id": "3101.00001v2", "links": {"pdf": "https://example.org/k.pdf"}},
    {"title": "竹", "authors": ["Lei Zhu (祝磊)", "山田太郎", "The KITE Collaboration"]},
    {},
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_rows_come_back_as_they_went(row):
    first = from_row(row, key="k", source="s")
    again = from_row(to_row(first), key="k", source="s")

    assert to_row(again) == to_row(first)
    assert again == first


def test_rows_of_other_shapes_are_understood():
    _, bibtex, csl, cut, *_ = (from_row(row, key="k", source="s") for row in ROWS)

    assert ([a.sort_name for a in bibtex.authors], bibtex.venue, bibtex.pages, bibtex.year) == (
        ["Marrow, Bo", "Quill, Ada"],
        "Annals of Kites",
        "1-9",
        2031,
    )
    assert ([a.name for a in csl.authors], csl.venue, csl.date, csl.type, csl.pages, csl.number) == (
        ["Bo Marrow", "KITE"],
        "Annals",
        "2031-05",
        "article",
        "3",
        "2",
    )
    assert ([a.name for a in cut.authors], cut.authors_truncated, cut.arxiv_id, cut.arxiv_version) == (
        ["Bo Marrow"],
        True,
        "3101.00001",
        2,
    )


@pytest.mark.parametrize(
    "row",
    [{"title": 3}, {"authors": 3}, {"authors": [None, 3, {}]}, {"year": "x"}, {"year": True}, {"year": -5}, {"links": "x"}, {"ids": [1]},
     {"issued": {"date-parts": [[None]]}}, {"issued": {"date-parts": []}}, {"issued": {"date-parts": None}}, {"doi": []}, {"citations": "many"}, {"pages": 7},
     {"author_details": [1], "authors": ["A"]}, {"title": {}}, {"title": []}],
)  # fmt: skip
def test_odd_rows_do_no_harm(row):
    to_row(from_row(row, key="k", source="s"))
