"""The homes of the job: each is read by a parser of its format, and run as far as this machine can."""

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from cronsim import CronSim
from dockerfile_parse import DockerfileParser

from faults.confined import run
from faults.killing import made, write_pages
from scholarsync.cli import schedule_

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sys.executable).with_name("scholarsync")
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
AWKWARD = "my $job 100% 'fine'"
"""A folder whose name means something to every format."""


@pytest.fixture
def job(tmp_path):
    return made(tmp_path / AWKWARD)


# cron --------------------------------------------------------------------------------------------


def cron_line(job, monkeypatch, *options):
    monkeypatch.setattr(schedule_, "program", lambda: str(PROGRAM))
    text = run(job, "schedule", "cron", *options).out
    assert text.count("\n") == 1
    return text.rstrip("\n")


def test_a_cron_line_comes_once_a_day(job, monkeypatch):
    line = cron_line(job, monkeypatch, "--hour", "4", "--minute", "8")
    times = CronSim(" ".join(line.split(maxsplit=5)[:5]), datetime(2031, 3, 3, tzinfo=UTC))

    assert [next(times) for _ in range(2)] == [datetime(2031, 3, day, 4, 8, tzinfo=UTC) for day in (3, 4)]


def test_the_command_of_a_cron_line_runs(job, monkeypatch):
    """Cron ends a command at a percent sign without a backslash, and gives the rest to a shell without a PATH."""
    command = cron_line(job, monkeypatch).split(maxsplit=5)[5]
    assert not re.search(r"(?<!\\)%", command)
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace("\\%", "%")], check=False, capture_output=True, text=True,
        env={"PATH": "/usr/bin:/bin", "HOME": "/"}, cwd="/",
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, "")
    assert (job / "lists/publications.html").exists()


def test_a_path_that_would_begin_a_line_of_its_own_is_refused(tmp_path):
    job = made(tmp_path / "a\n* * * * * rm -rf ~")
    done = run(job, "schedule", "cron")

    assert done.code == 2
    assert done.out == ""


# systemd -----------------------------------------------------------------------------------------


@pytest.fixture
def units(job, tmp_path, monkeypatch):
    """The units as files, each under the name that its first line gives."""
    monkeypatch.setattr(schedule_, "program", lambda: str(PROGRAM))
    text = run(job, "schedule", "systemd").out
    folder = tmp_path / "units"
    folder.mkdir()
    for part in re.split(r"^(?=# /etc/systemd/system/)", text, flags=re.MULTILINE)[1:]:
        name = part.partition("\n")[0].rpartition("/")[2]
        (folder / name).write_text(part)
    assert sorted(path.name for path in folder.iterdir()) == ["scholarsync.service", "scholarsync.timer"]
    return folder


def settings_of(unit):
    """(section, key, value) of every line; a line that is none of a unit's is a mistake."""
    section, found = None, []
    for line in unit.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if head := re.fullmatch(r"\[(\w+)\]", line):
            section = head[1]
            continue
        key, equals, value = line.partition("=")
        assert equals, line
        assert re.fullmatch(r"[A-Z][A-Za-z]+", key), line
        found.append((section, key, value))
    return found


def test_the_units_say_what_they_should(units, job):
    service = settings_of(units / "scholarsync.service")
    assert {section for section, _, _ in service} == {"Unit", "Service"}
    values = {key: value for _, key, value in service}
    assert values["SuccessExitStatus"] == "3 75"
    assert values["Type"] == "oneshot"
    assert values["TimeoutStartSec"] == "3750"
    assert values["UMask"] == "0022", "others read the lists"
    timer = settings_of(units / "scholarsync.timer")
    assert ("Timer", "OnCalendar", "*-*-* 05:17:00") in timer
    assert ("Install", "WantedBy", "timers.target") in timer


def test_only_folders_that_are_there_are_named(units, job):
    """A path that is missing keeps systemd from starting the service at all."""
    writable = next(value for _, key, value in settings_of(units / "scholarsync.service") if key == "ReadWritePaths")
    folders = [word.replace("%%", "%") for word in re.findall(r'"([^"]+)"', writable)]

    assert folders == sorted(str(path) for path in (job, job / "lists"))


