"""The page of one article: whole author list, date, venue, and what else Scholar knows of it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from bs4 import BeautifulSoup, Tag

from scholarsync.errors import Unreadable
from scholarsync.model import Draft, Page, Reading
from scholarsync.normalise.titles import title_key
from scholarsync.sources.scholar.bylines import ELLIPSIS, read_authors, squeezed
from scholarsync.sources.scholar.parsers import read_details

VENUES = {
    "journal": "article",
    "conference": "conference",
    "book": "chapter",
    "source": None,
    "institution": "thesis",
    "patent office": "patent",
}
"""The field that names where it appeared, to the kind of work that says; the first one there counts."""
NUMBERS = ("issue", "patent number", "application number", "report number")
DATE = re.compile(r"(\d{4})(?:/(\d{1,2}))?(?:/(\d{1,2}))?")
BROKEN = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What scholarly raises over a part that is not as it expects."""


def read_article(page: Page, soup: BeautifulSoup) -> Reading:
    """One article as a draft under the id that its list gives it.

    Raises:
        Unreadable: it has no title.
    """
    draft_id = page.about or _id(page, soup)
    fields = _fields(soup)
    links = _links(soup)
    title = _title(page, soup)
    citations, ids = _citations(soup), _ids(draft_id, soup)
    abstract, whole_title = _by_scholarly(soup, draft_id or "")
    if whole_title and ELLIPSIS.search(title):
        title = whole_title
    label, venue = next(((name, fields[name]) for name in VENUES if fields.get(name)), ("", None))
    authors, cut = read_authors(fields.get("authors") or fields.get("inventors") or "")
    date = _date(fields.get("publication date"))
    draft = Draft(
        id=draft_id or title_key(title), title=title, title_truncated=bool(ELLIPSIS.search(title)), authors=authors,
        authors_truncated=cut, date=date, year=date[:4] if date and date[:4].isdigit() else None, venue=venue,
        venue_truncated=bool(venue and ELLIPSIS.search(venue)),
        type="patent" if "inventors" in fields else VENUES.get(label), volume=fields.get("volume"),
        number=next((fields[name] for name in NUMBERS if fields.get(name)), None), pages=fields.get("pages"),
        publisher=fields.get("publisher"), url=links[0][1] if links and links[0][0] == "article" else None,
        links=links, abstract=abstract, citations=citations, ids=ids,
        evidence=tuple((name, value) for name, value in fields.items() if name in VENUES),
    )  # fmt: skip
    counts = ((draft.id, draft.citations),) if draft.citations is not None else ()
    return Reading(drafts=(draft,), citations=counts)


def _title(page: Page, soup: BeautifulSoup) -> str:
    element = soup.find(id="gsc_oci_title")
    title = squeezed(element.get_text(" ") if element is not None else "")
    if not title:
        raise Unreadable(f"{page.url}: an article without a title")
    return title


def _fields(soup: BeautifulSoup) -> dict[str, str]:
    """The table of the page by its labels in lower case, one line a value."""
    fields: dict[str, str] = {}
    for row in soup.select("div.gs_scl"):
        label, value = row.select_one(".gsc_oci_field"), row.select_one(".gsc_oci_value")
        if label is not None and value is not None:
            fields.setdefault(squeezed(label.get_text()).casefold(), squeezed(value.get_text(" ")))
    return fields


def _by_scholarly(soup: BeautifulSoup, pub_id: str) -> tuple[str | None, str | None]:
    """Abstract and, where the page cuts it, the whole title; the rows that make scholarly fail are taken out first."""
    for row in soup.select("div.gs_scl"):
        label = row.select_one(".gsc_oci_field")
        name = squeezed(label.get_text()).casefold() if label is not None else None
        if name in {None, "publication date", "total citations", "scholar articles"} or not row.select(
            ".gsc_oci_value"
        ):
            row.extract()
    try:
        bib = read_details(soup, pub_id=pub_id)["bib"]
    except BROKEN:
        return None, None
    return squeezed(str(bib.get("abstract") or "")) or None, squeezed(str(bib.get("title") or "")) or None


def _date(text: str | None) -> str | None:
    """ "2031/4/2" in ISO 8601; other spellings as they are."""
    found = DATE.fullmatch(text or "")
    if found is None:
        return text
    return "-".join((found[1], *(part.zfill(2) for part in found.groups()[1:] if part)))


def _links(soup: BeautifulSoup) -> tuple[tuple[str, str], ...]:
    found = []
    for label, selector in (("article", "a.gsc_oci_title_link"), ("pdf", ".gsc_oci_title_ggi a")):
        element = soup.select_one(selector)
        href = str(element.get("href", "")) if isinstance(element, Tag) else ""
        if href.startswith(("http://", "https://")):
            text = squeezed(element.get_text()).casefold() if element is not None else ""
            found.append(("html" if label == "pdf" and text.startswith("[html]") else label, href))
    return tuple(found)


def _citations(soup: BeautifulSoup) -> int | None:
    for link in soup.select("div.gs_scl .gsc_oci_value a[href*='cites=']"):
        if found := re.search(r"\d[\d., ]{0,12}", link.get_text()[:60]):
            return int(re.sub(r"\D", "", found[0]))
    return None


def _ids(draft_id: str | None, soup: BeautifulSoup) -> tuple[tuple[str, str], ...]:
    ids = [("scholar", draft_id)] if draft_id else []
    for link in soup.select("a[href*='cluster=']"):
        if found := re.search(r"[?&]cluster=(\d{1,24})", str(link.get("href", ""))):
            return (*ids, ("scholar_cluster", found[1]))
    return tuple(ids)


def _id(page: Page, soup: BeautifulSoup) -> str | None:
    """The id that the page's own address holds, or else a link on it."""
    for url in (
        page.url,
        page.final_url or "",
        *(str(a.get("href", "")) for a in soup.select("a[href*='citation_for_view=']")),
    ):
        found = parse_qs(urlsplit(url).query).get("citation_for_view")
        if found and re.fullmatch(r"[\w-]{1,40}:[\w-]{1,40}", found[0]):
            return found[0]
    return None
