"""HugoBlox: a folder a publication with index.md and cite.bib (https://docs.hugoblox.com/)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarsync.model import JSON, Record, Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.bibtex import entry
from scholarsync.targets.citation import MEANINGS, links, tidied, venue
from scholarsync.targets.folders import day, front_matter, slugs
from scholarsync.targets.formulas import shown
from scholarsync.targets.markdown import escaped

TYPES = {
    "conference": "paper-conference", "article": "article-journal", "preprint": "article", "report": "report",
    "book": "book", "chapter": "chapter", "thesis": "thesis", "patent": "patent",
}  # fmt: skip


def render(works: Sequence[Work], options: ListOptions) -> dict[str, str]:
    """Relative path to text, two files a work."""
    works = tidied(works)
    names = slugs(works)
    out = {}
    for work in works:
        out[f"{names[work.key]}/index.md"] = page(work, options)
        out[f"{names[work.key]}/cite.bib"] = entry(work)
    return out


def page(work: Work, options: ListOptions) -> str:
    """The front matter of one work.

    Authors stand by their names, not as ``admin``: a site finds its owner's page by the name as well,
    and the list stays readable outside of it.
    """
    record = work.chosen
    place = venue(record, options)
    found, date = links(record), day(record)
    return front_matter(
        {
            "title": shown(record.title or "(no title)"),
            "authors": [author.name for author in record.authors],
            "author_notes": _notes(record, options),
            "date": f"{date}T00:00:00Z" if date else None,
            "doi": record.doi,
            "publication_types": [TYPES.get(record.type or "", "article")],
            "publication": _emphasised(place) if place else None,
            "abstract": record.abstract,
            "url_pdf": found.get("pdf"),
            "url_code": found.get("code"),
            "url_slides": found.get("slides"),
            "links": [
                {"name": "arXiv" if label == "arxiv" else label, "url": url}
                for label, url in found.items()
                if label not in {"doi", "pdf", "code", "slides"}
            ],
        }
    )


def _emphasised(place: str) -> str:
    """The venue in italics, but for one whose own signs would be taken for their end."""
    return escaped(place) if re.search(r"[*_]", place) else f"*{escaped(place)}*"


def _notes(record: Record, options: ListOptions) -> JSON:
    """What the theme shows beside each author, where anybody has something."""
    notes: list[JSON] = [
        ", ".join(MEANINGS[mark].capitalize() for mark in author.marks if mark in MEANINGS) for author in record.authors
    ]
    return notes if options.equal_marks and any(notes) else None


target = Target(name="hugo", suffix="", render=render)
