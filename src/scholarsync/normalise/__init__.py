"""Draft to Record: titles, names, identifiers, dates, venues, LaTeX.

`normalise` is a function of one draft; it corrects spelling and form, never facts, and what
the page did not state stays None.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from scholarsync.model import Author, Draft, Record, WorkType
from scholarsync.normalise.dates import PartialDate, parse_date
from scholarsync.normalise.identifiers import ARXIV_DOI, Identifiers, identifiers_in, parse_arxiv_id, parse_doi
from scholarsync.normalise.latex import to_text
from scholarsync.normalise.names import parse_name
from scholarsync.normalise.titles import TAG, clean_text, clean_title
from scholarsync.normalise.types import parse_type
from scholarsync.normalise.venues import clean_venue, is_preprint_venue

ELLIPSIS = re.compile(r"\s*(?:…|\.\.\.)\s*$")
DASHES = re.compile(r"\s*(?:--+|[‐-―−]|-)\s*")
Decode = Callable[[str], str]
"""From the draft's markup to plain text."""
TRUNCATION = frozenset({"others", "et al", "et al.", "…", "..."})


def normalise(draft: Draft, *, source: str) -> Record:
    """One draft as a record of the source.

    Args:
        draft: as the page spells it.
        source: what the record's key begins with and two records of one source share.
    """
    decode = _decoder(draft)
    title, title_cut = _cut(clean_title(decode(draft.title or "")))
    venue, venue_cut = _cut(clean_venue(decode(draft.venue or "")))
    authors, cut = _authors(draft, decode)
    date = _date(draft, decode)
    named = _identifiers(draft)
    groups = [author.name for author in authors if author.collaboration]
    record = Record(
        key=f"{source}:{draft.id}",
        source=source,
        title=title or None,
        title_truncated=draft.title_truncated or title_cut,
        authors=authors,
        authors_truncated=True if cut else draft.authors_truncated,
        coauthors_only=draft.coauthors_only,
        collaboration=groups[0] if groups else None,
        year=date.year if date else None,
        date=date.iso if date else None,
        venue=venue or None,
        venue_truncated=draft.venue_truncated or venue_cut,
        volume=_plain(draft.volume, decode),
        number=_plain(draft.number, decode),
        pages=clean_pages(decode(draft.pages)) if draft.pages else None,
        publisher=_plain(draft.publisher, decode),
        doi=named.doi.bare if named.doi else None,
        doi_version=named.doi.version if named.doi else None,
        arxiv_id=named.arxiv_id.bare if named.arxiv_id else None,
        arxiv_version=named.arxiv_id.version if named.arxiv_id else None,
        ids={**named.ids, **dict(draft.ids)},
        url=safe_url(draft.url),
        links=_links(draft.links),
        status=_plain(draft.status, decode),
        note=_plain(draft.note, decode),
        abstract=_plain(draft.abstract, decode),
        label=draft.key,
        citations=draft.citations,
    )
    return dataclasses.replace(record, type=_type(draft, record))


def refine(drafts: Sequence[Draft]) -> tuple[Draft, Mapping[str, int]]:
    """Several drafts of one id, oldest or poorest first, as one: each field by the last that states it well.

    A whole author list, title or venue is not replaced by a cut one.

    Returns:
        The draft, and for every field that is stated the index of the draft it is from.
    """
    values: dict[str, object] = {"id": drafts[0].id, "markup": drafts[0].markup}
    origin: dict[str, int] = {}
    markups = {draft.markup for draft in drafts}
    for number, draft in enumerate(drafts):
        for name in FIELDS:
            value = getattr(draft, name)
            if value is None or value == ():
                continue
            flag = CUT_BY.get(name)
            if flag and name in values and getattr(draft, flag) and not values.get(flag):
                continue
            values[name] = _in_common(value, draft) if len(markups) > 1 else value
            origin[name] = number
            if flag:
                values[flag] = getattr(draft, flag)
    if len(markups) > 1:
        values["markup"] = "text"
    values["coauthors_only"] = drafts[origin.get("authors", 0)].coauthors_only
    return Draft(**values), origin  # type: ignore[arg-type] # values are those of drafts


CUT_BY = {"title": "title_truncated", "authors": "authors_truncated", "venue": "venue_truncated"}
FIELDS = tuple(
    field.name
    for field in dataclasses.fields(Draft)
    if field.name not in {"id", "markup", "coauthors_only", *CUT_BY.values()}
)


def _in_common(value: object, draft: Draft) -> object:
    """A value decoded to plain text, where drafts of different markup come together."""
    decode = _decoder(draft)
    if isinstance(value, str):
        return decode(value)
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return tuple(decode(item) for item in value)
    return value


def _decoder(draft: Draft) -> Decode:
    if draft.markup == "latex":
        return to_text
    if draft.markup == "html":
        return lambda text: TAG.sub("", text)
    return str


