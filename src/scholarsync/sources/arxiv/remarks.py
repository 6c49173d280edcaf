"""What authors write about where a paper appeared: journal references and comments, both free text."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 400
YEAR = r"(?:19|20)\d\d"
COMPACT = re.compile(
    rf"(?P<venue>.{{2,200}}?[.\s])(?P<volume>[A-Z]?\d{{1,5}}):(?P<pages>\w{{1,9}}(?:-\w{{1,9}})?),\s?(?P<year>{YEAR})"
)
""" "Riv.Lett.B21:7-12,2031"."""
BRACKETED = re.compile(
    rf"(?P<venue>.{{2,200}}?[.\s]) ?(?P<volume>[A-Z]?\d{{1,5}}),? \((?P<year>{YEAR})\),? (?:pp?\. ?)?"
    r"(?P<pages>[A-Z]?\d{1,9}(?: ?[-–] ?[A-Z]?\d{1,9})?)"
)
""" "Riv.Rev. D14 (2031) 077001"."""
RANGE = r"[A-Za-z]?\d{1,9}(?: ?[-–]{1,2} ?[A-Za-z]?\d{1,9})?"
NO_YEAR = r"(?!(?:19|20)\d\d\b)"
PIECES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("pages", re.compile(rf"\b(?:pp?|pages?)\b[.:]? ?(?P<pages>{RANGE})", re.IGNORECASE)),
    (
        "volume",
        re.compile(r"\bvol(?:ume)?\b[.:]? ?:? ?(?P<volume>[A-Z]?\d{1,5})(?: ?\((?P<number>\d{1,4})\))?", re.IGNORECASE),
    ),
    (
        "volume",
        re.compile(rf"(?<![\w(])(?P<volume>\d{{1,4}}) ?\((?P<number>{NO_YEAR}\w{{1,9}})\)[:,] ?(?P<pages>{RANGE})"),
    ),
    ("volume", re.compile(rf"(?<![\w(])(?P<volume>\d{{1,4}}) ?\((?P<number>{NO_YEAR}\d{{1,4}})\)")),
    ("volume", re.compile(rf"(?<=[a-z.&] )(?P<volume>{NO_YEAR}[A-Z]?\d{{1,4}})(?=[,:] |,? ?\((?:19|20)\d\d\))")),
    ("volume", re.compile(rf"(?<=[a-z.& ])(?P<volume>{NO_YEAR}[A-Z]?\d{{1,4}}):(?P<pages>{RANGE})")),
    ("number", re.compile(r"\b(?:no|issue|iss|number)\b[.:]? ?:? ?(?P<number>\d{1,5})\b", re.IGNORECASE)),
    ("pages", re.compile(r"(?<=\d, )(?P<pages>[A-Z]?\d{2,9})(?= ?\((?:19|20)\d\d\))")),
    ("pages", re.compile(r"(?<![\w–-])(?P<pages>\d{1,6} ?[-–]{1,2} ?\d{1,6})(?![\w–-])")),
)
"""What a reference may hold besides its venue and year, in the order they are looked for."""
SMALL_WORDS = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:acm|ieee|springer|elsevier|press|to|appear)\b",
    re.IGNORECASE,
)
MEETING = re.compile(r"\b(?:proc|proceedings|conference|conf|workshop|symposium|congress|meeting)\b", re.IGNORECASE)
THESIS = re.compile(r"\b(?:ph\.? ?d\.?|master'?s?|doctoral|diploma) (?:thesis|dissertation)\b", re.IGNORECASE)

PAPER = r"(?:paper|article|submission|manuscript|work|preprint|version|note|report)"
WITHDRAWN = (
    re.compile(r"^\W{0,3}(?:withdrawn|retracted)\b", re.IGNORECASE),
    re.compile(rf"\b(?:this|the|our|present) (?:\w+ ){{0,2}}{PAPER} (?:\w+ ){{0,4}}withdrawn\b", re.IGNORECASE),
    re.compile(r"\b(?:withdrawn|withdrawal) by (?:the |arxiv|its )?(?:\w+ )?(?:authors?|admin)", re.IGNORECASE),
    re.compile(r"\badmin note: (?:\w+ ){0,4}withdrawn\b", re.IGNORECASE),
)
AT = r"(?: (?:at|to|in|by|on|for))"
ACCEPTED = re.compile(
    rf"\b(?:accepted(?: (?:for|as) (?:\w+ ){{0,2}}(?:publication|presentation|paper|poster|talk))?|to appear"
    rf"|to be published|forthcoming|in press){AT}:? (?P<where>[^;]{{2,200}})",
    re.IGNORECASE,
)
SUBMITTED = re.compile(
    rf"\b(?P<how>submitted|under (?:peer )?review|in review)(?: for publication)?{AT} (?P<where>[^;]{{2,200}})",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(
    r"(?<=[\w)\]’'\"]{2})(?<!\bProc)(?<!\bConf)(?<!\bInt)(?<!\bTrans)(?<!\bSymp)(?<!\bPhys)(?<!\bLett)(?<!\bRev)"
    r"(?<!\bMath)(?<!\bSci)(?<!\bComput)(?<!\bAppl)\.(?:\s|$)"
    r"|\s(?:arXiv admin note|https?://|/\s)|\s\d{1,3} pages\b|[\[\]]"
)
OTHER_VERSION = re.compile(
    r"\b(?:extended|full|longer|abridged|preliminary|short|conference|shorter) (?:\w+ ){0,2}(?:version|abstract)\b",
    re.IGNORECASE,
)
"""What appears there is then not this paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A journal reference, taken apart as far as it allows."""

    venue: str | None = None
    volume: str | None = None
    number: str | None = None
    pages: str | None = None
    year: str | None = None
    type: str | None = None


def read_reference(text: str) -> Reference:
    """Venue, volume, pages and year of a reference; the whole text is the venue where nothing else is found."""
    text = text[:LONGEST]
    if not text:
        return Reference()
    for form in (COMPACT, BRACKETED):
        if found := form.fullmatch(text.rstrip(" .")):
            return Reference(
                venue=_trimmed(found["venue"]), volume=found["volume"], pages=found["pages"], year=found["year"],
                type="article",
            )  # fmt: skip
    values: dict[str, str] = {}
    spans = []
    for name, pattern in PIECES:
        if name not in values and (found := pattern.search(text)):
            values |= {key: value for key, value in found.groupdict().items() if value and key not in values}
            spans.append(found.span())
    years = list(re.finditer(rf"(?<![\w.-]){YEAR}(?![\w-])", text))
    if years:
        values["year"] = years[-1][0]
        spans += [found.span() for found in years if _ends_venue(text, found, spans)][:1]
    first = min((begin for begin, _ in spans), default=len(text))
    venue = _trimmed(text[:first])
    if sum(char.isalpha() for char in venue) < 2:
        venue = text
    return Reference(venue=venue, type=_kind(text), **values)


def _ends_venue(text: str, year: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    """Whether the venue ends before a year: only numbers, months and the like follow, and it is no "(ISWC 2031)"."""
    if re.search(r"\([^()]*[^\W\d_][^()]*$", text[: year.start()]):
        return False
    inside = {n for begin, end in spans for n in range(begin, end)}
    rest = "".join(" " if n in inside else text[n] for n in range(year.end(), len(text)))
    return not re.search(r"[^\W\d_]{3,}", SMALL_WORDS.sub(" ", rest))


def _trimmed(venue: str) -> str:
    """A venue without the punctuation, bracket or month that led to what followed."""
    venue = re.sub(r"[\s,;:(\[@-]+$", "", venue)
    venue = re.sub(
        r"[\s,(]+(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]{0,7}\.?$", "", venue, flags=re.IGNORECASE
    )
    return venue.strip(" ,;:")


def _kind(text: str) -> str:
    return "thesis" if THESIS.search(text) else "conference" if MEETING.search(text) else "article"


def read_comment(text: str) -> str | None:
    """The status that a comment states: "accepted at X", "submitted to X"."""
    text = text[:LONGEST]
    for pattern in (ACCEPTED, SUBMITTED):
        found = pattern.search(text)
        if found is None or OTHER_VERSION.search(text[: found.start()]):
            continue
        where = _trimmed(SENTENCE_END.split(found["where"], maxsplit=1)[0])
        where = re.sub(r"^(?:the|a|an)\s", "", where, flags=re.IGNORECASE).strip("\"'“” ")
        if any(char.isupper() for char in where):
            return f"{_words(found)} {where}"
    return None


def _words(found: re.Match[str]) -> str:
    if found.re is ACCEPTED:
        return "accepted at"
    return "under review at" if "review" in found["how"].lower() else "submitted to"


def says_withdrawn(comment: str, abstract: str) -> bool:
    """Whether comment or abstract say that the paper was withdrawn; arXiv has no flag for it."""
    return any(pattern.search(comment[:LONGEST]) for pattern in WITHDRAWN) or any(
        pattern.match(abstract[:LONGEST]) for pattern in WITHDRAWN[:2]
    )
