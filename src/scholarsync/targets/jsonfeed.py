"""A JSON feed of new publications (https://www.jsonfeed.org/version/1.1/)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from scholarsync.model import JSON, Work
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.feeds import entries


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a JSON feed."""
    items: list[JSON] = []
    for entry in entries(works, options):
        item: dict[str, JSON] = {
            "id": entry.id, "title": entry.title, "content_text": entry.summary or entry.title,
            "date_published": entry.published, "authors": [{"name": name} for name in entry.names],
        }  # fmt: skip
        if entry.link:
            item["url"] = entry.link
        items.append(item)
    feed: dict[str, JSON] = {"version": "https://jsonfeed.org/version/1.1", "title": options.title, "items": items}
    if options.site:
        feed["home_page_url"] = options.site
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


target = Target(name="jsonfeed", suffix=".feed.json", render=render)
