"""Rows of a table as drafts: the names that programs give to the same column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scholarsync.model import Draft
from scholarsync.normalise.names import split_names
from scholarsync.sources.exports.places import arxiv_id_of, may_be_cut, without_urls
from scholarsync.sources.scholar.bylines import PATENT, read_authors, read_place

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "article title", "document title", "work title", "titel", "titre", "título"),
    "authors": ("authors", "author", "author full names", "author names", "creators", "creator", "autoren", "auteurs"),
    "year": ("year", "publication year", "pubyear", "pub year", "published year", "jahr", "année", "año"),
    "date": ("date", "publication date", "pub date", "published", "issued", "cover date"),
    "venue": ("publication title", "source title", "journal title", "journal/book", "journal", "venue", "booktitle",
              "book title", "container-title", "container title", "conference name", "conference", "publication",
              "secondary title", "source"),
    "volume": ("volume", "vol"),
    "number": ("number", "issue", "no"),
    "pages": ("pages", "page", "page range", "art. no.", "article number"),
    "publisher": ("publisher",),
    "doi": ("doi", "doi link"),
    "url": ("url", "link", "articleurl", "article url", "links", "urls"),
    "arxiv": ("arxiv", "arxiv id", "arxiv_id", "eprint"),
    "type": ("document type", "item type", "itemtype", "publication type", "type", "entry type"),
    "abstract": ("abstract", "abstract note", "summary"),
    "note": ("note", "notes", "comment"),
    "key": ("citation key", "bibtex key", "bibtexkey", "key", "label"),
    "citations": ("cited by", "citations", "times cited", "cites", "citedby", "citation count"),
    "scholar": ("scholar id", "scholar_id", "author_pub_id"),
    "isbn": ("isbn",), "issn": ("issn",), "pmid": ("pmid", "pubmed id"), "pmcid": ("pmcid",),
    "openalex": ("openalex id", "openalex"), "scopus": ("eid",),
}  # fmt: skip
"""Our field to the columns that hold it, the surest first."""
PAGE_STARTS = ("page start", "start page", "first page", "startpage")
PAGE_ENDS = ("page end", "end page", "last page", "endpage")
IDS = ("scholar", "isbn", "issn", "pmid", "pmcid", "openalex", "scopus")
SCHOLARS = frozenset({"authors", "title", "publication", "volume", "number", "pages", "year", "publisher"})
"""The columns of Google Scholar's "Export all"."""
AUTHOR_ID = re.compile(r"\s?\(\d{6,14}\)")


def is_known(columns: Sequence[str]) -> bool:
    """Whether a table's columns are those of a list of publications: titles, and one thing more of each."""
    known = {field for field, names in COLUMNS.items() if any(name in columns for name in names)}
    return "title" in known and bool(known & {"authors", "year", "venue", "doi", "date"}) and len(set(columns)) > 2


def read_row(values: Mapping[str, str], *, columns: Sequence[str]) -> Draft:
    """One row as a draft; without an id where the table has none."""
    fields = {field: said for field, names in COLUMNS.items() if (said := _first(values, columns, names)) is not None}
    by_scholar = set(columns) >= SCHOLARS
    authors, cut = _authors(fields.get("authors", ""))
    venue, first = without_urls(fields.get("venue"))
    publisher, second = without_urls(fields.get("publisher"))
    number, third = without_urls(fields.get("number"))
    urls = tuple(dict.fromkeys((*_urls(fields.get("url")), *first, *second, *third)))
    draft = Draft(
        id=fields.get("scholar") or fields.get("key") or "",
        title=fields.get("title"),
        authors=authors,
        authors_truncated=cut or (may_be_cut(authors) if by_scholar else False),
        year=fields.get("year"),
        date=fields.get("date"),
        venue=venue or publisher,
        type=fields.get("type") or ("patent" if PATENT.match(venue or publisher or "") else None),
        volume=fields.get("volume"),
        number=number,
        pages=fields.get("pages") or _page_range(values),
        publisher=publisher,
        doi=fields.get("doi"),
        arxiv_id=fields.get("arxiv") or arxiv_id_of(venue),
        ids=tuple((kind, fields[kind]) for kind in IDS if kind in fields),
        url=urls[0] if urls else None,
        links=tuple(("link", url) for url in urls[1:]),
        note=fields.get("note"),
        abstract=fields.get("abstract"),
        key=fields.get("key"),
        citations=_count(fields.get("citations")),
    )
    return _with_place(draft)


def _first(values: Mapping[str, str], columns: Sequence[str], names: Sequence[str]) -> str | None:
    """The cell of the surest of these columns that the table has; a blank one is not made up from the next."""
    for name in names:
        if name in columns:
            return values.get(name)
    return None


def _authors(text: str) -> tuple[tuple[str, ...], bool]:
    """Names parted by semicolons, or as Scholar's short lines and free text have them."""
    text = AUTHOR_ID.sub("", text)
    if ";" in text:
        names = tuple(name.strip() for name in text.split(";") if name.strip(" .…"))
        return names, text.rstrip("; ").endswith(("…", "..."))
    if re.search(r"(?:…|\.\.\.)\s*$", text):
        return read_authors(text)
    listed = split_names(text)
    return listed.names, listed.truncated


def _with_place(draft: Draft) -> Draft:
    """Scholar's one-line venue ("Journal of Rivers 13 (2), 10-19, 2031") taken apart."""
    if not draft.venue or not draft.year or not draft.venue.endswith(f", {draft.year}"):
        return draft
    place = read_place(draft.venue.removesuffix(f", {draft.year}"), year=draft.year)
    return replace(
        draft, venue=place.venue, venue_truncated=place.truncated, volume=draft.volume or place.volume,
        number=draft.number or place.number, pages=draft.pages or place.pages,
        arxiv_id=draft.arxiv_id or place.arxiv_id, type=draft.type or place.type,
    )  # fmt: skip


def _page_range(values: Mapping[str, str]) -> str | None:
    first = next((values[name] for name in PAGE_STARTS if name in values), None)
    last = next((values[name] for name in PAGE_ENDS if name in values), None)
    return f"{first}-{last}" if first and last and first != last else first or last


def _urls(text: str | None) -> tuple[str, ...]:
    return tuple(re.findall(r"https?://[^\s;|]+", text or ""))


def _count(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 10 else None
