"""A person's own corrections: whatever is written by hand is read as it is meant, or told."""

import pytest

from scholarsync.errors import ConfigError, Unreadable
from scholarsync.model import Page, Watch
from scholarsync.normalise import normalise
from scholarsync.sources import load, recognise
from scholarsync.sources.curated import source


def read(text, *, url="corrections.yaml"):
    return source.parse(Page(watch="curated:c", url=url, body=text.encode()))


ROWS = """
- title: On Kites
  authors: [Bo Marrow, "van der Lint, Dirk", The Kite Group]
  year: 2031
  venue: Annals of Kites
  pages: 010-20
  doi: 10.5555/aok.1
- title: On Lines
  authors: Bo Marrow and Ada Quill
  arxiv_id: 3101.10000
  date: 2030-05-17
  authors_truncated: false
  note: ~
"""


def test_rows_are_read_as_written():
    kites, lines = (normalise(draft, source="curated") for draft in read(ROWS).drafts)

    assert [author.sort_name for author in kites.authors] == ["Marrow, Bo", "van der Lint, Dirk", "Kite Group"]
    assert (kites.key, kites.year, kites.venue, kites.pages, kites.doi) == (
        "curated:10.5555/aok.1",
        2031,
        "Annals of Kites",
        "010-20",
        "10.5555/aok.1",
    )
    assert (lines.arxiv_id, lines.date, lines.authors_truncated, lines.note) == (
        "3101.10000",
        "2030-05-17",
        False,
        None,
    )
    assert [author.name for author in lines.authors] == ["Bo Marrow", "Ada Quill"]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ('[{"title": "On Kites"}]', "c.json"),
        ('{"publications": [{"title": "On Kites"}]}', "c.json"),
        ('{"title": "On Kites"}', "c.json"),
        ("publications:\n- title: On Kites\n", "c.yaml"),
        ("title: On Kites\n", "c.yaml"),
        ("@misc{k, title={On Kites}}", "c.bib"),
    ],
)
def test_forms_of_a_file(text, url):
    assert [draft.title for draft in read(text, url=url).drafts] == ["On Kites"]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "[]", "- \n"[:0]])
def test_an_empty_file_corrects_nothing(text):
    assert read(text).drafts == ()


def test_rows_that_say_nothing_are_faults():
    reading = read("- year: 2031\n- just words\n- title: On Kites\n- title: On Kites\n- doi: 10.5555/x\n")

    assert [fault.where for fault in reading.faults] == ["record 1", "record 2"]
    assert [draft.id for draft in reading.drafts] == ["onkites", "onkites#2", "10.5555/x"]


@pytest.mark.parametrize(
    "text",
    [
        "just words", "a: [1", "- a: *b", "a: &x [1]\nb: *x", "publications: none", '{"a": 1}', "[1, 2", "[" * 100_000,
        "- !!python/object/apply:os.system [x]\n- title: {", "x: " + "[" * 50_000,
    ],
    ids=range(10),
)  # fmt: skip
def test_other_files_are_unreadable(text):
    with pytest.raises(Unreadable):
        read(text)


def test_tags_of_yaml_make_nothing():
    assert read("- title: !!python/name:os.system x\n  year: 2031\n").drafts[0].title == "x"


def test_it_counts_above_all_others():
    assert source.rank == max(other.rank for other in load().values())


def test_lists_of_rows_are_known():
    assert recognise(Page(watch="w", url="c.yaml", body=ROWS.encode())).name == "curated"
    assert recognise(Page(watch="w", url="c.json", body=b'[{"title": "On Kites"}]')).name == "curated"
    assert source.recognises(Page(watch="w", url="c.yaml", body=b"name: value\n")) == 0
    assert source.recognises(Page(watch="w", url="c.html", body=b"<title>x</title>")) == 0


def test_a_watch_needs_an_address():
    assert (
        source.start(Watch(source="curated", locator="https://example.org/c.yaml"))[0].url
        == "https://example.org/c.yaml"
    )
    with pytest.raises(ConfigError):
        source.start(Watch(source="curated", locator="no/such/file.yaml"))
