"""What the tables' modules share: many values as one parameter, records as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from scholarsync.model import Author, Record

RECORD = TypeAdapter(Record)
MANY = "(SELECT value FROM json_each(?))"
"""Any number of values as one parameter, made by `many` (https://www.sqlite.org/json1.html#jeach)."""


def many(values: Iterable[str] | Iterable[int]) -> str:
    """Values for a parameter of `MANY`."""
    return json.dumps(list(values))


def joined_names(authors: Sequence[Author]) -> str | None:
    """An author list as one line."""
    return ", ".join(author.name for author in authors) or None
