"""The text of one entry with its look, position by position, so that spans can be argued about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from scholarsync.sources.homepage.blocks import SPACE, Look
from scholarsync.sources.homepage.candidate import Candidate
from scholarsync.sources.homepage.evidence import (
    AUTHOR_ROLE,
    LINK_ROLE,
    NOTE_ROLE,
    TITLE_ROLE,
    VENUE_ROLE,
    YEAR_ROLE,
    Cell,
    weigh,
)
from scholarsync.sources.homepage.labels import Labelled, labelled
from scholarsync.sources.homepage.lexicon import is_link_label

NO_TITLE_ROLE = re.compile(r"sub-?title|journal|book|section|page__title|container|series|venue|job", re.IGNORECASE)
BADGE_ROLE = re.compile(r"^(?:.*[-_])?(?:type|badge|abbr|rank|status|label|chip|pill)$", re.IGNORECASE)
LEADING_LABEL = re.compile(
    r"^\s{0,3}(?:[•▪◦●○‣·*+»►▶–—-]\s+|\[[A-Za-z]{0,5}[-. ]?\d{0,4}[a-z]?\]\s{0,3}|\(?[A-Z]{0,2}\d{1,3}[.)]\s{1,3}|"
    r"#\d{1,3}[.:]?\s|No\.\s?\d{1,3}[.:]?\s|\d{1,3}、\s{0,2}|[A-Z]{0,2}-?\d{1,3}\s{0,2}\n)+"
)
CITATION_CELL = re.compile(
    r"^\s{0,3}(?:recommended citation|suggested citation|citation|cite as|how to cite|please cite(?: as)?|"
    r"zitation)\s{0,2}:",
    re.IGNORECASE,
)
FOOTED = re.compile(r"(?<![+=^])[a-zà-ÿ.]{2}$")
"""What a raised number is a note on; in "x + ny" it is an exponent."""
NAME_OF_A_PART = "@name"
"""The name of whatever the elements around it are: a person, a journal, only then the work."""
FOOTNOTE = re.compile(r"^[\s\d,*†‡§¶#✉]{1,8}$|^\s?[a-h](?:,[a-h])*\s?$")
SPACED_DOTS = re.compile(r"\.(?:\s\.){2,}")
ET_AL_WITHIN = re.compile(r"(?:…|\.{2,3})\s?et\sal\.?\s?(?:…|\.{2,3})\s?(?=[^\W\d_])")
ET_STOP = re.compile(r"\bet\. al\.?")
ET_AL_GLUED = re.compile(r"(?<=\s)([A-Z]{1,3})et\sal\.?")
"""As a research office's program prints it: "Quill NMet al."."""
MORE_AUTHORS = re.compile(r"\+\s?\d{1,3}\s(?:more\s|other\s)?(?:co-?)?authors?\b")
DOTS_IN_LIST = re.compile(r",\s?\.{3}\s?(?:&\s)?(?=[A-Z])")
AND_COMMA = re.compile(r"\b(and), (?=(?:[A-Z]\.\s?)+[A-Z])")
MOST_CITED = 25
MAX_BODY = 12_000


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of the body in one look."""

    start: int
    end: int
    look: Look
    cell: int
    role: str | None
    """title, authors, venue, year, note; None when no class name tells."""
    heading: bool


@dataclass(slots=True, eq=False)
class Body:
    """An entry's visible text without its rows of links; one and no other, so that what is asked of it can be kept."""

    text: str
    runs: list[Run]
    links: list[tuple[str, str]]
    """(text, href) of all links."""
    begin: int
    """Behind numbering and bullets."""
    citation: str | None = None
    """A ready citation that stands below the entry ("Recommended citation: …")."""
    notes: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def run_at(self, position: int) -> Run | None:
        """The run that holds a position."""
        index = bisect_right(self.starts, position) - 1
        return self.runs[index] if index >= 0 and position < self.runs[index].end else None

    def runs_in(self, start: int, end: int) -> Iterator[Run]:
        """Runs that overlap a span."""
        index = max(0, bisect_right(self.starts, start) - 1)
        while index < len(self.runs) and self.runs[index].start < end:
            if self.runs[index].end > start:
                yield self.runs[index]
            index += 1


@lru_cache(maxsize=1 << 12)
def role_of(roles: tuple[str, ...]) -> str | None:
    """What the innermost telling class name says."""
    for role in sorted(roles, key=NAME_OF_A_PART.__eq__):
        if BADGE_ROLE.match(role):
            return "badge"
        if AUTHOR_ROLE.match(role):
            return "authors"
        if TITLE_ROLE.match(role) and not NO_TITLE_ROLE.search(role):
            return "title"
        if VENUE_ROLE.match(role):
            return "venue"
        if YEAR_ROLE.match(role):
            return "year"
        if NOTE_ROLE.match(role):
            return "note"
        if LINK_ROLE.match(role):
            return "links"
    return None


