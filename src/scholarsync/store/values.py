"""What the tables' modules share: many values as one parameter, records as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pydantic import TypeAdapter

from scholarsync.model import Record

RECORD = TypeAdapter(Record)
MANY = "(SELECT value FROM json_each(?))"
"""Any number of values as one parameter, made by `many` (https://www.sqlite.org/json1.html#jeach)."""


def many(values: Iterable[str] | Iterable[int]) -> str:
    """Values for a parameter of `MANY`."""
    return json.dumps(list(values))
