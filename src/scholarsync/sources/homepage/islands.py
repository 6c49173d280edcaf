"""The data of pages that a script draws: publications as objects in JSON, where nothing is visible.

Read only when the page shows no entry: what is visible is what its owner means.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

from scholarsync.model import JSON
from scholarsync.normalise.identifiers import identifiers_in
from scholarsync.sources.homepage.hidden import Hidden
from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.sections import classify

TITLE = ("title", "papertitle", "paper_title", "name")
AUTHORS = ("authors", "author", "authorlist", "author_list", "creators")
VENUE = ("venue", "journal", "conference", "booktitle", "container", "publication", "publisher", "source", "in")
YEAR = ("year", "date", "published", "publishedat", "publication_date", "pubdate", "publishdate")
LINKS = ("doi", "url", "link", "links", "arxiv", "pdf", "paper", "href")
NAMED = ("name", "title", "url", "href", "full_name")
NAME_PARTS = ("first", "given", "firstname", "last", "family", "lastname")
"""Keys of an object that stands for a text."""
OPENING = re.compile(r"[=(:,]\s{0,20}(?=[\[{])|^\s{0,20}(?=[\[{])")
BARE_KEY = re.compile(r"([{,]\s{0,40})([A-Za-z_]\w{0,40})\s{0,5}:(?=\s{0,5}[\"'\[{\dtfn])")
"""A key of a JavaScript object, which writes no quotes."""
TRAILING_COMMA = re.compile(r",(\s{0,200}[\]}])")
LARGEST_LITERAL = 400_000
MOST_STARTS = 40
DEEPEST = 60
MOST_WORKS = 4000
TAG = re.compile(r"<[^<>]{1,200}>")


def read_islands(scripts: tuple[str, ...]) -> list[Hidden]:
    """The publications that the scripts of a page hold, each once."""
    found: dict[tuple[str, str], Hidden] = {}
    for script in scripts:
        for value in _values(script):
            for work in _works(value):
                found.setdefault((work.fields["title"], work.fields.get("year", "")), work)
                if len(found) >= MOST_WORKS:
                    return list(found.values())
    return list(found.values())


def _values(script: str) -> Iterator[JSON]:
    """Objects and lists in a script, as JSON or as JavaScript writes them."""
    decoder = json.JSONDecoder(strict=False)
    position = 0
    for _ in range(MOST_STARTS):
        start = OPENING.search(script, position)
        if start is None:
            return
        position = start.end()
        try:
            value, position = decoder.raw_decode(script, position)
        except (ValueError, RecursionError):
            value = _lenient(script[position : position + LARGEST_LITERAL])
        if isinstance(value, list | dict):
            yield value


def _lenient(text: str) -> JSON:
    """A JavaScript literal with bare keys and trailing commas; None when it is more than that."""
    quoted = TRAILING_COMMA.sub(r"\1", BARE_KEY.sub(r'\1"\2":', text))
    try:
        value: JSON = json.JSONDecoder(strict=False).raw_decode(quoted)[0]
    except (ValueError, RecursionError):
        return None
    return value


def _works(value: JSON) -> Iterator[Hidden]:
    """Objects that have a title and two more parts of a citation; lists called news or courses are passed over."""
    stack: list[tuple[JSON, int]] = [(value, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > DEEPEST:
            continue
        if isinstance(node, list):
            stack.extend((child, depth + 1) for child in reversed(node) if isinstance(child, list | dict))
            flight = [child for child in node if isinstance(child, str) and '"title"' in child]
            stack.extend((part, depth + 10) for child in reversed(flight) for part in _values(child))
        elif isinstance(node, dict):
            work = _work({key.lower(): part for key, part in node.items()})
            if work is not None:
                yield work
                continue
            stack.extend(
                (child, depth + 1)
                for key, child in reversed(list(node.items()))
                if isinstance(child, list | dict) and classify(_words(key))[0] != "refused"
            )


def _words(key: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", key)


def _work(node: dict[str, JSON]) -> Hidden | None:
    title = next((text for key in TITLE for text in _texts(node.get(key))[:1]), None)
    if title is None or len(title) < 6:
        return None
    authors = next((names for key in AUTHORS if (names := _texts(node.get(key)))), [])
    venue = next((text for key in VENUE for text in _texts(node.get(key))[:1]), None)
    year = re.search(r"(?:19|20)\d\d", next((str(node[key]) for key in YEAR if node.get(key)), ""))
    links = " ".join(text for key in LINKS for text in _texts(node.get(key)))
    if not authors or (venue is None and year is None and not links):
        return None
    if len(authors) == 1:
        authors = list(split_list(authors[0]).names) or authors
    ids = identifiers_in(links)
    fields = {
        "title": title,
        "author": " and ".join(authors),
        "year": year.group() if year else "",
        "journal": venue or "",
        "doi": ids.doi.bare if ids.doi is not None else "",
        "arxiv": ids.arxiv_id.bare if ids.arxiv_id is not None else "",
    }
    return Hidden(None, "misc", {name: text for name, text in fields.items() if text}, "script")


def _texts(value: JSON) -> list[str]:
    """Strings in a value that is one, many, or objects with a name."""
    if isinstance(value, str):
        text = " ".join(html.unescape(TAG.sub("", value)).split())
        return [text] if text else []
    if isinstance(value, list):
        return [text for part in value[:2000] for text in _texts(part)[:1]]
    if isinstance(value, dict):
        parts = {key.lower(): part for key, part in value.items()}
        named = [part for key in NAMED if isinstance(part := parts.get(key), str)]
        if named:
            return _texts(named[0])
        names = [part for key in NAME_PARTS for part in _texts(parts.get(key))]
        return [" ".join(names)] if names else []
    return []
