"""CSL-JSON, RIS, CSV and JSON: what other programs read, and what must not reach them; and all targets under hostile text."""

import csv
import io
import json
import re
from xml.etree import ElementTree as ET

import pytest
import yaml
from awkward import works

from scholarsync import targets
from scholarsync.formats import bibtex as notation
from scholarsync.model import Author, Record, Version, Work
from scholarsync.targets import ListOptions

ADA = Author(family="Quill", given="Ada")
GROUP = Author(literal="The Kite, Rope & Knot Group", collaboration=True)


def work(label="quill2031kites", **more):
    given = {"title": "Kites", "year": 2031, "date": "2031", "authors": (ADA,), **more}
    chosen = Record(key="a:1", source="a", **given)
    return Work(key="a:1", chosen=chosen, records=("a:1",), label=label)


def render(name, *made, **options):
    return targets.load()[name].render(made, ListOptions(**options))


WHOLE = {
    "title": "Maps & Rivers: 100 % < all", "authors": (ADA, Author(family="King", given="M.", suffix="Jr."), GROUP),
    "date": "2031-05", "volume": "7", "venue": "Maps & Rivers", "type": "article", "number": "2", "pages": "55-81",
    "publisher": "Kite & Sons", "doi": "10.5555/ab_1", "arxiv_id": "3101.00001", "ids": {"issn": "1234-5679", "pmid": "123"},
    "url": "https://example.org/a_b?x=1&y=%20", "links": {"pdf": "https://example.org/a_b.pdf"}, "status": "in press",
    "abstract": "On kites.", "authors_truncated": True,
}  # fmt: skip

# CSL-JSON


def test_csl_json_states_what_is_known_as_the_schema_names_it():
    assert json.loads(render("csl-json", work(**WHOLE))) == [
        {
            "id": "quill2031kites", "type": "article-journal", "title": "Maps & Rivers: 100 % < all",
            "author": [
                {"family": "Quill", "given": "Ada"},
                {"family": "King", "given": "M.", "suffix": "Jr."},
                {"literal": "The Kite, Rope & Knot Group"},
            ],
            "issued": {"date-parts": [[2031, 5]]}, "container-title": "Maps & Rivers", "volume": "7", "issue": "2",
            "page": "55-81", "publisher": "Kite & Sons", "DOI": "10.5555/ab_1", "ISSN": "1234-5679", "PMID": "123",
            "URL": "https://example.org/a_b?x=1&y=%20", "abstract": "On kites.", "status": "in press", "archive": "arXiv",
            "archive_location": "3101.00001", "note": "et al.",
        }
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("date", "year", "parts"),
    [("2031", 2031, [2031]), ("2031-05-17", 2031, [2031, 5, 17]), (None, 2031, [2031]), (None, None, None)],
)
def test_csl_dates_keep_their_precision(date, year, parts):
    (item,) = json.loads(render("csl-json", work(date=date, year=year)))

    assert item.get("issued") == ({"date-parts": [parts]} if parts else None)


# RIS


def test_ris_has_a_tag_a_line():
    assert render("ris", work(**WHOLE)).split("\r\n") == [
        "TY  - JOUR", "ID  - quill2031kites", "TI  - Maps & Rivers: 100 % < all", "AU  - Quill, Ada", "AU  - King, M., Jr.",
        "AU  - The Kite, Rope & Knot Group", "PY  - 2031", "DA  - 2031/05//", "T2  - Maps & Rivers", "VL  - 7", "IS  - 2",
        "SP  - 55", "EP  - 81", "PB  - Kite & Sons", "DO  - 10.5555/ab_1", "SN  - 1234-5679",
        "UR  - https://example.org/a_b?x=1&y=%20", "UR  - https://arxiv.org/abs/3101.00001", "L1  - https://example.org/a_b.pdf",
        "M1  - arXiv:3101.00001", "AB  - On kites.", "N1  - author list is cut", "ER  - ", "", "",
    ]  # fmt: skip


