"""Markdown: a heading a year, an item a work; what Markdown would read as markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.targets import ListOptions, Target, formulas
from scholarsync.targets.citation import by_year, details, legend, links, names, tidied, venue
from scholarsync.targets.template import fill

SPECIAL = re.compile(r"[\\`*\[\]|~$]|(?<!\w)_|_(?!\w)|<(?=[A-Za-z/!?])|&(?=#?\w{1,40};)|[!@](?=\[)|\{(?=[{%#])")
"""Signs that CommonMark, its tables or GitHub's additions give a meaning to; "{{" is Jekyll's."""
OPENING = re.compile(r"^(?=[#+>-]|\d{1,9}[.)])")
ENTITIES = {"{": "&#123;", "&": "&amp;", "<": "&lt;"}
"""Signs that need more than a backslash, since something reads the text before Markdown does."""


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a Markdown page.

    Raises:
        ConfigError: the user's template has a mistake.
    """
    if options.template is not None:
        return fill(options.template, works, options, escape=escaped)
    works = tidied(works)
    lines = [f"# {escaped(options.title)}", ""]
    groups = by_year(works) if options.group_by_year else [("", list(works))]
    for year, group in groups:
        lines += [f"## {year}", ""] if year else []
        lines += [item(work, options) for work in group]
        lines.append("")
    meaning = legend(works, options)
    lines += [escaped(meaning), ""] if meaning else []
    return "\n".join(lines).rstrip("\n") + "\n"


def item(work: Work, options: ListOptions) -> str:
    """One work as a list item: title, people, place and links, a line each."""
    record = work.chosen
    people = ", ".join(
        (f"**{escaped(name.text)}**" if name.owner else escaped(name.text)) + escaped(name.mark)
        for name in names(record, options)
    )
    people += ", et al." if record.authors_truncated and people else ""
    place = venue(record, options)
    where = ", ".join(
        part
        for part in (f"*{escaped(place)}*" if place else "", escaped(details(record)), str(record.year or ""))
        if part
    )
    state = f"({escaped(record.status)})" if record.status else ""
    urls = " ".join(f"[{escaped(label)}]({address(url)})" for label, url in links(record).items())
    heading = _title(record.title or "(no title)")
    return "- " + "  \n  ".join(part for part in (heading, people, f"{where} {state}".strip(), urls) if part)


def _title(text: str) -> str:
    """A title with its formulas left to the renderer."""
    pieces = formulas.pieces(" ".join(text.split()))
    return OPENING.sub(r"\\", "".join(piece if formula else escaped(piece) for piece, formula in pieces))


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return SPECIAL.sub(lambda found: ENTITIES.get(found[0]) or f"\\{found[0]}", " ".join(text.split()))


def address(url: str) -> str:
    """A URL as the target of a link."""
    return re.sub(r"[()<>\\\s`*\[\]|]", lambda found: f"%{ord(found[0]):02X}", url)


target = Target(name="markdown", suffix=".md", render=render, templated=True)
