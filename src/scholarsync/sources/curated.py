"""A person's own corrections and additions: what is stated here counts above all other sources.

A file of records by hand, as YAML or JSON (a list of rows, see `normalise.records`) or as
BibTeX.  A row that repeats the title or an identifier of a known work corrects it in the
fields it states; any other row adds a work.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import yaml

from scholarsync.errors import ConfigError, Unreadable
from scholarsync.model import Draft, Fault, Page, Reading, Request, Watch
from scholarsync.normalise.records import from_row
from scholarsync.normalise.titles import title_key
from scholarsync.sources import Source, bibtex

LISTS = ("records", "publications", "papers", "works", "references", "items")
"""Names under which a file may hold its rows, when they are not the whole file."""
PLAIN = ("title", "date", "venue", "type", "volume", "number", "pages", "publisher", "doi", "arxiv_id", "url", "status",
         "note", "abstract")  # fmt: skip
FLAGS = frozenset({"title_truncated", "authors_truncated", "venue_truncated", "coauthors_only"})
LONGEST = 1_000_000
DEEPEST = 100
BRACKET = re.compile(r"[\[\]{}]")
TITLE_LINE = re.compile(rb"^\s{0,8}(?:- )?\s{0,8}[\"']?title[\"']?\s{0,3}:", re.MULTILINE)


def start(watch: Watch) -> tuple[Request, ...]:
    """The file, by its address.

    Raises:
        ConfigError: the locator is no address and no file that is there.
    """
    if urlsplit(watch.locator).scheme not in {"http", "https"}:
        raise ConfigError(f"curated: {watch.locator!r} is neither an http(s) address nor a file that is there")
    return (Request(url=watch.locator),)


def parse(page: Page) -> Reading:
    """Every row or entry of the file, in file order.

    Raises:
        Unreadable: it is neither a list of rows nor BibTeX.
    """
    if bibtex.recognises(page):
        return bibtex.parse(page)
    rows = _rows(_loaded(page))
    if rows is None:
        raise Unreadable(f"{page.url}: expected a list of records, each with a title")
    drafts, faults = [], []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        draft = _draft(row) if isinstance(row, dict) else None
        if draft is None:
            faults.append(Fault(where=f"record {number}", reason="states neither a title nor a DOI nor an arXiv id"))
            continue
        seen[draft.id] = count = seen.get(draft.id, 0) + 1
        drafts.append(draft if count == 1 else replace(draft, id=f"{draft.id}#{count}"))
    return Reading(drafts=tuple(drafts), faults=tuple(faults))


def recognises(page: Page) -> int:
    """A list of rows with titles; BibTeX of unknown origin is taken for somebody's list."""
    head = page.body[:20_000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] == b"[" and b'"title"' in head:
        return 70
    name = urlsplit(page.url).path.lower()
    return 70 if name.endswith((".yaml", ".yml")) and TITLE_LINE.search(head) else 0


def _loaded(page: Page) -> Any:  # Any: YAML or JSON by hand
    """The document, its scalars as text: nobody writes an arXiv id or a page range to have it read as a number."""
    if len(page.body) > LONGEST:
        raise Unreadable(f"{page.url}: larger than {LONGEST // 1_000_000} MB, which no list by hand is")
    text = page.body.decode("utf-8-sig", errors="replace")
    try:
        if text.lstrip()[:1] in {"[", "{"}:
            return json.loads(text)
        if _depth(text) > DEEPEST:
            raise Unreadable(f"{page.url}: brackets nested more than {DEEPEST} deep")
        return yaml.load(text, Loader=_Loader)  # noqa: S506 # it makes nothing but text, lists and mappings
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise Unreadable(f"{page.url}: {' '.join(str(error).split())}") from error


class _Loader(yaml.BaseLoader):
    """YAML of text, lists and mappings, without aliases: a few of them can stand for gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """A node, unless it is an alias."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases (*name) are not read; write the values out")
        return super().compose_node(parent, index)


def _depth(text: str) -> int:
    """How deep brackets nest; the time that the YAML reader takes grows with its square."""
    depth = deepest = 0
    for bracket in BRACKET.findall(text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


def _rows(document: Any) -> list[Any] | None:  # Any: YAML or JSON by hand
    """The rows, where the document is them or names them; an empty file is an empty list."""
    if document in (None, ""):
        return []
    if isinstance(document, dict):
        named = next((document[name] for name in LISTS if name in document), None)
        document = [document] if named is None and "title" in document else named
    return document if isinstance(document, list) else None


def _draft(row: Mapping[str, Any]) -> Draft | None:  # Any: YAML or JSON by hand
    record = from_row({name: _meant(name, value) for name, value in row.items()}, key="", source="curated")
    name = row.get("id") or record.label or record.doi or record.arxiv_id or title_key(record.title or "")
    if not name or not (record.title or record.doi or record.arxiv_id):
        return None
    stated = {name: value for name in PLAIN if (value := getattr(record, name)) is not None}
    return Draft(
        id=str(name),
        authors=tuple(author.sort_name for author in record.authors),
        authors_truncated=record.authors_truncated,
        title_truncated=record.title_truncated,
        venue_truncated=record.venue_truncated,
        coauthors_only=record.coauthors_only,
        year=str(record.year) if record.year is not None else None,
        ids=tuple(record.ids.items()),
        links=tuple(record.links.items()),
        key=record.label,
        citations=record.citations,
        **stated,
    )


def _meant(name: str, value: Any) -> Any:  # Any: YAML or JSON by hand
    """What a scalar of YAML says: nothing, yes or no, else its text."""
    if value in ("", "~", "null"):
        return None
    if name in FLAGS and isinstance(value, str):
        return value.lower() in {"true", "yes"}
    return value


source = Source(name="curated", start=start, parse=parse, recognises=recognises, rank=100)