def test_no_value_begins_a_tag_of_its_own():
    text = render(
        "ris", work(title="Kites\r\nER  - \r\nTY  - BOOK", venue="A\nAU  - Nobody", abstract="x\x85y\u2028ER  - ")
    )

    tags = [line[:2] for line in text.split("\r\n") if line]
    assert tags == ["TY", "ID", "TI", "AU", "PY", "DA", "T2", "AB", "ER"]
    assert len(text.splitlines()) == len(text.split("\r\n")) - 1


# CSV


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "=HYPERLINK(", "\t=", "\r=", "\n=", " =", "\x00="])
@pytest.mark.parametrize("field", ["title", "venue", "publisher", "volume", "number", "pages", "status"])
def test_no_cell_is_a_formula(start, field):
    rows = list(csv.reader(io.StringIO(render("csv", work(**{field: f"{start}1+1"})))))

    assert [len(row) for row in rows] == [len(rows[0])] * 2
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in rows for cell in row)


@pytest.mark.parametrize("text", ['He said "no"', "a, b; c", "line\nend", "quote'", "100 %", "日本語"])
def test_cells_hold_any_text(text):
    _, row = csv.reader(io.StringIO(render("csv", work(title=text))))

    assert row[1] == text.replace("\n", " ")


def test_authors_of_a_row_are_parted_by_semicolons():
    _, row = csv.reader(io.StringIO(render("csv", work(**WHOLE))))

    assert row[2] == "Quill, Ada; King, M., Jr.; The Kite, Rope & Knot Group; et al."


# JSON


def test_json_tells_versions_and_origins():
    chosen = Record(key="a:1", source="a", title="Kites & <Roofs>", authors=(ADA,), year=2031, date="2031-05")
    version = Version(kind="preprint", year=2030, venue=None, doi=None, arxiv_id="3001.00001", records=("b:1",))
    made = Work(
        key="a:1",
        chosen=chosen,
        records=("a:1", "b:1"),
        versions=(version,),
        origin={"title": "a:1"},
        label="k",
        people=("Ada",),
    )

    (row,) = json.loads(render("json", made))

    assert (row["id"], row["key"], row["title"], row["authors"]) == ("a:1", "k", "Kites & <Roofs>", ["Ada Quill"])
    assert row["versions"] == [{"kind": "preprint", "year": 2030, "venue": None, "doi": None, "arxiv_id": "3001.00001"}]
    assert (row["origin"], row["records"], row["people"]) == ({"title": "a:1"}, ["a:1", "b:1"], ["Ada"])


# what is known only in part


@pytest.mark.parametrize("name", ["bibtex", "biblatex", "csl-json", "ris", "csv", "html", "markdown", "latex", "atom"])
def test_cut_titles_and_venues_say_so(name):
    cut = work(title="Kites over Flat", title_truncated=True, venue="Journal of Made-up", venue_truncated=True)

    text = render(name, cut)

    assert "Kites over Flat …" in text.replace("{Flat}", "Flat")
    assert "Journal of Made-up …" in text


def test_json_tells_by_its_flags():
    (row,) = json.loads(render("json", work(title="Kites over Flat", title_truncated=True)))

    assert (row["title"], row["title_truncated"]) == ("Kites over Flat", True)


# all targets

HOSTILE = [
    "<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", "&lt;b&gt; &amp;amp; &#60;", "{{ 7*7 }}{% raw %}", "${x}",
    "no", "1e3", "2024-01-01", ": ", "- a", "# a", "a: b #c", "'\"", "]]>", "---\ntitle: x", "\x00\x07\x1b[31m", "\u202egnp.exe", "..",
    "../../etc/passwd", "\\..\\x", "CON", "=cmd|' /C calc'!A0", "[x](javascript:alert(1))", "`a`*b*_c_", "\ud800", "%0d%0aX: y", "",
]  # fmt: skip


def hostile():
    for number, text in enumerate(HOSTILE):
        chosen = Record(
            key=f"h:{number}:{text}", source="h", title=text, authors=(Author(literal=text or "x"), Author(family=text or "x", given=text)),
            year=2031 if number % 5 else None, date="2031" if number % 5 else None, venue=text, volume=text, number=text, pages=text,
            publisher=text, doi=f"10.5555/{text}", arxiv_id=None, url=f"javascript:alert('{text}')", status=text, note=text,
            links={text: f"https://example.org/{text}", "x": f"javascript:{text}", "y": f"data:text/html,{text}"}, abstract=text,
            ids={"isbn": text},
        )  # fmt: skip
        yield Work(key=chosen.key, chosen=chosen, records=(chosen.key,), label=text or None)


