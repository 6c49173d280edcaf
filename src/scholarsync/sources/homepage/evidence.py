"""How much a stretch of a page speaks for being a publication, judged without knowing its style."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scholarsync.sources.homepage.blocks import Piece
from scholarsync.sources.homepage.lexicon import fold, has_status, is_link_label, tells_venue
from scholarsync.sources.homepage.people import NameList, split_list
from scholarsync.sources.homepage.scan import scan
from scholarsync.sources.homepage.shapes import is_cjk_text

YEAR = re.compile(
    r"[12](?:(?<![\d.,/–-].)|(?<=[(\s]\d\d/.)|(?<=[(\s]\d/.))(?:(?<=1)9[3-9]|(?<=2)0[0-4])\d(?![\d]|[-–/.]\d{3})(?=[a-e]?\b|[年년]|[^\w]|$)"
)
QUOTED = re.compile(r"[“\"«「『‘„]|``|''")
IDENTIFIER = re.compile(
    r"\b10\.\d{4,9}/\S|doi\.org/|arxiv\.org/|\barxiv[: ]\s?\d{4}\.\d{4,5}|\b\d{4}\.\d{4,5}\b", re.IGNORECASE
)
IDENTIFIER_SIGN = re.compile(r"\.(?=\d|[oO][rR][gG]/)")
"""What every identifier has; quick to look for."""
VOLUME_BEFORE = re.compile(
    r"(?<!\d\s)(?<![-–\w.])(\d{1,3})\s(?=[A-Z][^\d\n\x00]{2,60}\s(\d{1,5})(?:\s?[,(–-]|\W{0,3}$))"
)
"""The volume before the reporter and the first page, as lawyers cite: "121 Wet. L. Rev. 1433 (2021)"."""
PAGES = re.compile(
    r"[\dpPvV第](?:(?<=\d)(?:\d{0,4}\s?[-–—‐]{1,2}\s?\d{2,5}|(?<!\w.)\d{0,3}\s?[(（]\d{1,3}[)）])|(?<=第)\d+[巻卷期号]|"
    r"(?<!\w.)(?:(?<=[pP])[pP]?\.\s?\d|(?<=[vV])[oO][lL](?:[uU][mM][eE])?\.?\s?\d))"
)
"""Page range, "pp.", number in brackets, "vol."; the first sign stands first because that is quick to look for."""
WORK = "(?:.*[-_])?(?:bib|pubs?|publi|publication|paper|article|entry|item|ref|reference|citation|cite|work)?"
"""What a class name may put before the part it names: "bibtitle", "pub-authors"."""
TITLE_ROLE = re.compile(
    rf"^(?:@?{WORK}(?:title|titel|titre|titulo|headline|@name)(?:[-_](?:link|text))?|papername|ptitle|"
    r"@name)$",
    re.IGNORECASE,
)
AUTHOR_ROLE = re.compile(
    rf"^@?{WORK}(?:authors?|authorlist|autor(?:es|en)?|autori|auteurs?|creator|byline|names)(?:[-_](?:list|line|names))?$",
    re.IGNORECASE,
)
VENUE_ROLE = re.compile(
    rf"^@?{WORK}(?:venue|journal|periodical|conference|booktitle|container|publication-?venue|ispartof|"
    r"publisher|source|where|pub-?info)s?$",
    re.IGNORECASE,
)
YEAR_ROLE = re.compile(rf"^@?{WORK}(?:year|jahr|date|datepublished)$", re.IGNORECASE)
LINK_ROLE = re.compile(
    r"^(?:.*[-_])?(?:links?|buttons?|btns?|btn-.*|actions|button-container|bibtex|tags?|badges?|materials|"
    r"resources|download)$",
    re.IGNORECASE,
)
NOTE_ROLE = re.compile(
    r"^@?(?:.*[-_])?(?:abstract|description|excerpt|summary|tldr|note|comment|award|keywords?|teaser|blurb)s?$",
    re.IGNORECASE,
)
NEWSY = re.compile(
    r"\b(?:i(?:'m|’m| am| was| will| have|'ve|’ve| gave| joined| received| started| presented| won| passed| "
    r"co-?organi[sz]ed)|we(?:'re| are| have|'ve| won| released| will)|our (?:paper|work|team|article|recent|new)|"
    r"my (?:paper|work|talk|new|phd|student|thesis)|(?:has|have|was|were|is|been|got) (?:been )?(?:accepted|"
    r"awarded|selected|invited|published|nominated|featured|released|presented)|"
    r"(?:one|two|three|four|five|six|\d|new|a) papers? (?:\S+ ){0,6}(?:accepted|at|to|in|on)\b|papers? accepted|"
    r"accepted (?:to|at|by) \S+|"
    r"invited talk|gave a|will (?:be|give|present|join)|looking for|check out|congratulations|congrats|excited|"
    r"happy to|pleased to|honou?red|thanks to|joined|"
    r"recib[íi]|he sido|nuestro|hemos|presentar[ée]|charla|premio)\b"
)
"""Words of an announcement, in lower case."""
DATE_FIRST = re.compile(
    r"^\W{0,3}(?:\d{1,2}[./-]\d{2,4}|(?:19|20)\d\d[-./]\d{1,2}(?:[-./]\d{1,2})?|(?:jan|feb|mar|apr|may|jun|jul|aug|"
    r"sep|oct|nov|dec|mai|ene|abr|ago|dic|okt|dez)[a-zé]{0,7}\.?,?\s(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?(?:'|"
    r"’)?\d{2,4}|(?:19|20)\d\d年\d{1,2}月)\W",
    re.IGNORECASE,
)
INNER_START = re.compile(
    r"^\W{0,3}(?:in|in:|en|dans|proc\.?|proceedings|published in|to appear in|doi|arxiv|isbn|pages?|pp?\.|"
    r"vol)\b[:.]?\s",
    re.IGNORECASE,
)
COMPLETE = 2.0
STRONG = 3.0


@dataclass(slots=True)
class Cell:
    """One line of a candidate, with the class names that its blocks carry."""

    pieces: list[Piece]
    roles: tuple[str, ...] = ()
    gap: int = 0
    heading: bool = False
    order: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a publication, each with its weight."""

    words: int
    people: float
    year: float
    venue: float
    identifier: float
    look: float
    """Quotes, class names, link rows."""
    newsy: bool
    status: bool
    free: int = 0
    """Words that are no names of persons at the beginning."""
    inner: bool = False
    """Whether it begins as the part of an entry that tells the container ("In Proceedings …")."""

    @property
    def score(self) -> float:
        """All together."""
        return self.people + self.year + self.venue + self.identifier + self.look

    @property
    def complete(self) -> bool:
        """Enough for a publication on its own."""
        return self.words >= 4 and self.score >= COMPLETE

    @property
    def alone(self) -> bool:
        """Complete, and no mere author or venue line of a larger entry."""
        return self.complete and self.free >= 5 and not self.inner

    @property
    def strong(self) -> bool:
        """Enough where no heading vouches for it."""
        return self.words >= 6 and self.score >= STRONG


