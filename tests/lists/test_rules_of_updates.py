"""Which works a hand-kept list gets, and what it never gives again."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from scholarsync.cli import group
from scholarsync.lists import open_list
from scholarsync.model import Record
from scholarsync.normalise.records import from_row
from scholarsync.publish import ListRules
from scholarsync.update import records_of, update_list

BIB = "@article{quillon2024towers,\n  title = {Old Towers and their Clocks},\n  author = {Quillon, Ada},\n  year = {2024}\n}\n"
OWLS = {"title": "Owls of the Northern Stations", "authors": ["Ada Quillon", "Bo Marsh"], "year": 2025}
GULLS = {"title": "Gulls on the Roofs of Harbours", "authors": ["Cy Dunes", "Ada Quillon"], "year": 2023}
BELLS = {"title": "Bells of the Southern Valleys", "authors": ["Di Tower"], "year": 2022}


def records(*rows: dict[str, object]) -> list[Record]:
    return [from_row(row, key=str(at), source="made up") for at, row in enumerate(rows)]


def bib(folder: Path, text: str = BIB, name: str = "papers.bib") -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(("rules", "added"), [
    (ListRules(), {"Owls", "Gulls", "Bells"}),
    (ListRules(person="Ada Quillon"), {"Owls", "Gulls"}),
    (ListRules(person="A. Quillon"), {"Owls", "Gulls"}),
    (ListRules(person="Ada Quillon", first_author_only=True), {"Owls"}),
    (ListRules(selected=("made up:1",), selected_only=True), {"Gulls"}),
    (ListRules(limit=2), {"Owls"}),
    (ListRules(limit=1), set()),
    (ListRules(since=2023, until=2024), {"Gulls"}),
])  # fmt: skip
def test_records_of_a_file_are_held_to_the_rules(tmp_path, rules, added):
    report = update_list(bib(tmp_path), records(OWLS, GULLS, BELLS), rules=rules)

    assert {one.title.split()[0] for one in report.added} == added


def test_works_of_somebody_else_are_counted_not_named(tmp_path):
    report = update_list(bib(tmp_path), records(OWLS, BELLS), rules=ListRules(person="Ada Quillon"))

    assert report.notes == ("1 works that do not name Ada Quillon were not added",)


@pytest.mark.parametrize("mark", ["selected = {true}", 'selected = "true"', "SELECTED = {yes}"])
def test_the_mark_of_a_bib_file_selects(tmp_path, mark):
    marked = f"@article{{o,\n  title = {{Owls of the Northern Stations}},\n  year = 2025,\n  {mark}\n}}\n"
    _, listing = open_list(bib(tmp_path, marked + BIB.replace("quillon", "x"), name="other.bib"))

    report = update_list(
        bib(tmp_path, "@article{a,\n  title = {Something Else Entirely},\n  year = 2020\n}\n"), records_of(listing),
        rules=ListRules(selected_only=True),
    )  # fmt: skip

    assert [one.title for one in report.added] == ["Owls of the Northern Stations"]


@pytest.mark.parametrize(("mark", "is_marked"), [
    ("selected: true", True), ("featured: yes", True), ("selected: false", False), ("selected: ''", False), ("x: true", False),
])  # fmt: skip
def test_the_mark_of_an_item_selects(tmp_path, mark, is_marked):
    path = tmp_path / "papers.yml"
    path.write_text(f"- title: Owls of the Northern Stations\n  year: 2025\n  {mark}\n")

    assert (records_of(open_list(path)[1])[0].ids.get("selected") == "true") is is_marked


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("selected.bib", BIB),
        ("selected-publications.bib", BIB),
    ],
)
@pytest.mark.parametrize("rules", [ListRules(), ListRules(person="Ada Quillon", spellings=("A. Quillon",))])
def test_a_selection_gets_nothing_unless_rules_say_what(tmp_path, name, text, rules):
    path = bib(tmp_path, text, name=name)

    report = update_list(path, records(OWLS, GULLS), rules=rules)

    assert report.added == ()
    assert "a selection" in report.notes[0]
    assert len(update_list(path, records(OWLS, GULLS), rules=ListRules(since=2025)).added) == 1


def test_a_page_with_a_selection_and_the_rest_gets_it_among_the_rest(tmp_path):
    def item(title: str, year: int) -> str:
        return f"<li>Ada Quillon, Bo Marsh. <b>{title}</b>. <i>Annals of Towers</i>, {year}.</li>\n"

    chosen = item("Old Towers and their Clocks", 2024) + item("New Bridges over Small Rivers", 2022)
    others = item("Slow Ferries of the Lakes", 2021) + item("Sand and its Slow Movement", 2020)
    path = tmp_path / "index.html"
    path.write_text(
        f"<html><body><h2>Selected publications</h2>\n<ul>\n{chosen}</ul>\n<h2>Other publications</h2>\n<ul>\n{others}</ul></body></html>"
    )

    update_list(path, records({**OWLS, "venue": "Annals of Towers"}))

    text = path.read_text()
    assert text.index("Other publications") < text.index("Owls of the Northern")


def test_a_key_that_was_given_once_is_not_given_again(tmp_path):
    path = bib(tmp_path)

    report = update_list(path, records(OWLS), reserved=frozenset({"quillon2025owls", "Quillon2025owlsA"}))

    assert report.added[0].key == "quillon2025owlsb"
    assert report.keys == ("quillon2025owlsb", "quillon2024towers")


@pytest.mark.parametrize("name", ["papers.yml", "_publications/2024-01-01-quillon2024towers.md"])
def test_other_forms_keep_their_names_too(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    if name.endswith(".yml"):
        path.write_text(
            "- id: quillon2024towers\n  title: Old Towers and their Clocks\n  author: Ada Quillon\n  year: 2024\n"
        )
    else:
        path.write_text("---\ntitle: Old Towers and their Clocks\nauthor: Ada Quillon\ndate: 2024-01-01\n---\n")
        path = path.parent
    first = update_list(path, records(OWLS), write=False).added[0].key

    second = update_list(path, records(OWLS), write=False, reserved=frozenset({first or ""})).added[0].key

    assert first is not None
    assert second == f"{first}a"


PREPRINT = "@misc{q23,\n  title = {Owls of the Northern Stations},\n  author = {Quillon, Ada},\n  eprint = {2301.00001},\n  archiveprefix = {arXiv},\n  year = {2023}\n}\n"
PUBLISHED = {**OWLS, "authors": ["Ada Quillon"], "venue": "Annals of Owls", "type": "article", "arxiv_id": "2301.00001"}


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, ["update", *words])
    return result.exit_code, result.output


def test_a_check_tells_what_is_missing_and_what_is_out_of_date(tmp_path):
    path = bib(tmp_path, PREPRINT)
    new = tmp_path / "new.jsonl"
    new.write_text(f"{json.dumps(PUBLISHED)}\n{json.dumps(GULLS)}\n")

    code, told = run(str(path), "--from", str(new), "--check")

    assert code == 1
    assert "added: Gulls on the Roofs of Harbours" in told
    assert 'out of date: q23: venue: "Annals of Owls"' in told
    assert path.read_text() == PREPRINT
    assert run(str(path), "--from", str(new), "--upgrade")[0] == 0
    assert run(str(path), "--from", str(new), "--check")[0] == 0


def test_of_two_records_the_publication_upgrades_the_preprint(tmp_path):
    path = bib(tmp_path, PREPRINT)
    preprint = {**PUBLISHED, "venue": None, "type": "preprint", "year": 2023}

    report = update_list(path, records(preprint, PUBLISHED), upgrade=True)

    assert "journal = {Annals of Owls}" in path.read_text()
    assert report.added == ()


def test_records_come_from_several_files_of_several_kinds(tmp_path):
    path = bib(tmp_path)
    rows, other = tmp_path / "rows.jsonl", tmp_path / "other.bib"
    rows.write_text(json.dumps({**OWLS, "doi": "10.5555/owls"}) + "\n")
    other.write_text(
        "@article{o,\n  title = {{Owls of the Northern Stations}},\n  author = {Quillon, A.},\n  doi = {10.5555/owls},\n  year = 2025\n}\n"
        "@article{g,\n  title = {Gulls on the Roofs of Harbours},\n  author = {Dunes, Cy},\n  year = 2023\n}\n"
    )

    code, told = run(str(path), "--from", str(rows), "--from", str(other))

    assert code == 0
    assert sorted(line.split(" [")[0] for line in told.splitlines()) == [
        "added: Gulls on the Roofs of Harbours", "added: Owls of the Northern Stations",
    ]  # fmt: skip
    assert path.read_text().count("@article") == 3


@pytest.mark.parametrize("words", [("--type", "poem"), ("--limit", "0"), ("--since", "soon")])
def test_rules_that_mean_nothing_are_refused(tmp_path, words):
    assert run(str(bib(tmp_path)), "--from", str(bib(tmp_path, name="o.bib")), *words)[0] == 2


ALIASED = "---\ntitle: '{title}'\nauthors:\n- admin\n- {other}\ndate: '{year}-01-01'\n---\n"


@pytest.mark.parametrize(("owners", "beside", "shown"), [
    (("Ada Quillon",), False, "admin"), ((), True, "admin"), ((), False, "Ada Quillon"), (("Bo Marsh",), False, "Ada Quillon"),
])  # fmt: skip
def test_the_owner_of_a_site_stands_by_the_theme_s_alias(tmp_path, owners, beside, shown):
    for slug, title, other, year in (
        ("towers", "Old Towers", "Bo Fern", 2024),
        ("bridges", "New Bridges", "Cy Dunes", 2022),
    ):
        page = tmp_path / slug / "index.md"
        page.parent.mkdir()
        page.write_text(ALIASED.format(title=title, other=other, year=year))
        if beside:
            names = f"Quillon, Ada and {other}"
            (page.parent / "cite.bib").write_text(
                f"@article{{{slug},\n  title = {{{title}}},\n  author = {{{names}}}\n}}\n"
            )

    report = update_list(tmp_path, records(OWLS), owners=owners)

    folder = tmp_path / (report.added[0].key or "")
    assert f"authors:\n- {shown}\n" in (folder / "index.md").read_text()
    if beside:
        assert "author = {Quillon, Ada and Marsh, Bo}" in (folder / "cite.bib").read_text()


def test_a_list_that_has_the_publication_too_is_not_out_of_date(tmp_path):
    """Also where both entries have one key, as two exports of a service do."""
    both = PREPRINT + PREPRINT.replace("@misc", "@article").replace(
        "  eprint = {2301.00001},\n  archiveprefix = {arXiv},\n", "  journal = {Annals of Owls},\n"
    )
    path = bib(tmp_path, both)

    report = update_list(path, records_of(open_list(path)[1]), upgrade=True)

    assert report.current
    assert path.read_text() == both


@pytest.mark.parametrize(("item", "line"), [
    ('- {{title: "{title}", authors: "{names}", year: {year}}}\n',
     '- {title: "Owls of the Northern Stations", authors: "Ada Quillon, Bo Marsh", year: 2025}\n'),
    ("- title: {title}\n  authors:\n    - {{first: Di, last: Tower}}\n  year: {year}\n",
     "    - {first: Ada, last: Quillon}\n    - {first: Bo, last: Marsh}\n"),
    ("- title: {title}\n  authors:\n  - given: Di\n    family: Tower\n  year: {year}\n",
     "  authors:\n  - given: Ada\n    family: Quillon\n  - given: Bo\n    family: Marsh\n"),
])  # fmt: skip
def test_items_in_one_line_and_names_in_parts_stay_so(tmp_path, item, line):
    path = tmp_path / "papers.yml"
    path.write_text(
        "".join(item.format(title=f"Old Towers no. {at}", names="Di Tower", year=2020 - at) for at in range(3))
    )

    update_list(path, records(OWLS))

    assert line in path.read_text()
    assert not update_list(path, records(OWLS)).changed
