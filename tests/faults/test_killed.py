"""A job that is killed loses nothing, whatever it was doing; `killing` says how and is run for longer by itself.

The children are forked from here, so this needs a system that forks.
"""

import random
import shutil
import sqlite3

import pytest

from faults import killing
from faults.confined import run
from faults.killing import STEPS, facts, kill_once, measured, wrongs_after_kill, wrongs_after_next

KILLS = {"statement": 2, "time": 1}


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_killed_job_loses_nothing_and_the_next_completes_it(step, tmp_path):
    measure = measured(step, tmp_path)
    chance = random.Random(f"7 {step.name}")
    runs = [
        kill_once(step, measure, way, chance, tmp_path / f"{way}{number}")
        for way, times in KILLS.items()
        for number in range(times)
    ]

    assert [wrong for _, wrongs in runs for wrong in wrongs] == []
    assert any(killed for killed, _ in runs)


def test_the_search_for_wrongs_finds_them(tmp_path):
    """A test of the test: every kind of loss, done on purpose, is named."""
    step = next(step for step in STEPS if step.name == "publish")
    measure = measured(step, tmp_path)
    spoils = {
        "half-written": lambda job: (job / "lists/publications.html").write_text("<!doctype"),
        "gone": lambda job: (job / "lists/kept.md").unlink(),
        "lost from decisions": lambda job: execute(job, "DELETE FROM decisions"),
        "points nowhere": lambda job: execute(job, "DELETE FROM pages"),
        "store.db: file is not a database": lambda job: (job / "store.db").write_text("no database at all" * 100),
        "copy.db: file is not a database": lambda job: (job / "copy.db").write_text("no database at all" * 100),
    }
    for number, (words, spoil) in enumerate(spoils.items()):
        job = shutil.copytree(measure.before, tmp_path / f"spoiled{number}")
        spoil(job)
        assert any(words in wrong for wrong in wrongs_after_kill(job, measure)), words

    job = shutil.copytree(measure.before, tmp_path / "left")
    (job / "lists/.stranger.part").write_text("")
    execute(job, "UPDATE works SET title = 'Another'")
    found = " ".join(wrongs_after_next(job, step, measure))
    assert "litter: lists/.stranger.part" in found
    assert "other works" in found


def test_what_a_killed_run_did_not_tell_the_next_one_tells_once(tmp_path):
    """It was ended after it had written what is new, before it could say so."""
    job = killing.made(tmp_path / "job")
    first = run(job, "sync").out
    execute(job, "UPDATE runs SET finished_at = NULL, exit_code = NULL")
    assert run(job, "rebuild").code == 0, "which tells nothing of a sync"
    second, third = run(job, "sync").out, run(job, "sync").out

    told = [line for line in first.splitlines() if line.startswith("new: ")]
    assert len(told) == 4
    assert second.splitlines() == told
    assert third == ""


def execute(job, sql):
    plain = sqlite3.connect(job / "store.db")
    with plain:
        plain.execute(sql)
    plain.close()


def test_facts_are_all_that_cannot_be_computed(tmp_path):
    """A table is a fact, or a rebuild makes it anew, or it is working memory."""
    job = killing.synced(tmp_path / "job")
    plain = sqlite3.connect(job / "store.db")
    tables = {row[0] for row in plain.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    plain.close()
    computed = {"records", "sightings", "works", "members", "authors", "matches", "attributions", "citations", "blocks",
                "stale"}  # fmt: skip
    memory = {"validators", "pace", "meta"}

    assert {table for table in tables if not table.startswith("works_fts")} - computed - memory == set(facts(job))
