"""Pages and sites by URL for the commands that work without a store.

Apart from `inputs`, so that reading a file does not wait for the network's libraries to load.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from scholarsync.cli.opened import exact_now
from scholarsync.config import PLACEHOLDER
from scholarsync.errors import Blocked, InputError, SourceError
from scholarsync.fetch import Fetcher
from scholarsync.model import Draft, Page, Reading, Request
from scholarsync.normalise import refine

SITE_S = 120.0
SITE_PAGES = 20
"""What one look at a URL may take: seconds, and pages of its site."""

FOLLOWED = "homepage"
"""The source whose single papers are asked for too; a service's would be a crawl."""

Parse = Callable[[Page], tuple[str, Reading]]
Ask = Callable[[Request], Page]


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
    with Fetcher(known(contact, url), clock=exact_now) as fetcher:
        return follow(url, parse, lambda request: fetcher.fetch(request, watch=f"url:{url}", deadline=deadline))


def follow(url: str, parse: Parse, ask: Ask) -> tuple[str, Reading]:
    """What a page and those it leads to list together: lists first, then the pages of single papers.

    Raises:
        SourceError: the first page gives nothing that can be read.
    """
    lists, papers, met = deque([Request(url=url)]), deque[Request](), {url}
    name, readings, shortfalls = "", list[Reading](), list[str]()
    for _ in range(SITE_PAGES):
        if not lists and not papers:
            break
        request = (lists or papers).popleft()
        try:
            source, reading = parse(ask(request))
        except SourceError as error:
            if not readings:
                raise
            if request.about is None:
                shortfalls.append(str(error))
            if isinstance(error, Blocked) or error.retry_after is not None:
                break  # no request after the first block, nor where a pause was asked for
            continue
        name = name or source
        readings.append(reading)
        for more in reading.more:
            if more.url not in met and (more.about is None or source == FOLLOWED):
                met.add(more.url)
                (lists if more.about is None else papers).append(more)
    if lists or papers:
        shortfalls.append(f"{len(lists) + len(papers)} more pages of the site were not asked for")
    return name, _together(readings, shortfalls)


def _together(readings: Sequence[Reading], shortfalls: Sequence[str]) -> Reading:
    """The readings of one site as one: what several pages say of one publication is one draft."""
    drafts: dict[str, list[Draft]] = {}
    for draft in (draft for reading in readings for draft in reading.drafts):
        drafts.setdefault(draft.id, []).append(draft)
    return Reading(
        drafts=tuple(refine(same)[0] if len(same) > 1 else same[0] for same in drafts.values()),
        faults=tuple(fault for reading in readings for fault in reading.faults),
        partial="; ".join([*(r.partial for r in readings if r.partial), *shortfalls]) or None,
    )
