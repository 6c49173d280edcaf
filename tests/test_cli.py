"""The command line: what a user types, sees, and gets as exit code."""

import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from scholarsync.cli import COMMANDS, group, main
from scholarsync.errors import ScholarsyncError
from upstream.faults import status

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sys.executable).with_name("scholarsync")


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


def run(folder, *words, stdin=""):
    """The command line in this process, which saves the start of an interpreter a call."""
    out, err, argv, keyboard = io.StringIO(), io.StringIO(), sys.argv, sys.stdin
    broken_pipe = signal.getsignal(signal.SIGPIPE)  # the program gives it up for good
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        sys.argv, sys.stdin = ["scholarsync", *words], io.StringIO(stdin)
        try:
            main()
        except SystemExit as leave:
            code = leave.code
        finally:
            sys.argv, sys.stdin = argv, keyboard
            signal.signal(signal.SIGPIPE, broken_pipe)
    return Done(code, out.getvalue(), err.getvalue())


def copy_sample(folder):
    shutil.copytree(ROOT / "data/sample", folder / "data/sample")
    shutil.copy(ROOT / "config.toml", folder)
    return folder


@pytest.fixture
def sample(tmp_path):
    """The sample of the repository, copied, so that runs do not meet."""
    return copy_sample(tmp_path)


@pytest.fixture(scope="module")
def synced_once(tmp_path_factory):
    folder = copy_sample(tmp_path_factory.mktemp("synced"))
    assert run(folder, "sync").returncode == 0
    return folder


@pytest.fixture
def synced(synced_once, tmp_path):
    """The sample after its first sync."""
    return shutil.copytree(synced_once, tmp_path / "job")


def test_the_overview_names_every_command():
    text = run(ROOT, "--help").stdout

    assert all(f"  {name} " in text for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name):
    done = CliRunner().invoke(group, [name, "--help"])

    assert done.exit_code == 0
    assert f"Example: scholarsync {name}" in done.output


def test_the_sample_makes_the_list_it_should(synced):
    works = json.loads(run(synced, "list", "--json").stdout)
    found = {(work["title"], work["year"]) for work in works}

    assert found == {
        ("Kites That Remember the Wind", 2026),
        ("Sparse Kites: Wind-Aware Routing for Tethered Drones", 2024),
        ("A Catalogue of Paper Lanterns and Their Drag", 2022),
        ("Counting Zebra Finches by Ear", 2021),
        ("Counting Zebra Finches by Ear", 2020),
        ("River Kites. Part I. Design", 2019),
        ("River Kites. Part II. Results", 2019),
        ("竹とんぼの飛行解析", 2018),
    }


def test_a_second_sync_of_the_sample_is_silent(synced):
    done = run(synced, "sync")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_namesakes_paper_is_not_on_the_list(synced):
    assert "Folded Strips" not in run(synced, "list").stdout
    assert "Folded Strips" in run(synced, "list", "--all").stdout


def test_explain_leads_to_the_page(synced):
    text = run(synced, "explain", "tethered drones").stdout

    assert "data/sample/arxiv.xml" in text
    assert "sha256" in text
    assert "same:" in text


def test_a_ruling_is_applied_remembered_and_taken_back(synced):
    key = next(work["key"] for work in json.loads(run(synced, "list", "--json", "--year", "2022").stdout))
    assert run(synced, "decide", "not-mine", key, "--why", "a namesake's").returncode == 0
    assert "Lanterns" not in run(synced, "list").stdout
    run(synced, "rebuild")
    assert "Lanterns" not in run(synced, "list").stdout

    assert run(synced, "decide", "forget", "paper lanterns").returncode == 0
    assert "Lanterns" in run(synced, "list").stdout


def test_a_value_that_a_person_set_wins(synced):
    run(synced, "decide", "value", "tethered drones", "venue", "ICMR 2024")

    assert json.loads(run(synced, "show", "tethered drones", "--json").stdout)["venue"] == "ICMR 2024"
    assert "decision by" in run(synced, "explain", "tethered drones").stdout


def test_records_ruled_different_part_and_those_ruled_same_join(synced):
    works = json.loads(run(synced, "list", "--json", "--year", "2019").stdout)
    run(synced, "decide", "same", works[0]["id"], works[1]["id"])
    assert len(json.loads(run(synced, "list", "--json", "--year", "2019").stdout)) == 1
    run(synced, "decide", "different", works[0]["id"], works[1]["id"])
    assert len(json.loads(run(synced, "list", "--json", "--year", "2019").stdout)) == 2


