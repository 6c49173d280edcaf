"""Answering questions: on a terminal, key by key, and what is kept of it."""

import codecs
import contextlib
import fcntl
import json
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from scholarsync import sources, targets
from scholarsync.cli import group
from scholarsync.cli.beside import Screen, beside, cells, wrapped
from scholarsync.cli.desk import Desk
from scholarsync.cli.network import no_net
from scholarsync.config import load
from scholarsync.model import Record
from scholarsync.normalise.names import parse_name
from scholarsync.store import Store
from scholarsync.sync import Report, Run, derive
from scholarsync.sync.questions import NamesQuestion, PairQuestion, PapersQuestion, open_questions, ruling

PROGRAM = Path(sys.executable).with_name("scholarsync")
AT = datetime(2026, 3, 1, tzinfo=UTC)
STYLE = re.compile(r"\x1b\[[0-9;]*m")
CONFIG = """
contact = "keito@example.org"
store = "store.db"
[[people]]
name = "Keito Morivale"
[[people.watches]]
source = "bibtex"
locator = "own.bib"
[[people.watches]]
source = "bibtex"
locator = "search.bib"
identity = false
[[lists]]
path = "out.md"
"""
OWN = [
    ("own1", "Pollen and the bumblebee", "Oda Fennimore and Keito Morivale", 2014, ""),
    ("own2", "Foraging in a wet meadow", "Keito Morivale and Bertil Askwith", 2015, "10.5555/meadow"),
    ("own3", "Nectar of stingless bees", "Oda Fennimore and Bertil Askwith and Keito Morivale", 2016, ""),
]
FOUND = [
    ("bee", "Swarms over the meadow", "Oda Fennimore and Bertil Askwith and Keito Morivale", 2017, ""),
    ("weld1", "Fatigue of a friction weld", "Ravn Ostrander and Mio Castlereach and Keito Morivale", 2014, ""),
    ("weld2", "Cracks in aluminium rivets", "Ravn Ostrander and Mio Castlereach and Keito Morivale", 2015, ""),
    ("weld3", "Seams under tension", "Ravn Ostrander and Keito Morivale", 2016, ""),
    ("tide", "Tide tables of the inner sound", "Pelle Underhay and Keito Morivale", 2015, ""),
    ("twin", "Lamps for the night shift", "Sanna Brookvale and Keito Morivale", 2015, "10.5555/meadow"),
]


def bib(entries, journal="Annals"):
    form = "@article{{{0}, title={{{1}}}, author={{{2}}}, year={{{3}}}, doi={{{4}}}, journal={{{5}}}}}\n"
    return "".join(form.format(*entry, journal) for entry in entries)


def program(folder, *words):
    with contextlib.chdir(folder):
        done = CliRunner().invoke(group, words, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def synced_once(tmp_path_factory):
    folder = tmp_path_factory.mktemp("review")
    (folder / "config.toml").write_text(CONFIG)
    (folder / "own.bib").write_text(bib(OWN))
    (folder / "search.bib").write_text(bib(FOUND))
    program(folder, "sync")
    return folder


@pytest.fixture
def folder(synced_once, tmp_path):
    for path in synced_once.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def settings_of(folder):
    return load(folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load()))


@contextlib.contextmanager
def asked(folder):
    with Store(folder / "store.db") as store:
        yield open_questions(store, settings_of(folder))


def sit(folder, keys):
    """An interview with these keys; what was shown, and the rulings that hold."""
    shown = []
    pressed = iter([*keys, "q"])
    with Store(folder / "store.db") as store:
        settings = settings_of(folder)
        desk = Desk(store=store, find=lambda: open_questions(store, settings), by="Bo", at=AT, say=shown.append,
                    screen=lambda: Screen(100, colour=False))  # fmt: skip
        desk.interview(lambda: next(pressed))
        return "\n".join(shown), [(d.kind, d.subject, d.value) for d in store.judgement.decisions()]


