"""A page as a reader sees it: blocks that stand apart, lines within them, pieces with their look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

ITEMS = frozenset({"li", "tr", "article", "details", "entry"})
ASIDE = frozenset({"nav", "footer", "menu", "aside", "header"})
"""Elements that stand beside what the page is about."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "heading"})
SPACE = re.compile(r"[\s\u00a0\u200b\ufeff]+")


@dataclass(frozen=True, slots=True)
class Look:
    """How a run of text is set, and which inline elements it stands in."""

    bold: bool = False
    italic: bool = False
    href: str | None = None
    roles: tuple[str, ...] = ()
    """Class names and ``@itemprop`` of the inline elements around it, innermost first."""
    element: int = 0
    """Serial number of the innermost inline element; 0 for bare text."""
    sup: bool = False
    button: bool = False


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text in one look."""

    text: str
    look: Look = PLAIN


@dataclass(slots=True)
class Line:
    """Text between two breaks."""

    pieces: list[Piece]
    gap: int = 0
    """How many explicit breaks stand before it."""
    order: int = 0
    """Place on the page."""
    words: str | None = None

    @property
    def text(self) -> str:
        """The words without their look."""
        if self.words is None:
            self.words = " ".join("".join(piece.text for piece in self.pieces).split())
        return self.words


@dataclass(slots=True)
class Block:
    """An element that stands apart: paragraph, item, row, heading, section."""

    tag: str
    tokens: tuple[str, ...] = ()
    """Class names and ``@itemprop`` of the element and of wrappers collapsed into it."""
    children: list[Block | Line] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    """Texts that are not shown: BibTeX blocks, COinS, folded names."""
    name: str | None = None
    """Its id or anchor."""

    def lines(self) -> Iterator[Line]:
        """All lines below, in page order."""
        for child in self.children:
            if isinstance(child, Line):
                yield child
            else:
                yield from child.lines()

    def all_hidden(self) -> Iterator[str]:
        """All hidden texts below, in page order."""
        yield from self.hidden
        for child in self.children:
            if isinstance(child, Block):
                yield from child.all_hidden()

    @property
    def text(self) -> str:
        """Its words, lines joined by newlines."""
        return "\n".join(line.text for line in self.lines())

    @property
    def signature(self) -> str:
        """What its like share: tag and first class name."""
        return f"{self.tag}.{self.tokens[0]}" if self.tokens else self.tag


@dataclass(frozen=True, slots=True)
class Document:
    """A page taken apart."""

    root: Block
    title: str
    metas: tuple[tuple[str, str], ...]
    """(name, content) of the meta elements."""
    scripts: tuple[str, ...]
    """Bodies of JSON-LD scripts."""
    here: str = ""
    """What the menu calls this page, where it marks the page one is on."""
    islands: tuple[str, ...] = ()
    """Bodies of scripts that may hold the data of a page without visible text."""


def collapse(block: Block) -> Block:
    """Drop empty blocks and merge wrappers with the one block they hold."""
    children: list[Block | Line] = []
    for child in _nested(block):
        if isinstance(child, Line):
            children.append(child)
            continue
        small = collapse(child)
        if small.children:
            children.append(small)
        else:
            block.hidden.extend(small.hidden)
    if len(children) == 1 and isinstance(children[0], Block):
        return _merged(block, children[0])
    block.children = children
    return block


def _nested(block: Block) -> list[Block | Line]:
    """Children, with a list that stands between items put into the item above, where browsers show it.

    A definition list within one that nobody has closed is a further stretch of it.
    """
    if block.tag == "dl":
        return _unnested(block)
    if block.tag not in ("ul", "ol"):
        return block.children
    children: list[Block | Line] = []
    for child in block.children:
        last = children[-1] if children else None
        if isinstance(child, Block) and child.tag in ("ul", "ol") and isinstance(last, Block) and last.tag == "li":
            last.children.append(child)
        else:
            children.append(child)
    return children


def _unnested(block: Block) -> list[Block | Line]:
    """The parts of a definition list and of those that stand in its last parts, for want of an end."""
    out: list[Block | Line] = []
    waiting = list(reversed(block.children))
    while waiting:
        child = waiting.pop()
        if isinstance(child, Block) and child.tag == "dl":
            waiting.extend(reversed(child.children))
            continue
        out.append(child)
        if isinstance(child, Block) and child.tag in {"dt", "dd", "p"}:
            inner = _lists_within(child)
            waiting.extend(part for dl in reversed(inner) for part in reversed(dl.children))
    return out


def _lists_within(part: Block) -> list[Block]:
    """The definition lists in a term or definition, taken out of it."""
    found: list[Block] = []
    for holder in (part, *(child for child in part.children if isinstance(child, Block) and child.tag in {"p", "div"})):
        lists = [child for child in holder.children if isinstance(child, Block) and child.tag == "dl"]
        if lists:
            holder.children = [child for child in holder.children if child not in lists]
            found.extend(lists)
    return found


def _merged(outer: Block, inner: Block) -> Block:
    telling = ITEMS | HEADINGS | ASIDE
    tag = outer.tag if outer.tag in telling and inner.tag not in HEADINGS else inner.tag
    tokens = tuple(dict.fromkeys((*outer.tokens, *inner.tokens)))
    return Block(tag, tokens, inner.children, outer.hidden + inner.hidden, outer.name or inner.name)
