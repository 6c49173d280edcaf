"""Records as JSON rows and back: the shape that commands print and take.

`from_row` is lenient: it takes rows of any program that are near enough (authors as one
string, CSL-JSON names, "journal" for venue), and is written for a million of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scholarsync.model import JSON, Author, Record
from scholarsync.normalise import clean_pages, safe_url
from scholarsync.normalise.dates import parse_date
from scholarsync.normalise.identifiers import ARXIV_DOI, parse_arxiv_id, parse_doi
from scholarsync.normalise.names import NameList, parse_name, split_names
from scholarsync.normalise.titles import clean_text, clean_title
from scholarsync.normalise.types import parse_type
from scholarsync.normalise.venues import clean_venue, is_preprint_venue

VENUES = ("venue", "journal", "booktitle", "container-title", "container_title", "publication", "secondary_title")
PLAIN = ("status", "note", "abstract", "publisher", "collaboration")


def to_row(record: Record) -> dict[str, JSON]:
    """A record as a JSON object; null where unknown."""
    return {
        "id": record.key,
        "title": record.title,
        "authors": [author.name for author in record.authors],
        "year": record.year,
        "date": record.date,
        "venue": record.venue,
        "type": record.type,
        "volume": record.volume,
        "number": record.number,
        "pages": record.pages,
        "publisher": record.publisher,
        "doi": record.doi,
        "doi_version": record.doi_version,
        "arxiv_id": record.arxiv_id,
        "arxiv_version": record.arxiv_version,
        "ids": dict(record.ids),
        "url": record.url,
        "links": dict(record.links),
        "authors_truncated": record.authors_truncated,
        "title_truncated": record.title_truncated,
        "venue_truncated": record.venue_truncated,
        "coauthors_only": record.coauthors_only,
        "author_details": [_author_row(author) for author in record.authors],
        "collaboration": record.collaboration,
        "status": record.status,
        "note": record.note,
        "abstract": record.abstract,
        "citations": record.citations,
        "key": record.label,
        "source": record.source,
    }


def from_row(row: Mapping[str, Any], *, key: str, source: str) -> Record:  # Any: JSON from anywhere
    """A record from a JSON object of this shape or one near it; what cannot be read is None."""
    authors, cut = _authors(row)
    doi = parse_doi(str(stated)) if (stated := row.get("doi") or row.get("DOI")) else None
    arxiv = parse_arxiv_id(str(stated)) if (stated := row.get("arxiv_id") or _archived(row)) else None
    if doi is not None and (inner := ARXIV_DOI.match(doi.bare)):
        arxiv, doi = arxiv or parse_arxiv_id(inner[1]), None
    venue = next((_text(row[name]) for name in VENUES if row.get(name)), None)
    venue = clean_venue(venue) or None if venue else None
    kind = parse_type(str(row["type"])) if row.get("type") else None
    if kind in {None, "article", "other"} and venue and is_preprint_venue(venue):
        kind = "preprint"
    date, year = _date(row)
    title = _text(row.get("title"))
    return Record(
        key=key,
        source=source,
        title=clean_title(title) or None if title else None,
        title_truncated=bool(row.get("title_truncated")),
        authors=authors,
        authors_truncated=True
        if cut
        else None
        if (stated := row.get("authors_truncated", False)) is None
        else bool(stated),
        coauthors_only=bool(row.get("coauthors_only")),
        collaboration=_text(row.get("collaboration")) or next((a.name for a in authors if a.collaboration), None),
        year=year,
        date=date,
        venue=venue,
        venue_truncated=bool(row.get("venue_truncated")),
        type=kind,
        volume=_short(row.get("volume")),
        number=_short(row.get("number") or row.get("issue")),
        pages=clean_pages(str(row.get("pages") or row.get("page"))) if row.get("pages") or row.get("page") else None,
        publisher=_text(row.get("publisher")),
        doi=doi.bare if doi else None,
        doi_version=(doi.version if doi else None) or _whole(row.get("doi_version")),
        arxiv_id=arxiv.bare if arxiv else None,
        arxiv_version=(arxiv.version if arxiv else None) or _whole(row.get("arxiv_version")),
        ids=_strings(row.get("ids")),
        url=safe_url(_text(row.get("url") or row.get("URL"))),
        links={name: url for name, text in _strings(row.get("links")).items() if (url := safe_url(text))},
        status=_text(row.get("status")),
        note=_text(row.get("note")),
        abstract=_text(row.get("abstract")),
        label=_short(row.get("key")),
        citations=_whole(row.get("citations")),
    )


def _archived(row: Mapping[str, Any]) -> Any:  # Any: JSON from anywhere
    """The arXiv id where CSL-JSON has it."""
    return row.get("archive_location") if str(row.get("archive")).lower() == "arxiv" else None


def _author_row(author: Author) -> dict[str, JSON]:
    row: dict[str, JSON] = {
        "family": author.family, "given": author.given, "suffix": author.suffix, "literal": author.literal,
        "variant": author.variant, "marks": list(author.marks), "collaboration": author.collaboration or None,
    }  # fmt: skip
    return {name: value for name, value in row.items() if value not in (None, [])}


def _authors(row: Mapping[str, Any]) -> tuple[tuple[Author, ...], bool]:
    """Authors in any of the shapes, and whether the list says that it is cut."""
    names, details = row.get("authors") or row.get("author") or (), row.get("author_details")
    if isinstance(names, str):
        listed = _split(names)
        return tuple(parse_name(name) for name in listed.names), listed.truncated
    if not isinstance(names, list):
        return (), False
    if isinstance(details, list) and len(details) == len(names):
        exact = tuple(author for one in details if (author := _from_parts(one)) is not None)
        if [author.name for author in exact] == names:
            return exact, False
    authors, cut = [], False
    for name in names:
        if isinstance(name, Mapping):
            author = _from_parts(name)
        else:
            text = str(name)
            if text.strip(" .").lower() in {"et al", "others", "…", "and others", ""}:
                cut = cut or bool(text.strip())
                continue
            author = parse_name(text)
        if author is not None and (author.family or author.literal):
            authors.append(author)
    return tuple(authors), cut


def _split(names: str) -> NameList:
    if re.search(r"\sand\s", names) and not re.search(r",[^,]*,[^,]*\sand\s", names):
        parts = [part.strip() for part in re.split(r"\s+and\s+", names)]
        if all(part.count(",") <= 1 for part in parts) and any("," in part for part in parts):
            return split_names("; ".join(parts))
    return split_names(names)


def _from_parts(row: Any) -> Author | None:  # Any: JSON from anywhere
    if not isinstance(row, Mapping):
        return None
    family, given, literal = (_text(row.get(name)) for name in ("family", "given", "literal"))
    literal = literal or _text(row.get("name"))
    particle = _text(row.get("non-dropping-particle") or row.get("dropping-particle"))
    if family is None:
        author = Author(literal=literal) if literal and row.get("literal") else parse_name(literal or "")
    else:
        author = Author(
            family=f"{particle} {family}" if particle else family, given=given, suffix=_text(row.get("suffix"))
        )
    marks = tuple(str(mark) for mark in row.get("marks") or ())
    return Author(
        family=author.family, given=author.given, suffix=author.suffix, literal=author.literal,
        variant=_text(row.get("variant")), marks=marks or author.marks,
        collaboration=bool(row.get("collaboration")) or author.collaboration,
    )  # fmt: skip


def _date(row: Mapping[str, Any]) -> tuple[str | None, int | None]:
    """The date as ISO and the year; the year's own field wins where the two differ."""
    value = row.get("year")
    year = value if isinstance(value, int) and not isinstance(value, bool) else None
    if year is None and value:
        parsed = parse_date(str(value))
        year = parsed.year if parsed else None
    stated = row.get("date") or row.get("issued")
    if isinstance(stated, Mapping):  # CSL-JSON
        parts = (stated.get("date-parts") or [[]])[0]
        stated = "-".join(f"{int(part):02}" for part in parts if str(part).isdecimal())
    date = parse_date(str(stated)) if stated else None
    if date is not None and year in {None, date.year}:
        return date.iso, date.year
    return (f"{year:04}" if year is not None else None), year


def _text(value: Any) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    return clean_text(str(value)) or None if value not in (None, "", {}) else None


def _short(value: Any) -> str | None:
    return str(value).strip() or None if value not in (None, "") else None


def _whole(value: Any) -> int | None:
    return int(value) if isinstance(value, int | float) or (isinstance(value, str) and value.isdecimal()) else None


def _strings(value: Any) -> dict[str, str]:
    return {str(k): str(v) for k, v in value.items() if v} if isinstance(value, Mapping) else {}