def _own_this_terminal():
    """So that Ctrl-C reaches the program as it does for a person."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, folder, *words, columns=100, env=()):
        self.outside, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        settings = {**os.environ, "TERM": "xterm", **dict(env)}
        settings.pop("COLUMNS", None)
        self.process = subprocess.Popen([PROGRAM, *words], cwd=folder, stdin=inside, stdout=inside, stderr=inside,
                                        env=settings, start_new_session=True, preexec_fn=_own_this_terminal)  # fmt: skip
        os.close(inside)
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def until(self, *words):
        """Read until all the words were shown since the last key."""
        start = len(self.text)
        while not all(word in STYLE.sub("", self.text[start:]) for word in words):
            assert self._read(), f"ended before {words}: {self.text}"
        return self

    def press(self, keys):
        os.write(self.outside, keys.encode())
        return self

    def end(self):
        """Read to the end; the exit code."""
        while self._read():
            pass
        return self.process.wait(timeout=30)

    def close(self):
        os.close(self.outside)
        self.process.kill()
        self.process.wait()

    def _read(self):
        ready, _, _ = select.select([self.outside], [], [], 30)
        assert ready, f"nothing comes after: {self.text}"
        try:
            data = os.read(self.outside, 65536)
        except OSError:  # the other end is closed
            data = b""
        self.text += self.decoder.decode(data)
        return data


@pytest.fixture
def terminal(folder):
    """Starts the program on a terminal; ends what still runs."""
    started = []

    def start(*words, **more):
        started.append(Terminal(folder, *words, **more))
        return started[-1]

    yield start
    for each in started:
        each.close()


# on a terminal -----------------------------------------------------------------------------------


def test_a_sitting_on_a_terminal_from_names_to_pairs(folder, terminal):
    desk = terminal("review").until("written with", "q leave")
    assert "Ravn Ostrander" in desk.text
    desk.press("\r").until("one work?", "one identifier on two titles", "q leave")
    assert "│" in desk.text
    code = desk.press("n").end()

    assert code == 0
    assert "answers kept" in desk.text
    assert program(folder, "review") == "nothing is open\n"
    assert "Swarms" in (folder / "out.md").read_text()
    assert "Seams" not in (folder / "out.md").read_text()


def test_sixty_columns_without_colour(folder, terminal):
    desk = terminal("review", columns=60, env={"NO_COLOR": "1"}).until("q leave")
    for _ in range(4):
        desk.press("-").until("q leave")
    code = desk.press("q").end()

    lines = desk.text.split("\r\n")
    assert code == 0
    assert "one work?" in desk.text
    assert max(map(cells, lines)) <= 60
    assert "\x1b" not in desk.text


@pytest.mark.parametrize("leaving", ["q", "\x03", "\x04", "\x1b"])
def test_whoever_leaves_keeps_the_answers_and_goes_on_there(folder, terminal, leaving):
    desk = terminal("review").until("q leave").press("-").until("Are these", "q leave")
    code = desk.press("y").until("q leave").press(leaving).end()

    assert code == 0
    assert "3 answers kept" in desk.text
    kept = list(map(json.loads, program(folder, "decide", "export").splitlines()))
    assert [(row["kind"], row["why"]) for row in kept] == [("mine", "review")] * 3
    assert "Cracks" in (folder / "out.md").read_text()
    with asked(folder) as found:
        papers = {paper.key for q in found if isinstance(q, PapersQuestion) for paper in q.papers}
    assert not papers & {row["subject"][0] for row in kept}


def test_who_answers_nothing_changes_nothing(folder, terminal):
    before = (folder / "out.md").stat().st_mtime_ns
    desk = terminal("review").until("q leave")

    assert desk.press("q").end() == 0
    assert "kept" not in desk.text
    assert (folder / "out.md").stat().st_mtime_ns == before


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_without_a_terminal_it_says_so_in_one_line(folder, stream):
    outside, inside = pty.openpty()
    streams = {"stdin": inside, "stdout": inside, "stderr": subprocess.PIPE}
    streams[stream] = subprocess.DEVNULL
    done = subprocess.run([PROGRAM, "review"], cwd=folder, text=True, check=False, **streams)
    os.close(outside)
    os.close(inside)

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "terminal" in done.stderr


# what is asked -----------------------------------------------------------------------------------


def test_names_come_first_then_papers_then_pairs(folder):
    with asked(folder) as found:
        kinds = [type(question) for question in found]

    assert kinds == sorted(kinds, key=[NamesQuestion, PapersQuestion, PairQuestion].index)
    assert set(kinds) == {NamesQuestion, PapersQuestion, PairQuestion}


def test_a_tick_settles_what_stands_on_it_in_the_same_sitting(folder):
    shown, _ = sit(folder, "\r")

    assert "Ravn Ostrander" in shown.split("open]")[1]
    assert "Cracks" not in "".join(shown.split("open]")[2:])


def test_ticked_are_the_named_and_no_others(folder):
    with asked(folder) as found:
        names = found[0].names
    _, held = sit(folder, "b\r")

    assert {subject[0]: value for _, subject, value in held} == {
        name: "yes" if name == names[1] else "no" for name in names
    }


def test_a_letter_pressed_twice_unticks(folder):
    _, held = sit(folder, "aa\r")

    assert {value for *_, value in held} == {"no"}


@pytest.mark.parametrize(("key", "kind"), [("y", "mine"), ("n", "not_mine")])
def test_one_key_answers_for_a_group(folder, key, kind):
    _, held = sit(folder, f"-{key}")

    assert {decision[0] for decision in held} == {kind}
    assert all(subject[1] == "Keito Morivale" for _, subject, _ in held)


def test_undo_takes_the_answer_back_and_asks_again(folder):
    shown, held = sit(folder, "-n<n")
    _, once = sit(folder, "-")

    assert held == once
    titles = [part.split("\n")[1] for part in shown.split("open]")[1:]]
    assert titles[1] == titles[3]


def test_undo_of_the_ticks_opens_again_what_they_settled(folder):
    shown, _ = sit(folder, "\r<-")

    assert "Cracks" in shown.split("open]")[4]


def test_some_are_asked_one_by_one(folder):
    shown, held = sit(folder, "-syn-")

    assert [kind for kind, *_ in held] == ["mine", "not_mine"]
    assert shown.count("Is this Keito Morivale's?") == 3


def test_undo_among_some_goes_back_one_paper(folder):
    _, held = sit(folder, "-sy<n-")

    assert [kind for kind, *_ in held] == ["not_mine"]


def test_undo_of_the_first_question_asks_it_again(folder):
    shown, held = sit(folder, "<<")

    assert held == []
    assert shown.count("Which of these") == 3


def test_keys_that_mean_nothing_do_nothing(folder):
    _, held = sit(folder, ["-", "x", "\x1b[A", "7", "s"])

    assert held == []


def test_what_was_skipped_is_asked_at_the_next_sitting(folder):
    first, _ = sit(folder, "-" * 20)
    second, _ = sit(folder, "-" * 20)

    assert first == second
    assert first.count("Tide tables") == 1


# what is taken for theirs on little, or against the rest ------------------------------------------

BEES = ["Pollen", "bumblebee", "foraging", "hive", "nectar", "queen", "swarm", "meadow", "stingless", "brood"]
WELDS = ["Friction", "weld", "aluminium", "fatigue", "alloy", "rivet", "crack", "tensile", "joint", "seam"]


def papers(prefix, company, topic, *, count, year):
    chance = random.Random(1)
    return [
        (f"{prefix}{n}", " ".join(chance.sample(topic, 4)), " and ".join([*chance.sample(company, 2), "Keito Morivale"]),
         year + n % 6, "")
        for n in range(count)
    ]  # fmt: skip


@pytest.fixture(scope="module")
def polluted_once(tmp_path_factory):
    """A profile with a stranger's papers and one of other people; and a search that finds what only its title joins."""
    folder = tmp_path_factory.mktemp("polluted")
    bees = papers("bee", ["Oda Fennimore", "Bertil Askwith", "Ilse Varnholm"], BEES, count=24, year=2012)
    welds = papers("weld", ["Ravn Ostrander", "Mio Castlereach", "Pelle Underhay"], WELDS, count=4, year=1989)
    other = [("other", "Moss on Walls", "Esi Thorne and Fenn Alder", 2015, "")]
    alone = [("alone", "Nectar and pollen of the bumblebee queen", "Keito Morivale", 2014, "")]
    more = [("weld9", "Rivets in old bridges", "Ravn Ostrander and Mio Castlereach and Keito Morivale", 1993, "")]
    (folder / "config.toml").write_text(CONFIG)
    (folder / "own.bib").write_text(bib([*bees, *other]) + bib(welds, "Joining and Riveting"))
    (folder / "search.bib").write_text(bib([*alone, *more]))
    program(folder, "sync")
    return folder


