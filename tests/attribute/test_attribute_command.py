"""The command: files in, one verdict a line out; mistakes told in one line."""

import json

import pytest
from click.testing import CliRunner

from scholarsync.cli.attribute_ import command
from scholarsync.errors import InputError

KNOWN = [
    {"id": "k1", "title": "Pollen of the meadow", "authors": ["Oda Fennimore", "Keito Morivale"], "year": 2012},
    {"id": "k2", "title": "Bumblebee foraging", "authors": ["Keito Morivale", "Bertil Askwith"], "year": 2014},
]
CANDIDATES = [
    {"id": "c1", "title": "Foraging in the meadow", "authors": ["Oda Fennimore", "Bertil Askwith", "Keito Morivale"],
     "year": 2013, "venue": "Bee Ways"},
    {"id": "c2", "title": "Rivets", "authors": ["Kanae Morivale", "Ravn Ostrander"], "year": None, "venue": ""},
    {"id": "c3", "title": "Alloys", "authors": ["Keito Morivale"], "year": None, "venue": ""},
]  # fmt: skip


@pytest.fixture
def files(tmp_path):
    person, candidates = tmp_path / "person.json", tmp_path / "candidates.jsonl"
    person.write_text(json.dumps({"name": "Keito Morivale", "variants": ["K. Morivale"], "known": KNOWN}), "utf-8")
    candidates.write_text("".join(json.dumps(row) + "\n" for row in CANDIDATES), "utf-8")
    return ["--person", str(person), "--candidates", str(candidates)]


def run(*arguments):
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False, standalone_mode=False)


def test_one_json_verdict_a_line_in_the_order_of_the_candidates(files):
    rows = [json.loads(line) for line in run(*files, "--json").output.splitlines()]

    assert [row["id"] for row in rows] == ["c1", "c2", "c3"]
    assert rows[1]["verdict"] == "not_mine"
    assert rows[2]["verdict"] != "mine"
    assert all(row["reason"] for row in rows)


def test_without_json_it_reads_like_a_list(files):
    output = run(*files).output

    assert "- ????  Rivets\n      the given name is another: Kanae Morivale" in output


def test_questions_name_the_records_they_are_about(files):
    asked = json.loads(run(*files, "--questions").output)

    assert set(asked) == {"coauthors", "groups", "thin"}
    assert all(group["records"] for group in (*asked["groups"], *asked["thin"]))


def test_no_candidates_print_nothing(files, tmp_path):
    (tmp_path / "candidates.jsonl").write_text("", "utf-8")

    assert run(*files, "--json").output == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", '"name"'),
        ('{"name": "  "}', '"name"'),
        ('{"name": "K. Morivale", "known": {"id": 1}}', "'known' is not a list of records"),
        ('{"name": "K. Morivale", "variants": "Keito"}', "'variants' is not a list of names"),
    ],
)
def test_a_person_file_that_is_not_one_is_told(files, tmp_path, text, said):
    (tmp_path / "person.json").write_text(text, "utf-8")

    with pytest.raises(InputError, match=r"person\.json") as error:
        run(*files)
    assert said in str(error.value)


def test_a_missing_file_is_told(files):
    with pytest.raises(InputError, match=r"nowhere\.json"):
        run("--person", "nowhere.json", *files[2:])
