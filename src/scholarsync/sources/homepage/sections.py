"""Headings of every kind, and what they say about the entries below.

A heading may be an `h2`, a block of class "header", a bold line, a table row with one word.
What it is for is told by its words: papers, talks, news …  A heading whose words say
nothing (a topic) keeps the meaning of the one above it; a year is handed to the entries.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from scholarsync.sources.homepage.blocks import HEADINGS, Block, Line
from scholarsync.sources.homepage.heading_words import ACCEPTED_RE, REFUSED_RE, TYPE_RES
from scholarsync.sources.homepage.lexicon import fold, is_link_label
from scholarsync.sources.homepage.people import split_list

Kind = Literal["papers", "refused", "year", "topic"]

YEAR_HEADING = re.compile(
    r"^\W{0,3}(?:year|année|jahr|año|anno|in|publications?(?: in)?|papers?(?: in)?)?\W{0,3}((?:19|"
    r"20)\d\d)\s{0,2}(?:年度?)?(?:\s?[-–/]\s?(?:(?:19|20)?\d\d|present|now))?(?:\s{0,2}\(\d{1,4}\))?\W{0,4}$",
    re.IGNORECASE,
)
HEADING_CLASS = re.compile(
    r"^(?:.*[-_])?(?:header|heading|headline|(?:sub)?section[-_]?title|sectiontitle|blocktitle|page__title|title-section|"
    r"subtitle|subheading|bibliography-year|year|h[1-4])$"
)
LEVELS = {"h1": 1, "h2": 2, "heading": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
LONGEST = 90
MOST_LINES = 4
MOST_WORDS = 12
"""Words of a heading that is read; a longer one is a title or a sentence."""
HONOUR = re.compile(
    r"^\W{0,3}(?:best|outstanding|oral|spotlight|distinguished|honou?rable|runner|finalist|nominee|"
    r"winner|test of time)\b",
    re.IGNORECASE,
)
TRUSTED = 0.6
"""Trust in names from which on the words before a colon are the page's owner."""
BY_CLASS = 2.5
"""Level of a heading that only its class name tells."""
ANNOUNCED = 7.2
"""Level of a sentence that announces a list; any real heading above it has the last word."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and what it means."""

    text: str
    kind: Kind
    level: float
    year: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Where an entry stands: the headings above it, read together."""

    text: str | None = None
    """The nearest heading that is no year."""
    kind: Kind = "topic"
    """papers, refused, or topic when no heading tells."""
    year: str | None = None
    type: str | None = None
    why: str = "no heading"
    """The heading that decided."""


@lru_cache(maxsize=1 << 10)
def classify(text: str) -> tuple[Kind, str | None]:
    """What a heading's words mean, and its year when it is one."""
    found = YEAR_HEADING.match(text)
    if found:
        return "year", found.group(1)
    if len(text.split()) > MOST_WORDS:
        return "topic", None
    folded = fold(re.sub(r"[\[(（][^\])）]{0,80}[\])）]", " ", text)) or fold(text)
    accepted, refused = list(ACCEPTED_RE.finditer(folded)), list(REFUSED_RE.finditer(folded))
    outside = [
        hit
        for hit in refused
        if not any(other.start() <= hit.start() and hit.end() <= other.end() for other in accepted)
    ]
    accepted = [
        hit
        for hit in accepted
        if not any(
            other.start() <= hit.start()
            and hit.end() < other.end() + (hit.end() - hit.start() < other.end() - other.start())
            for other in refused
        )
    ]
    refused = outside
    if accepted and refused:
        return _both(folded, accepted, refused), None
    if accepted:
        return "papers", None
    return ("refused" if refused else "topic"), None


def _both(folded: str, accepted: list[re.Match[str]], refused: list[re.Match[str]]) -> Kind:
    """ "Conference presentations" is about its last word, "Papers and talks" about its first."""
    if re.search(r"\b(?:and|und|et|y|e)\b|/", folded):
        return "papers" if accepted[0].start() <= refused[0].start() else "refused"
    if refused[-1].end() >= accepted[-1].end():
        return "refused"
    return "papers"


@lru_cache(maxsize=1 << 8)
def type_hint(text: str | None) -> str | None:
    """The type of publication that a heading names."""
    folded = fold(text or "")
    return next((kind for kind, words in TYPE_RES if words.search(folded)), None)


def as_heading(node: Block | Line) -> Heading | None:
    """The heading that a block or line is, when it is one."""
    if isinstance(node, Line):
        return _line_heading(node)
    if len(list(itertools.islice(node.lines(), MOST_LINES + 1))) > MOST_LINES:
        return None
    text = node.text
    if (
        node.tag == "p"
        and text.rstrip().endswith((":", "："))
        and "\n" not in text.strip()
        and (announced := _announced(text.strip())) is not None
    ):
        return announced
    if len(text) > LONGEST * 2 or ("\n" in text.strip() and len(text) > LONGEST):
        return None
    text = text.replace("\n", " ").strip()
    if not re.search(r"\w", text):
        return None
    if node.tag in HEADINGS:
        return _heading(text, LEVELS[node.tag])
    if len(text) > LONGEST or node.tag in {"li", "entry"}:
        return None
    kind, _ = classify(text)
    if (
        any(HEADING_CLASS.match(token.lower()) for token in node.tokens)
        and (kind != "topic" or len(text.split()) <= 8)
        and len(list(node.lines())) == 1
    ):
        return _heading(text, BY_CLASS)
    if (
        node.tag in {"summary", "caption", "legend", "th", "dt", "center"}
        and kind != "topic"
        and len(text) <= 50
        and (kind != "refused" or share_of_usual(text) >= 0.5)
    ):
        return _heading(text, 5.5)
    lines = list(node.lines())
    if len(lines) == 1:
        return _line_heading(lines[0])
    return None


