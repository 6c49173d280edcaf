"""An Atom feed of new publications (RFC 4287)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from scholarsync.model import Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.feeds import entries

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Signs that XML 1.0 cannot hold, not even escaped."""


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as an Atom feed; its time is that of its newest entry, so that it changes only when they do."""
    found = entries(works, options)
    newest = max((entry.published for entry in found), default="1970-01-01T00:00:00Z")
    site = options.site or "urn:scholarsync:feed"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"  <title>{_text(options.title)}</title>",
        f"  <id>{_text(site)}</id>",
        f"  <updated>{newest}</updated>",
    ]
    if options.site:
        lines.append(f'  <link rel="alternate" href={quoteattr(options.site)}/>')
    for entry in found:
        lines += ["  <entry>", f"    <title>{_text(entry.title)}</title>", f"    <id>{entry.id}</id>"]
        lines += [f"    <updated>{entry.published}</updated>"]
        lines += [f"    <author><name>{_text(name)}</name></author>" for name in entry.names or ("unknown",)]
        lines += [f"    <link href={quoteattr(NOT_XML.sub('', entry.link))}/>"] if entry.link else []
        lines += [f"    <summary>{_text(entry.summary)}</summary>", "  </entry>"]
    return "\n".join([*lines, "</feed>", ""])


def _text(text: str) -> str:
    return escape(NOT_XML.sub("", text))


target = Target(name="atom", suffix=".atom", render=render)
