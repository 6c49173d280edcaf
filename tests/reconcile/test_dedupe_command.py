"""`scholarsync dedupe` from the command line."""

import json

import pytest
from click.testing import CliRunner

from scholarsync.cli.dedupe_ import command

ROWS = [
    {"id": "a", "title": "Braiding of slow rivers", "authors": ["Ann Arden", "Lina Bose"], "year": 2031},
    {"id": "b", "title": "braiding of slow rivers", "authors": "A Arden, L Bose", "year": "2031"},
    {"id": "c", "title": "Ferry lines of the eastern marsh", "authors": ["Tom Ceres"], "year": 2030},
]
BIB = """@article{arden2031, title = {Braiding of Slow Rivers}, author = {Arden, Ann and Bose, Lina}, year = 2031}
"""


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    return path


def run(*args):
    return CliRunner().invoke(command, [str(arg) for arg in args], catch_exceptions=False)


def test_one_line_a_record_in_their_order(rows):
    said = [json.loads(line) for line in run(rows, "--json").output.splitlines()]

    assert said == [{"id": "a", "work": "a"}, {"id": "b", "work": "a"}, {"id": "c", "work": "c"}]


def test_an_array_is_as_good_as_lines(rows, tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(ROWS), "utf-8")

    assert run(path, "--json").output == run(rows, "--json").output


def test_an_id_that_stands_twice_gets_a_number(rows):
    said = [json.loads(line)["id"] for line in run(rows, rows, "--json").output.splitlines()]

    assert said == ["a", "b", "c", "a~2", "b~2", "c~2"]


def test_two_processes_say_what_one_says(rows, monkeypatch):
    monkeypatch.setattr("scholarsync.reconcile.bulk.WORTH_FORKING", 1)
    monkeypatch.setattr("scholarsync.reconcile.engine.WORTH_FORKING", 0)

    assert run(rows, "--json", "--workers", 2).output == run(rows, "--json", "--workers", 1).output


def test_the_summary_names_the_works_of_several_records(rows):
    output = run(rows).output

    assert output.startswith("3 records, 2 works\n")
    assert "a, b" in output


def test_explain_shows_the_pair_field_by_field(rows):
    output = run(rows, "--explain", "a", "b").output

    assert output.startswith("same: model")
    assert "Ann Arden, Lina Bose" in output


def test_an_unknown_id_and_a_broken_line_are_told(rows):
    from scholarsync.errors import InputError

    with pytest.raises(InputError, match="'z'"):
        run(rows, "--explain", "a", "z")
    rows.write_text('{"id": 1}\nnonsense\n', "utf-8")
    with pytest.raises(InputError, match=r"rows\.jsonl:2"):
        run(rows, "--json")
    rows.write_text("[1]\n[2]", "utf-8")
    with pytest.raises(InputError):
        run(rows, "--json")
    with pytest.raises(InputError):
        run(rows.with_name("none.jsonl"), "--json")


def test_an_empty_file_has_no_works(rows):
    rows.write_text("", "utf-8")

    assert run(rows, "--json").output == ""


def test_files_of_other_notations_are_read_too(rows, tmp_path):
    path = tmp_path / "papers.bib"
    path.write_text(BIB, "utf-8")

    said = [json.loads(line) for line in run(path, rows, "--json").output.splitlines()]

    assert said[0] == {"id": "bibtex:arden2031", "work": "a"}
    assert run(path, "--explain", "bibtex:arden2031", "bibtex:arden2031").output.startswith("same")
