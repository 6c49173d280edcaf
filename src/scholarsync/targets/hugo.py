"""HugoBlox: a folder a publication with index.md and cite.bib (https://docs.hugoblox.com/)."""

from __future__ import annotations

from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.normalise.names import parse_name
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.bibtex import entry
from scholarsync.targets.citation import details, is_owner, links, venue
from scholarsync.targets.folders import day, front_matter, slug

TYPES = {
    "conference": "paper-conference", "article": "article-journal", "preprint": "article", "report": "report",
    "book": "book", "chapter": "chapter", "thesis": "thesis", "patent": "patent",
}  # fmt: skip


def render(works: Sequence[Work], options: ListOptions) -> dict[str, str]:
    """Relative path to text, two files a work."""
    out = {}
    for work in works:
        folder = slug(work)
        out[f"{folder}/index.md"] = page(work, options)
        out[f"{folder}/cite.bib"] = entry(work)
    return out


def page(work: Work, options: ListOptions) -> str:
    """The front matter of one work; the owner of the list stands as admin."""
    record = work.chosen
    owners = [parse_name(name) for name in options.owners]
    place = venue(record, options)
    found = links(record)
    return front_matter(
        {
            "title": record.title,
            "authors": ["admin" if is_owner(author, owners) else author.name for author in record.authors],
            "date": f"{day(record.date)}T00:00:00Z",
            "doi": record.doi,
            "publication_types": [TYPES.get(record.type or "", "article")],
            "publication": f"*{place}*" + (f", {details(record)}" if details(record) else "") if place else None,
            "abstract": record.abstract,
            "url_pdf": found.get("pdf"),
            "url_code": found.get("code"),
            "links": [{"name": "arXiv", "url": found["arxiv"]}] if "arxiv" in found else None,
        }
    )


target = Target(name="hugo", suffix="", render=render)
