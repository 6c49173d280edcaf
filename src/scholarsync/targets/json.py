"""A JSON array of works: the row of the chosen values with versions and origins."""

from __future__ import annotations

import json
from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.normalise.records import to_row
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import tidied


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as an indented JSON array that `extract` reads again."""
    del options
    rows = []
    for work, tidy in zip(works, tidied(works), strict=True):
        row = to_row(tidy.chosen)
        row["title"], row["venue"] = work.chosen.title, work.chosen.venue  # their flags say where these are cut
        row["id"], row["key"] = work.key, work.label
        row["people"], row["records"] = list(work.people), list(work.records)
        row["origin"] = dict(sorted(work.origin.items()))
        row["versions"] = [
            {"kind": v.kind, "year": v.year, "venue": v.venue, "doi": v.doi, "arxiv_id": v.arxiv_id}
            for v in work.versions
        ]
        rows.append(row)
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


target = Target(name="json", suffix=".json", render=render)