def analyzed(*words):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return subprocess.run([program, *words], check=False, capture_output=True, text=True)


def test_systemd_finds_no_fault_in_the_units(units):
    done = analyzed("verify", str(units / "scholarsync.service"), str(units / "scholarsync.timer"))

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_would_find_a_fault(units):
    """A test of the test."""
    unit = units / "scholarsync.service"
    unit.write_text(unit.read_text().replace("NoNewPrivileges", "NoNewPrivilege"))

    assert "NoNewPrivilege" in analyzed("verify", str(unit)).stderr


def test_the_service_is_hardened(units):
    """Of ten points of exposure no more than two and a half."""
    done = analyzed("security", "--offline=yes", "--no-pager", "--threshold=25", str(units / "scholarsync.service"))

    assert done.returncode == 0, done.stdout.splitlines()[-1]


# GitHub ------------------------------------------------------------------------------------------


WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/sync.yml").read_text("utf-8"))
CALLED = WORKFLOW[True]["workflow_call"]  # YAML 1.1 reads "on" as a truth value
STEPS = WORKFLOW["jobs"]["sync"]["steps"]


@pytest.fixture
def caller(job):
    done = run(job, "schedule", "github", "--program", "made-up/scholarsync@v1.2.3")
    assert done.code == 0
    return yaml.safe_load(done.out)


