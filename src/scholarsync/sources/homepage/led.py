"""Entries led by headings: a title in a heading, authors and venue in the text below it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from scholarsync.sources.homepage.blocks import HEADINGS, Block, Line
from scholarsync.sources.homepage.candidate import cell_of, cells_of
from scholarsync.sources.homepage.evidence import weigh
from scholarsync.sources.homepage.sections import LEVELS, Heading, as_heading, share_of_usual

BULLET = re.compile(r"\s*[•▪◦●○‣■□►▶➢]\s?\w")
IN_CONTAINER = re.compile(r"\W{0,3}(?:in:|beitrag zu|contribution to)", re.IGNORECASE)
"""How the text below a title goes on."""
HALF = 0.5
MOST_WORDS = 60
MOSTLY = 0.4
"""Share of words that head lists from which on a heading heads one."""


def grouped(children: list[Block | Line]) -> list[Block | Line]:
    """Put a heading that is a title and the text below it into one entry."""
    children = _dated_below(_bulleted(children))
    tags = [child.tag for child in children if isinstance(child, Block) and child.tag in HEADINGS]
    for tag in sorted(set(tags), key=LEVELS.__getitem__):
        grouped = _led_by(children, tag)
        if grouped is not None:
            return grouped
    return children


def _bulleted(children: list[Block | Line]) -> list[Block | Line]:
    """Put a paragraph that begins with a bullet and those below it that begin with none into one entry."""
    marked = [
        isinstance(child, Block) and child.tag == "p" and BULLET.match(child.text) is not None for child in children
    ]
    plain = sum(isinstance(child, Block) and child.tag == "p" for child in children) - sum(marked)
    if sum(marked) < 2 or plain < 0.5 * sum(marked):
        return children
    out: list[Block | Line] = []
    current: Block | None = None
    for child, opens in zip(children, marked, strict=True):
        if opens:
            current = Block("entry", ("bulleted",), [child])
            out.append(current)
        elif current is not None and isinstance(child, Block) and child.tag == "p" and as_heading(child) is None:
            current.children.append(child)
            current.hidden.extend(child.hidden)
        else:
            current = None
            out.append(child)
    return out


def _dated_below(children: list[Block | Line]) -> list[Block | Line]:
    """Put a paragraph of an italic container and a year to the titled one above it, where several come so."""
    pairs = [
        number
        for number, (above, below) in enumerate(itertools.pairwise(children))
        if isinstance(above, Block) and isinstance(below, Block) and _is_titled(above) and _is_container(below)
    ]
    if len(pairs) < 2:
        return children
    out: list[Block | Line] = []
    for number, child in enumerate(children):
        if number in pairs:
            out.append(Block("entry", ("dated-below",), [child, children[number + 1]]))
        elif number - 1 not in pairs:
            out.append(child)
    return out


def _is_titled(block: Block) -> bool:
    """Whether a paragraph has a title set apart and no year."""
    if block.tag != "p":
        return False
    evidence = weigh(cells_of(block))
    return evidence.look >= HALF and evidence.year <= 0 and 3 <= evidence.words <= MOST_WORDS


def _is_container(block: Block) -> bool:
    """Whether a paragraph begins with italics and tells a year, and no persons."""
    first = next(iter(block.lines()), None) if block.tag == "p" else None
    if first is None or not first.pieces or not first.pieces[0].look.italic:
        return False
    evidence = weigh(cells_of(block))
    return evidence.year >= 1 and evidence.people < HALF and evidence.words <= MOST_WORDS // 2


def _led_by(children: list[Block | Line], tag: str) -> list[Block | Line] | None:
    """Entries led by headings of this tag, in the sections where most such headings lead one entry each."""
    out: list[Block | Line] = []
    sections: list[list[Block]] = [[]]
    current: Block | None = None
    for child, following in zip(children, [*children[1:], None], strict=True):
        if isinstance(child, Block) and child.tag in HEADINGS:
            heading = as_heading(child)
            if current is not None and _names_authors(child, tag):
                current.children.append(replace(child, tag="p"))
                continue
            leads = child.tag == tag and heading is not None and _may_lead(heading, following)
            current = Block("entry", (f"led-{tag}",), [child]) if leads else None
            if current is not None:
                sections[-1].append(current)
            elif heading is not None and heading.kind in ("papers", "refused"):
                sections.append([])
            out.append(current or child)
        elif current is not None:
            current.children.append(child)
            if isinstance(child, Block):
                current.hidden.extend(child.hidden)
        else:
            out.append(child)
    led = [group for groups in sections if _are_led(groups) for group in groups]
    if len(led) < 2:
        return None
    kept = {id(group) for group in led}
    return [part for node in out for part in (_parts(node, tag) if id(node) not in kept else (node,))]


def _may_lead(heading: Heading, following: Block | Line | None) -> bool:
    """Whether a heading can be a title: a topic, or words of which few head lists, or what a container follows."""
    if heading.kind == "topic":
        return True
    if heading.kind == "year":
        return False
    told = following.text if following is not None else ""
    return IN_CONTAINER.match(told) is not None or share_of_usual(heading.text) < MOSTLY


def _names_authors(block: Block, tag: str) -> bool:
    """Whether a heading of a lower level is only set so: the persons who wrote what the one above it names."""
    if LEVELS[block.tag] <= LEVELS[tag]:
        return False
    first = next(iter(block.lines()), None)
    return first is not None and weigh([cell_of(first, ())]).people >= 1


def _are_led(groups: list[Block]) -> bool:
    return sum(_is_led_entry(group) for group in groups) >= max(1, 0.6 * len(groups))


def _parts(node: Block | Line, tag: str) -> Sequence[Block | Line]:
    """A group that is no entry falls apart again."""
    return node.children if isinstance(node, Block) and node.tokens == (f"led-{tag}",) else (node,)


def _is_led_entry(group: Block) -> bool:
    cells = cells_of(group)
    if not 2 <= len(cells) <= 14:
        return False
    title, rest = cells[0], cells[1:]
    if len(title.text.split()) < 3 and len(title.text) < 12:
        return False
    if not weigh(cells).complete or weigh(cells).people + weigh(cells).identifier + weigh(cells).venue < 1:
        return False
    return not any((alone := weigh([cell])).strong and alone.people >= 1 and alone.words >= 14 for cell in rest)