def body_of(candidate: Candidate) -> Body:
    """Lay out a candidate's cells as one text, links' labels and rows taken out."""
    body = Body("", [], [], 0)
    parts: list[str] = []
    length = 0
    notes = _notes(candidate)
    labels = labelled(candidate.cells)
    for number, cell in enumerate(candidate.cells):
        if length > MAX_BODY:
            break
        body.links.extend(_links(cell))
        if role_of(cell.roles) == "note" and cell.order in notes:
            body.notes.append(cell.text)
            continue
        label = labels.get(number)
        if label is not None and label.role == "note":
            body.notes.append(cell.text)
            continue
        if label is not None and label.role == "citation":
            body.citation = cell.text[label.behind :].strip() or body.citation
            continue
        if label is None and CITATION_CELL.match(cell.text):
            body.citation = cell.text.split(":", 1)[1].strip()
            continue
        shown = list(_shown(cell) if label is None else _valued(cell, label))
        if not shown:
            continue
        if length:
            parts.append("\n")
            length += 1
        for piece_text, look, role in shown:
            text = _spelt(piece_text)
            if look.sup and FOOTNOTE.match(text) and parts and FOOTED.search(parts[-1]):
                continue
            if not parts or parts[-1].endswith((" ", "\n")):
                text = text.lstrip()
            if not text:
                continue
            if body.runs and body.runs[-1].role != role and parts[-1][-1].isalnum() and text[0].isalnum():
                parts.append(" ")  # class names tell them apart, a style sheet keeps them at a distance
                length += 1
            parts.append(text)
            body.runs.append(Run(length, length + len(text), look, number, role, cell.heading))
            length += len(text)
    body.text = "".join(parts)
    body.starts = [run.start for run in body.runs]
    leading = LEADING_LABEL.match(body.text)
    body.begin = leading.end() if leading else 0
    return body


def _notes(candidate: Candidate) -> set[int]:
    """Lines that class names call a remark, unless nothing else would be left."""
    notes = [cell for cell in candidate.cells if role_of(cell.roles) == "note" and not _cites(cell)]
    rest = sum(len(cell.text.split()) for cell in candidate.cells) - sum(len(cell.text.split()) for cell in notes)
    return {cell.order for cell in notes} if rest >= 5 else set()


def _cites(cell: Cell) -> bool:
    """Whether a line that a class name calls a description states persons or an identifier in few words."""
    evidence = weigh([cell])
    return evidence.words <= MOST_CITED and (evidence.people >= 1 or evidence.identifier > 0)


def _links(cell: Cell) -> list[tuple[str, str]]:
    links: list[tuple[str, str]] = []
    for piece in cell.pieces:
        if piece.look.href:
            if links and links[-1][1] == piece.look.href:
                links[-1] = (links[-1][0] + piece.text, links[-1][1])
            else:
                links.append((piece.text, piece.look.href))
    return [(SPACE.sub(" ", text).strip(), href) for text, href in links]


def _spelt(text: str) -> str:
    """The signs of author lists in the one form that the reader of names knows."""
    if ". ." in text:
        text = SPACED_DOTS.sub("…", text)
    if "..." in text:
        text = DOTS_IN_LIST.sub(", … ", text)
    if "et al" in text or "et. al" in text:
        text = ET_AL_GLUED.sub(r"\1 et al.", ET_STOP.sub("et al.", text))
        text = ET_AL_WITHIN.sub("… ", text)
    if "authors" in text:
        text = MORE_AUTHORS.sub("et al.", text)
    return AND_COMMA.sub(r"\1 ", text) if "and, " in text else text


def _valued(cell: Cell, label: Labelled) -> Iterator[tuple[str, Look, str | None]]:
    """Pieces of a line behind its label, which says what part they are."""
    left = label.behind
    for text, look, _ in _shown(cell):
        shown = text.lstrip() if left == label.behind else text
        if len(shown) > left:
            yield shown[left:], look, label.role
        left = max(0, left - len(shown))


def _shown(cell: Cell) -> Iterator[tuple[str, Look, str | None]]:
    """Pieces of a line that are part of the citation, with the role each has."""
    outer = role_of(cell.roles)
    if outer == "note" and _cites(cell):
        outer = None
    for piece in cell.pieces:
        look = piece.look
        role = role_of(look.roles) or outer
        text = SPACE.sub(" ", piece.text)
        if (look.href or look.button) and role != "title" and is_link_label(text.strip()):
            continue
        if role == "links" and (look.href or look.button):
            continue
        if look.button:
            continue
        yield text, look, role