def test_rulings_move_as_a_text_file(synced, tmp_path):
    run(synced, "decide", "not-mine", "paper lanterns")
    run(synced, "decide", "export", "rulings.jsonl")
    (synced / "data/scholarsync.db").unlink()
    run(synced, "sync")
    assert "Lanterns" in run(synced, "list").stdout
    run(synced, "decide", "import", "rulings.jsonl")

    assert "Lanterns" not in run(synced, "list").stdout


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (("show", "nothing of that name"), 2, "no work"),
        (("list", "--year", "x"), 2, "year"),
        (("export", "-f", "docx"), 2, "not one of"),
        (("extract", "nowhere.html"), 2, "nowhere.html"),
        (("sync", "--only", "arxiv", "--only", "arxvi"), 2, "--only 'arxvi'"),
        (("extract", "https://example.org/"), 2, "--contact"),
        (("-c", "none.toml", "sync"), 2, "no such file"),
        (("decide", "same", "lanterns"), 2, "takes 2"),
        (("decide", "value", "lanterns", "colour", "red"), 2, "no field"),
        (("decide", "import", "none.jsonl"), 2, "none.jsonl"),
        (("decide", "value", "lanterns", "year", "soon"), 2, "cannot be read as year"),
        (("decide", "value", "lanterns", "authors_truncated", "x"), 2, "no field"),
        (("decide", "different", "lanterns", "lanterns"), 2, "one work already"),
        (("list", "--person", "Nobody"), 2, "'Ada Quillfeather'"),
        (("export", "--person", "Nobody"), 2, "'Ada Quillfeather'"),
        (("audit", "--person", "Nobody"), 2, "'Ada Quillfeather'"),
        (("list", "--source", "nowhere"), 2, "no source and no watch"),
        (("list", "--type", "song"), 2, "not one of"),
        (("export", "--type", "song"), 2, "not one of"),
        (("export", "-f", "html", "--template", "none.j2"), 2, "none.j2: No such file"),
        (("-c", "fresh.toml", "init", "--name", " "), 2, "--name is empty"),
        (("backup", "config.toml"), 5, "no database"),
        (("backup", "data/scholarsync.db"), 5, "the store itself"),
        (("frobnicate",), 2, "No such command"),
        (("dedupe", "none.jsonl"), 2, "none.jsonl"),
        (("review",), 2, "terminal"),
    ],
)
def test_a_mistake_is_one_clear_line(synced, words, code, part):
    done = run(synced, *words, stdin="")

    if words == ("review",) and done.returncode == 0:
        assert "nothing is open" in done.stdout
        return
    assert done.returncode == code
    assert part in done.stderr


@pytest.mark.parametrize(
    ("row", "part"),
    [
        ({"kind": "perhaps"}, "kind"),
        ({"subject": ["a"]}, "two names"),
        ({"subject": 5}, "subject"),
        ({"at": "2024-01-01T00:00:00"}, "time zone"),
        ({"value": [1]}, "value"),
        ({"by": "\ud800"}, "not a ruling"),
    ],
)
def test_a_damaged_ruling_never_gets_into_the_store(synced, row, part):
    whole = {"kind": "same", "subject": ["a", "b"], "by": "Bo", "at": "2024-01-01T00:00:00+00:00"}
    (synced / "rulings.jsonl").write_text(json.dumps({**whole, **row}) + "\n")
    done = run(synced, "decide", "import", "rulings.jsonl")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "rulings.jsonl:1" in done.stderr
    assert part in done.stderr
    assert run(synced, "decide", "export").stdout == ""


@pytest.mark.parametrize("words", [("dedupe", "deep.jsonl"), ("dedupe", "deep.json"), ("attribute", "--person",
                         "deep.json", "--candidates", "deep.jsonl")])  # fmt: skip
def test_json_nested_without_end_is_one_clear_line(tmp_path, words):
    for name in ("deep.json", "deep.jsonl"):
        (tmp_path / name).write_text(("[" if name == "deep.json" else '{"a":') * 100_000)
    done = run(tmp_path, *words)

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "not JSON" in done.stderr


