"""What the two folder formats share: safe file names, and front matter that any YAML reader takes as it was meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count

import yaml
from anyascii import anyascii

from scholarsync.model import JSON, Record, Work

ACTIVE = re.compile(r"<(?=[A-Za-z/!?])|(?<=\])\((?=.)")
ACTIVE_AS = {"<": "&lt;", "(": "&#40;"}


def slugs(works: Sequence[Work]) -> dict[str, str]:
    """Work key to a file name from the citation key: letters, digits and hyphens only, and no two alike."""
    out: dict[str, str] = {}
    for work in works:
        stem = re.sub(r"[^a-z0-9]+", "-", anyascii(work.label or work.key).lower()).strip("-")[:80] or "publication"
        used = set(out.values())
        numbered = (f"{stem}-{number}" for number in count(2))
        out[work.key] = stem if stem not in used else next(name for name in numbered if name not in used)
    return out


def front_matter(fields: Mapping[str, JSON]) -> str:
    """YAML between three hyphens; strings that look like something else are quoted by the library."""
    known = {name: _inert(value) for name, value in fields.items() if value not in (None, "", [], {})}
    text: str = yaml.safe_dump(known, allow_unicode=True, sort_keys=False, width=10_000)
    return f"---\n{text}---\n"


def _inert(value: JSON) -> JSON:
    """A value in which no tag and no Markdown link can begin: the themes print it into their pages as it stands."""
    if isinstance(value, str):
        return (
            value if value.startswith(("https://", "http://")) else ACTIVE.sub(lambda found: ACTIVE_AS[found[0]], value)
        )
    if isinstance(value, list):
        return [_inert(one) for one in value]
    return {name: _inert(one) for name, one in value.items()} if isinstance(value, dict) else value


def day(record: Record) -> str | None:
    """A whole date for formats that want one: unknown month and day stand as the first, an unknown year as nothing."""
    text = record.date or (f"{record.year:04}" if record.year else None)
    return text + "-01-01"[len(text) - 4 :] if text else None
