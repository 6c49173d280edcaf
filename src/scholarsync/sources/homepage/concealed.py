"""What a page keeps out of sight, and which of it a reader would open: folds and lists that wait for a click."""

from __future__ import annotations

import re
from itertools import islice

from bs4 import Tag

HIDDEN_CLASSES = frozenset(
    "hidden d-none sr-only visually-hidden screen-reader-text screen-reader-only is-hidden hide collapse "
    "katex-mathml headerlink "
    "anchorjs-link abstract abstracts modal papercite_bibtex bibtex-content bibtex_content bibtex bib-content "
    "twitter-tweet bluesky-embed instagram-media listing-abstract pub-abstract tp_abstract tp_bibtex "
    "tp_abstract_entry tp_bibtex_entry".split()
)
FOLDING_CLASSES = frozenset({"collapse", "hide", "hidden", "d-none", "is-hidden"})
"""Classes that a click takes away."""
HIDDEN_STYLE = re.compile(r"display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden", re.IGNORECASE)
ASIDE_SUMMARY = re.compile(r"abstract|bib|cite|citation|tl;?dr|r[ée]sum|zusammenfassung|摘要|概要", re.IGNORECASE)
ENTRY_YEAR = re.compile(r"(?:19|20)\d\d")
LISTED = ("li", "tr", "dd", "p", "article")
NEAR, STRINGS = 120, 30
"""How far a hidden element is looked into, and an item of it."""
ITEMS = frozenset({"li", "tr", "article"})


def is_concealed(tag: Tag, tokens: tuple[str, ...]) -> bool:
    """Whether an element is out of sight for good; the rest of a shown list, and a list itself, only wait."""
    name = tag.name.lower()
    if name == "details" and (summary := tag.find("summary")) is not None:
        return bool(ASIDE_SUMMARY.search(summary.get_text()[:80]))
    lowered = {token.lower() for token in tokens}
    unshown = tag.has_attr("hidden") or bool((style := tag.get("style")) and HIDDEN_STYLE.search(str(style)))
    if name in {"a", "button", "html", "body"}:
        return unshown or not lowered.isdisjoint({"headerlink", "sr-only"})
    named = lowered & HIDDEN_CLASSES
    if not named and not unshown:
        return False
    return not named <= FOLDING_CLASSES or not (_is_one_of_many(tag, lowered) or _holds_entries(tag))


def _is_one_of_many(tag: Tag, lowered: set[str]) -> bool:
    """Whether its neighbour is of the same kind: the rest of a list behind "show more"."""
    other = tag.find_previous_sibling()
    if other is None or other.name != tag.name:
        return False
    classes = {token.lower() for token in other.get_attribute_list("class") if token} - FOLDING_CLASSES
    return classes == lowered - FOLDING_CLASSES and (bool(classes) or tag.name in ITEMS)


def _holds_entries(tag: Tag) -> bool:
    """Whether it holds several items that each state a year: a section of a list behind its heading."""
    near = islice(tag.descendants, NEAR)
    items = islice((item for item in near if isinstance(item, Tag) and item.name in LISTED), 3)
    texts = [" ".join(islice(item.strings, STRINGS)) for item in items]
    return len(texts) > 1 and all(ENTRY_YEAR.search(text) and "@" not in text for text in texts)
