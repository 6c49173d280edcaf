"""The works of Spark beside those of the embedded engine; skipped where Spark or Java are absent."""

import json
import random
import shutil
import sys
from importlib.util import find_spec

import click
import pytest
from click.testing import CliRunner

from scholarsync import spark
from scholarsync.cli.dedupe_ import command
from scholarsync.errors import InputError

WORDS = "river delta gauge braid silt ferry marsh heron otter reed flood dike lock weir barge canal tide shoal".split()
PEOPLE = ["Ann Arden", "Lina Bose", "Tom Ceres", "Wim Doll", "Ida Ek", "Ulla Frey"]

needs_spark = pytest.mark.skipif(
    find_spec("pyspark") is None or shutil.which("java") is None, reason="Spark or Java is not installed"
)


def made():
    """Works seen up to four times, parts of one title, a title that fills a block, ids that stand twice."""
    dice = random.Random(11)
    rows = []
    for number in range(40):
        title = " ".join(dice.sample(WORDS, 5)) + dice.choice(["", ", part I", ", part II"])
        people, year = dice.sample(PEOPLE, dice.randint(1, 4)), dice.randint(2010, 2030)
        for seen in range(dice.randint(1, 4)):
            rows.append(
                {
                    "id": f"{number}-{seen}",
                    "title": title.title() if seen else title,
                    "authors": people,
                    "year": year - (seen == 2),
                }
            )
    for tail in (", part I", "", ", part II"):
        rows.append({"title": f"Gauges for slow and braided rivers{tail}", "authors": PEOPLE[:2], "year": 2031})
    for number in range(30):
        rows.append({"id": f"e{number}", "title": "Editorial", "authors": PEOPLE[:1], "volume": number % 7})
    rows += rows[:3]
    dice.shuffle(rows)
    return rows


def run(*args):
    return CliRunner().invoke(command, [str(arg) for arg in args], catch_exceptions=False)


def on_spark(*args):
    return run(*args, "--engine", "spark", "--master", "local[2]")


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n\n".join(json.dumps(row) for row in made()) + "\n", "utf-8")
    return path


@needs_spark
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_spark_finds_the_works_that_one_machine_finds(rows, tmp_path, monkeypatch, request):
    table, lines, out = (tmp_path / name for name in ("table.parquet", "table.jsonl", "works"))
    lines.write_text("".join(json.dumps({"id": f"p{n}"} | row) + "\n" for n, row in enumerate(made()[:40])), "utf-8")
    session = spark.open_session(master="local[2]")
    request.addfinalizer(session.stop)
    monkeypatch.setattr(type(session), "stop", lambda self: None)  # the start of one takes longer than all the rest
    session.read.json(str(lines)).coalesce(1).write.parquet(str(table))

    on_spark(rows, table, "--out", out)

    parts = sorted(out.glob("part-*"))
    assert "".join(part.read_text("utf-8") for part in parts) == run(rows, lines, "--json").output
    # how it is printed and what is told of bad input needs no second reckoning
    monkeypatch.setattr(spark, "works_of", lambda records, policy: records.mapValues(lambda one: (one.key, "w")))
    assert on_spark(lines).output == "40 records, 1 works\n"
    assert json.loads(on_spark(lines, "--json").output.splitlines()[0])["work"] == "w"
    lines.write_text('{"id": 1}\nnonsense\n', "utf-8")
    for path, said in ((lines, r"table\.jsonl:2: not JSON"), (tmp_path / "none.jsonl", "does not exist")):
        with pytest.raises(InputError, match=said):
            on_spark(path, "--json")
    with pytest.raises(InputError, match="exists"):
        on_spark(table, "--out", out)


def test_a_missing_spark_is_told_in_one_line(rows, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark.errors", None)

    with pytest.raises(InputError, match=r"pip install 'scholarsync\[spark\]'"):
        on_spark(rows)


def test_options_of_spark_are_refused_elsewhere(rows):
    with pytest.raises(click.UsageError, match="--engine spark"):
        CliRunner().invoke(command, [str(rows), "--out", "x"], catch_exceptions=False, standalone_mode=False)