def test_both_are_what_github_takes(job, tmp_path):
    """By the schema that is published for workflows."""
    pytest.importorskip("check_jsonschema")
    caller = tmp_path / "caller.yml"
    caller.write_text(run(job, "schedule", "github", "--program", "made-up/scholarsync@v1.2.3").out)
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run(
        [*check, ROOT / ".github/workflows/sync.yml", caller], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout

    caller.write_text(caller.read_text().replace("permissions:", "permission:"))
    assert subprocess.run([*check, caller], check=False, capture_output=True).returncode == 1


def test_the_caller_is_started_by_the_clock_and_by_hand_alone(caller):
    """A push of its own list cannot start it again."""
    assert set(caller[True]) == {"schedule", "workflow_dispatch"}
    assert next(CronSim(caller[True]["schedule"][0]["cron"], datetime(2031, 3, 3, tzinfo=UTC))) == datetime(
        2031, 3, 3, 5, 17, tzinfo=UTC
    )


def test_the_caller_hands_over_what_the_workflow_takes(caller):
    called = caller["jobs"]["sync"]
    assert called["uses"] == "made-up/scholarsync/.github/workflows/sync.yml@v1.2.3"
    assert set(called["with"]) <= set(CALLED["inputs"])
    assert set(called["secrets"]) <= set(CALLED["secrets"])
    kinds = {"string": str, "number": int, "boolean": bool}
    for name, value in called["with"].items():
        assert isinstance(value, kinds[CALLED["inputs"][name]["type"]]), name
    assert called["with"]["store"] == "store.db"


def test_both_have_the_least_permissions(caller):
    assert caller["permissions"] == WORKFLOW["permissions"] == {}
    assert caller["jobs"]["sync"]["permissions"] == WORKFLOW["jobs"]["sync"]["permissions"] == {"contents": "write"}


def test_every_action_is_pinned_by_its_digest():
    uses = [step["uses"] for step in STEPS if "uses" in step]

    assert uses
    assert [action for action in uses if not PINNED.fullmatch(action)] == []


def test_no_checkout_leaves_the_token_where_the_program_runs():
    for step in STEPS:
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert "GH_TOKEN" not in next(step for step in STEPS if step["name"] == "Sync")["env"]


def test_no_script_holds_an_expression():
    """What others write, as a branch's name, would be read as a command."""
    assert [step["name"] for step in STEPS if "${{" in step.get("run", "")] == []


def test_runs_do_not_meet_and_end():
    assert WORKFLOW["concurrency"]["cancel-in-progress"] is False
    assert "inputs.branch" in WORKFLOW["concurrency"]["group"]
    assert WORKFLOW["jobs"]["sync"]["timeout-minutes"] == "${{ inputs.minutes }}"


def test_the_program_comes_from_where_the_workflow_comes_from():
    fetched = next(step for step in STEPS if step["name"] == "Fetch the program")["with"]

    assert (fetched["repository"], fetched["ref"]) == ("${{ job.workflow_repository }}", "${{ job.workflow_sha }}")
    assert next(step for step in STEPS if step["name"] == "Install the program")["run"].endswith(" ../program")


@pytest.mark.parametrize("program", ["scholarsync", "a/b", "a/b@", "a/b@x y", "a/b/c@x", "a/b@x\n"])
def test_a_program_that_is_no_repository_is_refused(job, program):
    done = run(job, "schedule", "github", "--program", program)

    assert done.code == 2
    assert "OWNER/REPO@REF" in done.line


@pytest.mark.parametrize(
    ("noted", "wanted"),
    [
        ({"url": "https://github.com/made-up/program.git", "vcs_info": {"vcs": "git", "commit_id": "c0ffee"}}, ("made-up/program", "c0ffee")),
        ({"url": "ssh://git@github.com/made-up/program", "vcs_info": {"commit_id": "c0ffee"}}, ("made-up/program", "c0ffee")),
    ],
)  # fmt: skip
def test_where_pip_took_the_program_from_is_known(monkeypatch, noted, wanted):
    class Noted:
        @staticmethod
        def read_text(name):
            return json.dumps(noted)

    monkeypatch.setattr(schedule_, "distribution", lambda _: Noted)

    assert schedule_._origin(None) == wanted


def test_a_list_outside_of_the_repository_is_refused(job):
    (job / "config.toml").write_text((job / "config.toml").read_text().replace('"lists/kept.md"', '"../kept.md"'))
    done = run(job, "schedule", "github", "--program", "a/b@v1")

    assert done.code == 2
    assert "lies outside" in done.line


# the workflow's steps, run here ------------------------------------------------------------------


def git(*words, cwd):
    """What git says; a made-up person commits."""
    person = ["-c", "user.name=Ida", "-c", "user.email=ida@example.org"]
    return subprocess.run(["git", *person, *map(str, words)], cwd=cwd, check=True, capture_output=True).stdout


CALLING = """#!{python} -SE
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as there:
    there.connect({socket!r})
    there.sendall(json.dumps([os.getcwd(), sys.argv[1:]]).encode() + b"\\n")
    code, out, err = json.loads(there.makefile("rb").read())
sys.stdout.write(out)
sys.stderr.write(err)
sys.exit(code)
"""
"""A program of one breath that has the real one run where it is loaded."""


class Runner:
    """As much of a runner as the steps need: a bare repository for GitHub, and the steps' own scripts."""

    def __init__(self, tmp_path):
        self.folder, self.number = tmp_path, 0
        self.origin = tmp_path / "origin.git"
        site = made(tmp_path / "first")
        for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "A homepage"]):
            git(*words, cwd=site)
        git("clone", "-q", "--bare", site, self.origin, cwd=tmp_path)
        tools = tmp_path / "tools"
        tools.mkdir()
        (tools / "gh").write_text("#!/bin/sh\nexit 0\n")
        (tools / "gh").chmod(0o755)
        (tools / "python").symlink_to(sys.executable)
        (tools / "scholarsync").write_text(CALLING.format(python=sys.executable, socket=str(tmp_path / "socket")))
        (tools / "scholarsync").chmod(0o755)
        self.path = f"{tools}:{os.environ['PATH']}"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(tmp_path / "socket"))
        self.socket.listen()
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self):
        """Run what the scripts call in children of this process, which have no interpreter to start."""
        while True:
            try:
                calling, _ = self.socket.accept()
            except OSError:  # closed
                return
            with calling, calling.makefile("rb") as asked:
                folder, words = json.loads(asked.readline())
                done = run(Path(folder), *words)
                calling.sendall(json.dumps([done.code, done.out, done.err]).encode())

    def run(self, change=lambda site: None):
        """One run of the job on a fresh machine; gives the steps that were run, with their exit codes."""
        self.number += 1
        workspace = self.folder / f"run{self.number}"
        self.site, temporary = workspace / "site", workspace / "temp"
        temporary.mkdir(parents=True)
        git("clone", "-q", self.origin, self.site, cwd=workspace)
        change(self.site)
        codes, code, failed = {}, "", False
        for step in STEPS:
            if "run" not in step or step["name"] == "Install the program":
                continue
            if not self._is_due(step.get("if"), code, failed=failed):
                continue
            values = {
                "inputs.config": "config.toml", "inputs.store": "store.db", "inputs.branch": "scholarsync-store",
                "steps.sync.outputs.code": code, "github.token": "a-token",
            }  # fmt: skip
            environment = {
                name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found, values=values: values.get(found[1], ""), str(value))
                for name, value in step.get("env", {}).items()
            }
            output = temporary / "output"
            output.write_text("")
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.site, check=False,
                capture_output=True, text=True,
                env={"PATH": self.path, "HOME": str(temporary), "RUNNER_TEMP": str(temporary),
                     "GITHUB_OUTPUT": str(output), "GITHUB_REF": "refs/heads/main", **environment},
            )  # fmt: skip
            codes[step["name"]] = done.returncode
            failed = failed or done.returncode != 0
            self.said = done.stdout + done.stderr
            if step.get("id") == "sync":
                code = output.read_text().strip().removeprefix("code=")
        return codes

    @staticmethod
    def _is_due(condition, code, *, failed):
        """The conditions of the steps; a new one is to be written down here."""
        return {
            None: not failed,
            """contains(fromJSON('["0", "3", "4", "6"]'), steps.sync.outputs.code)""": not failed and code in {"0", "3", "4", "6"},
            "always() && steps.sync.outputs.code != '' && steps.sync.outputs.code != '2'": code not in {"", "2"},
            "always() && steps.sync.outputs.code != ''": code != "",
        }[condition]  # fmt: skip

    def commits(self, branch="main"):
        return git("log", "--format=%s", branch, cwd=self.origin).decode().splitlines()

    def at(self, branch, name):
        """A file as a branch has it; nothing when it has none of that name."""
        if not git("ls-tree", branch, name, cwd=self.origin):
            return b""
        return git("show", f"{branch}:{name}", cwd=self.origin)

    def push(self, change):
        """Somebody works on the homepage."""
        place = self.folder / "desk"
        git("clone", "-q", self.origin, place, cwd=self.folder)
        change(place)
        git("commit", "-qam", "By hand", cwd=place)
        git("push", "-q", cwd=place)


