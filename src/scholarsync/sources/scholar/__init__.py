"""Google Scholar: one person's profile and the pages of its articles, through scholarly's parsers.

Only what its robots.txt allows is asked for, in the order of parameters that it allows: the
first page of a profile (the 100 most cited), the same by date where there are more (the 100
newest), and the pages of single articles.  The second page of a list and the search are
forbidden to robots; who has more articles saves the profile or its export and watches the
file.  A saved page of search results is read too, but never asked for.

A block, an unknown id, a consent page, another layout and half a page look alike to the
parsers; they are told apart before (see `landmarks`).
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from bs4 import BeautifulSoup

from scholarsync.errors import ConfigError, Unreadable
from scholarsync.model import Page, Reading, Request, Watch
from scholarsync.sources import Source
from scholarsync.sources.homepage.decode import decode
from scholarsync.sources.scholar.article import read_article
from scholarsync.sources.scholar.landmarks import kind_of
from scholarsync.sources.scholar.profile import read_profile
from scholarsync.sources.scholar.results import read_results

SITE = "https://scholar.google.com"
LARGEST = 8_000_000
"""Bytes; a saved page with two thousand articles has less than half of it."""
PROFILE_ID = re.compile(r"[A-Za-z0-9_-]{12}")
MARKS: tuple[tuple[int, tuple[bytes, ...]], ...] = (
    (98, (b"gsc_prf_in", b"gsc_a_t")),
    (98, (b"gsc_oci_title",)),
    (95, (b"gsc_captcha_ccl",)),
    (95, (b"gs_captcha_ccl",)),
    (95, (b"rc-doscaptcha-body",)),
    (90, (b"gs_ri", b"gs_rt", b"gs_a")),
    (85, (b"cit-dark-link", b"/citations")),
    (85, (b"gs_citt", b"gs_citr")),
    (70, (b"<title>Error 4", b"www.google.com")),
)
"""How sure a page is Scholar's that holds all of these."""


def start(watch: Watch) -> tuple[Request, ...]:
    """The profile by citations; the rest follows from it."""
    base = watch.options.get("base_url", SITE).rstrip("/")
    return (Request(url=f"{base}/citations?user={profile_id(watch.locator)}&hl=en&pagesize=100"),)


def profile_id(locator: str) -> str:
    """The id in a locator: itself, or the one in a profile's URL.

    Raises:
        ConfigError: there is none.
    """
    found = locator.strip()
    if "/" in found or "?" in found:
        found = parse_qs(urlsplit(found).query).get("user", [""])[0]
    if not PROFILE_ID.fullmatch(found):
        raise ConfigError(
            f"scholar: {locator!r} is neither a profile id (12 signs, after 'user=' in the profile's address), "
            "nor such an address, nor a file that is there"
        )
    return found


def parse(page: Page) -> Reading:
    """Read a profile, an article or saved search results.

    Raises:
        Blocked: a captcha, consent or refusal in place of the page.
        Missing: a login or "not found" in place of the page.
        Unreadable: another layout, half a page, or no page of Scholar's.
    """
    if len(page.body) > LARGEST:
        raise Unreadable(f"{page.url}: larger than any page of Scholar's")
    text = decode(page.body, content_type=page.content_type)
    soup = BeautifulSoup(text, "lxml")
    match kind_of(page, soup, text):
        case "article":
            return read_article(page, soup)
        case "results":
            return read_results(soup)
        case _:
            return read_profile(page, soup)


def recognises(page: Page) -> int:
    """By the names that Scholar gives to its elements; a text that begins with no tag is none of its pages."""
    if not page.body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return 0
    return max((sure for sure, marks in MARKS if all(mark in page.body for mark in marks)), default=0)


source = Source(name="scholar", start=start, parse=parse, recognises=recognises, rank=40, scoped=False)
