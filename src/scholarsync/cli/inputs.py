"""What the commands that take files read: a path or a URL to a page, a page to its records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from scholarsync import sources
from scholarsync.cli.rows import is_rows, read_file, read_rows
from scholarsync.errors import InputError
from scholarsync.model import Draft, Page, Reading, Record
from scholarsync.normalise import normalise

__all__ = ["is_rows", "page_of", "parse_any", "read_file", "read_place", "read_rows", "records_of"]


def read_place(place: str, *, base_url: str | None, contact: str | None) -> tuple[str, Reading]:
    """What one path or URL lists; of a URL also the pages of the same site that it leads to.

    Raises:
        InputError: a file that cannot be read, a kind of file that no source knows, or no contact for a URL.
        SourceError: the URL gives no page that can be read.
    """
    if "://" in place:
        from scholarsync.cli.site import read_site  # the network's libraries, only when asked for

        return read_site(place, parse_any, contact=contact)
    path = Path(place)
    if path.is_dir() or path.suffix.lower() in {".yml", ".yaml"}:
        from scholarsync import lists  # a fifth of a second that pages and exports do not need

        name, reading = lists.read(path)
        if path.is_dir() and not reading.drafts and not reading.faults:
            raise InputError(f"{path}: a folder without pages of publications")
        return name, reading
    return parse_any(read_file(place, base_url=base_url))


def page_of(place: str, *, base_url: str | None, contact: str | None) -> Page:
    """The one page that a path or URL is, unread."""
    if "://" not in place:
        return read_file(place, base_url=base_url)
    from scholarsync.cli.site import page_at  # the network's libraries, only when asked for

    return page_at(place, contact=contact)


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