@pytest.fixture
def runner(tmp_path):
    if shutil.which("git") is None or shutil.which("bash") is None:
        pytest.skip("git and bash run the workflow's steps")
    runner = Runner(tmp_path)
    yield runner
    runner.socket.shutdown(socket.SHUT_RDWR)
    runner.socket.close()


ALL = {"Restore the store": 0, "Sync": 0, "Commit the lists": 0, "Keep the store": 0, "Say how it ended": 0}


@pytest.mark.slow
def test_the_workflow_commits_a_change_once_and_nothing_else(runner):
    assert runner.run() == ALL
    assert runner.run() == ALL
    assert runner.commits() == ["Update the publication list", "A homepage"]
    assert b"Hail and Its Hearers" in runner.at("main", "lists/publications.bib")
    assert runner.at("main", "store.db") == b"", "the store is not on the site's branch"
    assert runner.commits("scholarsync-store") == ["Keep the store"]

    def edit(site):
        write_pages(site, 6)
        (site / "lists/kept.md").write_text((site / "lists/kept.md").read_text() + "\nAsk me for copies.\n")

    runner.push(edit)
    assert runner.run() == ALL
    assert runner.commits()[:2] == ["Update the publication list", "By hand"]
    assert b"Thunder as a Second Language" in runner.at("main", "lists/publications.bib")
    assert b"Ask me for copies." in runner.at("main", "lists/kept.md")


