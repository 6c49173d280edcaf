"""New entries of a .bib file: its own hand in every habit."""

from pathlib import Path

import pytest

from scholarsync.lists.keys import new_key
from scholarsync.normalise.records import from_row
from scholarsync.update import update_list

NEW = {
    "title": "Owls of the Northern Railway Stations", "authors": ["Ada Quillon", "Bo Marsh"], "year": 2025,
    "venue": "Journal of Invented Results", "type": "article", "doi": "10.5555/owls.2025",
    "url": "https://doi.org/10.5555/owls.2025",
}  # fmt: skip
OLD = (("Towers and their Clocks", "Marsh, Bo", 2024), ("Bridges of the North", "Quillon, Ada", 2023),
       ("Ferries of the South", "Dunes, Cy", 2023), ("Gulls on Roofs", "Tower, Di", 2021))  # fmt: skip


def added(folder: Path, entry: str, *, before: str = "", year_head: str = "") -> str:
    path = folder / "papers.bib"
    text, last = before, 0
    for at, (title, name, year) in enumerate(OLD):
        text += year_head.format(year=year) if year_head and year != last else ""
        last = year
        text += entry.format(title=title, name=name, year=year, at=at, key=f"{name.split(',')[0]}{year}")
    path.write_text(text)
    update_list(path, [from_row(NEW, key="new", source="made up")])
    after = path.read_text()
    start = next(at for at, (a, b) in enumerate(zip(text, after, strict=False)) if a != b)
    return after[: start + len(after) - len(text)][-len(after) + len(text) - 40 :]


def test_dividers_that_are_years_open_one_for_a_new_year(tmp_path):
    text = added(
        tmp_path, "@article{{{key},\n  title = {{{title}}},\n  author = {{{name}}},\n  year = {{{year}}}\n}}\n\n",
        year_head="%% ----- {year} -----\n\n",
    )  # fmt: skip

    whole = (tmp_path / "papers.bib").read_text()
    assert whole.startswith("%% ----- 2025 -----\n\n@article{Quillon2025,\n")
    assert whole.index("2025") < whole.index("%% ----- 2024 -----\n\n@article{Marsh2024")
    assert text.count("@article{Quillon2025") == 1


def test_titles_in_two_pairs_of_braces_and_entries_in_parentheses(tmp_path):
    text = added(
        tmp_path, "@article({key},\n  title = {{{{{title}}}}},\n  author = {{{name}}},\n  year = {year}\n)\n\n"
    )

    assert "@article(Quillon2025,\n  title = {{Owls of the Northern Railway Stations}},\n" in text
    assert "  year = 2025,\n  doi = {10.5555/owls.2025}\n)" in text


def test_the_name_of_a_string_stands_for_its_venue(tmp_path):
    text = added(
        tmp_path,
        "@article{{{key},\n  title = {{{title}}},\n  author = {{{name}}},\n  journal = jir,\n  year = {{{year}}}\n}}\n",
        before='@string{jir = "Journal of {I}nvented Results"}\n',
    )

    assert "  journal = jir,\n" in text


def test_an_address_that_only_says_the_doi_again_is_left_out(tmp_path):
    text = added(
        tmp_path,
        "@article{{{key},\n  title = {{{title}}},\n  author = {{{name}}},\n  url = {{https://example.org/{at}}},\n"
        "  year = {{{year}}}\n}}\n",
    )

    assert "url" not in text


def test_what_programs_note_for_themselves_is_not_imitated(tmp_path):
    text = added(
        tmp_path,
        "@article{{{key},\n  title = {{{title}}},\n  author = {{{name}}},\n  year = {{{year}}},\n"
        "  owner = {{ada}},\n  timestamp = {{2021-03-04}},\n  file = {{:x.pdf:PDF}},\n  groups = {{mine}},\n}}\n",
    )

    assert "owner" in text
    assert not {"timestamp", "file", "groups"} & {line.split("=")[0].strip() for line in text.splitlines()}