@pytest.fixture
def polluted(polluted_once, tmp_path):
    for path in polluted_once.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def in_doubt(folder):
    with asked(folder) as found:
        return {
            paper.label: question.why
            for question in found
            if isinstance(question, PapersQuestion)
            for paper in question.papers
        }


def test_strangers_in_the_own_list_and_thin_verdicts_are_asked(polluted):
    assert in_doubt(polluted) == {
        **dict.fromkeys(("weld0", "weld1", "weld2", "weld3", "other"), "stranger"),
        "alone": "thin",
        "weld9": "unsure",
    }


def test_they_stay_on_the_list_until_somebody_answers(polluted):
    assert "Moss on Walls" in (polluted / "out.md").read_text()
    program(polluted, "decide", "not-mine", "Moss on Walls")

    assert "Moss on Walls" not in (polluted / "out.md").read_text()
    assert "other" not in in_doubt(polluted)


def test_who_says_they_are_theirs_is_not_asked_again_nor_told_by_audit(polluted):
    for name in ("weld0", "weld1", "weld2", "weld3", "other", "alone"):
        program(polluted, "decide", "mine", name)

    assert in_doubt(polluted) == {}
    assert "namesake" not in program(polluted, "audit")


def test_strangers_bring_no_others_onto_the_list(polluted):
    assert "Rivets in old bridges" not in (polluted / "out.md").read_text()
    for name in ("weld0", "weld1", "weld2", "weld3"):
        program(polluted, "decide", "mine", name)

    assert "Rivets in old bridges" in (polluted / "out.md").read_text()