def _line_heading(line: Line) -> Heading | None:
    """A line that stands alone and is set apart by bold type, or whose words are a usual heading."""
    text = line.text
    if text.endswith((":", "：")) and len(text) > 30 and (announced := _announced(text)) is not None:
        return announced
    if not text or len(text) > LONGEST:
        return None
    kind, year = classify(text)
    if kind == "year":
        return Heading(text, kind, 8, year)
    if kind == "topic" or is_label(text):
        return None
    shown = [piece for piece in line.pieces if piece.text.strip(" :[]()|")]
    if all(piece.look.href and not piece.look.href.startswith("#") for piece in shown):
        return None  # a menu leads to other pages by the words that head lists
    bold = all(piece.look.bold or (piece.look.roles and "big" in piece.look.roles) for piece in shown)
    words = len(fold(text).split())
    if bold and words <= 8 and text[-1] not in ".," and (kind == "papers" or share_of_usual(text) >= 0.5):
        return _heading(text, 7)
    plain = _without_owner(re.sub(r"\[[^\]]{0,40}\]", "", text).strip(" :：-–—*#=|•·0123456789."))
    if _is_usual(plain) and len(plain) <= 45 and not re.search(r"[.,;]", plain):
        return _heading(text, 7.5)
    return None


def is_label(text: str) -> bool:
    """Whether a line is a row of labels or an honour that stands below an entry: "PDF | Slides", "Best Paper Award"."""
    parts = [part for part in re.split(r"[\[\]|·•/]|\s{2,}", text) if part.strip()]
    return bool(HONOUR.match(text)) or (len(parts) > 1 and all(is_link_label(part.strip()) for part in parts))


def _announced(text: str) -> Heading | None:
    """A sentence that ends in a colon and names papers announces the list below it."""
    last = re.split(r"(?<=[^\W\d_]{2})[.!?]\s", text)[-1]
    if len(last) > 160 or classify(last[-70:])[0] != "papers":
        return None
    return Heading(last, "papers", ANNOUNCED)


def _without_owner(text: str) -> str:
    """ "Papers" of "Ada Quill: Papers"."""
    owner, sign, rest = text.partition(": ")
    return rest if sign and split_list(owner).trust >= TRUSTED else text


def _is_usual(text: str) -> bool:
    """Whether nearly all the words are heading words: "Selected Publications", not "Papers, please"."""
    return share_of_usual(text) == 1.0


def share_of_usual(text: str) -> float:
    """How much of a text is words that tell a heading, by letters; words without a say are left out."""
    folded = fold(text)
    rest = ACCEPTED_RE.sub(" ", REFUSED_RE.sub(" ", folded))
    telling = _letters(folded) - _letters(rest)
    rest = re.sub(
        r"\b(?:selected|recent|latest|all|full|list|of|my|our|the|other|and|in|invited|international|domestic|"
        r"national|refereed|reviewed|peer|"
        r"non|conference|journal|workshop|ausgewahlte|wichtigste|liste|der|des|mes|de|mis|seleccionadas|recientes|"
        r"principales|scientific|"
        r"research|academic|professional|key|representative|highlighted|featured|complete|main|major|主要|代表)\b",
        " ", rest,
    )  # fmt: skip
    return telling / max(1, telling + _letters(rest))


def _letters(text: str) -> int:
    return len(text) - text.count(" ")


def _heading(text: str, level: float) -> Heading:
    kind, year = classify(text)
    return Heading(text, kind, level, year)


class Outline:
    """The headings in force while a page is walked."""

    def __init__(self, *, default: Section) -> None:
        self.default = default
        self.stack: list[Heading] = []
        self.section = self._read()
        """What the headings in force mean together."""

    def enter(self, heading: Heading) -> None:
        """A heading ends all of its level and below; a year that only a class name sets apart ends no section."""
        if heading.kind == "year" and heading.level == BY_CLASS and self.stack:
            telling = [other.level for other in self.stack if other.kind in ("papers", "refused")]
            heading = replace(heading, level=max([BY_CLASS, *(level + 0.1 for level in telling)]))
        while self.stack and self.stack[-1].level >= heading.level:
            self.stack.pop()
        self.stack.append(heading)
        self.section = self._read()

    def _read(self) -> Section:
        text = next((heading.text for heading in reversed(self.stack) if heading.kind != "year"), None)
        year = next((heading.year for heading in reversed(self.stack) if heading.year), None)
        telling = [heading for heading in self.stack if heading.kind in ("papers", "refused")]
        if not telling:
            return Section(text, self.default.kind, year, None, self.default.why)
        last = telling[-1]
        if last.level == ANNOUNCED and (above := [heading for heading in telling if heading.level != ANNOUNCED]):
            last = above[-1]
        hint = next((kind for heading in reversed(self.stack) if (kind := type_hint(heading.text)) is not None), None)
        return Section(text, last.kind, year, hint, last.text)
