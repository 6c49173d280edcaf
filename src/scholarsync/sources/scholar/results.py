"""A saved page of search results: one result a draft, from its title and by-line."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag

from scholarsync.model import Draft, Fault, Reading
from scholarsync.normalise.titles import title_key
from scholarsync.sources.scholar.bylines import ELLIPSIS, read_byline, squeezed

BRACKETED = re.compile(r"^(?:\[[A-Z]{1,10}\]\s*){1,4}")


def read_results(soup: BeautifulSoup) -> Reading:
    """All results of the page; a search shows only its first ones, so the list is never whole."""
    drafts: dict[str, Draft] = {}
    faults = []
    for number, result in enumerate(soup.select("div.gs_r"), 1):
        if result.select_one("h3.gs_rt") is None:
            continue  # a box between the results
        draft = _draft(result)
        if draft is None:
            faults.append(Fault(where=f"result {number}", reason="no title"))
        else:
            drafts.setdefault(draft.id, draft)
    return Reading(
        drafts=tuple(drafts.values()), faults=tuple(faults), partial="one page of search results",
        citations=tuple((d.id, d.citations) for d in drafts.values() if d.citations is not None),
    )  # fmt: skip


def _draft(result: Tag) -> Draft | None:
    heading, line = result.select_one("h3.gs_rt"), result.select_one("div.gs_a")
    if heading is None:
        return None
    link = heading.select_one("a[href]")
    title = BRACKETED.sub("", squeezed((link or heading).get_text()))
    if not title:
        return None
    byline = read_byline(line.get_text() if line is not None else "")
    place = byline.place
    url = str(link.get("href", "")) if link is not None else ""
    pdf = result.select_one(".gs_ggsd a[href^=http]")
    return Draft(
        id=str(result.get("data-cid") or "") or title_key(title), title=ELLIPSIS.sub("", title),
        title_truncated=bool(ELLIPSIS.search(title)), authors=byline.authors,
        authors_truncated=byline.authors_truncated,
        year=byline.year, venue=place.venue, venue_truncated=place.truncated, volume=place.volume, number=place.number,
        pages=place.pages, arxiv_id=place.arxiv_id, type=place.type,
        url=url if url.startswith(("http://", "https://")) else None,
        links=(("pdf", str(pdf["href"])),) if pdf is not None else (), citations=_cited(result),
    )  # fmt: skip


def _cited(result: Tag) -> int | None:
    link = result.select_one(".gs_fl a[href*='cites=']")
    found = re.search(r"\d{1,9}", link.get_text()[:60]) if link is not None else None
    return int(found[0]) if found else None