def test_audit_tells_the_same_doubts(polluted):
    found = [row for row in json.loads(program(polluted, "audit", "--json")) if row["kind"] == "namesake"]

    assert {row["records"][0].split("#")[1] for row in found} == set(in_doubt(polluted))
    assert all(row["where"] == "Keito Morivale" for row in found)
    assert any("names nobody like Keito Morivale: Esi Thorne, Fenn Alder" in row["detail"] for row in found)


# what is kept ------------------------------------------------------------------------------------


def answer_all(folder, key="n"):
    sit(folder, ["\r", *[key] * 20])


def test_nothing_is_asked_again_after_a_rebuild(folder):
    answer_all(folder)
    program(folder, "rebuild")

    with asked(folder) as found:
        assert found == ()


def test_nothing_is_asked_again_when_the_source_renames_its_records(folder):
    answer_all(folder)
    (folder / "search.bib").write_text(bib([(f"new{key}", *rest) for key, *rest in FOUND]))
    program(folder, "sync")

    with asked(folder) as found:
        assert found == ()


def test_answers_go_to_another_store_as_text(folder, tmp_path_factory, synced_once):
    answer_all(folder)
    program(folder, "decide", "export", "rulings.jsonl")
    other = tmp_path_factory.mktemp("other")
    for path in synced_once.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    program(other, "decide", "import", str(folder / "rulings.jsonl"))

    with asked(other) as found:
        assert found == ()


def test_a_name_that_was_shown_can_be_forgotten(folder):
    sit(folder, "a\r")
    program(folder, "decide", "forget", "Ravn Ostrander")

    with asked(folder) as found:
        assert "Ravn Ostrander" in found[0].names


def test_open_questions_as_json(folder):
    rows = json.loads(program(folder, "review", "--json"))

    assert rows[0]["ask"] == "coauthors"
    assert rows[-1]["rule"] == "one identifier on two titles"
    assert all(paper["reason"] for row in rows if row["ask"] == "papers" for paper in row["papers"])


