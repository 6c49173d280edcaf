"""Whatever is exported is read back as the same works, by the same readers that read other people's files."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scholarsync import targets
from scholarsync.cli.inputs import read_place, records_of
from scholarsync.cli.rows import read_rows
from scholarsync.model import Record, Work
from scholarsync.normalise.latex import to_latex, to_text
from scholarsync.normalise.titles import clean_title, title_key
from scholarsync.normalise.venues import clean_venue
from scholarsync.publish import write_whole
from scholarsync.targets import ListOptions
from scholarsync.targets.formulas import shown
from targets.awkward import works

OPTIONS = ListOptions(owners=("Ada Quillfeather",), site="https://example.org/list")
COUNT = 60
PARTS = ("volume", "number", "pages", "type")
DATA = ("bibtex", "biblatex", "csl-json", "ris", "csv", "json")
READ_BY_PEOPLE = ("html", "markdown", "hugo", "academicpages")


def read_back(name: str, made: tuple[Work, ...], folder: Path) -> tuple[Record, ...]:
    target = targets.load()[name]
    path = folder / f"list{target.suffix}"
    write_whole(path, target.render(made, OPTIONS))
    if name == "json":
        return tuple(read_rows(str(path)))
    source, reading = read_place(str(path), base_url=None, contact=None)
    assert reading.faults == ()
    return records_of(reading.drafts, source=source)


def gist(record: Record) -> tuple[object, ...]:
    """What makes a record the same work: formulas may be spelled in Unicode, a suffix may lose its dot."""
    title = record.title or ""
    names = tuple(author.name.removesuffix(".") for author in record.authors)
    return (title if "$" not in title else None, title_key(shown(title)), names, record.year, record.venue)


def ids(record: Record) -> tuple[str | None, str | None]:
    return record.doi, record.arxiv_id


def plain_title(record: Record) -> str:
    return title_key(shown(record.title or ""))


def by_title(records: tuple[Record, ...]) -> list[Record]:
    return sorted(records, key=plain_title)


@pytest.mark.parametrize("name", [*DATA, *READ_BY_PEOPLE])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_written_is_read_back(name, seed, tmp_path):
    made = works(COUNT, seed=seed)
    expected = by_title(tuple(work.chosen for work in made))

    found = by_title(read_back(name, made, tmp_path))

    assert len(found) == COUNT
    for wanted, record in zip(expected, found, strict=True):
        formula = "$" in (wanted.title or "")
        assert gist(record)[formula:] == gist(wanted)[formula:]
        assert ids(record) == ids(wanted)
        if name in DATA:
            assert [getattr(record, part) for part in PARTS] == [getattr(wanted, part) for part in PARTS]
            assert record.date == wanted.date


@pytest.mark.parametrize("name", ["bibtex", "biblatex", "json", "html", "markdown", "hugo"])
def test_links_come_back(name, tmp_path):
    made = works(30, seed=3)
    wanted = {plain_title(work.chosen): work.chosen.links.get("pdf") for work in made}

    found = {plain_title(record): record.links.get("pdf") for record in read_back(name, made, tmp_path)}

    assert found == wanted


@pytest.mark.parametrize("name", ["bibtex", "biblatex", "json", "hugo"])
def test_keys_come_back(name, tmp_path):
    made = works(30, seed=4)

    found = {record.label for record in read_back(name, made, tmp_path)}

    assert found == {work.label for work in made}


@pytest.mark.parametrize("name", sorted(targets.load()))
def test_the_same_works_make_the_same_bytes_and_nothing_makes_an_empty_list(name):
    target = targets.load()[name]
    made = works(20, seed=5)

    assert target.render(made, OPTIONS) == target.render(list(made), OPTIONS)
    assert isinstance(target.render((), OPTIONS), dict if target.suffix == "" else str)


EXAMPLES = int(os.environ.get("ROUND_TRIPS", "8"))
"""Lists of five a format; 200 make a thousand records."""
SIGNS = st.text(
    alphabet=st.one_of(
        st.characters(categories=("L", "N", "P", "S", "Zs"), max_codepoint=0x2FFF),
        st.sampled_from("{}\\$%&_#^~<>\"'`=+-@|;,:/()[]*! "),
    ),
    min_size=4,
    max_size=40,
)


def stable(title: str) -> bool:
    """Whether a title is one that the program itself could hold: what its own reading leaves as it is."""
    return clean_title(title) == title and to_text(to_latex(title)) == title and bool(title_key(title))


@pytest.mark.parametrize("name", DATA)
@given(signs=SIGNS)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_any_title_comes_back(name, signs, tmp_path_factory):
    title = clean_title(f"Kites {' '.join(signs.split())} no. 7")
    assume(stable(title))
    (base,) = works(1, seed=6)
    made = (replace(base, chosen=replace(base.chosen, title=title)),)

    (found,) = read_back(name, made, tmp_path_factory.mktemp("list"))

    assert shown(found.title or "") == shown(title)


@st.composite
def lists(draw: st.DrawFn) -> tuple[Work, ...]:
    """Five works with signs of every kind in title and venue, as the program itself could hold them."""
    made = []
    for number, work in enumerate(works(5, seed=draw(st.integers(0, 10_000)))):
        title = clean_title(f"Kites {draw(SIGNS)} {'above Roofs and Towers'} no. {number}")
        venue = clean_title(f"Annals of {draw(SIGNS)} Rivers")
        assume(stable(title) and stable(venue) and clean_venue(venue) == venue)
        made.append(replace(work, chosen=replace(work.chosen, title=title, venue=venue)))
    return tuple(made)


@pytest.mark.parametrize("name", DATA)
@given(made=lists())
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_any_list_comes_back_with_its_venues(name, made, tmp_path_factory):
    found = by_title(read_back(name, made, tmp_path_factory.mktemp("list")))

    for wanted, record in zip(by_title(tuple(work.chosen for work in made)), found, strict=True):
        assert shown(record.title or "") == shown(wanted.title or "")
        assert (record.venue, record.year, ids(record)) == (wanted.venue, wanted.year, ids(wanted))
        assert [author.name.rstrip(".") for author in record.authors] == [a.name.rstrip(".") for a in wanted.authors]


@pytest.mark.parametrize("name", READ_BY_PEOPLE)
@given(made=lists())
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_any_list_for_people_comes_back_as_the_same_works(name, made, tmp_path_factory):
    found = by_title(read_back(name, made, tmp_path_factory.mktemp("list")))

    assert [title_key(shown(record.title or "")) for record in found] == [
        plain_title(record) for record in by_title(tuple(work.chosen for work in made))
    ]