def test_signs_that_the_terminal_cannot_show_end_nothing(synced):
    done = subprocess.run([PROGRAM, "list"], cwd=synced, env={"PYTHONIOENCODING": "ascii"}, capture_output=True,
                          text=True, check=False)  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert "River Kites" in done.stdout


def test_commands_that_read_say_when_there_is_no_store(sample):
    for name in ("list", "status", "rebuild", "explain", "show"):
        done = run(sample, name, *(["x"] if name in {"explain", "show"} else []))
        assert done.returncode == 5, name
        assert "no such store" in done.stderr


def test_init_writes_settings_that_load_and_never_over_a_file(tmp_path):
    words = (
        "init",
        "--name",
        'Ada "Kite" Quillfeather',
        "--scholar",
        "AbCdEfGhIJkL",
        "--homepage",
        "https://example.org/",
    )
    assert run(tmp_path, *words).returncode == 0
    assert run(tmp_path, "doctor", "--offline").returncode == 1  # the contact is still a placeholder
    before = (tmp_path / "config.toml").read_bytes()

    again = run(tmp_path, *words)
    assert (again.returncode, (tmp_path / "config.toml").read_bytes()) == (2, before)


def test_a_sync_without_a_place_to_look_says_so(tmp_path):
    run(tmp_path, "init", "--name", "Ada Quillfeather")
    done = run(tmp_path, "sync")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "[[people.watches]]" in done.stderr


def test_sync_refuses_to_ask_servers_without_a_contact(tmp_path):
    run(tmp_path, "init", "--name", "Ada", "--homepage", "https://example.org/")
    done = run(tmp_path, "sync")

    assert done.returncode == 2
    assert "contact" in done.stderr


def test_locators_that_no_source_can_use_are_told_before_anything_is_asked(tmp_path):
    run(
        tmp_path,
        "init",
        "--name",
        "Ada",
        "--scholar",
        "abc",
        "--homepage",
        "ftp://example.org/",
        "--contact",
        "a@example.org",
    )
    done = run(tmp_path, "sync")

    assert done.returncode == 2
    assert "'abc'" in done.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("table", "part"),
    [
        ('path = "out/list.xyz"', "lists.2.path: 'out/list.xyz': its ending tells no format; name one with format"),
        ('path = "out/list"', "lists.2.path: 'out/list': its ending tells no format"),
        ('path = "papers.docx"\nupdate = true', "lists.2.path: 'papers.docx': not a kind of list"),
    ],
)
def test_a_list_that_cannot_be_written_is_told_before_anything_is_asked(tmp_path, table, part):
    """By all commands: the key of the settings is named, and no page is fetched for nothing."""
    (tmp_path / "config.toml").write_text(f'[[lists]]\npath = "out/list.md"\n[[lists]]\n{table}\n')
    done = run(tmp_path, "status")

    assert done.returncode == 2
    assert done.stderr.startswith(f"scholarsync: config.toml: {part}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "body", "code", "said"),
    [
        ("noise.bin", bytes(range(256)) * 20, 2, "no source reads this kind of file"),
        ("noise.html", bytes(range(256)) * 20, 2, "no source reads this kind of file"),
        ("zeros", bytes(4096), 2, "no source reads this kind of file"),
        ("store.db", b"SQLite format 3\0" + bytes(100), 2, "no source reads this kind of file"),
        ("letter.txt", b"Dear Ada,\n\nthe kites are in the shed.\n", 0, "no publications found"),
    ],
)
def test_extract_says_a_word_where_there_is_nothing_to_print(tmp_path, name, body, code, said):
    (tmp_path / name).write_bytes(body)
    done = run(tmp_path, "extract", name)

    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"scholarsync: {name}: {said}\n"


def test_extract_of_an_empty_folder_says_so(tmp_path):
    (tmp_path / "papers").mkdir()
    done = run(tmp_path, "extract", "papers")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "scholarsync: papers: a folder without pages of publications\n"


@pytest.mark.parametrize("names", [("scholar",), ("scholar", "arxiv", "homepage", "curated")])
def test_failed_watches_have_their_exit_codes(sample, names):
    """3 when some fail, 4 when all do."""
    text = (sample / "config.toml").read_text()
    for name in ("scholar.html", "arxiv.xml", "homepage.html", "old-homepage.html", "corrections.yaml"):
        if len(names) > 1 or name == "scholar.html":
            text = text.replace(f'"data/sample/{name}"', f'"data/sample/no-{name}"')
    (sample / "config.toml").write_text(text)
    done = run(sample, "sync")

    assert done.returncode == (3 if len(names) == 1 else 4)
    assert done.stderr.count("no such file") == (1 if len(names) == 1 else 5)