def test_an_answer_given_while_another_run_reconciles_is_not_lost(folder):
    keys = ["bibtex:search.bib#tide", "bibtex:search.bib#weld1"]

    def answer(_):
        with Store(folder / "store.db") as other, other.write():
            decision = ruling("same", other.derived.records(keys))
            other.judgement.add(replace(decision, by="Bo", at=AT))

    sit(folder, "\r")
    with Store(folder / "store.db") as store:
        run = Run(store=store, settings=settings_of(folder), at=AT, id=1, ask=no_net)
        derive(replace(run, progress=answer), Report())
        derive(run, Report())
        works = set(store.derived.work_of(keys).values())

    assert len(works) == 1


def test_records_that_a_killed_run_left_without_a_work_wait_for_the_next(folder):
    with Store(folder / "store.db") as store, store.write():
        store.db.execute("DELETE FROM members WHERE record LIKE '%tide'")

    with asked(folder) as found:
        assert found
        assert "tide" not in {p.label for q in found if isinstance(q, PapersQuestion) for p in q.papers}


# two records beside each other -------------------------------------------------------------------


def pair(**more):
    left = Record(key="a", source="scholar", title="Sparse kites: wind aware routing", year=2014, venue="Kite Letters",
                  authors=(parse_name("A. Quill"), parse_name("Bo Reed")))  # fmt: skip
    right = Record(key="b", source="homepage", title="Sparse Kites: Wind-Aware Drawing", year=2015,
                   venue="Kite Letters", authors=(parse_name("Ada Quill"), parse_name("Cleo Reed")), **more)  # fmt: skip
    return left, right


@pytest.mark.parametrize("width", [84, 120, 400])
def test_wide_terminals_have_two_columns(width):
    lines = beside(*pair(), Screen(width, colour=False))

    assert all("│" in line for line in lines)
    assert len({line.index("│") for line in lines}) == 1


@pytest.mark.parametrize("width", [20, 40, 60, 83])
@pytest.mark.parametrize("colour", [True, False])
def test_narrow_terminals_have_one_under_the_other(width, colour):
    lines = beside(*pair(url="https://example.org/" + "x" * 90), Screen(width, colour=colour))

    assert max(cells(STYLE.sub("", line)) for line in lines) <= width
    assert not any("│" in line for line in lines)


def test_words_of_one_alone_are_marked():
    lines = beside(*pair(), Screen(100, colour=False))
    text = {line.split()[1]: line for line in lines if line.startswith("≠")}

    assert "[routing]" in text["title"]
    assert "[Drawing]" in text["title"]
    assert "[wind]" not in text["title"]
    assert text["authors"].count("[") == 2
    assert "[Bo]" in text["authors"]
    assert "[2015]" in text["year"]


def test_what_agrees_or_is_missing_is_not_called_different():
    lines = beside(*pair(doi="10.5555/kites"), Screen(100, colour=False))

    assert next(line for line in lines if "venue" in line).startswith("  venue")
    assert next(line for line in lines if "10.5555" in line).startswith("· doi")


def test_colours_only_where_there_are_any():
    assert "\x1b" in "".join(beside(*pair(), Screen(100, colour=True)))
    assert "\x1b" not in "".join(beside(*pair(), Screen(100, colour=False)))


def test_what_a_terminal_would_obey_is_not_shown():
    left, right = pair(abstract=None)
    hostile = Record(key="c", source="x", title="Kites \x1b[2J\x07 and \u202elamps", authors=right.authors)

    text = "".join(beside(left, hostile, Screen(100, colour=False)))
    assert not {"\x1b", "\x07", "\u202e"} & set(text)


@pytest.mark.parametrize(
    ("text", "width"), [("蜂群的行为研究" * 20, 21), ("word " * 200, 10), ("x" * 500, 7), ("é" * 40, 9), ("", 5)]
)
def test_wrapped_lines_fit_and_are_not_without_end(text, width):
    lines = wrapped(text, width)

    assert all(cells(line) <= width for line in lines)
    assert 1 <= len(lines) <= 6