def of(title: str, names: str, year: int, venue: str = "") -> object:
    return from_row(
        {"title": title, "authors": names.split(", "), "year": year, "venue": venue or None}, key="k", source="s"
    )


PEOPLE = (("Towers of Old", "Bo Marsh, Cy Dunes, Di Tower", 2024, "Proceedings of the ACM Conference on Human Towers (CHT)"),
          ("Bridges of Old", "Ada Quillon, Bo Marsh", 2023, "Annual Symposium on Bridge Research"),
          ("Ferries of Old", "Cy Dunes", 2022, "Journal of Slow Ferries"))  # fmt: skip
LAST = ("Owls of Old", "Eli Fern, Ada Quillon, Bo Marsh", 2025, "International Conference on Owl Studies (ICOS)")


@pytest.mark.parametrize(("keys", "key"), [
    (("marsh2024towers", "quillon2023bridges", "dunes2022ferries"), "fern2025owls"),
    (("Marsh24", "Quillon23", "Dunes22"), "Fern25"),
    (("Marsh2024a", "Quillon2023a", "Dunes2022b"), "Fern2025"),
    (("MDT24", "QM23", "Dun22"), "FQM25"),
    (("mdt2024", "qm2023", "dun2022"), "fqm2025"),
    (("marsh-etal-2024-towers", "quillon-marsh-2023-bridges", "dunes-2022-ferries"), "fern-etal-2025-owls"),
    (("marsh_towers_2024", "quillon_bridges_2023", "dunes_ferries_2022"), "fern_owls_2025"),
    (("CHT2024-marsh", "SBR2023-quillon", "SF2022-dunes"), "ICOS2025-fern"),
    (("cht24towers", "sbr23bridges", "sf22ferries"), "icos25owls"),
    (("DBLP:Marsh2024", "DBLP:Quillon2023", "DBLP:Dunes2022"), "fern2025owls"),
    (("a", "b", "c"), "fern2025owls"),
])  # fmt: skip
def test_a_key_is_made_as_the_others_are(keys, key):
    known = list(zip(keys, [of(*one) for one in PEOPLE], strict=True))

    assert new_key(of(*LAST), known) == key


@pytest.mark.parametrize("head", ["", "%% ----- {year} -----\n\n"])
@pytest.mark.parametrize("years", [(2021, 2022, 2023, 2024), (2024, 2023, 2022, 2021)])
def test_many_at_once_stand_as_one_after_the_other(tmp_path, head, years):
    def entry(at: int, year: int) -> str:
        return f"{head.format(year=year)}@article{{Old{year},\n  title = {{Old Towers no. {at} of the Lands}},\n  author = {{Tower, Di}},\n  year = {{{year}}}\n}}\n\n"

    at_once, singly = tmp_path / "at_once.bib", tmp_path / "singly.bib"
    for path in (at_once, singly):
        path.write_text("".join(entry(at, year) for at, year in enumerate(years)))
    new = [from_row({**NEW, "title": f"Owls no. {at} of the Stations", "year": year, "doi": None, "url": None}, key=f"n{at}", source="made up")
           for at, year in enumerate((2026, 2026, 2025, 2023, 2023, 2021, 2019))]  # fmt: skip

    report = update_list(at_once, new)
    for one in sorted(new, key=lambda one: (one.year or 0, -int(one.key[1:]))):
        update_list(singly, [one])

    assert at_once.read_text() == singly.read_text()
    assert len({one.key for one in report.added}) == len(new)
    assert not update_list(at_once, new).changed


@pytest.mark.parametrize(
    ("doi", "written"),
    [("https://doi.org/10.5555/{at}", "https://doi.org/10.5555/owls.2025"), ("10.5555/{at}", "10.5555/owls.2025")],
)
def test_a_doi_is_an_address_where_the_others_are(tmp_path, doi, written):
    entry = (
        "@article{{{key},\n  title = {{{title}}},\n  author = {{{name}}},\n  year = {{{year}}},\n  doi = {{DOI}}\n}}\n"
    )

    assert f"doi = {{{written}}}" in added(tmp_path, entry.replace("DOI", doi))
