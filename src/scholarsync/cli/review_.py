"""`scholarsync review`: a person answers what the program could not decide, one key an answer."""

from __future__ import annotations

import getpass
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import click

from scholarsync.cli.decide_ import apply
from scholarsync.cli.opened import now, only_run, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.cli.sync_ import tell
from scholarsync.errors import InputError
from scholarsync.model import JSON, Decision, Record
from scholarsync.store import Store
from scholarsync.sync.questions import (
    NamesQuestion,
    PairQuestion,
    PapersQuestion,
    Question,
    open_questions,
    ruling,
    ticks,
)

LETTERS = "abcdefghijklmnopr"
"""Keys for names on a screen; q is for leaving."""
TOPICS = {"same": "pair", "different": "pair", "mine": "claim", "not_mine": "claim", "coauthor": "coauthor"}


@click.command(name="review")
@click.option("--by", default=getpass.getuser, show_default="you", help="Who answers.")
@click.option("--json", "as_json", is_flag=True, help="Print the open questions instead of asking them.")
@click.pass_context
def command(ctx: click.Context, *, by: str, as_json: bool) -> None:
    """Answer the questions the program could not decide; the most useful come first.

    Answers are kept for ever, as 'decide' keeps them: 'decide export' and 'decide import' move them.

    Example: scholarsync review
    """
    settings = settings_of(ctx)
    with only_run(settings, wait_s=10), store_of(settings) as store:
        found = open_questions(store, settings)
        if as_json:
            print_json([question_row(question) for question in found])
            return
        if not found:
            click.echo("nothing is open")
            return
        if not sys.stdin.isatty():
            raise InputError("review asks on a terminal; --json prints the questions, 'decide import' takes answers")
        desk = Desk(store, by=by, at=now(), key=lambda: click.getchar().lower(), say=click.echo)
        desk.interview(found)
        if desk.answered:
            tell(apply(store, settings, at=now()), as_json=False)


@dataclass(slots=True)
class Desk:
    """Where a person sits: shows a question, takes one key, writes the ruling at once, can take it back."""

    store: Store
    by: str
    at: datetime
    key: Callable[[], str]
    say: Callable[[str], None]
    answered: int = 0

    def interview(self, questions: Sequence[Question]) -> None:
        """Ask one question after the other until all are asked or the person leaves."""
        place = 0
        given: dict[int, list[Decision]] = {}
        while place < len(questions):
            self.say("")
            self.say(click.style(f"[{place + 1} of {len(questions)}]", dim=True))
            answer = self._ask(questions[place])
            if answer == "quit":
                return
            if answer == "undo":
                place = max(place - 1, 0)
                self._take_back(given.pop(place, []))
                continue
            if isinstance(answer, list):
                given[place] = answer
                self._write(answer)
            place += 1

    def _ask(self, question: Question) -> list[Decision] | str:
        match question:
            case NamesQuestion():
                return self._names(question)
            case PapersQuestion():
                return self._papers(question)
            case PairQuestion():
                return self._pair(question)

    def _names(self, question: NamesQuestion) -> list[Decision] | str:
        """A screen of names to tick."""
        self.say(f"Which of these has {clean(question.person)} written with?")
        ticked: set[str] = set()
        keys = dict(zip(LETTERS, question.names, strict=False))
        while True:
            for letter, name in keys.items():
                count = question.stands_on[question.names.index(name)]
                self.say(clean(f"  {letter} [{'x' if name in ticked else ' '}] {name} ({count} papers)"))
            self.say("letters tick · Enter takes the ticks · - skips · < goes back · q leaves")
            pressed = self.key()
            if pressed in keys:
                ticked ^= {keys[pressed]}
            elif pressed in "\r\n":
                return ticks(question, sorted(ticked))
            elif (other := self._other(pressed)) is not None:
                return other

    def _papers(self, question: PapersQuestion) -> list[Decision] | str:
        """A group of papers: all, none, or one by one."""
        with_whom = f" (with {', '.join(question.names)})" if question.names else ""
        self.say(clean(f"Are these {question.person}'s{with_whom}?"))
        for paper in question.papers:
            self.say(clean("  " + one_line(paper)))
        self.say("y all · n none · s some · - skips · < goes back · q leaves")
        while True:
            pressed = self.key()
            if pressed in "yn":
                kind = "mine" if pressed == "y" else "not_mine"
                return [ruling(kind, (paper,), question.person) for paper in question.papers]
            if pressed == "s":
                return self._one_by_one(question)
            if (other := self._other(pressed)) is not None:
                return other

    def _one_by_one(self, question: PapersQuestion) -> list[Decision] | str:
        out = []
        for paper in question.papers:
            self.say(clean("  " + one_line(paper) + "   y · n · - skips"))
            pressed = self.key()
            if pressed in "yn":
                out.append(ruling("mine" if pressed == "y" else "not_mine", (paper,), question.person))
            elif pressed == "q":
                self._write(out)
                return "quit"
        return out

    def _pair(self, question: PairQuestion) -> list[Decision] | str:
        """Two records side by side, differences marked."""
        self.say(f"Are these one work? (looks {question.score:.0%} alike)")
        for line in side_by_side(question):
            self.say(line)
        self.say("y same · n different · - skips · < goes back · q leaves")
        while True:
            pressed = self.key()
            if pressed in "yn":
                return [ruling("same" if pressed == "y" else "different", (question.left, question.right))]
            if (other := self._other(pressed)) is not None:
                return other

    @staticmethod
    def _other(pressed: str) -> str | None:
        return {"-": "skip", "<": "undo", "\x7f": "undo", "q": "quit", "\x1b": "quit", "\x03": "quit"}.get(pressed)

    def _write(self, decisions: Sequence[Decision]) -> None:
        with self.store.write():
            for decision in decisions:
                self.store.judgement.add(replace(decision, by=self.by, at=self.at, why="review"))
        self.answered += len(decisions)

    def _take_back(self, decisions: Sequence[Decision]) -> None:
        self._write([replace(d, kind="forget", value=TOPICS[d.kind]) for d in decisions])


