"""The parts of a page that are the same on every page of a site: menus, footers, side bars."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scholarsync.sources.homepage.blocks import Block

CHROME_TAGS = frozenset({"nav", "footer", "form", "aside", "address"})
CHROME_TOKEN = re.compile(
    r"^(?:nav|top-nav|navbar|navigation|menu|main-menu|sidebar|side-bar|footer|breadcrumbs?|toc|toc-.*|table-of-contents|"
    r"page__footer|masthead|cookie.*|"
    r"pagination|greedy-nav|topnav|layout-menu|author__.*|search.*|skip-links?|navbar-.*|nav-.*|bd-sidebar.*|"
    r"sphinxsidebar|related-posts|social.*|prev-next.*)$",
    re.IGNORECASE,
)


def is_page_head(block: Block, most: int) -> bool:
    """Whether a block is the head of the whole page: a header with the menu in it, and not the page."""
    if block.tag != "header" or _holds_most(block, most):
        return False
    return any(_is_named_so(inner) for inner in _below(block))


def _below(block: Block) -> Iterator[Block]:
    for child in block.children:
        if isinstance(child, Block):
            yield child
            yield from _below(child)


def is_furniture(block: Block, most: int) -> bool:
    """Whether a block is the page's furniture; one that holds more than `most` characters is the page itself."""
    return _is_named_so(block) and not _holds_most(block, most)


def _is_named_so(block: Block) -> bool:
    """Whether a block is the page's furniture."""
    if block.tag in {"li", "tr", "article", "p", "td"}:
        return False
    return block.tag in CHROME_TAGS or any(CHROME_TOKEN.match(token) for token in block.tokens[:6])


def _holds_most(block: Block, most: int) -> bool:
    """Whether a block is the page itself, whatever its class names say."""
    length = 0
    for line in block.lines():
        length += len(line.text)
        if length > most:
            return True
    return False
