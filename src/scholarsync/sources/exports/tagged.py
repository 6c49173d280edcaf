"""RIS and EndNote entries as drafts: which tag holds what, for which type."""

from __future__ import annotations

import re

from scholarsync.formats.tagged import TaggedEntry
from scholarsync.model import Draft
from scholarsync.normalise.identifiers import is_isbn, parse_doi
from scholarsync.sources.exports.places import arxiv_id_of, iso_date, may_be_cut, without_urls

AT_INSTITUTIONS = frozenset({"THES", "RPRT", "Thesis", "Report"})
"""Types whose publisher is the place they come from."""
IN_BOOKS = frozenset({"CHAP", "CONF", "CPAPER", "ECHAP"})


def from_ris(entry: TaggedEntry) -> Draft:
    """A draft from RIS tags."""
    kind = entry.first("TY")
    containers = (
        ("T2", "BT", "C3", "JF", "JO", "T3") if kind in IN_BOOKS else ("JF", "JO", "T2", "JA", "J1", "J2", "BT")
    )
    authors = entry.all("AU", "A1") or entry.all("A2", "ED", "A3")
    title = entry.first("TI", "T1", "CT") or (entry.first("BT") if kind in {"BOOK", "EDBOOK"} else None)
    dated = entry.first("DA", "Y1", "PY")
    return _draft(
        entry,
        kind=kind,
        key=entry.first("ID"),
        title=title,
        authors=authors,
        venue=next((said for tag in containers if (said := entry.first(tag)) and said != title), None),
        year=(entry.first("PY", "Y1", "DA") or "").partition("/")[0] or None,
        date=iso_date(dated) if dated and re.search(r"\d\D+\d", dated) else None,
        pages=_pages(entry.first("SP"), entry.first("EP")),
        tags=("VL", "IS", "PB", "DO", "SN", "AB", "N2", "N1"),
        urls=entry.all("UR", "LK"),
        pdf=entry.all("L1"),
        by_scholar=not entry.all("DO", "UR", "ID", "AU"),
    )


def from_endnote(entry: TaggedEntry) -> Draft:
    """A draft from EndNote's tags."""
    dated = entry.first("8")
    return _draft(
        entry,
        kind=entry.first("0"),
        key=entry.first("F"),
        title=entry.first("T"),
        authors=tuple(name.rstrip(",") for name in entry.all("A") or entry.all("E")),
        venue=entry.first("J", "B"),
        year=entry.first("D"),
        date=iso_date(dated) if dated and re.search(r"(?:19|20)\d\d", dated) else None,
        pages=entry.first("P"),
        tags=("V", "N", "I", "R", "@", "X", "X", "Z"),
        urls=entry.all("U"),
        pdf=entry.all(">"),
        by_scholar=not entry.all("R", "U", "F", "X"),
    )


def _draft(
    entry: TaggedEntry, *, kind: str | None, key: str | None, title: str | None, authors: tuple[str, ...],
    venue: str | None, year: str | None, date: str | None, pages: str | None, tags: tuple[str, ...],
    urls: tuple[str, ...], pdf: tuple[str, ...], by_scholar: bool,
) -> Draft:  # fmt: skip
    """What both notations share; `tags` are those of volume, number, publisher, DOI, serial number, abstract, note."""
    volume, number, publisher, doi, serial, abstract, summary, note = (entry.first(tag) for tag in tags)
    venue, found = without_urls(venue or (publisher if kind in AT_INSTITUTIONS else None))
    publisher, more = without_urls(publisher)
    number, last = without_urls(number)
    urls = tuple(dict.fromkeys((*urls, *found, *more, *last)))
    return Draft(
        id=key or "",
        title=title,
        authors=authors,
        authors_truncated=may_be_cut(authors) if by_scholar else False,
        year=year,
        date=date,
        venue=venue or publisher,
        type=kind,
        volume=volume,
        number=number,
        pages=pages,
        publisher=publisher,
        arxiv_id=arxiv_id_of(venue),
        doi=doi if doi and parse_doi(doi) else None,
        ids=_serial(serial),
        url=urls[0] if urls else None,
        links=(*(("pdf", url) for url in pdf), *(("link", url) for url in urls[1:])),
        note=note,
        abstract=abstract or summary,
        key=key,
    )


def _pages(first: str | None, last: str | None) -> str | None:
    if first and last and last != first and "-" not in first:
        return f"{first}-{last}"
    return first or last


def _serial(text: str | None) -> tuple[tuple[str, str], ...]:
    """An ISBN or ISSN by the number it is."""
    if text is None:
        return ()
    if is_isbn(text):
        return (("isbn", text),)
    return (("issn", text),) if re.fullmatch(r"\d{4}-?\d{3}[\dXx]", text) else ()
