"""Researchers' homepages: HTML, text or Markdown, in whatever form a person keeps a list of papers."""

from __future__ import annotations

from scholarsync.model import Page, Reading, Request, Watch
from scholarsync.sources import Source
from scholarsync.sources.homepage.plain import is_html
from scholarsync.sources.homepage.read import read_page


def start(watch: Watch) -> tuple[Request, ...]:
    """The page itself."""
    return (Request(url=watch.locator),)


def parse(page: Page) -> Reading:
    """Read one page of a homepage."""
    return Reading(drafts=tuple(read_page(page).drafts))


def recognises(page: Page) -> int:
    """HTML and text of unknown origin may always be a homepage."""
    name = page.url.lower()
    if name.endswith((".html", ".htm", ".xhtml", ".txt", ".md", ".markdown")):
        return 40
    head = page.body[:4000].decode("utf-8", errors="ignore")
    return 30 if is_html(head, "") else 5


source = Source(name="homepage", start=start, parse=parse, recognises=recognises, rank=60)
