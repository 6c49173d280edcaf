"""Several people in one store: a work belongs to all that wrote it, and to nobody else."""

import contextlib
import json

import pytest
from click.testing import CliRunner

from scholarsync.cli import group
from scholarsync.store import Store

PEOPLE = ("Ada Quillfeather", "Bo Marrow", "Chidi Osei")
WATCH = '[[people.watches]]\nsource = "bibtex"\nlocator = "{}"\n'
ADA = [
    ("kites", "Sparse Kites", "Ada Quillfeather and Bo Marrow", 2014),
    ("lamps", "Lamps at Dusk", "Ada Quillfeather and Bo Marrow and Dora Finch", 2015),
    ("solo", "A Theory of Kites", "Ada Quillfeather", 2016),
    ("short", "Kites in Short", "A. Quillfeather and B. Marrow and C. Osei", 2017),
]
BO = [
    ("wind", "Wind over Roofs", "Bo Marrow and Ada Quillfeather", 2013),
    ("mud", "Mud and Reeds", "Bo Marrow and Chidi Osei", 2015),
    ("reeds", "Reeds in Winter", "Bo Marrow and Chidi Osei and Dora Finch", 2016),
    ("kites2", "Sparse kites", "B Marrow and A Quillfeather", 2014),
]
CHIDI = [
    ("mud3", "Mud and Reeds", "C. Osei and B. Marrow", 2015),
    ("bells", "Bells of the Old Town", "Chidi Osei and Esi Thorne", 2018),
]
FOUND = [
    ("stray", "Enamel in Sheep Teeth", "Ada Quillfeather and Wendel Harrow and Ines Carver", 1991),
    ("teeth", "Teeth of Upland Sheep", "Ada Quillfeather and Wendel Harrow and Ines Carver", 1992),
    ("dusk", "Dusk without Lamps", "Ada Quillfeather and Dora Finch and Bo Marrow", 2017),
]
GROUP = [
    ("mud4", "Mud and Reeds", "Bo Marrow and Chidi Osei", 2015),
    ("guest", "Moss on Walls", "Esi Thorne and Fenn Alder", 2019),
]


def bib(entries):
    form = "@article{{{0}, title={{{1}}}, author={{{2}}}, year={{{3}}}, journal={{Annals}}}}\n"
    return "".join(form.format(*entry) for entry in entries)


