"""Identifiers are found in the addresses and texts that people write, and nothing else passes for one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.normalise.identifiers import identifiers_in, is_isbn, is_issn, parse_arxiv_id, parse_doi


@pytest.mark.parametrize(
    ("text", "bare", "version"),
    [
        ("10.5555/QRS.2011.07.19.04(ABC)", "10.5555/qrs.2011.07.19.04(abc)", None),
        ("(see 10.5555/qrs.2011.7).", "10.5555/qrs.2011.7", None),
        ("doi:10.5555/abc,", "10.5555/abc", None),
        ("https://doi.org/10.5555/abc", "10.5555/abc", None),
        ("http://dx.doi.org/10.5555%2Fabc", "10.5555/abc", None),
        ("10.5555/a\\_b", "10.5555/a_b", None),
        ("https://www.example.org/articles/10.5555/fabc.2031.00042/full", "10.5555/fabc.2031.00042", None),
        ("https://example.org/doi/pdf/10.5555/3311.7788", "10.5555/3311.7788", None),
        ("https://example.org/doi/10.5555/abc?journalCode=x&a=b", "10.5555/abc", None),
        ("https://example.org/chapter/10.5555/978-3-031-1_12.pdf", "10.5555/978-3-031-1_12", None),
        ("10.5555/12.2580371[oral]", "10.5555/12.2580371", None),
        ("10.5555/0012-9658(2006)87[1465:ATO]2.0.CO;2", "10.5555/0012-9658(2006)87[1465:ato]2.0.co;2", None),
        ("https://www.biorxiv.org/content/10.1101/2031.02.03.999999v3", "10.1101/2031.02.03.999999", 3),
        ("https://www.biorxiv.org/content/10.1101/2031.02.03.999999v3.full.pdf", "10.1101/2031.02.03.999999", 3),
        ("10.1101/2031.02.03.999999", "10.1101/2031.02.03.999999", None),
        ("10.5555/0044-8486(94)90052-3", "10.5555/0044-8486(94)90052-3", None),
        (
            "10.5555/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1",
            "10.5555/(sici)1096-8644(199601)99:1<1::aid-ajpa1>3.0.co;2-1",
            None,
        ),
        ('<a href="https://doi.org/10.5555/abc">x</a>', "10.5555/abc", None),
        ("[10.5555/abc]", "10.5555/abc", None),
    ],
)
def test_dois(text, bare, version):
    doi = parse_doi(text)

    assert (doi.bare, doi.version) == (bare, version)


@pytest.mark.parametrize(
    "text",
    [
        "", "10.5555", "10.5555/", "doi", "version 10.12/3", "110.5555/abc", "3.10.5555/a", "12.5555/abc",
        "https://example.org/journal/10.5555/(ISSN)1234-5678/accepted",
    ],
)  # fmt: skip
def test_no_dois(text):
    assert parse_doi(text) is None


@pytest.mark.parametrize(
    ("text", "bare", "version"),
    [
        ("3101.00001", "3101.00001", None),
        ("arXiv:3101.00001v2 [cs.RO]", "3101.00001", 2),
        ("https://arxiv.org/abs/3101.00001v12", "3101.00001", 12),
        ("https://arxiv.org/pdf/3101.00001.pdf", "3101.00001", None),
        ("solv-int/9912001v2", "solv-int/9912001", 2),
        ("atom-ph/9611002", "atom-ph/9611002", None),
        ("http://arxiv.org/abs/quant-ph/0112345v1", "quant-ph/0112345", 1),
        ("math.GT/0309136", "math.GT/0309136", None),
        ("arXiv preprint arXiv:3101.00001", "3101.00001", None),
        ("https://doi.org/10.48550/arXiv.3101.00001", "3101.00001", None),
    ],
)
def test_arxiv_ids(text, bare, version):
    found = parse_arxiv_id(text)

    assert (found.bare, found.version) == (bare, version)


@pytest.mark.parametrize(
    "text", ["", "arXiv", "3113.00001", "2031", "10.5555/3101.00001", "pages 3101.00001 to 2", "math/03091"]
)
def test_no_arxiv_ids(text):
    assert parse_arxiv_id(text) is None


def test_an_address_may_name_several():
    found = identifiers_in("https://openreview.net/forum?id=AbCdEfGh12")

    assert found.ids == {"openreview": "AbCdEfGh12"}
    assert (found.doi, found.arxiv_id) == (None, None)
    assert identifiers_in("https://pubmed.ncbi.nlm.nih.gov/40000001/").ids == {"pmid": "40000001"}
    assert identifiers_in("https://doi.org/10.48550/arXiv.3101.00001").doi is None


def test_check_digits_of_books_and_serials():
    assert [is_isbn(text) for text in ("978-3-16-148410-0", "0-306-40615-2", "978-3-16-148410-1", "0306406153")] == [
        True,
        True,
        False,
        False,
    ]
    assert [is_issn(text) for text in ("1234-5679", "1234-5678", "2434-561X", "12")] == [True, False, True, False]


@settings(deadline=None)
@given(st.text(alphabet="10.5/arxivAX:v-()<>[] %_", max_size=60))
def test_what_is_found_is_found_again_in_itself(text):
    if doi := parse_doi(text):
        assert parse_doi(doi.bare).bare == doi.bare
    if found := parse_arxiv_id(text):
        assert parse_arxiv_id(found.bare) == type(found)(found.bare)
