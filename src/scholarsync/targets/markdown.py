"""Markdown: a heading a year, an item a work; what Markdown would read as markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.citation import by_year, details, links, names, venue

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$!&])")


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a Markdown page."""
    lines = [f"# {escaped(options.title)}", ""]
    groups = by_year(works) if options.group_by_year else [("", list(works))]
    for year, group in groups:
        lines += [f"## {year}", ""] if year else []
        lines += [item(work, options) for work in group]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def item(work: Work, options: ListOptions) -> str:
    """One work as a list item of one line."""
    record = work.chosen
    people = ", ".join(
        (f"**{escaped(name.text)}**" if name.owner else escaped(name.text)) + escaped(name.mark)
        for name in names(record, options)
    )
    people += ", et al" if record.authors_truncated and people else ""
    place = venue(record, options)
    where = ", ".join(
        part
        for part in (f"*{escaped(place)}*" if place else "", escaped(details(record)), str(record.year or ""))
        if part
    )
    urls = " ".join(f"[{escaped(label)}](<{_url(url)}>)" for label, url in links(record).items())
    status = escaped(record.status) if record.status else ""
    parts = [f"**{escaped(record.title or '')}**", people, where, status]
    return "- " + ". ".join(part for part in parts if part) + "." + (f" {urls}" if urls else "")


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return SPECIAL.sub(r"\\\1", text.replace("\n", " "))


def _url(url: str) -> str:
    return url.replace("<", "%3C").replace(">", "%3E").replace("\\", "%5C")


target = Target(name="markdown", suffix=".md", render=render)
