"""Tables in text files: CSV with commas, semicolons or tabs, its first row the names of the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass

from scholarsync.model import Fault

SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row by the names of its columns."""

    line: int
    values: Mapping[str, str]
    """Column name in lower case to its text; empty cells are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole file."""

    columns: tuple[str, ...] = ()
    """Names in lower case, as the first row has them."""
    rows: tuple[Row, ...] = ()
    faults: tuple[Fault, ...] = ()


def parse(text: str) -> Table:
    """The rows of a table; never fails: what follows a row that cannot be read is told as a fault."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text))
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    faults: list[Fault] = []
    line = 1
    try:
        for cells in reader:
            begun, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not columns:
                columns = tuple(cell.strip().lower() for cell in cells)
                continue
            if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
                faults.append(Fault(where=f"line {begun}", reason=f"{len(cells)} cells under {len(columns)} columns"))
            named = zip(columns, cells, strict=False)
            rows.append(Row(line=begun, values={name: cell.strip() for name, cell in named if cell.strip()}))
    except csv.Error as error:
        faults.append(Fault(where=f"line {line}", reason=f"the rest cannot be read: {error}"))
    return Table(columns=columns, rows=tuple(rows), faults=tuple(faults))


def separator(text: str) -> str:
    """What parts the cells: the sign that is most frequent in the first line."""
    first = next((line for line in text[:20_000].splitlines() if line.strip()), "")
    return max(SEPARATORS, key=first.count)
