"""Pages and sites by URL for the commands that work without a store.

Apart from `inputs`, so that reading a file does not wait for the network's libraries to load.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from scholarsync.cli.opened import exact_now
from scholarsync.config import PLACEHOLDER
from scholarsync.errors import InputError, SourceError
from scholarsync.fetch import Fetcher
from scholarsync.model import Page, Reading, Request

SITE_S = 120.0
SITE_PAGES = 20
"""What one look at a URL may take: seconds, and pages of its site."""

Parse = Callable[[Page], tuple[str, Reading]]


def page_at(url: str, *, contact: str | None) -> Page:
    """The one page at a URL, unread.

    Raises:
        InputError: there is no contact to name to the service.
        SourceError: the URL gives no page.
    """
    with Fetcher(known(contact, url), clock=exact_now) as fetcher:
        return fetcher.fetch(Request(url=url), watch=f"url:{url}", deadline=time.monotonic() + SITE_S)


def known(contact: str | None, place: str) -> str:
    """The contact, when it is one.

    Raises:
        InputError: it is missing, or the sample's.
    """
    if not contact or contact == PLACEHOLDER:
        raise InputError(f"{place}: --contact says whom the service may write to: an e-mail address or a URL")
    return contact


def read_site(url: str, parse: Parse, *, contact: str | None) -> tuple[str, Reading]:
    """A page and those it leads to, within the limits of a single look.

    Raises:
        InputError: there is no contact to name to the service.
        SourceError: the URL gives no page that can be read.
    """
    deadline = time.monotonic() + SITE_S
    readings: list[Reading] = []
    shortfalls: list[str] = []
    name = "homepage"
    with Fetcher(known(contact, url), clock=exact_now) as fetcher:
        queue, met = deque([Request(url=url)]), {url}
        while queue and len(met) <= SITE_PAGES:
            request = queue.popleft()
            try:
                page = fetcher.fetch(request, watch=f"url:{url}", deadline=deadline)
                name, reading = parse(page)
            except SourceError as error:
                if not readings:
                    raise
                shortfalls.append(str(error))
                continue
            readings.append(reading)
            fresh = [more for more in reading.more if more.about is None and more.url not in met]
            queue.extend(fresh)
            met |= {more.url for more in fresh}
    partial = "; ".join([*(r.partial for r in readings if r.partial), *shortfalls]) or None
    return name, Reading(
        drafts=tuple(draft for reading in readings for draft in reading.drafts),
        faults=tuple(fault for reading in readings for fault in reading.faults),
        partial=partial,
    )
