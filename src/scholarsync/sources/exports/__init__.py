"""Files that reference managers and databases export: RIS, EndNote, CSV; among them Google Scholar's "Export all".

`formats` splits the notations; `tagged` and `columns` know which tag or column holds what.
Scholar's exports name at most ten authors and do not say that there are more; a list of ten
from there is neither whole nor cut but unknown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from urllib.parse import urlsplit

from scholarsync.errors import ConfigError, Unreadable
from scholarsync.formats import endnote, ris, tables
from scholarsync.model import Draft, Fault, Page, Reading, Request, Watch
from scholarsync.normalise.titles import title_key
from scholarsync.sources import Source
from scholarsync.sources.exports.columns import is_known, read_row
from scholarsync.sources.exports.tagged import from_endnote, from_ris
from scholarsync.sources.homepage.decode import decode

BOM = b"\xef\xbb\xbf"
NAMES = {".ris": "ris", ".enw": "endnote", ".csv": "csv", ".tsv": "csv"}


def start(watch: Watch) -> tuple[Request, ...]:
    """The file, by its address.

    Raises:
        ConfigError: the locator is no address and no file that is there.
    """
    if urlsplit(watch.locator).scheme not in {"http", "https"}:
        raise ConfigError(f"exports: {watch.locator!r} is neither an http(s) address nor a file that is there")
    return (Request(url=watch.locator),)


def parse(page: Page) -> Reading:
    """Every entry of the file, in file order.

    Raises:
        Unreadable: it is none of these notations, or holds nothing.
    """
    text = decode(page.body, content_type=page.content_type)
    match _kind(page):
        case "ris":
            file = ris.parse(text)
            drafts = [from_ris(entry) for entry in file.entries]
            places, faults = [entry.line for entry in file.entries], list(file.faults)
        case "endnote":
            file = endnote.parse(text)
            drafts = [from_endnote(entry) for entry in file.entries]
            places, faults = [entry.line for entry in file.entries], list(file.faults)
        case _:
            table = tables.parse(text)
            if not is_known(table.columns):
                raise Unreadable(f"{page.url}: expected RIS, EndNote or a table with a column of titles")
            drafts = [read_row(row.values, columns=table.columns) for row in table.rows]
            places, faults = [row.line for row in table.rows], list(table.faults)
            if not drafts and not faults:
                return Reading()
    faults += [
        Fault(where=f"line {place}", reason="the entry has no title")
        for draft, place in zip(drafts, places, strict=True)
        if draft.title is None
    ]
    if not drafts:
        raise Unreadable(f"{page.url}: expected RIS, EndNote or a table, found no entry")
    return Reading(drafts=_named([draft for draft in drafts if draft.title is not None]), faults=tuple(faults))


def recognises(page: Page) -> int:
    """By the tags or columns it begins with; the name of the file only makes it surer."""
    kind = _kind(page)
    if kind is None:
        return 0
    return 95 if NAMES.get(_suffix(page)) == kind else 80


def _kind(page: Page) -> str | None:
    """Which notation the first bytes are in."""
    head = page.body[:20_000].removeprefix(BOM).lstrip()
    if head[:1] in {b"<", b"{", b"[", b"@"}:
        return None
    text = head.decode("utf-8", errors="replace")
    lines = [line for line in text.splitlines()[:60] if line.strip()]
    if any(found and found[1] == "TY" for found in map(ris.LINE.fullmatch, lines)):
        return "ris"
    if sum(1 for line in lines if line[:3] in {"%0 ", "%T ", "%A ", "%D "}) >= 2:
        return "endnote"
    if lines and is_known(tables.parse(lines[0]).columns):
        return "csv"
    return None


def _suffix(page: Page) -> str:
    return "." + urlsplit(page.url).path.rpartition(".")[2].lower()


def _named(drafts: list[Draft]) -> tuple[Draft, ...]:
    """The drafts with ids: their own, else the title's key, with the year where titles occur twice."""
    keys = [draft.id or title_key(draft.title or "") for draft in drafts]
    standing, counts = Counter(keys), Counter[str]()
    named = []
    for draft, key in zip(drafts, keys, strict=True):
        name = key if standing[key] == 1 else f"{key}:{draft.year or ''}"
        counts[name] += 1
        named.append(replace(draft, id=name if counts[name] == 1 else f"{name}#{counts[name]}"))
    return tuple(named)


source = Source(name="exports", start=start, parse=parse, recognises=recognises, rank=50)
