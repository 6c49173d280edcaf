"""Files of records, one JSON object a row, and the bytes of any local file.

Kept apart from `inputs` because reading rows needs no source, store or network, and commands
over rows should answer at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scholarsync.errors import InputError
from scholarsync.model import Page, Record
from scholarsync.normalise.records import from_row


def read_file(path: str, *, base_url: str | None = None) -> Page:
    """A local file (``-``: standard input) as the page it would have been on the net.

    Raises:
        InputError: it is not there or cannot be read.
    """
    try:
        body = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    return Page(watch=f"file:{path}", url=path, final_url=base_url, body=body)


def read_rows(path: str) -> Iterator[Record]:
    """Records of a JSON-lines or JSON-array file, one a row; keys are the rows' ``id`` where they have one.

    Raises:
        InputError: a line is no JSON object; the message names it.
    """
    text = read_file(path).body.decode("utf-8-sig", errors="replace")
    if text.lstrip().startswith("["):
        rows = list(_loads(text, where=path))
    else:
        lines = enumerate(text.split("\n"), 1)
        rows = [_loads(line, where=f"{path}:{number}") for number, line in lines if line.strip()]
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise InputError(f"{path}: record {number} is not a JSON object")
        yield from_row(row, key=str(row.get("id") or number), source=str(row.get("source") or Path(path).name))


def is_rows(path: str) -> bool:
    """Whether the file is rows of records (JSON lines, a JSON array of objects with titles) rather than a page."""
    return Path(path).suffix.lower() in {".jsonl", ".ndjson", ".json"}


def _loads(text: str, *, where: str) -> Any:  # Any: JSON from anywhere
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON: {error}") from error