def one_line(record: Record) -> str:
    """A record in one line."""
    names = ", ".join(author.name for author in record.authors[:6]) + (" …" if len(record.authors) > 6 else "")
    parts = (str(record.year or "????"), record.title, names, record.venue, record.source)
    return " · ".join(part for part in parts if part)


def side_by_side(question: PairQuestion, *, width: int = 52) -> list[str]:
    """The fields of two records in two columns; a mark on those that differ."""
    left, right = question.left, question.right
    rows = [
        ("source", left.source, right.source), ("title", left.title, right.title),
        ("authors", _names(left), _names(right)), ("year", left.date, right.date), ("venue", left.venue, right.venue),
        ("pages", left.pages, right.pages), ("doi", left.doi, right.doi), ("arxiv", left.arxiv_id, right.arxiv_id),
        ("url", left.url, right.url),
    ]  # fmt: skip
    out = []
    for name, mine, theirs in rows:
        if mine is None and theirs is None:
            continue
        mark = " " if mine == theirs or name == "source" else "≠" if mine and theirs else "·"
        columns = [textwrap.wrap(clean(text or "—"), width) or [""] for text in (mine, theirs)]
        for number in range(max(map(len, columns))):
            first, second = (column[number] if number < len(column) else "" for column in columns)
            head = f"{mark} {name:8}" if number == 0 else " " * 10
            line = f"{head} {first:{width}} │ {second}".rstrip()
            out.append(click.style(line, fg="yellow") if mark == "≠" else line)
    return out


def _names(record: Record) -> str | None:
    names = ", ".join(author.name for author in record.authors)
    return names + (" …" if record.authors_truncated else "") if names else None


def question_row(question: Question) -> dict[str, JSON]:
    """A question as a JSON object."""
    match question:
        case NamesQuestion():
            return {"ask": "coauthors", "person": question.person, "names": list(question.names)}
        case PapersQuestion():
            papers: list[JSON] = [{"id": p.key, "title": p.title, "year": p.year} for p in question.papers]
            return {"ask": "papers", "person": question.person, "papers": papers, "names": list(question.names)}
        case PairQuestion():
            return {
                "ask": "pair", "left": question.left.key, "right": question.right.key,
                "score": round(question.score, 3), "titles": [question.left.title, question.right.title],
            }  # fmt: skip
