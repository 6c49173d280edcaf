"""What kind of page Scholar answered with: the one asked for, or one of the many others.

The others are recognised by what they are, and a page of which nothing is known is
unreadable: only a page with all its landmarks, its end among them, may be read, so that no
refusal ever passes for a profile without publications.
"""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from bs4 import BeautifulSoup

from scholarsync.errors import Blocked, Missing, Unreadable
from scholarsync.model import Page

Kind = Literal["profile", "article", "results"]

CAPTCHA_IDS = ("gsc_captcha_ccl", "gs_captcha_ccl", "gs_captcha_f", "captcha-form", "rc-doscaptcha-body")
CAPTCHA_CLASSES = ("rc-doscaptcha-body", "g-recaptcha")
PAGE_LIKE = 100
"""A good page has more signs of text than this."""


def kind_of(page: Page, soup: BeautifulSoup, text: str) -> Kind:
    """Which of the pages that can be read this is.

    Raises:
        Blocked: a captcha, the page about unusual traffic, a consent page, a refusal.
        Missing: a login in place of an unknown profile; "not found".
        Unreadable: anything else, with what it looks like.
    """
    if not text.strip():
        raise Unreadable(f"{page.url}: an empty page")
    _refuse_walls(page, soup)
    if soup.find(id="gsc_prf_in") is not None and soup.find(id="gsc_a_t") is not None:
        _refuse_cut(page, soup, text, closing="gsc_bpf_more")
        return "profile"
    if soup.find(id="gsc_oci_title") is not None:
        _refuse_cut(page, soup, text, closing="gsc_oci_table")
        return "article"
    if soup.select_one("div.gs_ri h3.gs_rt") is not None:
        return "results"
    raise Unreadable(f"{page.url}: {_looks_like(soup)}")


def _refuse_walls(page: Page, soup: BeautifulSoup) -> None:
    title = _title(soup)
    final = urlsplit(page.final_url or "")
    if any(soup.find(id=mark) is not None for mark in CAPTCHA_IDS) or soup.select_one(
        ", ".join(f".{mark}" for mark in CAPTCHA_CLASSES)
    ):
        raise Blocked(f"{page.url}: Scholar asks to show that one is not a robot")
    if title.startswith("sorry") or "/sorry/" in final.path or _form_to(soup, "/sorry/"):
        raise Blocked(f"{page.url}: Scholar suspects a robot (its page about unusual traffic)")
    if title.startswith("before you continue") or _form_to(soup, "consent.google") or _form_to(soup, "/consent"):
        raise Blocked(f"{page.url}: Google asks for consent to cookies first")
    if title.startswith(("error 403", "error 429")):
        raise Blocked(f"{page.url}: Google refuses ({title})")
    if title.startswith("error 404"):
        raise Missing(f"{page.url}: Scholar knows no such page")
    if "servicelogin" in final.path.lower() or title.startswith("sign in") or _form_to(soup, "accounts.google."):
        raise Missing(f"{page.url}: a login in place of the page: Scholar knows no such public profile")


def _refuse_cut(page: Page, soup: BeautifulSoup, text: str, *, closing: str) -> None:
    """A page that was cut on its way has rows but no end; its list would be short without a sign."""
    ended = "</html>" in text[-2000:].lower() or soup.find(id="gs_ftr") is not None
    if soup.find(id=closing) is None or not ended:
        raise Unreadable(f"{page.url}: only the first part of the page came")


def _looks_like(soup: BeautifulSoup) -> str:
    if soup.select_one("[class^='cit-'], [id^='cit-']") is not None:
        return "a page in Scholar's layout of before 2014, which is not read"
    if soup.find(id="gs_citt") is not None:
        return "a dialog that cites one article, no list"
    if soup.find(id="gsc_prf_in") is not None or soup.find(id="gsc_a_t") is not None:
        return "part of a profile, or one in a layout that is not known"
    if len(soup.get_text(strip=True)) < PAGE_LIKE:
        return "hardly any text, and nothing of a profile"
    return f"no page of Scholar's that is known (its title: {_title(soup)[:80]!r})"


def _title(soup: BeautifulSoup) -> str:
    return soup.title.get_text(" ", strip=True).casefold() if soup.title is not None else ""


def _form_to(soup: BeautifulSoup, target: str) -> bool:
    return any(target in str(form.get("action", "")) for form in soup.select("form"))