def weigh(cells: Sequence[Cell]) -> Evidence:
    """Judge the lines of a candidate together."""
    shown = [cell for cell in cells if cell.text][:40]
    text = "\n".join(cell.text for cell in shown)[:6000]
    folded = fold(text)
    words = len(folded.split()) if not is_cjk_text(text) else len(folded.replace(" ", "")) // 3
    status = has_status(text)
    has_year = bool(YEAR.search(text))
    pieces = [piece for cell in shown for piece in cell.pieces]
    hrefs = " ".join(piece.look.href for piece in pieces if piece.look.href)
    italic = any(piece.look.italic and len(piece.text.split()) >= 2 for piece in pieces)
    venue = 0.5 * tells_venue(folded) + 0.5 * italic + 0.5 * bool(PAGES.search(text))
    people, named = _people(shown)
    return Evidence(
        words=words,
        people=people,
        year=1.0 if has_year else 0.6 * status,
        venue=min(1.0, venue),
        identifier=float(_has_identifier(text) or _has_identifier(hrefs)),
        look=_look(shown, text),
        newsy=sounds_new(text[:600]),
        status=status,
        free=words - named,
        inner=bool(INNER_START.match(text)),
    )


def _has_identifier(text: str) -> bool:
    return IDENTIFIER_SIGN.search(text) is not None and IDENTIFIER.search(text) is not None


