"""What a page says of publications for machines: citation_* tags, Dublin Core, JSON-LD.

Such data describe what is also visible, so on a list they are evidence only (`hidden.twin_of`
joins them to entries); a page about one paper is read from them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from scholarsync.model import JSON
from scholarsync.sources.homepage.blocks import Document
from scholarsync.sources.homepage.hidden import Hidden

META_FIELDS = {
    "citation_title": "title", "dc.title": "title", "dcterms.title": "title", "eprints.title": "title",
        "bepress_citation_title": "title",
    "citation_author": "author", "citation_authors": "author", "dc.creator": "author",
        "eprints.creators_name": "author",
    "citation_publication_date": "year", "citation_date": "year", "citation_year": "year", "dc.date": "year",
    "citation_online_date": "year", "citation_journal_title": "journal", "citation_conference_title": "booktitle",
    "citation_inbook_title": "booktitle", "citation_dissertation_institution": "school",
    "citation_technical_report_institution": "institution", "citation_volume": "volume", "citation_issue": "number",
    "citation_firstpage": "firstpage", "citation_lastpage": "lastpage", "citation_doi": "doi",
    "citation_publisher": "publisher",
    "citation_arxiv_id": "arxiv", "citation_pdf_url": "pdf", "citation_abstract": "abstract",
}  # fmt: skip
"""Meta names, lower case, to the fields of BibTeX."""

WORKS = frozenset(
    "scholarlyarticle medicalscholarlyarticle article book chapter thesis report techarticle publicationissue "
    "creativework".split()
)
VENUE_TYPES = frozenset({"Periodical", "PublicationIssue", "PublicationVolume", "Book", "BookSeries", "Event"})
DEEPEST = 40


def read_structured(document: Document) -> list[Hidden]:
    """All publications that the page describes for machines."""
    found = [work for script in document.scripts[:50] for work in _json_ld(script)]
    meta = _metas(document)
    return [meta, *found] if meta is not None else found


def _metas(document: Document) -> Hidden | None:
    """The paper a page is about, as Google Scholar reads it."""
    fields: dict[str, str] = {}
    authors: list[str] = []
    for name, content in document.metas:
        target = META_FIELDS.get(name)
        value = " ".join(content.split())
        if target == "author":
            authors.extend(part.strip() for part in value.split(";") if part.strip())
        elif target is not None and value:
            fields.setdefault(target, value)
    if "title" not in fields or not any(name.startswith(("citation_", "bepress_")) for name, _ in document.metas):
        return None
    if authors:
        fields["author"] = " and ".join(dict.fromkeys(authors))
    if year := re.search(r"(?:19|20)\d\d", fields.get("year", "")):
        fields["date"] = fields["year"].replace("/", "-")
        fields["year"] = year.group()
    if "firstpage" in fields:
        fields["pages"] = "-".join(fields[name] for name in ("firstpage", "lastpage") if name in fields)
    return Hidden(
        None,
        "inproceedings" if "booktitle" in fields else "article" if "journal" in fields else "misc",
        fields,
        "citation_*",
    )


def _json_ld(script: str) -> Iterator[Hidden]:
    text = re.sub(r"^\s*(?://)?\s*<!\[CDATA\[|(?://)?\s*\]\]>\s*$", "", script.strip())
    try:
        data: JSON = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    stack: list[tuple[JSON, int]] = [(data, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > DEEPEST:
            continue
        if isinstance(node, list):
            stack.extend((child, depth + 1) for child in reversed(node))
        elif isinstance(node, dict):
            work = _work(node)
            if work is not None:
                yield work
            stack.extend(
                (child, depth + 1) for child in reversed(list(node.values())) if isinstance(child, list | dict)
            )


def _work(node: dict[str, JSON]) -> Hidden | None:
    kinds = {kind.lower() for kind in _texts(node.get("@type"))}
    title = next(iter(_texts(node.get("headline")) + _texts(node.get("name"))), None)
    authors = _names(node.get("author")) or _names(node.get("creator"))
    if kinds.isdisjoint(WORKS) or title is None or not authors:
        return None
    fields = {"title": title, "author": " and ".join(authors)}
    if year := re.search(r"(?:19|20)\d\d", " ".join(_texts(node.get("datePublished")))):
        fields["year"] = year.group()
    venue = node.get("isPartOf")
    if isinstance(venue, dict) and (names := _texts(venue.get("name"))):
        fields["journal"] = names[0]
    identifiers = " ".join(_texts(node.get("sameAs")) + _texts(node.get("identifier")) + _texts(node.get("@id")))
    if doi := re.search(r"10\.\d{4,9}/[^\s\"<>]+", identifiers):
        fields["doi"] = doi.group()
    return Hidden(None, "thesis" if "thesis" in kinds else "misc", fields, "json-ld")


def _texts(value: JSON) -> list[str]:
    """Strings in a value that may be one, many, or an object with a value."""
    if isinstance(value, str):
        return [" ".join(value.split())] if value.strip() else []
    if isinstance(value, list):
        return [text for part in value[:2000] if isinstance(part, str | dict) for text in _texts(part)]
    if isinstance(value, dict):
        return _texts(value.get("@value") or value.get("value") or value.get("name"))
    return []


def _names(value: JSON) -> list[str]:
    people = value if isinstance(value, list) else [value]
    names: list[str] = []
    for person in people[:3000]:
        if isinstance(person, dict):
            full = _texts(person.get("name"))
            parts = _texts(person.get("givenName")) + _texts(person.get("familyName"))
            names.extend(full[:1] or ([" ".join(parts)] if parts else []))
        elif isinstance(person, str) and person.strip():
            names.append(" ".join(person.split()))
    return names
