"""Works as text and as JSON rows, the same for every command that shows them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import click

from scholarsync.cli.reported import clean
from scholarsync.model import JSON, Work
from scholarsync.normalise.records import to_row


def work_row(work: Work) -> dict[str, JSON]:
    """A work as a JSON object: the row of its chosen values, and where they come from."""
    row = to_row(work.chosen)
    row["id"] = work.key
    row["key"] = work.label
    row["people"] = list(work.people)
    row["records"] = list(work.records)
    row["origin"] = dict(work.origin)
    row["versions"] = [
        {
            "kind": v.kind,
            "year": v.year,
            "venue": v.venue,
            "doi": v.doi,
            "arxiv_id": v.arxiv_id,
            "records": list(v.records),
        }
        for v in work.versions
    ]
    return row


def work_lines(work: Work) -> list[str]:
    """A work in two lines."""
    chosen = work.chosen
    names = ", ".join(author.name for author in chosen.authors) + (" …" if chosen.authors_truncated else "")
    ids = " ".join(part for part in (chosen.doi, chosen.arxiv_id and f"arXiv:{chosen.arxiv_id}") if part)
    return [
        clean(f"{chosen.year or '????'}  {chosen.title or '(no title)'}"),
        clean("      " + " · ".join(part for part in (work.label, names, chosen.venue, ids) if part)),
    ]


def show_works(works: Sequence[Work], *, as_json: bool) -> None:
    """Print works on stdout."""
    if as_json:
        print_json([work_row(work) for work in works])
        return
    for work in works:
        for line in work_lines(work):
            click.echo(line)


def print_json(value: JSON | Iterable[object]) -> None:
    """A value as indented JSON on stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))
