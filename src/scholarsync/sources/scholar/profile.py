"""A profile's list of articles: one row a draft, and what to ask for next."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from bs4 import BeautifulSoup, Tag

from scholarsync.errors import Unreadable
from scholarsync.model import Draft, Fault, Page, Reading, Request
from scholarsync.sources.scholar.bylines import read_authors, read_place, squeezed
from scholarsync.sources.scholar.parsers import read_row

MORE_HINT = "save the profile with all its articles shown, or its export, and watch the file"


def read_profile(page: Page, soup: BeautifulSoup) -> Reading:
    """All rows of a profile page.

    Raises:
        Unreadable: there is no row, and nothing says that the profile is empty; or no row can be read.
    """
    rows = soup.select("tr.gsc_a_tr")
    if not rows and soup.select_one("td.gsc_a_e") is None:
        raise Unreadable(f"{page.url}: no row of a list, and nothing that says the profile is empty")
    drafts: dict[str, Draft] = {}
    faults = _other_profile(page, soup)
    for number, row in enumerate(rows, 1):
        try:
            draft = _draft(row)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            faults.append(Fault(where=f"row {number}", reason=f"not laid out as known ({error})"))
        else:
            drafts.setdefault(draft.id, draft)
    if rows and not drafts:
        raise Unreadable(f"{page.url}: {len(rows)} rows, none laid out as known")
    more_exist = _more_exist(soup)
    return Reading(
        drafts=tuple(drafts.values()),
        faults=tuple(faults),
        more=_more(page, tuple(drafts.values()), more_exist=more_exist),
        partial=_shortfall(soup, len(rows), more_exist=more_exist),
        total=None if more_exist else len(rows),
        citations=tuple((d.id, d.citations) for d in drafts.values() if d.citations is not None),
    )


def _draft(row: Tag) -> Draft:
    """One row; scholarly throws its author line away and fails on counts with separators, so these are read here."""
    citations = _take_citations(row)
    link = row.select_one("a.gsc_a_at")
    if link is not None and link.get("data-href"):  # the layout of 2019
        link["href"] = str(link["data-href"])
    shown_year = row.select_one(".gs_gray .gs_oph")
    if shown_year is not None:
        shown_year.extract()
    read = read_row(row)
    bib = read["bib"]
    year = _year(str(bib.get("pub_year", ""))) or _year(shown_year.get_text() if shown_year is not None else "")
    grays = row.select("div.gs_gray")
    authors, authors_cut = read_authors(grays[0].get_text() if grays else "")
    place_line = squeezed(str(bib.get("citation", "")))
    if shown_year is None and year:
        place_line = place_line.removesuffix(year)
    place = read_place(place_line, year=year)
    title = squeezed(str(bib["title"]))
    if not title:
        raise ValueError("no title")
    return Draft(
        id=read["author_pub_id"], title=title, title_truncated=title.endswith("…"), authors=authors,
        authors_truncated=authors_cut, year=year, venue=place.venue, venue_truncated=place.truncated,
        volume=place.volume, number=place.number, pages=place.pages, arxiv_id=place.arxiv_id, type=place.type,
        ids=(("scholar", read["author_pub_id"]),), citations=citations,
        evidence=(("venue", place_line),) if place_line else (),
    )  # fmt: skip


def _take_citations(row: Tag) -> int | None:
    """The count of a row, 0 where it is blank; taken out of the row."""
    cell = row.select_one(".gsc_a_ac")
    if cell is None:
        return None
    digits = re.sub(r"\D", "", cell.get_text()[:40])
    cell.string = ""
    return int(digits) if digits else 0


def _year(text: str) -> str | None:
    found = re.search(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)", text[:200])
    return found[0] if found else None


def _more_exist(soup: BeautifulSoup) -> bool:
    button = soup.find(id="gsc_bpf_more")
    return isinstance(button, Tag) and "disabled" not in button.attrs


def _shortfall(soup: BeautifulSoup, shown: int, *, more_exist: bool) -> str | None:
    """Why the list is known not to be whole."""
    if more_exist:
        return f"{shown} shown, more exist; {MORE_HINT}"
    label = soup.find(id="gsc_a_nn")
    numbers = [int(n) for n in re.findall(r"\d{1,6}", label.get_text()[:60])] if label is not None else []
    if len(numbers) == 2 and shown < numbers[1] - numbers[0] + 1:
        return f"{shown} rows where the page says {numbers[0]} to {numbers[1]}"
    return None


def _other_profile(page: Page, soup: BeautifulSoup) -> list[Fault]:
    asked, canonical = _user(page.url), soup.select_one("link[rel=canonical]")
    answered = _user(str(canonical.get("href", ""))) if canonical is not None else None
    if asked and answered and asked != answered:
        return [Fault(where="profile", reason=f"{asked} now answers as {answered}; name that one in the settings")]
    return []


def _user(url: str) -> str | None:
    return parse_qs(urlsplit(url).query).get("user", [None])[0] if url.startswith("http") else None


def _more(page: Page, drafts: tuple[Draft, ...], *, more_exist: bool) -> tuple[Request, ...]:
    """The list by date where the first one is not all, then the articles' own pages, newest first."""
    user = _user(page.url)
    if user is None:
        return ()
    parts = urlsplit(page.url)
    site = f"{parts.scheme}://{parts.netloc}"
    lists: tuple[Request, ...] = ()
    if more_exist and "sortby=" not in parts.query:
        lists = (Request(url=f"{site}/citations?user={user}&hl=en&pagesize=100&sortby=pubdate", optional=True),)
    newest = sorted(drafts, key=lambda draft: draft.year or "", reverse=True)
    details = (
        Request(
            url=f"{site}/citations?user={user}&view_op=view_citation&hl=en&citation_for_view={draft.id}",
            role="detail", about=draft.id, optional=True,
        )
        for draft in newest
    )  # fmt: skip
    return (*lists, *details)