def files(name):
    made = render(name, *hostile(), title="<b>&", owners=("x",), site="https://example.org/")
    return made if isinstance(made, dict) else {f"list{targets.load()[name].suffix}": made}


@pytest.mark.parametrize("name", sorted(set(targets.load()) - {"json"}))
def test_nothing_hidden_and_nothing_that_runs_is_written(name):
    for path, text in files(name).items():
        assert re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\ud800]", text) is None, path
        assert re.search(r"(?:href=\"|\burl: |UR  - |\burl\"?: ?[\"'{]?)(?:javascript|data):", text) is None, path
        if path.endswith(".md"):
            assert re.search(r"(?<!\\)\]\(<?(?!https?:)", re.sub(r"https://\S+", "https:", text)) is None, path
        text.encode("utf-8")


@pytest.mark.parametrize("name", sorted(targets.load()))
def test_no_work_is_lost_and_no_name_leads_away(name):
    made = files(name)

    if targets.load()[name].suffix == "":
        folders = {path.split("/")[0] for path in made}
        assert len(folders) == len(HOSTILE)
        assert all(re.fullmatch(r"[a-z0-9-]+(?:/(?:index\.md|cite\.bib)|\.md)", path) for path in made)


@pytest.mark.parametrize("name", ["bibtex", "biblatex"])
def test_hostile_text_stays_in_its_entry(name):
    ((_, text),) = files(name).items()

    book = notation.parse(text)

    assert book.faults == ()
    assert len(book.entries) == len(HOSTILE)
    assert len({entry.key for entry in book.entries}) == len(HOSTILE)


@pytest.mark.parametrize("name", ["html", "markdown"])
def test_hostile_text_makes_no_tag(name):
    ((_, text),) = files(name).items()

    assert re.search(r"(?<!\\)<(?:script>alert|img|b>|/title><img)", text) is None


@pytest.mark.parametrize("name", ["hugo", "academicpages"])
def test_front_matter_is_read_as_it_was_meant(name):
    titles = []
    for path, text in files(name).items():
        if path.endswith(".md"):
            front = yaml.safe_load(text.split("---\n")[1])
            assert isinstance(front, dict)
            assert all(isinstance(author, str) for author in front["authors"])
            assert re.search(r"<[A-Za-z/!?]", text) is None
            titles.append(front["title"])
    assert {"no", "1e3", "2024-01-01", ":", "- a", "# a", "a: b #c"} <= set(titles)


def test_feeds_are_well_formed():
    ((_, text),) = files("atom").items()
    feed = ET.fromstring(text)
    ids = [entry.findtext("{*}id") for entry in feed.iterfind("{*}entry")]

    assert len(ids) == len(set(ids)) == len([1 for number in range(len(HOSTILE)) if number % 5])
    ((_, text),) = files("jsonfeed").items()
    assert [item["id"] for item in json.loads(text)["items"]] == ids


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("x.bib", "bibtex"), ("x.biblatex.bib", "biblatex"), ("x.json", "json"), ("x.csl.json", "csl-json"),
        ("x.feed.json", "jsonfeed"), ("a.b/x.HTML", "html"), ("x.md", "markdown"), ("x.ris", "ris"), ("x.csv", "csv"),
        ("x.tex", "latex"), ("x.atom", "atom"), ("x.docx", None), ("folder", None), ("", None),
    ],
)  # fmt: skip
def test_format_follows_from_the_longest_ending(path, name):
    target = targets.by_ending(path)

    assert (target and target.name) == name


def test_targets_are_found_under_distinct_names_and_endings():
    found = targets.load()
    endings = [target.suffix for target in found.values() if target.suffix]

    assert len(set(endings)) == len(endings)
    assert {target.name for target in found.values()} == set(found)
    assert all(render(name, *works(3)) for name in found)