def sounds_new(text: str) -> bool:
    """Whether a text announces something."""
    return NEWSY.search(text.lower()) is not None


def _people(cells: Sequence[Cell]) -> tuple[float, int]:
    """How much the lines show an author list, and how many words it takes."""
    best, named = 0.0, 0
    for cell in cells[:8]:
        text = re.sub(r"^\W{0,4}(?:\(?(?:19|20)\d\d[a-z]?\)?|\[\w{1,6}\]|\d{1,3})[.):\s]{1,4}", "", cell.text)
        behind_with = _behind_with(text)
        for start in dict.fromkeys((0, behind_with, *_look_changes(cell, text))):
            if start is None:
                continue
            names, words = _named_from(text, start)
            if names.trust >= 0.6 and (len(names.names) > 1 or names.trust >= 0.95):
                named = max(named, words)
            if names.trust >= 0.6 and len(names.names) > 1:
                best = max(best, 1.5)
            elif names.trust >= 0.95:
                best = max(best, 1.2)
            elif names.trust >= 0.6:
                best = max(best, 0.8 if start == behind_with else 0.3)
    return best, named


@lru_cache(maxsize=1 << 8)
def _named_from(text: str, start: int) -> tuple[NameList, int]:
    """The persons from a place on, and how many words they take; asked of a line, then of the block that holds it."""
    stops = scan(text, start)
    listed = text[start : stops[-1].end] if stops else ""
    return split_list(listed), len(fold(listed).split())


def _look_changes(cell: Cell, text: str) -> list[int]:
    """Where bold, italic or linked text ends within a line: names may begin there."""
    places: list[int] = []
    for left, right in itertools.pairwise(cell.pieces):
        if (left.look.bold, left.look.italic, left.look.href) == (right.look.bold, right.look.italic, right.look.href):
            continue
        head = right.text.strip()[:12]
        at = text.find(head) if len(head) > 3 else -1
        if at > 0 and len(places) < 3:
            places.append(at + len(head) - len(head.lstrip(" .,;:")))
    return places


def _behind_with(text: str) -> int | None:
    found = re.search(r"(?:^|\(|,\s?|\s)(?:joint(?:ly)? )?(?:with|by|mit|avec|con)[ \u00a0]+(?=[^\W\d_])", text)
    return found.end() if found else None


def _look(cells: Sequence[Cell], text: str) -> float:
    labels = sum(
        bool(piece.look.href or piece.look.button) and is_link_label(piece.text.strip())
        for cell in cells
        for piece in cell.pieces
    )
    names = {
        role for cell in cells for role in (*cell.roles, *(role for piece in cell.pieces for role in piece.look.roles))
    }
    roles = sum(any(pattern.match(name) for name in names) for pattern in (TITLE_ROLE, AUTHOR_ROLE, VENUE_ROLE))
    first = next((piece for cell in cells for piece in cell.pieces if piece.text.strip()), None)
    leads = first is not None and (first.look.bold or first.look.href is not None) and len(first.text.split()) >= 3
    apart = any(piece.look.bold and len(piece.text.split()) >= 3 for cell in cells for piece in cell.pieces)
    return 0.5 * (bool(QUOTED.search(text)) or leads or apart) + min(1.0, 0.5 * labels) + 0.8 * roles