def _cut(text: str) -> tuple[str, bool]:
    """A text without the ellipsis that it was cut with, and whether it was."""
    shorter = ELLIPSIS.sub("", text)
    return shorter, shorter != text


def _authors(draft: Draft, decode: Decode) -> tuple[tuple[Author, ...], bool]:
    """The authors in order, one repeated next to itself once; and whether a name says "others"."""
    authors: list[Author] = []
    cut = False
    for spelled in draft.authors:
        if spelled.strip().lower() in TRUNCATION:
            cut = True
            continue
        author = _protected(spelled) if draft.markup == "latex" and "{" in spelled else parse_name(decode(spelled))
        if author.name and (not authors or authors[-1].name != author.name):
            authors.append(author)
    return tuple(authors), cut


def _protected(spelled: str) -> Author:
    """A BibTeX name whose braces hold words together: "{van Osch}, Pim", "{The Kite Group}"."""
    family, comma, given = spelled.partition(",")
    if comma and family.strip().startswith("{") and family.strip().endswith("}"):
        plain = parse_name(f"X, {to_text(given)}")
        return dataclasses.replace(plain, family=clean_text(to_text(family.strip()[1:-1])))
    whole = spelled.strip()
    if whole.startswith("{") and whole.endswith("}") and "}" not in whole[1:-1].replace("\\}", ""):
        literal = clean_text(to_text(whole[1:-1]))
        if "," in literal or len(literal.split()) == 1:
            return parse_name(literal)
        known = parse_name(literal)
        return known if known.collaboration else Author(literal=literal)
    return parse_name(to_text(spelled))


def _date(draft: Draft, decode: Decode) -> PartialDate | None:
    date = parse_date(decode(draft.date)) if draft.date else None
    year = parse_date(decode(draft.year)) if draft.year else None
    if date is None or (year is not None and year.year != date.year):
        return year or date
    return date


def _identifiers(draft: Draft) -> Identifiers:
    """From the fields for them, else from the entry's own links; two different ones in links name none."""
    doi = parse_doi(draft.doi) if draft.doi else None
    arxiv = parse_arxiv_id(draft.arxiv_id) if draft.arxiv_id else None
    if doi is not None and (inner := ARXIV_DOI.match(doi.bare)):
        arxiv, doi = arxiv or parse_arxiv_id(inner[1]), None
    found = [identifiers_in(url) for url in (draft.url, *(url for _, url in draft.links)) if url]
    dois = {one.doi.bare: one.doi for one in found if one.doi}
    arxivs = {one.arxiv_id.bare: one.arxiv_id for one in found if one.arxiv_id}
    ids = {name: value for one in reversed(found) for name, value in one.ids.items()}
    if doi is None and len(dois) == 1:
        doi = next(iter(dois.values()))
    if arxiv is None and len(arxivs) == 1:
        arxiv = next(iter(arxivs.values()))
    return Identifiers(doi, arxiv, ids)


def _type(draft: Draft, record: Record) -> WorkType | None:
    """As the source says; a preprint where nothing but a preprint server speaks."""
    stated = parse_type(draft.type) if draft.type else None
    if stated in {None, "article", "other", "preprint"} and record.venue and is_preprint_venue(record.venue):
        return "preprint"
    if stated is None and record.venue is None and (record.arxiv_id or (record.doi or "").startswith("10.1101/")):
        return "preprint"
    return stated


def _plain(text: str | None, decode: Decode) -> str | None:
    return clean_text(decode(text)) or None if text else None


def clean_pages(text: str) -> str | None:
    """ "12-34" from any dash, without "pp."."""
    text = re.sub(r"^(?:pp?\.?|pages?|S\.|Seiten?)\s*(?=\d|[A-Za-z]?\d)", "", clean_text(text), flags=re.IGNORECASE)
    return DASHES.sub("-", text).strip(" ,;.") or None


def safe_url(url: str | None) -> str | None:
    """An http(s) or ftp URL, or None: other schemes do not leave this room."""
    if not url:
        return None
    url = (
        re.sub(r"[\x00-\x20\x7f]+", "", url) if re.search(r"[\x00-\x1f\x7f]", url) else url.strip().replace(" ", "%20")
    )
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme.lower() in {"http", "https", "ftp"} and parts.netloc else None


def _links(links: Iterable[tuple[str, str]]) -> dict[str, str]:
    out: dict[str, str] = {}
    for label, url in links:
        name = clean_text(label).strip("[]() ").lower() or "link"
        safe = safe_url(url)
        if safe is not None and safe not in out.values():
            number = sum(key == name or key.startswith(f"{name} ") for key in out)
            out[name if not number else f"{name} {number + 1}"] = safe
    return out
