"""CSV for spreadsheets; a cell that a spreadsheet would run as a formula is defused.

https://owasp.org/www-community/attacks/CSV_Injection: a cell that begins with = + - @, a tab
or a line end gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from scholarsync.model import Author, Record, Work, is_cjk
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import tidied

COLUMNS = ("key", "title", "authors", "year", "date", "venue", "type", "volume", "number", "pages", "publisher", "doi",
           "arxiv_id", "url", "status")  # fmt: skip
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n")


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as CSV with a header, CRLF line ends as RFC 4180 has them."""
    del options
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for work in tidied(works):
        record = work.chosen
        values = {"key": work.label or work.key, "authors": _names(record)}
        writer.writerow([defused(values.get(name, getattr(record, name, None))) for name in COLUMNS])
    return out.getvalue()


def _names(record: Record) -> str:
    """Names with semicolons between them; one alone is followed by it, so that its comma divides no people."""
    names = [_name(author) for author in record.authors] + ["et al."] * bool(record.authors_truncated)
    return "; ".join(names) + (";" if len(names) == 1 and "," in names[0] else "")


def _name(author: Author) -> str:
    """ "Family, Given"; a name in Han or Hangul has no comma, which would read as two people."""
    return author.name if is_cjk(author.family or "") else author.sort_name


def defused(value: object) -> str:
    """A cell's text that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(RISKY) else text


target = Target(name="csv", suffix=".csv", render=render)