def program(folder, *words):
    with contextlib.chdir(folder):
        done = CliRunner().invoke(group, words, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def write(folder):
    tables = ['contact = "ada@example.org"\nstore = "store.db"\n']
    for name, own in zip(PEOPLE, ("ada.bib", "bo.bib", "chidi.bib"), strict=True):
        tables.append(f'[[people]]\nname = "{name}"\n' + WATCH.format(own))
        if name != "Chidi Osei":
            tables.append(WATCH.format("group.bib") + "identity = false\n")
    tables.insert(2, WATCH.format("found.bib") + "identity = false\n")
    (folder / "config.toml").write_text("".join(tables))
    for name, entries in (("ada", ADA), ("bo", BO), ("chidi", CHIDI), ("found", FOUND), ("group", GROUP)):
        (folder / f"{name}.bib").write_text(bib(entries))


@pytest.fixture(scope="module")
def synced_once(tmp_path_factory):
    folder = tmp_path_factory.mktemp("group")
    write(folder)
    program(folder, "sync")
    return folder


@pytest.fixture
def folder(synced_once, tmp_path):
    for path in synced_once.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def people(folder):
    with Store(folder / "store.db") as store:
        return {work.chosen.title: tuple(name.split()[0] for name in work.people) for work in store.derived.works()}


def test_works_belong_to_all_that_wrote_them(synced_once):
    found = {title.lower(): names for title, names in people(synced_once).items()}

    assert found["sparse kites"] == ("Ada", "Bo")  # on both lists
    assert found["lamps at dusk"] == ("Ada", "Bo")  # on one, and it names both
    assert found["wind over roofs"] == ("Ada", "Bo")
    assert found["mud and reeds"] == ("Bo", "Chidi")
    assert found["reeds in winter"] == ("Bo", "Chidi")


def test_works_belong_to_nobody_that_they_do_not_name(synced_once):
    found = people(synced_once)

    assert found["A Theory of Kites"] == ("Ada",)
    assert found["Bells of the Old Town"] == ("Chidi",)
    assert found["Moss on Walls"] == ()


def test_a_namesakes_works_are_not_a_colleagues(synced_once):
    found = people(synced_once)

    assert found["Teeth of Upland Sheep"] == ()
    assert found["Enamel in Sheep Teeth"] == ()
    assert "Ada" in found["Dusk without Lamps"]


def test_one_page_serves_several_people(synced_once):
    status = program(synced_once, "status")

    assert status.count("group.bib: ") == 1, "a line a place"


def test_each_has_a_list_of_their_own(synced_once):
    mine = program(synced_once, "list", "--person", "Chidi Osei")

    assert "Mud and Reeds" in mine
    assert "Theory" not in mine


def test_a_ruling_is_of_one_person(folder):
    program(folder, "decide", "not-mine", "Lamps at Dusk", "--person", "Bo Marrow")

    assert people(folder)["Lamps at Dusk"] == ("Ada",)


def test_a_persons_word_holds_also_of_a_work_that_no_list_of_theirs_names(folder):
    program(folder, "decide", "mine", "Moss on Walls", "--person", "Chidi Osei")

    assert people(folder)["Moss on Walls"] == ("Chidi",)


def test_the_newest_ruling_of_any_record_of_a_work_holds(folder):
    program(folder, "decide", "not-mine", "bibtex:chidi.bib#mud3", "--person", "Chidi Osei")
    assert people(folder)["Mud and Reeds"] == ("Bo",)
    program(folder, "decide", "mine", "bibtex:bo.bib#mud", "--person", "Chidi Osei")

    assert people(folder)["Mud and Reeds"] == ("Bo", "Chidi")


def test_a_rebuild_says_the_same(folder):
    before = people(folder)
    program(folder, "rebuild")

    assert people(folder) == before


def test_works_that_come_later_say_the_same_as_all_at_once(folder, tmp_path_factory):
    new = [("late", "Late Lamps", "Bo Marrow and Dora Finch and Chidi Osei", 2020)]
    (folder / "bo.bib").write_text(bib([*BO, *new]))
    program(folder, "sync")
    other = tmp_path_factory.mktemp("at-once")
    write(other)
    (other / "bo.bib").write_text(bib([*BO, *new]))
    program(other, "sync")

    assert people(folder) == people(other)
    assert people(folder)["Late Lamps"] == ("Bo", "Chidi")


def test_works_in_doubt_are_listed_for_whom_they_may_be(synced_once):
    assert "Teeth of Upland Sheep" in program(synced_once, "list", "--unsure")
    assert "Teeth of Upland Sheep" in program(synced_once, "list", "--unsure", "--person", "Ada Quillfeather")
    assert program(synced_once, "list", "--unsure", "--person", "Bo Marrow") == ""
    assert "Lamps" not in program(synced_once, "list", "--unsure")


# names that were given ---------------------------------------------------------------------------


def test_a_citation_key_names_its_work_also_when_it_is_nobodys(folder):
    program(folder, "decide", "not-mine", "bells", "--person", "Chidi Osei")
    assert people(folder)["Bells of the Old Town"] == ()
    program(folder, "decide", "forget", "bells", "--person", "Chidi Osei")

    assert people(folder)["Bells of the Old Town"] == ("Chidi",)


# what is explained -------------------------------------------------------------------------------


def test_explain_says_whose_a_work_is_and_why(synced_once):
    told = program(synced_once, "explain", "Lamps at Dusk")

    assert "Ada Quillfeather: mine (score 1.0): listed by the person's own page or profile   [1]" in told
    assert "Bo Marrow: mine" in told
    assert "written with Ada Quillfeather" in told


def test_explain_of_a_work_leads_from_values_over_records_to_pages(synced_once):
    told = program(synced_once, "explain", "kites")

    assert "authors        Ada Quillfeather, Bo Marrow   [1]" in told
    assert "[1] bibtex:ada.bib#kites\n      page 1 ada.bib (" in told
    assert "[2] bibtex:bo.bib#kites2\n      page " in told


@pytest.mark.parametrize(
    ("names", "verdict"), [(("kites", "bibtex:bo.bib#kites2"), "same"), (("kites", "wind"), "different")]
)
def test_explain_of_two_compares_them_field_by_field(synced_once, names, verdict):
    told = program(synced_once, "explain", *names)
    row = json.loads(program(synced_once, "explain", *names, "--json"))

    assert f"  {verdict}: " in told
    assert row["one_work"] == (verdict == "same")
    assert {each["field"] for each in row["evidence"]} >= {"title", "authors", "year", "venue"}


def test_explain_of_two_says_what_was_ruled(folder):
    program(folder, "decide", "same", "kites", "wind", "--by", "Bo")
    told = program(folder, "explain", "bibtex:ada.bib#kites", "bibtex:bo.bib#wind")

    assert "one work" in told
    assert "ruled same: " in told
    assert "by Bo on " in told
