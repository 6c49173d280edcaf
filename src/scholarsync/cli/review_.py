"""`scholarsync review`: a person answers what the program could not decide, one key an answer."""

from __future__ import annotations

import contextlib
import getpass
import os
import shutil
import sys

import click

from scholarsync.cli.beside import Screen
from scholarsync.cli.decide_ import apply
from scholarsync.cli.desk import Desk
from scholarsync.cli.keys import keyboard
from scholarsync.cli.opened import now, only_run, settings_of, store_of
from scholarsync.cli.shown import print_json
from scholarsync.cli.sync_ import tell
from scholarsync.config import Settings
from scholarsync.errors import Busy, InputError
from scholarsync.model import JSON
from scholarsync.store import Store
from scholarsync.sync.questions import NamesQuestion, PairQuestion, PapersQuestion, Question, open_questions


@click.command(name="review")
@click.option("--by", default=getpass.getuser, show_default="you", help="Who answers.")
@click.option("--json", "as_json", is_flag=True, help="Print the open questions instead of asking them.")
@click.pass_context
def command(ctx: click.Context, *, by: str, as_json: bool) -> None:
    """Answer the questions the program could not decide; the most useful come first.

    Every answer is kept at once and for ever, as 'decide' keeps them: 'decide export' and 'decide import'
    move them.  Leave at any time; the lists are written then, and the next review goes on.

    Example: scholarsync review
    """
    settings = settings_of(ctx)
    with store_of(settings) as store:
        found = open_questions(store, settings)
        if as_json:
            print_json([question_row(question) for question in found])
            return
        if not found:
            click.echo("nothing is open")
            return
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise InputError("review asks on a terminal; --json prints the questions, 'decide import' takes answers")
        desk = Desk(
            store=store, find=lambda: open_questions(store, settings), by=by, at=now(), say=click.echo, screen=screen
        )
        with contextlib.suppress(KeyboardInterrupt), keyboard() as key:
            desk.interview(key)
        if desk.written:
            _apply(store, settings, answers=desk.answered)


def _apply(store: Store, settings: Settings, *, answers: int) -> None:
    """Compute the works with the answers; where another run goes on just now, that or the next one does it."""
    click.echo(f"\n{answers} answer{'s' if answers != 1 else ''} kept")
    try:
        with only_run(settings, wait_s=10):
            report = apply(store, settings, at=now())
    except Busy:
        click.echo("another run is going on; the next sync brings the lists up to date")
        return
    tell(report, as_json=False)


def screen() -> Screen:
    """The terminal as it is now."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Screen(width=shutil.get_terminal_size().columns, colour=not plain)


def question_row(question: Question) -> dict[str, JSON]:
    """A question as a JSON object."""
    match question:
        case NamesQuestion():
            return {"ask": "coauthors", "person": question.person, "names": list(question.names)}
        case PapersQuestion():
            papers: list[JSON] = [
                {"id": p.key, "title": p.title, "year": p.year, "reason": question.reasons.get(p.key)}
                for p in question.papers
            ]
            return {
                "ask": "papers", "person": question.person, "why": question.why, "names": list(question.names),
                "papers": papers,
            }  # fmt: skip
        case PairQuestion():
            return {
                "ask": "pair", "left": question.left.key, "right": question.right.key, "rule": question.rule,
                "score": round(question.score, 3), "titles": [question.left.title, question.right.title],
            }  # fmt: skip
