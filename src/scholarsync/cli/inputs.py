"""What the commands that take files read: a path or a URL to a page, a page to its records."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from scholarsync import lists, sources
from scholarsync.cli.opened import exact_now
from scholarsync.cli.rows import is_rows, read_file, read_rows
from scholarsync.config import PLACEHOLDER
from scholarsync.errors import InputError, SourceError
from scholarsync.fetch import Fetcher
from scholarsync.model import Draft, Page, Reading, Record, Request
from scholarsync.normalise import normalise

__all__ = ["is_rows", "page_of", "parse_any", "read_file", "read_place", "read_rows", "records_of"]

SITE_S = 120.0
SITE_PAGES = 20
"""What one look at a URL may take: seconds, and pages of its site."""


def read_place(place: str, *, base_url: str | None, contact: str | None) -> tuple[str, Reading]:
    """What one path or URL lists; of a URL also the pages of the same site that it leads to.

    Raises:
        InputError: a file that cannot be read, a kind of file that no source knows, or no contact for a URL.
        SourceError: the URL gives no page that can be read.
    """
    if "://" not in place and lists.is_list(Path(place)):
        return lists.read(Path(place))
    if "://" not in place:
        return parse_any(read_file(place, base_url=base_url))
    return _read_site(place, contact=_known(contact, place))


def page_of(place: str, *, base_url: str | None, contact: str | None) -> Page:
    """The one page that a path or URL is, unread."""
    if "://" not in place:
        return read_file(place, base_url=base_url)
    with Fetcher(_known(contact, place), clock=exact_now) as fetcher:
        return fetcher.fetch(Request(url=place), watch=f"url:{place}", deadline=time.monotonic() + SITE_S)


def _known(contact: str | None, place: str) -> str:
    if not contact or contact == PLACEHOLDER:
        raise InputError(f"{place}: --contact says whom the service may write to: an e-mail address or a URL")
    return contact


def _read_site(url: str, *, contact: str) -> tuple[str, Reading]:
    """A page and those it leads to, within the limits of a single look."""
    deadline = time.monotonic() + SITE_S
    readings: list[Reading] = []
    shortfalls: list[str] = []
    name = "homepage"
    with Fetcher(contact, clock=exact_now) as fetcher:
        queue, met = deque([Request(url=url)]), {url}
        while queue and len(met) <= SITE_PAGES:
            request = queue.popleft()
            try:
                page = fetcher.fetch(request, watch=f"url:{url}", deadline=deadline)
                name, reading = parse_any(page)
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


def parse_any(page: Page) -> tuple[str, Reading]:
    """The name of the source that knows this kind of page, and what it read."""
    source = sources.recognise(page)
    return source.name, source.parse(page)


def records_of(drafts: Iterable[Draft], *, source: str) -> tuple[Record, ...]:
    """Drafts normalised, in page order; an id that stands twice gets a number so that keys stay distinct."""
    records, seen = [], dict[str, int]()
    for draft in drafts:
        record = normalise(draft, source=source)
        seen[record.key] = count = seen.get(record.key, 0) + 1
        if count > 1:
            record = replace(record, key=f"{record.key}~{count}")
        records.append(record)
    return tuple(records)
