"""Researchers' homepages: HTML, text or Markdown, in whatever form a person keeps a list of papers.

The way of a page: `decode` to text; `tree` (HTML) or `plain` (text, Markdown) to blocks and
lines; `sections` and `entries` find the stretches that may be publications, `accept` rules on
each list of them; `spans`, `people` and `style` read all entries of a list together; `fields`,
`links`, `hidden` and `structured` fill in the rest; `read` ties it together and keeps an
account of it for `report`.  `follow` names further pages of the same site.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from scholarsync.errors import Blocked, ConfigError, Unreadable
from scholarsync.model import Page, Reading, Request, Watch
from scholarsync.sources import Source
from scholarsync.sources.homepage.decode import is_binary
from scholarsync.sources.homepage.follow import detail_requests, list_requests
from scholarsync.sources.homepage.paper import detail_draft, own_paper
from scholarsync.sources.homepage.plain import is_html
from scholarsync.sources.homepage.read import Account, read_page

BLOCK_PAGE = re.compile(
    r"^(?:just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|please wait|security check|"
    r"verify(?:ing)? you are human|"
    r"checking your browser|ddos-guard|pardon our interruption|one more step|captcha|robot check|403 forbidden)",
    re.IGNORECASE,
)
MOST_WORDS_OF_BLOCK = 250
NAMES = (".html", ".htm", ".xhtml", ".txt", ".md", ".markdown")


def start(watch: Watch) -> tuple[Request, ...]:
    """The page itself.

    Raises:
        ConfigError: the locator is neither a URL nor the path of a file.
    """
    scheme = urlsplit(watch.locator).scheme
    if not watch.locator.strip() or (len(scheme) > 1 and scheme not in ("http", "https")):
        raise ConfigError(f"homepage {watch.locator!r}: expected an http(s) URL or the path of a file")
    return (Request(url=watch.locator),)


def parse(page: Page) -> Reading:
    """Read one page of a homepage.

    Raises:
        Blocked: the page is a wall in front of the one that was asked for.
        Unreadable: it is no page of text.
    """
    if not page.body.strip():
        raise Unreadable(f"{page.url}: expected a page of text, got nothing")
    if is_binary(page.body):
        raise Unreadable(f"{page.url}: expected a page of text, got a binary file")
    account = read_page(page)
    _check(page, account)
    if page.role == "detail" and page.about is not None:
        draft = detail_draft(account, about=page.about, base=page.final_url or page.url)
        return Reading(drafts=(draft,) if draft is not None else ())
    base = page.final_url or page.url
    paper = own_paper(account, base=base)
    if paper is not None:
        return Reading(drafts=(paper,))
    more = detail_requests(account.drafts, base=base)
    if page.role == "list" and account.document is not None:
        more = list_requests(account.document.root, base=base, own=(page.url, base)) + more
    partial = f"the page lists more; its last {account.left_out} entries were not read" if account.left_out else None
    return Reading(drafts=tuple(account.drafts), more=more, partial=partial)


def _check(page: Page, account: Account) -> None:
    if account.drafts or account.document is None:
        return
    text = account.document.root.text
    words = len(text.split())
    if words < MOST_WORDS_OF_BLOCK and BLOCK_PAGE.match(account.document.title or text.strip()):
        raise Blocked(f"{page.url}: the site asks for proof of being human; save the page and give the file")
    if words < 1:
        raise Unreadable(
            f"{page.url}: the page shows no text without its scripts; save it from the browser and give the file"
        )


def recognises(page: Page) -> int:
    """HTML and text of unknown origin may always be a homepage."""
    if is_binary(page.body):
        return 0
    if page.url.lower().endswith(NAMES):
        return 40
    head = page.body[:4000].decode("utf-8", errors="ignore")
    return 30 if is_html(head, "") else 5


source = Source(name="homepage", start=start, parse=parse, recognises=recognises, rank=60)
