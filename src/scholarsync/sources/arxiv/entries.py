"""One entry of arXiv's as a draft: ids, versions, names, categories, and what its remarks say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from scholarsync.model import Draft
from scholarsync.normalise.identifiers import parse_arxiv_id
from scholarsync.sources.arxiv.remarks import read_comment, read_reference, says_withdrawn

MSC = re.compile(r"\d\d(?:[A-Z]\d\d|-\d\d|[A-Z]xx|-XX)", re.IGNORECASE)
ACM = re.compile(r"[A-K](?:\.\d{1,2}|\.m){1,2}")
FOR_GROUP = re.compile(r"(.{2,80}?),? (?:for|on behalf of) (?:the )?(.{1,80} (?:Collaboration|Consortium|Team|Group))")
OTHERS = re.compile(
    r"et al\.?(?: \(.{1,60}\))?|\(?\d{1,5} (?:additional|more|other) authors.{0,40}|(?:and )?others|…|\.\.\."
)
SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV)\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What arXiv states of one paper."""

    id: str
    """With its version, or the address of its page."""
    title: str
    authors: tuple[str, ...]
    published: datetime | None = None
    abstract: str = ""
    comment: str = ""
    reference: str = ""
    doi: str = ""
    categories: tuple[str, ...] = ()

    @classmethod
    def of(cls, result: Any) -> Self:
        """From a result of the ``arxiv`` package, which has no types."""
        return cls(
            id=result.entry_id, title=result.title or "", authors=tuple(author.name for author in result.authors),
            published=result.published, abstract=result.summary or "", comment=result.comment or "",
            reference=result.journal_ref or "", doi=result.doi or "", categories=tuple(result.categories),
        )  # fmt: skip


def draft_of(entry: Entry) -> Draft:
    """The entry as a draft.

    Raises:
        ValueError: it has no id of arXiv's, no title or no authors.
    """
    named = parse_arxiv_id(entry.id)
    if named is None:
        raise ValueError("not an arXiv id")
    title, authors = squeezed(entry.title), _authors(entry.authors)
    named_ones = tuple(name for name in authors if not OTHERS.fullmatch(name))
    if not title or not named_ones:
        raise ValueError("no title" if not title else "no authors: part of the entry is missing")
    comment = squeezed(entry.comment)
    where = read_reference(squeezed(entry.reference))
    remark = read_comment(comment)
    withdrawn = says_withdrawn(comment, squeezed(entry.abstract))
    status = "withdrawn" if withdrawn else "published" if where.venue else remark
    day = entry.published.date().isoformat() if entry.published else None
    year = where.year or (day[:4] if day else None)
    version = f"v{named.version}" if named.version else ""
    return Draft(
        id=named.bare, arxiv_id=f"{named.bare}{version}", title=title, authors=named_ones,
        authors_truncated=named_ones != authors,
        date=day if day and day[:4] == year else None, year=year, venue=where.venue, volume=where.volume,
        number=where.number, pages=where.pages, type=where.type or "preprint", doi=_first_doi(entry.doi),
        url=f"https://arxiv.org/abs/{named.bare}", links=(("pdf", f"https://arxiv.org/pdf/{named.bare}{version}"),),
        status=status, note=comment or None, abstract=squeezed(entry.abstract) or None,
        markup="latex" if re.search(r"[$\\]", title + "".join(authors)) else "text",
        evidence=tuple(_evidence(entry, day)),
    )  # fmt: skip


def squeezed(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def _authors(spelled: tuple[str, ...]) -> tuple[str, ...]:
    """One name a person: joined ones taken apart, the colon after a collaboration dropped."""
    cleaned = [name for name in (squeezed(name).strip(" :;,") for name in spelled) if name]
    if len(cleaned) == 1 and "," in cleaned[0]:
        cleaned = _taken_apart(cleaned[0])
    names: list[str] = []
    for name in cleaned:
        found = FOR_GROUP.fullmatch(name)
        names += found.groups() if found else [name]
    return tuple(names)


def _taken_apart(line: str) -> list[str]:
    """ "A. Quill, B. Harrow, Jr., and C. Moss" as three."""
    names: list[str] = []
    for part in re.split(r",\s+(?:and\s+)?|\s+and\s+", line):
        if names and SUFFIX.fullmatch(part):
            names[-1] = f"{names[-1]}, {part}"
        elif part:
            names.append(part)
    return names


def _first_doi(text: str) -> str | None:
    """Some entries name several, the paper's own first."""
    words = re.split(r"[\s;]+|,\s*(?=10\.)", text.strip())
    return words[0].rstrip(",") or None


def _evidence(entry: Entry, day: str | None) -> list[tuple[str, str]]:
    """What a draft has no field for."""
    kinds: dict[str, list[str]] = {"categories": [], "msc": [], "acm": []}
    for term in entry.categories:
        codes = [code for code in re.split(r"[\s,;()]+", term) if code]
        if any(MSC.fullmatch(code) for code in codes):
            kinds["msc"] += [code for code in codes if MSC.fullmatch(code)]
        elif any(ACM.fullmatch(code) for code in codes):
            kinds["acm"] += [code for code in codes if ACM.fullmatch(code)]
        elif codes:
            kinds["categories"].append(squeezed(term))
    found = [(name, ", ".join(dict.fromkeys(values))) for name, values in kinds.items() if values]
    found += [("venue", squeezed(entry.reference))] if entry.reference.strip() else []
    return found + ([("submitted", day)] if day else [])