@pytest.mark.slow
def test_a_failed_source_costs_neither_the_list_nor_the_job_and_nothing_costs_the_store(runner):
    assert runner.run(lambda site: (site / "pages/export.bib").unlink()) == ALL
    assert runner.commits()[0] == "Update the publication list"
    assert "::warning::" in runner.said

    before, kept = runner.at("main", "lists/publications.html"), runner.at("scholarsync-store", "store.db")
    codes = runner.run(lambda site: shutil.rmtree(site / "pages"))
    assert codes == {**ALL, "Say how it ended": 4}
    assert runner.at("main", "lists/publications.html") == before
    assert runner.at("scholarsync-store", "store.db") != kept, "what failed is known"

    kept = runner.at("scholarsync-store", "store.db")
    codes = runner.run(lambda site: git("remote", "set-url", "origin", site / "nowhere", cwd=site))
    assert list(codes) == ["Restore the store"], "a store that cannot be asked for is no first run"
    assert codes["Restore the store"] != 0
    assert runner.at("scholarsync-store", "store.db") == kept


@pytest.mark.slow
def test_a_list_whose_push_was_refused_comes_with_the_next_run(runner):
    """Somebody pushed in between: the store is kept, and the list is written again."""
    refuse = runner.origin / "hooks/update"
    refuse.write_text('#!/bin/sh\ntest "$1" != refs/heads/main\n')
    refuse.chmod(0o755)
    codes = runner.run()
    assert codes["Commit the lists"] != 0
    assert codes["Keep the store"] == 0
    refuse.unlink()

    assert runner.run() == ALL
    assert b"Hail and Its Hearers" in runner.at("main", "lists/publications.bib")


# the container -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def container():
    parser = DockerfileParser(fileobj=io.BytesIO((ROOT / "Containerfile").read_bytes()))
    return [(step["instruction"], step["value"]) for step in parser.structure if step["instruction"] != "COMMENT"]


KNOWN = {"FROM", "COPY", "RUN", "ENV", "USER", "WORKDIR", "VOLUME", "ENTRYPOINT", "CMD"}


def test_every_instruction_is_one(container):
    assert {instruction for instruction, _ in container} <= KNOWN


def test_the_base_is_pinned_by_its_digest(container):
    bases = [value for instruction, value in container if instruction == "FROM"]

    assert len(bases) == 2
    for base in bases:
        assert re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?", base)


def test_the_job_is_not_root_s(container):
    """The last word on it is said before anything runs, and is a number, which a cluster can check."""
    last = [value for instruction, value in container if instruction == "USER"][-1]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", last)
    after = container[container.index(("USER", last)) :]
    assert not any(instruction in {"RUN", "COPY"} for instruction, _ in after)


def test_the_store_lies_in_a_volume(container):
    values = dict(container)

    assert json.loads(values["VOLUME"]) == [values["WORKDIR"]] == ["/job"]
    assert json.loads(values["ENTRYPOINT"]) == ["/opt/scholarsync/bin/scholarsync"]
    assert json.loads(values["CMD"]) == ["sync"]


def test_what_is_copied_is_there_and_not_held_back(container):
    shown = {line[1:] for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")}
    for value in (
        value for instruction, value in container if instruction == "COPY" and not value.startswith("--from")
    ):
        for source in value.split()[:-1]:
            assert (ROOT / source).exists()
            assert source in shown


def test_the_program_that_is_copied_can_be_built():
    """What the build reads beside the source is among what is copied."""
    project = (ROOT / "pyproject.toml").read_text()
    for name in re.findall(r'^(?:readme|license-files) = \[?"([^"]+)"', project, re.MULTILINE):
        assert name in (ROOT / "Containerfile").read_text()


def test_the_homes_are_in_the_package():
    assert {path.name for path in (Path(schedule_.__file__).parent / "homes").iterdir()} == {
        "caller.yml", "scholarsync.service", "scholarsync.timer",
    }  # fmt: skip
