"""Rows of a file straight to profiles, for files too large to make a `Record` of every row.

What comes out compares as what `profile_of` makes of the record that `normalise.records` reads from the
same row; a row of an unusual shape takes that longer way.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scholarsync.normalise.dates import parse_date
from scholarsync.normalise.identifiers import parse_arxiv_id, parse_doi
from scholarsync.normalise.name_words import COLLABORATION, is_special
from scholarsync.normalise.names import parse_name, split_names
from scholarsync.normalise.records import from_row
from scholarsync.normalise.titles import TAG
from scholarsync.normalise.types import parse_type
from scholarsync.reconcile.profile import Profile, build, family_and_given, name_parts, profile_of
from scholarsync.reconcile.words import fold_words

Row = Mapping[str, Any]
"""A decoded JSON object; its values may be anything."""

_TEXTS = ("title", "venue", "volume", "number", "pages", "doi", "arxiv_id", "type", "source")
_OTHER_NAMES = frozenset(
    ("author", "author_details", "journal", "booktitle", "container-title", "container_title", "publication",
     "secondary_title", "issue", "page", "issued", "date")
)  # fmt: skip
"""Fields of other programs' rows, which the longer way knows."""

People = tuple[tuple[tuple[str, str, str], ...], bool]
"""The parts of each name, and whether the list says that it is cut."""


def profile_of_row(row: Row, *, key: str) -> Profile:
    """What is compared of one row."""
    people = _people(row.get("authors"))
    if people is None or not _OTHER_NAMES.isdisjoint(row):
        return profile_of(from_row(row, key=key, source=str(row.get("source") or "")))
    title, venue, volume, number, pages, doi, arxiv, kind, source = [
        value if isinstance(value := row.get(name, ""), str) else "" if value is None else str(value) for name in _TEXTS
    ]
    names, cut = people
    stated = row.get("authors_truncated", False)
    found = parse_doi(doi) if doi else None
    arxiv_id = parse_arxiv_id(arxiv) if arxiv else None
    ids = row.get("ids")
    return build(
        key=key,
        title=_decoded(title),
        cut=bool(row.get("title_truncated")),
        names=names,
        names_cut=cut or stated is None or bool(stated),
        coauthors_only=bool(row.get("coauthors_only")),
        year=_year(row.get("year")),
        venue=_decoded(venue),
        type=_type(kind) if kind else "",
        volume=volume,
        number=number,
        pages=pages,
        doi=found.bare if found else "",
        arxiv=arxiv_id.bare if arxiv_id else "",
        ids=ids if isinstance(ids, dict) else None,
        source=source,
    )


def _decoded(text: str) -> str:
    if "&" in text:
        text = html.unescape(html.unescape(text))
    return TAG.sub("", text) if "<" in text else text


def _people(value: object) -> People | None:
    if not value:
        return (), False
    if isinstance(value, str):
        return _list(value)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return None
    if value[-1].strip(" .").lower() in {"et al", "others", "…", "and others"}:
        return tuple(map(_name, value[:-1])), True
    return tuple(map(_name, value)), False


def _list(text: str) -> People:
    """An author line; the commonest spellings are cut here, all others by the room that knows them all."""
    line, cut = text, False
    if line.endswith(_CUT):
        line, cut = line.removesuffix("et al.").removesuffix("et al").rstrip(" ,….;"), True
    if " and " in line or "&" in line:
        mark = "; " if ";" in line else ", "
        line = line.replace(", and ", mark).replace(" & ", mark).replace(" and ", mark)
    parts = line.split("; " if ";" in line else ", ")
    if _ODD.search(line) or (";" not in line and not all(map(_is_whole, parts))):
        found = split_names(text)
        return tuple(map(_name, found.names)), found.truncated
    return tuple(map(_name, parts)), cut


_ODD = re.compile(r"[^\w\s,.;'’{}\\\"`^~=-]|\d| (?:et|und|with|others?|more) |;\S|,\S|; ?;|, ?,|[;,] *$", re.IGNORECASE)
"""Whatever makes an author line one for the room of names."""
_CUT = (" et al.", " et al", "…", "...")


@lru_cache(maxsize=262144)
def _is_whole(part: str) -> bool:
    """Whether a piece between commas is a whole name and not one half of "Family, Given"."""
    return " " in part and any(len(word.strip(".")) > 3 or not word.isupper() for word in part.split(" "))


def _quick_name(text: str) -> tuple[str, str, str] | None:
    """A name of nothing but letters, dots and hyphens, each word with a capital; None for any other."""
    if not _PLAIN_NAME.fullmatch(text) or COLLABORATION.search(text):
        return None
    if any(map(is_special, text.replace(",", " ").replace("-", " ").split())):
        return None
    family, comma, given = text.partition(", ")
    if comma:
        return name_parts(fold_words(family), given) if not family.isupper() else None
    given, _, last = text.rpartition(" ")
    if not given or len(last) < 2 or last.endswith(".") or (last.isupper() and len(last) < 4):
        return None
    return name_parts(fold_words(last), given)


_CAPITAL = "A-ZÀ-ÖØ-Þ"
_PLAIN_NAME = re.compile(
    rf"[{_CAPITAL}][^\W\d_]*(?:[.-](?![.-])[^\W\d_]*)*(?:,? [{_CAPITAL}](?:[^\W\d_]|[.-])*){{0,4}}"
)


@lru_cache(maxsize=262144)
def _name(text: str) -> tuple[str, str, str]:
    return _quick_name(text) or family_and_given(parse_name(text))


def _year(value: object) -> int:
    if not value or isinstance(value, bool):
        return 0
    return value if isinstance(value, int) else _parsed_year(str(value))


@lru_cache(maxsize=4096)
def _parsed_year(text: str) -> int:
    found = parse_date(text)
    return found.year if found else 0


@lru_cache(maxsize=1024)
def _type(text: str) -> str:
    return parse_type(text) or ""
