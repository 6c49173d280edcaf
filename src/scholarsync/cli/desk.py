"""Where a person sits to answer: shows a question, takes one key, keeps the answer at once, can take it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from scholarsync.cli.beside import Screen, beside, cells, wrapped
from scholarsync.cli.reported import clean
from scholarsync.model import Decision, Record
from scholarsync.reconcile.judge import MODEL
from scholarsync.store import Store
from scholarsync.sync.questions import (
    NamesQuestion,
    PairQuestion,
    PapersQuestion,
    Question,
    Subject,
    Why,
    claims,
    ruling,
    taken_back,
    ticks,
    without,
)

LETTERS = "abcdefghijklmnoprstuvwxyz"
"""Keys for names on a screen; q is for leaving."""
WAYS = {"-": "skip", " ": "skip", "<": "undo", "\x7f": "undo", "\x08": "undo", "u": "undo", "q": "quit", "\x1b": "quit"}
"""Keys that answer nothing."""
MOST_NAMES = 6
WHY: Mapping[Why, str] = {
    "unsure": "",
    "thin": "Title, venue or name alone speak for {person}.",
    "stranger": "{person}'s own page or profile lists this, but the rest of it speaks against that.",
}
"""What is said above papers that are asked for."""

Answer = list[Decision] | str
"""What was ruled; or ``skip``, ``undo``, ``quit``, ``some``."""


@dataclass(slots=True, kw_only=True)
class Desk:
    """One sitting.

    The answers to a screen of names or a group of papers change what is worth asking, so the
    questions are found anew after each.  What was skipped comes again at the next sitting.
    """

    store: Store
    find: Callable[[], Sequence[Question]]
    """The questions that are open now, the most useful first."""
    by: str
    at: datetime
    say: Callable[[str], None]
    screen: Callable[[], Screen]
    key: Callable[[], str] = field(init=False)
    answered: int = 0
    written: int = 0
    """Rulings written, those that take one back among them."""
    passed: set[Subject] = field(default_factory=set)
    given: list[tuple[Question, list[Decision]]] = field(default_factory=list)

    def interview(self, key: Callable[[], str]) -> None:
        """Ask one question after the other until all are asked or the person leaves.

        Args:
            key: waits for the next key and gives it.
        """
        self.key = key
        waiting: list[Question] = []
        is_fresh = False  # whether what waits was found after the newest answer
        while True:
            question = self._next(waiting)
            if question is None:
                if is_fresh:
                    return
                waiting, is_fresh = list(self.find()), True
                continue
            self.say("")
            self.say(self.screen().faint(f"[{len(waiting) + 1} open]"))
            answer = self._ask(question)
            if answer == "quit":
                return
            if answer == "undo":
                before = self._taken_back()
                rest = self.find() if any(map(settles_others, before)) else (question, *waiting)
                waiting = [*before, *rest]
            elif answer == "some" and isinstance(question, PapersQuestion):
                waiting[:0] = [replace(question, papers=(paper,), names=()) for paper in question.papers]
            else:
                self._keep(question, answer if isinstance(answer, list) else [])
                if isinstance(answer, list):
                    is_fresh = False
                    if settles_others(question):
                        waiting.clear()

    def _next(self, waiting: list[Question]) -> Question | None:
        """The first question with anything in it that was not passed; it is taken out."""
        while waiting:
            question = without(waiting.pop(0), self.passed)
            if question is not None:
                return question
        return None

    def _keep(self, question: Question, decisions: list[Decision]) -> None:
        self._write(decisions)
        self.answered += len(decisions)
        self.passed |= question.subjects
        self.given.append((question, decisions))

    def _taken_back(self) -> list[Question]:
        """The question before, open again; nothing when there was none."""
        if not self.given:
            return []
        question, decisions = self.given.pop()
        self._write(list(map(taken_back, decisions)))
        self.answered -= len(decisions)
        self.passed -= question.subjects
        return [question]

    def _write(self, decisions: Sequence[Decision]) -> None:
        with self.store.write():
            for decision in decisions:
                self.store.judgement.add(replace(decision, by=self.by, at=self.at, why="review"))
        self.written += len(decisions)

    # the questions ----------------------------------------------------------

    def _ask(self, question: Question) -> Answer:
        match question:
            case NamesQuestion():
                return self._names(question)
            case PapersQuestion():
                return self._papers(question)
            case PairQuestion():
                return self._pair(question)

    def _names(self, question: NamesQuestion) -> Answer:
        """A screen of names to tick."""
        self._put(f"Which of these has {question.person} written with?", weight=self.screen().strong)
        keys = dict(zip(LETTERS, question.names, strict=False))
        counts = dict(zip(question.names, question.stands_on, strict=True))
        ticked: set[str] = set()

        def line(letter: str) -> str:
            name = keys[letter]
            papers = f"{counts[name]} paper{'s' if counts[name] != 1 else ''}"
            return f"{letter} [{'x' if name in ticked else ' '}] {name} ({papers})"

        for letter in keys:
            self._put(line(letter), indent=2)
        self._help("a letter ticks or unticks", "Enter: the ticked ones and no others")
        while True:
            pressed = self.key()
            if pressed in keys:
                ticked ^= {keys[pressed]}
                self._put(line(pressed), indent=2)
            elif pressed in {"\r", "\n"}:
                return ticks(question, sorted(ticked))
            elif pressed in WAYS:
                return WAYS[pressed]

    def _papers(self, question: PapersQuestion) -> Answer:
        """A group of papers: all, none, or one by one."""
        single = len(question.papers) == 1
        whom = f", with {', '.join(question.names)}" if question.names else ""
        asked = "Is this" if single else f"Are these {len(question.papers)}"
        self._put(f"{asked} {question.person}'s{whom}?", weight=self.screen().strong)
        if told := WHY[question.why]:
            self._put(told.format(person=question.person))
        for paper in question.papers:
            self._put(one_line(paper), indent=2)
            if single or question.why != "unsure":
                self._put(question.reasons.get(paper.key, ""), indent=4, weight=self.screen().faint)
        self._help(*(("y yes", "n no") if single else ("y all", "n none", "s some: one by one")))
        pressed = self._one_of("yn" if single else "yns")
        if pressed in {"y", "n"}:
            kind = "mine" if pressed == "y" else "not_mine"
            return claims(self.store, kind, question.papers, question.person)
        return "some" if pressed == "s" else WAYS[pressed]

    def _pair(self, question: PairQuestion) -> Answer:
        """Two records side by side, differences marked."""
        why = f"they look {question.score:.0%} alike" if question.rule == MODEL else question.rule
        self._put(f"Are these one work? ({why})", weight=self.screen().strong)
        for line in beside(question.left, question.right, self.screen()):
            self.say(line)
        self._help("y same", "n different")
        pressed = self._one_of("yn")
        if pressed in {"y", "n"}:
            return [ruling("same" if pressed == "y" else "different", (question.left, question.right))]
        return WAYS[pressed]

    def _one_of(self, answers: str) -> str:
        """The next key that is an answer or a way on."""
        while (pressed := self.key()) not in WAYS and (len(pressed) != 1 or pressed not in answers):
            pass
        return pressed

    def _help(self, *keys: str) -> None:
        """The keys that mean something, as many in a line as there is room for."""
        line = ""
        for key in (*keys, "- skip", "< back", "q leave"):
            longer = f"{line} · {key}" if line else key
            if line and cells(longer) > self.screen().width:
                self.say(self.screen().faint(line))
                longer = key
            line = longer
        self.say(self.screen().faint(line))

    def _put(self, text: str, *, indent: int = 0, weight: Callable[[str], str] = str) -> None:
        """A text that may come from a page, in lines; what follows the first stands further in."""
        for number, line in enumerate(wrapped(clean(text), self.screen().width - indent - 2) if text else ()):
            self.say(" " * (indent + 2 * bool(number)) + weight(line))


def settles_others(question: Question) -> bool:
    """Whether the answer changes what is worth asking next."""
    return isinstance(question, NamesQuestion) or (isinstance(question, PapersQuestion) and len(question.papers) > 1)


def one_line(record: Record) -> str:
    """A record in one line."""
    names = ", ".join(author.name for author in record.authors[:MOST_NAMES])
    names += " …" if len(record.authors) > MOST_NAMES or record.authors_truncated else ""
    parts = (str(record.year or "????"), record.title, names, record.venue, record.source)
    return " · ".join(part for part in parts if part)
