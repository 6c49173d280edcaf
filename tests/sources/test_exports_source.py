"""Exports of reference managers and databases: which tag or column holds what."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.errors import Unreadable
from scholarsync.model import Page
from scholarsync.normalise import normalise
from scholarsync.sources import recognise
from scholarsync.sources.exports import source
from scholarsync.sources.exports.places import iso_date, without_urls

SCHOLARS = "Authors,Title,Publication,Volume,Number,Pages,Year,Publisher\r\n"


def read(text, *, url="export"):
    return source.parse(Page(watch="exports:export", url=url, body=text.encode()))


def one(text):
    (draft,) = read(text).drafts
    return draft


def names(count):
    return [f"Marrow{chr(97 + number)}, Bo" for number in range(count)]


def test_scholars_table_is_read():
    draft = one(
        "\ufeff" + SCHOLARS + '"Marrow, Bo; van der Lint, Dirk; ",On kites,Annals of Kites,3,4,1-9,2031,Lint Press\r\n'
    )
    record = normalise(draft, source="exports")

    assert draft.id == "onkites"
    assert [author.sort_name for author in record.authors] == ["Marrow, Bo", "van der Lint, Dirk"]
    assert (record.venue, record.volume, record.number, record.pages, record.year) == (
        "Annals of Kites",
        "3",
        "4",
        "1-9",
        2031,
    )
    assert record.authors_truncated is False


@pytest.mark.parametrize(("count", "truncated"), [(1, False), (9, False), (10, None), (11, False)])
def test_ten_names_of_scholar_may_be_more(count, truncated):
    authors = names(count)
    table = SCHOLARS + f'"{"; ".join(authors)}; ",On kites,,,,,2031,\r\n'
    tagged = "TY  - JOUR\r\nT1  - On kites\r\n" + "".join(f"A1  - {name}\r\n" for name in authors) + "ER  - \r\n"
    endnote = "%0 Journal Article\n%T On kites\n" + "".join(f"%A {name}\n" for name in authors)

    assert [one(text).authors_truncated for text in (table, tagged, endnote)] == [truncated] * 3


def test_ten_names_of_others_are_ten():
    tagged = (
        "TY  - JOUR\nTI  - On kites\n" + "".join(f"AU  - {name}\n" for name in names(10)) + "DO  - 10.5555/1\nER  - \n"
    )

    assert one(tagged).authors_truncated is False


def test_ris_tags_by_type():
    article = one(
        "TY  - JOUR\nAU  - Marrow, Bo\nAU  - Lint, Dirk van der\nTI  - On kites\nT2  - Annals of Kites\nPY  - 2031\nDA  - 2031/05/17/\n"
        "VL  - 3\nIS  - 4\nSP  - 1\nEP  - 9\nDO  - 10.5555/aok.1\nUR  - https://example.org/k\nL1  - https://example.org/k.pdf\n"
        "SN  - 1234-5679\nID  - marrow31\nER  - \n"
    )
    chapter = one("TY  - CHAP\nTI  - On lines\nT2  - The Book of Kites\nA2  - Quill, Ada\nPB  - Lint Press\nER  - ")
    thesis = one("TY  - THES\nTI  - On wind\nPB  - University of Kites\nPY  - 2030///\nER  - ")

    assert (article.authors, article.venue, article.type) == (
        ("Marrow, Bo", "Lint, Dirk van der"),
        "Annals of Kites",
        "JOUR",
    )
    assert (article.date, article.year, article.pages, article.doi) == ("2031-05-17", "2031", "1-9", "10.5555/aok.1")
    assert (article.links, article.id, article.key) == ((("pdf", "https://example.org/k.pdf"),), "marrow31", "marrow31")
    assert (chapter.venue, chapter.authors) == ("The Book of Kites", ("Quill, Ada",))
    assert (thesis.venue, thesis.year, thesis.date) == ("University of Kites", "2030", None)


def test_endnote_tags():
    draft = one(
        "%0 Conference Proceedings\n%A Marrow, Bo\n%T On kites\n%B Kite Days\n%D 2031\n%P 1-9\n%I Lint Press\n%R 10.5555/kd.1\n"
        "%U https://example.org/k\n%@ 978-3-16-148410-0\n%X All of it\n"
    )

    assert (draft.venue, draft.year, draft.pages, draft.doi, draft.abstract) == (
        "Kite Days",
        "2031",
        "1-9",
        "10.5555/kd.1",
        "All of it",
    )
    assert (draft.url, draft.ids) == ("https://example.org/k", (("isbn", "978-3-16-148410-0"),))


def test_a_table_of_a_profile_page_is_read():
    reading = read(
        "Title,Cited by,Year,Authors,Venue,Scholar ID\n"
        'On kites,12,2031,"B Marrow, D van der Lint, ...","Annals of Kites 3 (4), 1-9, 2031",QXmarrowAAAJ:k1\n'
        'On lines,,2030,B Marrow,"Kite Days of the Association …, 2030",QXmarrowAAAJ:k2\n'
    )
    kites, lines = reading.drafts

    assert (kites.authors, kites.authors_truncated) == (("B Marrow", "D van der Lint"), True)
    assert (kites.venue, kites.volume, kites.number, kites.pages) == ("Annals of Kites", "3", "4", "1-9")
    assert (kites.id, kites.citations, lines.citations) == ("QXmarrowAAAJ:k1", 12, None)
    assert (lines.venue, lines.venue_truncated) == ("Kite Days of the Association", True)


@pytest.mark.parametrize(
    ("header", "cells", "expected"),
    [
        ("Authors,Author full names,Title,Year,Source title,Volume,Issue,Art. No.,Page start,Page end,DOI,Link,Document Type",
         '"Marrow B.; Lint D.","Marrow, Bo (57190000001); Lint, Dirk (57190000002)",On kites,2031,Annals of Kites,3,4,,1,9,10.5555/a,https://example.org/k,Article',
         {"authors": ("Marrow B.", "Lint D."), "venue": "Annals of Kites", "pages": "1-9", "doi": "10.5555/a", "type": "Article"}),
        ("PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,DOI",
         '40000001,On kites.,"Marrow B, Lint D.",x,Marrow B,Ann Kites,2031,2031/05/17,,10.5555/a',
         {"authors": ("Marrow B", "Lint D."), "venue": "Ann Kites", "year": "2031", "ids": (("pmid", "40000001"),)}),
        ('"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI","Url","Date","Pages"',
         '"Q1","journalArticle","2031","Marrow, Bo; Lint, Dirk","On kites","Annals of Kites","10.5555/a","https://example.org/k","2031-05-17","1-9"',
         {"authors": ("Marrow, Bo", "Lint, Dirk"), "date": "2031-05-17", "type": "journalArticle", "key": "Q1"}),
        ("Cites;Authors;Title;Year;Source;Publisher;ArticleURL", "7;B Marrow, D Lint;On kites;2031;Annals of Kites;Lint Press;https://example.org/k",
         {"authors": ("B Marrow", "D Lint"), "venue": "Annals of Kites", "citations": 7, "url": "https://example.org/k"}),
    ],
    ids=["scopus", "pubmed", "zotero", "publish-or-perish"],
)  # fmt: skip
def test_columns_of_other_programs(header, cells, expected):
    draft = one(f"{header}\n{cells}\n")

    assert {name: getattr(draft, name) for name in expected} == expected


def test_titles_that_occur_twice_are_told_apart_by_year():
    reading = read(SCHOLARS + "A,Report,,,,,2030,\nA,Report,,,,,2031,\nA,Report,,,,,2031,\nA,Other,,,,,2031,\n")

    assert [draft.id for draft in reading.drafts] == ["report:2030", "report:2031", "report:2031#2", "other"]


def test_addresses_pasted_into_fields_become_links():
    draft = one(SCHOLARS + '"Marrow, Bo; ",On kites,,,,,2031,Lint Press https://doi.org/10.5555/k\n')

    assert (draft.publisher, draft.url) == ("Lint Press", "https://doi.org/10.5555/k")
    assert normalise(draft, source="exports").doi == "10.5555/k"


def test_a_row_without_title_is_a_fault():
    reading = read(SCHOLARS + '"Marrow, Bo; ",,Annals,,,,2031,\n"Marrow, Bo; ",On kites,,,,,2031,\n')

    assert [fault.where for fault in reading.faults] == ["line 2"]
    assert len(reading.drafts) == 1


@pytest.mark.parametrize(
    "text", ["", "Name,Phone,Street\nx,y,z\n", "TI  - no type\n", "just words", "<html>%0 x %T y</html>"]
)
def test_other_files_are_unreadable(text):
    with pytest.raises(Unreadable):
        read(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("TY  - JOUR\nTI  - x\nER  - ", "exports"),
        ("Provider: x\n\nTY  - JOUR\nTI  - x\nER  - ", "exports"),
        ("%0 Book\n%T x\n", "exports"),
        (SCHOLARS, "exports"),
        ("%PDF-1.7\n%T", None),
        ("% remark\n@misc{k,\n a=1}", "bibtex"),
        ("<html><p>TY  - JOUR</p></html>", "homepage"),
        ("Name,Phone\nx,y\n", "homepage"),
    ],
)
def test_exports_are_known_by_their_first_lines(text, name):
    page = Page(watch="w", url="file", body=text.encode())

    if name is None:
        assert source.recognises(page) == 0
    else:
        assert recognise(page).name == name


@pytest.mark.parametrize(
    ("text", "date"),
    [("2031/05/17/", "2031-05-17"), ("2031/05//spring", "2031-05"), ("2031///", "2031"), ("2031/5/7", "2031-05-07"),
     ("17 May 2031", "17 May 2031"), ("May/June 2031", "May/June 2031"), (None, None)],
)  # fmt: skip
def test_dates_between_slashes(text, date):
    assert iso_date(text) == date


def test_a_field_without_address_stays():
    assert without_urls("Lint Press") == ("Lint Press", ())
    assert without_urls("https://example.org/a, https://example.org/b.") == (
        None,
        ("https://example.org/a", "https://example.org/b"),
    )


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=80))
def test_no_cell_is_too_odd(text):
    cell = text.replace('"', '""')
    for draft in read(SCHOLARS + f'"{cell}","{cell} x","{cell}",,,"{cell}","{cell}","{cell}"\n').drafts:
        normalise(draft, source="exports")


def test_a_name_of_another_source_s_elements_makes_no_page_of_it():
    body = b"TY  - JOUR\r\nTI  - On gs_captcha_ccl and gsc_a_t gsc_prf_in\r\nER  - \r\n"

    assert recognise(Page(watch="file:x", url="list.ris", body=body)).name == "exports"
