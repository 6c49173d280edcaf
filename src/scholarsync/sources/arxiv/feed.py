"""An Atom feed of arXiv's: entries to drafts, counts checked against what came."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from lxml import etree

from scholarsync.errors import Unreadable
from scholarsync.model import Draft, Fault, Page, Reading, Request
from scholarsync.normalise.identifiers import parse_arxiv_id
from scholarsync.sources.arxiv.document import ATOM
from scholarsync.sources.arxiv.entries import Entry, draft_of, squeezed

OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
DEEPEST = 30_000
"""arXiv gives no entries of a query beyond."""


def read_feed(page: Page, root: etree._Element) -> Reading:
    """All entries of a feed, and the request for the next page of it.

    Raises:
        Unreadable: arXiv complains, or counts entries and gives none.
    """
    entries = root.findall(f"{ATOM}entry")
    _refuse_complaint(page, entries)
    total, first = _count(root, "totalResults"), _count(root, "startIndex") or 0
    if not entries and total is not None and total > first:
        raise Unreadable(f"{page.url}: counts {total} entries and gives none of those from {first} on")
    drafts, faults = _drafts(entries)
    if faults and not drafts:
        raise Unreadable(f"{page.url}: {len(entries)} entries, none can be read ({faults[0].reason})")
    faults += [Fault(where=asked, reason="asked for and not given") for asked in _not_given(page, root, entries)]
    reached = first + len(entries)
    more = _next(page, reached, total, len(entries))
    return Reading(
        drafts=drafts, faults=tuple(faults), more=more, total=total,
        partial=None if more else _shortfall(reached, total, first=first),
    )  # fmt: skip


def _drafts(entries: list[etree._Element]) -> tuple[tuple[Draft, ...], list[Fault]]:
    """The drafts in order, one an id, and what is wrong with the other entries."""
    drafts: dict[str, Draft] = {}
    faults = []
    for number, element in enumerate(entries, 1):
        where = squeezed(element.findtext(f"{ATOM}id") or "") or f"entry {number}"
        try:
            draft = draft_of(_entry(element))
        except ValueError as error:
            faults.append(Fault(where=where, reason=str(error)))
            continue
        if draft.id in drafts:
            faults.append(Fault(where=where, reason="listed twice; another entry may be missing for it"))
        drafts.setdefault(draft.id, draft)
    return tuple(drafts.values()), faults


def _entry(element: etree._Element) -> Entry:
    """One entry as the ``arxiv`` package reads it, alone in a feed.

    Raises:
        ValueError: it has a bad date, or no id or date at all.
    """
    _same_dates(element)
    if not (element.findtext(f"{ATOM}id") or "").strip() or not (element.findtext(f"{ATOM}published") or "").strip():
        raise ValueError("an entry without id or date")
    alone = etree.Element(f"{ATOM}feed")
    alone.append(element)
    results: list[Any] = _package().parse(etree.tostring(alone)).results  # the package's types are not seen by mypy
    return Entry.of(results[0])


@cache
def _package() -> ModuleType:
    """The parser of the ``arxiv`` package, heavy and so imported at its first use, and kept from talking to stderr."""
    from arxiv import _feed

    logging.getLogger("arxiv").addHandler(logging.NullHandler())
    parser: ModuleType = _feed
    return parser


def _same_dates(element: etree._Element) -> None:
    """An entry that states one of its two dates is read with that one for both."""
    published, updated = element.find(f"{ATOM}published"), element.find(f"{ATOM}updated")
    for have, lack, name in ((published, updated, "updated"), (updated, published, "published")):
        if have is not None and lack is None:
            etree.SubElement(element, f"{ATOM}{name}").text = have.text


def _refuse_complaint(page: Page, entries: list[etree._Element]) -> None:
    if len(entries) == 1 and "/api/errors" in (entries[0].findtext(f"{ATOM}id") or ""):
        said = squeezed(entries[0].findtext(f"{ATOM}summary") or "no reason given")
        raise Unreadable(f"{page.url}: arXiv refuses the query: {said[:200]}")


def _count(root: etree._Element, name: str) -> int | None:
    text = (root.findtext(f"{OPENSEARCH}{name}") or "").strip()
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _not_given(page: Page, root: etree._Element, entries: list[etree._Element]) -> Iterator[str]:
    """Ids that were asked for by name and did not come; arXiv says nothing of them."""
    links = (str(link.get("href", "")) for link in root.findall(f"{ATOM}link"))
    urls = [page.url, *links]
    asked = next((ids for url in urls if (ids := parse_qs(urlsplit(url).query).get("id_list"))), [""])
    given = {found.bare for e in entries if (found := parse_arxiv_id(e.findtext(f"{ATOM}id") or ""))}
    for word in filter(None, asked[0].split(",")):
        found = parse_arxiv_id(word)
        if found is None or found.bare not in given:
            yield word


def _next(page: Page, reached: int, total: int | None, came: int) -> tuple[Request, ...]:
    """The next page of a query, where this one was full and more are counted."""
    parts = urlsplit(page.url)
    asked = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    size = asked.get("max_results", "")
    whole_page = size.isascii() and size.isdigit() and 0 < int(size) <= came
    if not page.url.startswith("http") or not whole_page or total is None or reached >= min(total, DEEPEST):
        return ()
    query = urlencode({**asked, "start": str(reached)})
    return (Request(url=parts._replace(query=query).geturl(), optional=True),)


def _shortfall(reached: int, total: int | None, *, first: int) -> str | None:
    if total is None:
        return None
    if reached < total:
        return f"{reached - first} of {total} came" + (f", from {first} on" if first else "")
    if reached > total:
        return f"{reached - first} came where {total} are counted"
    return None
