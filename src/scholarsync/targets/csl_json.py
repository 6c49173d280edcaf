"""CSL-JSON, as Zotero, pandoc and citeproc read it (https://github.com/citation-style-language/schema)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from scholarsync.model import JSON, Author, Record, Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import links, tidied

TYPES = {
    "article": "article-journal", "conference": "paper-conference", "chapter": "chapter", "book": "book",
    "thesis": "thesis", "report": "report", "preprint": "article", "patent": "patent", "dataset": "dataset",
    "software": "software", "talk": "speech", "poster": "speech", "review": "review",
}  # fmt: skip


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a CSL-JSON array."""
    del options
    return json.dumps([item(work) for work in tidied(works)], ensure_ascii=False, indent=1) + "\n"


def item(work: Work) -> dict[str, JSON]:
    """One work; what is not known is left out, as the schema wants."""
    record = work.chosen
    found = links(record)
    row: dict[str, JSON] = {
        "id": work.label or work.key,
        "type": TYPES.get(record.type or "", "document"),
        "title": record.title,
        "author": [author_row(author) for author in record.authors],
        "issued": _issued(record),
        "container-title": record.venue,
        "volume": record.volume,
        "issue": record.number,
        "page": record.pages,
        "publisher": record.publisher,
        "DOI": record.doi,
        "ISBN": record.ids.get("isbn"),
        "ISSN": record.ids.get("issn"),
        "PMID": record.ids.get("pmid"),
        "URL": record.url or found.get("arxiv"),
        "abstract": record.abstract,
        "status": record.status,
        "archive": "arXiv" if record.arxiv_id else None,
        "archive_location": record.arxiv_id,
        "note": "et al." if record.authors_truncated else None,
    }
    return {name: value for name, value in row.items() if value not in (None, [], {})}


def author_row(author: Author) -> dict[str, JSON]:
    """A name in its parts, or literal."""
    if author.family is None:
        return {"literal": author.literal}
    row: dict[str, JSON] = {"family": author.family, "given": author.given, "suffix": author.suffix}
    return {name: value for name, value in row.items() if value is not None}


def _issued(record: Record) -> JSON:
    """The date with the precision that is known."""
    known = record.date or (str(record.year) if record.year else None)
    return {"date-parts": [[int(part) for part in known.split("-")]]} if known else None


target = Target(name="csl-json", suffix=".csl.json", render=render)