def test_two_runs_at_once_do_not_meet(sample):
    from filelock import FileLock

    (sample / "data").mkdir(exist_ok=True)
    with FileLock(sample / "data/scholarsync.db.lock"):
        done = run(sample, "sync")

    assert done.returncode == 75
    assert "another run" in done.stderr


def test_a_dry_run_writes_nothing(sample):
    done = run(sample, "sync", "--dry-run")

    assert done.returncode == 0

    assert "would be asked" in done.stdout
    assert not (sample / "out").exists()
    assert not list((sample / "data").glob("*.db*"))


def test_every_error_has_a_documented_exit_code():
    def tree(kind):
        return {kind, *(c for sub in kind.__subclasses__() for c in tree(sub))}

    assert {kind.exit_code for kind in tree(ScholarsyncError)} <= {1, 2, 3, 5, 6, 75}


def test_a_title_cannot_command_the_terminal(sample):
    page = sample / "data/sample/homepage.html"
    page.write_text(page.read_text().replace("Kites That Remember", "Kites \x1b]0;owned\x07 That Remember"))
    run(sample, "sync")

    assert "\x1b" not in run(sample, "list").stdout


def test_a_pipe_for_a_page_holds_no_job(tmp_path):
    os.mkfifo(tmp_path / "page.html")
    (tmp_path / "config.toml").write_text(
        'contact = "ada@example.org"\n[[people]]\nname = "Ada Quill"\n'
        '[[people.watches]]\nsource = "homepage"\nlocator = "./page.html"\n'
    )

    done = run(tmp_path, "sync")

    assert "not a plain file" in done.stderr


def test_doctor_leaves_a_service_alone_that_rests(tmp_path, services):
    (tmp_path / "config.toml").write_text(
        f"""contact = "iris@example.org"
store = "store.db"
allow_private_addresses = true
[[people]]
name = "Iris Pebblethwaite"
[[people.watches]]
source = "homepage"
locator = "{services.url}/home"
""",
        "utf-8",
    )
    services.plan("/home", status(429))
    assert run(tmp_path, "sync").returncode == 4
    asked = len(services.log)

    done = run(tmp_path, "doctor", "--json")

    assert len(services.log) == asked
    assert any("rests until" in finding["what"] for finding in json.loads(done.stdout))


def test_a_backup_sweeps_what_a_killed_one_left(sample):
    run(sample, "sync")
    folder, store = sample / "copies", next(sample.rglob("*.db"))
    folder.mkdir()
    names = (f"{store.stem}-1.db.part", f"{store.stem}-2.db.part-journal", "thesis.db.part")
    old, fresh, other = (folder / name for name in names)
    for path in (old, fresh, other):
        path.write_bytes(b"half")
    for path in (old, other):
        os.utime(path, (0, 0))

    assert run(sample, "backup", str(folder)).returncode == 0

    assert not old.exists()
    assert fresh.exists(), "somebody may be writing it"
    assert other.exists(), "no copy of this store"


def test_doctor_tells_of_a_damaged_store_to_the_end(tmp_path):
    (tmp_path / "config.toml").write_text(
        'contact = "ada@example.org"\nallow_private_addresses = true\nstore = "s.db"\n'
        '[[people]]\nname = "Ada Quill"\n'
        '[[people.watches]]\nsource = "homepage"\nlocator = "http://127.0.0.1:9/home"\n'
    )
    (tmp_path / "s.db").write_bytes(b"no database" * 1000)

    done = run(tmp_path, "doctor", "--json")

    assert done.returncode == 1
    assert {row["level"] for row in json.loads(done.stdout)} == {"ok", "warn", "bad"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_standard_output_is_one_line(tmp_path):
    run(tmp_path, "init", "--name", "Ada Quill", "--homepage", "https://example.org/")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from scholarsync.cli import main; main()", "doctor", "--offline"],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip

    assert (done.returncode, done.stderr.count("\n")) == (6, 1)
    assert "standard output" in done.stderr
