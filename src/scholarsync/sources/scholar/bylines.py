"""Scholar's own short spellings: author lines, venue lines, and the by-line of a search result."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

ELLIPSIS = re.compile(r"\s*(?:…|\.\.\.)\s*$")
SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|MD|PhD)\.?", re.IGNORECASE)
PAGES = re.compile(r"[A-Za-z]{0,3}\d[\w.:]{0,9}(?:\s?[-–—]{1,2}\s?[A-Za-z]{0,3}\d[\w.:]{0,9})?")
VOLUME_AND_NUMBER = re.compile(r"^(.*\S) (\d{1,5}|[A-Z]{1,2}\d{1,4}) \(([^()]{1,24})\)$")
VOLUME = re.compile(r"^(.*[^\W\d_]\S*) (\d{1,4})$")
NUMBER_TAIL = re.compile(r"^(.*[^\W\d_]\S*) (\d{1,4}) \([^()]{0,24}$")
"""What is left of "Journal 12 (3), 4-5" where it was cut in the brackets."""
YEAR = re.compile(r"(?:1[89]|20)\d\d")
ARXIV = re.compile(
    r"^(arXiv(?: (?:preprint|e-prints?))?),?\s+arXiv:\s?([A-Za-z.\-]*/?\d[\d.]*\d(?:v\d+)?)", re.IGNORECASE
)
PATENT = re.compile(r"^[A-Z]{2}\s+Patent\b|^Patent\b", re.IGNORECASE)
LONGEST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an article appeared, taken apart as far as its line allows."""

    venue: str | None = None
    truncated: bool = False
    volume: str | None = None
    number: str | None = None
    pages: str | None = None
    arxiv_id: str | None = None
    type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Byline:
    """The line under a search result: ``authors - venue, year - host``."""

    authors: tuple[str, ...] = ()
    authors_truncated: bool = False
    place: Place = field(default_factory=Place)
    year: str | None = None


def squeezed(text: str) -> str:
    """A text on one line, without the marks of writing direction that Scholar puts around names."""
    return " ".join(re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", text[: 20 * LONGEST]).split())


def read_authors(line: str) -> tuple[tuple[str, ...], bool]:
    """The names of an author line, and whether the line was cut."""
    text = squeezed(line)
    shorter = ELLIPSIS.sub("", text)
    names: list[str] = []
    for part in (piece.strip() for piece in shorter.split(",")):
        if names and SUFFIX.fullmatch(part):
            names[-1] = f"{names[-1]}, {part}"
        elif part:
            names.append(part)
    return tuple(names), shorter != text


def read_place(line: str, *, year: str | None = None) -> Place:
    """Venue, volume, number and pages of a line such as "Journal of Rivers 13 (2), 10-19".

    Args:
        line: as Scholar writes it, without the year at its end.
        year: the year that stands beside it.
    """
    text = squeezed(line)[:LONGEST].rstrip(" ,")
    if text.casefold() == "(no title)":
        return Place()
    if found := ARXIV.match(text):
        return Place(venue=found[1], arxiv_id=found[2], type="preprint")
    if PATENT.match(text):
        return Place(venue=text, type="patent")
    shorter = ELLIPSIS.sub("", text)
    if shorter != text:
        return _cut_place(shorter, year)
    pages = volume = number = None
    before, comma, last = text.rpartition(", ")
    if comma and PAGES.fullmatch(last) and last != year:
        text, pages = before, last
    if found := VOLUME_AND_NUMBER.match(text):
        text, volume, number = found[1], found[2], found[3]
    elif (found := VOLUME.match(text)) and not YEAR.fullmatch(found[2]):
        text, volume = found[1], found[2]
    return Place(venue=_without_year(text.rstrip(" ,"), year) or None, volume=volume, number=number, pages=pages)


def _cut_place(text: str, year: str | None) -> Place:
    volume = None
    if found := NUMBER_TAIL.match(text):
        text, volume = found[1], found[2]
    return Place(venue=_without_year(text.rstrip(" ,("), year) or None, truncated=True, volume=volume)


def _without_year(venue: str, year: str | None) -> str:
    """ "2031 Conference on Rivers" without the year, where it only repeats the one beside it."""
    return venue.removeprefix(f"{year} ") if year and len(venue) > len(year) + 4 else venue


def read_byline(line: str) -> Byline:
    """The parts of a search result's by-line."""
    parts = [part.strip() for part in re.split(r"\s[-–]\s", squeezed(line)[:LONGEST].replace("\xa0", " "))]
    authors, cut = read_authors(parts[0])
    if len(parts) < 2:
        return Byline(authors=authors, authors_truncated=cut)
    has_host = len(parts) > 2 and " " not in parts[-1] and ("." in parts[-1] or not YEAR.search(parts[-1]))
    middle = " - ".join(parts[1:-1] if has_host else parts[1:])
    before, _, last = middle.rpartition(",")
    year = last.strip() if YEAR.fullmatch(last.strip()) else None
    venue = before if year else middle
    if not has_host and year is None and len(parts) == 2 and _is_host(middle):
        venue = ""
    return Byline(authors=authors, authors_truncated=cut, place=read_place(venue, year=year), year=year)


def _is_host(text: str) -> bool:
    return " " not in text and "." in text.strip(".")
