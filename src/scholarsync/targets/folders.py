"""What the two folder formats share: safe file names, and front matter that any YAML reader takes as it was meant."""

from __future__ import annotations

import re
from collections.abc import Mapping

import yaml
from anyascii import anyascii

from scholarsync.model import JSON, Work


def slug(work: Work) -> str:
    """A file name from the citation key: letters, digits and hyphens only, so that no path can hide in it."""
    text = anyascii(work.label or work.key).lower()
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")[:80] or "publication"


def front_matter(fields: Mapping[str, JSON]) -> str:
    """YAML between three hyphens; strings that look like something else are quoted by the library."""
    known = {name: value for name, value in fields.items() if value not in (None, "", [], {})}
    text: str = yaml.safe_dump(known, allow_unicode=True, sort_keys=False, width=10_000)
    return f"---\n{text}---\n"


def day(date: str | None) -> str:
    """A whole date for formats that want one; unknown month and day stand as the first."""
    text = date or "1970"
    return text + "-01-01"[len(text) - 4 :]
