"""HugoBlox and academicpages: names that lead nowhere else, front matter that any YAML reader takes as meant."""

import re
from dataclasses import replace
from itertools import chain

import pytest
import yaml

from scholarsync import targets
from scholarsync.formats import bibtex
from scholarsync.targets import ListOptions
from targets.awkward import with_label, works

TRAPS = ("no", "1e3", "2024-01-01", "null", "~", "Kites: a story", "# not a comment", "- item", "*alias", "&anchor", "!tag x",
         "%directive", "'quoted'", '"quoted"', "{a: b}", "[1, 2]", "---", "... end", "a\\tb", "@at", "`tick`", "x #y", "|", ">", "?",
         "{{< raw >}}", "日本")  # fmt: skip
KEYS = (
    "../../etc/passwd",
    "/abs",
    "a b",
    "..",
    "",
    "CON",
    "x/y",
    "ü",
    "a" * 300,
    "\u202egpj.exe",
    ".hidden",
    "-rf",
    "a\nb",
)


def made(count=1, **changes):
    return tuple(replace(work, chosen=replace(work.chosen, **changes)) for work in works(count, seed=11))


def files(name, listed, **options):
    return targets.load()[name].render(listed, ListOptions(**options))


def front(text):
    opening, head, rest = re.fullmatch(r"(---\n)(.*?)\n---\n(.*)", text, re.DOTALL).groups()
    assert opening
    return yaml.safe_load(head), rest


def pages(name, listed, **options):
    return [front(text)[0] for path, text in files(name, listed, **options).items() if path.endswith(".md")]


@pytest.mark.parametrize("name", ["hugo", "academicpages"])
@pytest.mark.parametrize("text", TRAPS)
def test_text_stays_text(name, text):
    (page,) = pages(name, made(title=text, venue=None, doi=None))

    assert page["title"] == text


@pytest.mark.parametrize("name", ["hugo", "academicpages"])
def test_no_tag_begins_where_a_theme_prints_text_as_it_is(name):
    (page,) = pages(name, made(title="<b>bold</b> when p < q", venue="<!--", abstract="<script>"))

    assert page["title"] == "&lt;b>bold&lt;/b> when p < q"
    assert not any("<" in value.replace("p < q", "") for value in page.values() if isinstance(value, str))


@pytest.mark.parametrize("name", ["hugo", "academicpages"])
def test_names_are_plain_and_no_two_alike(name):
    listed = [with_label(work, key) for work, key in zip(works(len(KEYS), seed=12), KEYS, strict=True)]
    listed += [replace(work, key=f"{work.key}~2") for work in listed]

    found = files(name, listed)

    parts = list(chain.from_iterable(path.split("/") for path in found))
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]*(\.md)?|cite\.bib", part) for part in parts)
    assert sum(path.endswith(".md") for path in found) == len(listed)
    assert max(map(len, parts)) < 110


def test_a_hugo_page_has_what_the_theme_reads():
    first = works(1, seed=11)[0].chosen
    links = {"pdf": "https://example.org/a.pdf", "code": "https://example.org/code", "evil": "javascript:alert(1)"}
    (page,) = pages("hugo", made(year=2024, date="2024-05", doi="10.5555/ab_1", arxiv_id="2405.00001", links=links,
                                 venue="Maps & Rivers", type="article"), owners=(first.authors[0].name,))  # fmt: skip

    assert page["authors"] == [author.name for author in first.authors]
    assert page["doi"] == "10.5555/ab_1"
    assert str(page["date"]).startswith("2024-05-01")
    assert page["publication"] == "*Maps & Rivers*"
    assert page["publication_types"] == ["article-journal"]
    assert (page["url_pdf"], page["url_code"]) == (links["pdf"], links["code"])
    assert page["links"] == [{"name": "arXiv", "url": "https://arxiv.org/abs/2405.00001"}]


def test_a_hugo_bundle_has_its_citation():
    (work,) = works(1, seed=11)

    entry = bibtex.parse(files("hugo", [work])[f"{work.label}/cite.bib"]).entries[0]

    assert entry.key == work.label


def test_equal_contributors_are_noted():
    marked = tuple(replace(author, marks=("equal",)) for author in works(1, seed=11)[0].chosen.authors)

    (page,) = pages("hugo", made(authors=marked))
    assert set(page["author_notes"]) == {"Equal contribution"}
    assert "author_notes" not in pages("hugo", made(authors=marked), equal_marks=False)[0]
    assert "author_notes" not in pages("hugo", made())[0]


def test_an_academic_page_is_named_after_its_day():
    (work,) = made(year=2024, date="2024-05-17")

    ((path, text),) = files("academicpages", [work]).items()
    page, _ = front(text)

    assert path == f"2024-05-17-{work.label}.md"
    assert page["permalink"] == f"/publication/2024-05-17-{work.label}"
    assert page["collection"] == "publications"


def test_a_citation_is_html_once():
    (page,) = pages("academicpages", made(venue="Maps & Rivers", title="When p < q"))

    assert "Maps &amp; Rivers" in page["citation"]
    assert "When p &lt; q" in page["citation"]
    assert page["venue"] == "Maps & Rivers"


@pytest.mark.parametrize(
    ("year", "date", "day"), [(None, None, "oakes"), (1999, None, "1999-01-01"), (1999, "1999-07", "1999-07-01")]
)
def test_unknown_days_stand_as_the_first_and_unknown_years_as_nothing(year, date, day):
    ((path, _),) = files("academicpages", made(year=year, date=date)).items()

    assert path.startswith(day)


def test_an_abstract_is_text():
    (_, text), *_ = files("academicpages", made(abstract="<script>x</script> *y* {{ site.x }}\n---\nz")).items()
    _, body = front(text)

    assert "<script>" not in body
    assert "{{" not in body
    assert body.count("\n") == 2
