"""Finding the entries: which stretches of a page are one publication each.

Bottom-up: every leaf (line, paragraph, item) is weighed alone; a block becomes one entry when
its parts are fragments and it is whole, or hands on its parts when they are whole themselves.
Tags only lean the scale, so that lists of paragraphs, table rows, runs between breaks and
headings with text below come out the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarsync.sources.homepage.blocks import HEADINGS, ITEMS, Block, Line
from scholarsync.sources.homepage.candidate import Candidate, Item, cell_of, cells_of
from scholarsync.sources.homepage.evidence import AUTHOR_ROLE, VENUE_ROLE, Cell, weigh
from scholarsync.sources.homepage.fragments import is_row_of_links, join_fragments
from scholarsync.sources.homepage.furniture import is_furniture, is_page_head
from scholarsync.sources.homepage.labels import labelled
from scholarsync.sources.homepage.led import grouped
from scholarsync.sources.homepage.lexicon import is_link_label
from scholarsync.sources.homepage.people import split_list
from scholarsync.sources.homepage.sections import Heading, Outline, Section, as_heading

ITEM_TOKEN = re.compile(
    r"^@?(?:pub|pubs|paper|publication|publication-item|pub-item|pub-list-item|paper-item|bib-?item|bib-?entry|"
    r"citation|csl-entry|reference|"
    r"archive__item|list-item|entry|card|publication-entry|pub-entry|publi|tp_publication|hentry|work|article|"
    r"media|view-list-item|"
    r"bibbase_paper|publication-card|paperbox|paper-box|paper-card|pub-card|pub-row|project-item|stream-item|post)$",
    re.IGNORECASE,
)
MOST_CELLS = 60
"""Lines an entry may have; longer stretches are a region."""
MOST_LINES_OF_CARD, MOST_WORDS_OF_CARD = 12, 90
"""Size of one entry of a table that sets several side by side."""
MOST_PLAIN = 5
"""Words between the links of a row of them."""
NAMED = 0.6
"""Trust in a list of names from which on a term is one."""
LABEL = re.compile(r"^\W{0,2}(?:\[[A-Za-z]{0,4}[-.]?\d{1,4}[a-z]?\]|\(?[A-Z]{0,2}\d{1,3}[.)]|\d{1,3}[.)])\s")


def find_candidates(root: Block, *, default: Section) -> tuple[list[Candidate], list[Heading]]:
    """All candidates of a page in order, each with its section; and the headings met."""
    outline = Outline(default=default)
    candidates: list[Candidate] = []
    headings: list[Heading] = []
    for item in segment(root, len(root.text) * 2 // 5):
        if isinstance(item, Heading):
            outline.enter(item)
            headings.append(item)
        else:
            item.section = outline.section
            candidates.append(item)
    return candidates, headings


def segment(block: Block, most: int) -> list[Item]:
    """The headings and candidates of a block, in page order."""
    if is_furniture(block, most):
        return []
    heading = as_heading(block)
    if heading is not None and not (heading.kind != "year" and len(heading.text.split()) > 8 and _is_set_large(block)):
        return [heading]
    if block.tag == "dl" and _is_of_terms(block):
        return _definitions(block)
    items: list[Item] = []
    run: list[Line] = []
    largest = 0
    for child in grouped(block.children):
        if isinstance(child, Line):
            run.append(child)
            continue
        items.extend(_loose(run, block))
        run = []
        inner = segment(child, most)
        largest = max(largest, len(inner))
        items.extend(inner)
    items.extend(_loose(run, block))
    if is_page_head(block, most):
        return [item for item in items if isinstance(item, Heading)]
    if len(items) > MOST_CELLS and largest >= len(items) - 3:
        return items  # a wrapper: what it holds was decided below
    return _decide(block, items)


def _loose(run: list[Line], block: Block) -> list[Item]:
    """Entries among lines between blocks; between the items of a list, a line without persons is a remark."""
    found = _lines(run, block)
    if (
        block.tag not in {"ul", "ol"}
        or sum(isinstance(child, Block) and child.tag == "li" for child in block.children) < 2
    ):
        return found
    return [item for item in found if isinstance(item, Heading) or item.evidence.people >= NAMED]


def _is_set_large(block: Block) -> bool:
    """Whether a heading element holds a whole entry, used for its size only."""
    cells = cells_of(block)
    evidence = weigh(cells)
    looks = [piece.look for cell in cells for piece in cell.pieces]
    dated = (
        evidence.year >= 1
        and evidence.venue >= 1
        and any(look.href for look in looks)
        and any(look.italic for look in looks)
    )
    return (evidence.strong and evidence.people >= 1.2) or dated


def _whole(block: Block) -> Candidate:
    cells = cells_of(block)
    if block.tag in HEADINGS:
        for cell in cells:
            cell.heading = True
    return Candidate(cells, block.tag, list(block.all_hidden()), _name_of(block), block.signature)


def _name_of(block: Block) -> str | None:
    """Its id, or that of the only block in it that has one."""
    if block.name:
        return block.name
    names = [child.name or _name_of(child) for child in block.children if isinstance(child, Block)]
    named = [name for name in names if name]
    return named[0] if len(named) == 1 else None


def _decide(block: Block, items: list[Item]) -> list[Item]:
    """Whether a block is one entry, or holds what its parts are."""
    found = [item for item in items if isinstance(item, Candidate)]
    headings = [item for item in items if isinstance(item, Heading) and item.kind != "topic"]
    leans = block.tag in ITEMS or any(ITEM_TOKEN.match(token) for token in block.tokens)
    if not found:
        return items
    opens = bool(headings) and items[0] is headings[0]
    if headings and (not leans or (opens and (block.tag == "details" or _holds_list(block)))):
        return _hand_on(block, items)
    if len(items) == 1:
        if block.hidden:
            found[0].hidden = [*block.hidden, *found[0].hidden]
        if leans:
            found[0].tag, found[0].signature = "li" if block.tag not in ITEMS else block.tag, block.signature
            found[0].name = found[0].name or block.name
        return items
    complete = [item for item in found if item.evidence.alone]
    size = sum(len(item.cells) for item in found)
    if leans:
        return _decide_item(block, items, found, complete, size)
    if headings or size > MOST_CELLS:
        return _hand_on(block, items)
    if len(complete) <= 1 and not _are_parallel(found):
        whole = _whole(block)
        short = whole.evidence.words <= 220
        if (
            whole.complete
            and short
            and block.tag not in {"ul", "ol", "tbody", "table"}
            and not any(c.tag in ITEMS for c in found)
        ):
            return [whole]
    return _hand_on(block, items)


def _are_parallel(found: list[Candidate]) -> bool:
    """Whether blocks of several lines stand side by side under one class name: an entry each."""
    signatures = [item.signature for item in found if len(item.cells) > 1 and "." in item.signature]
    return len(signatures) >= 2 and len(set(signatures)) == 1


def _are_citations(found: list[Candidate]) -> bool:
    """Whether whole citations stand one below the other under one class name: two chapters of one book."""
    signatures = {item.signature for item in found if item.evidence.people >= 1 and item.evidence.year >= 1}
    return len(found) >= 2 and len(signatures) == 1 and all("." in signature for signature in signatures)


def _decide_item(
    block: Block, items: list[Item], found: list[Candidate], complete: list[Candidate], size: int
) -> list[Item]:
    """An element that usually is one entry: it stays one unless it holds several that are surely whole."""
    heads = any(isinstance(item, Heading) and item.kind in ("papers", "refused") for item in items)
    if block.tag == "tr" and not heads and len(columns := _whole_columns(block)) > 1:
        return [*columns]
    inner = [item for item in complete if item.tag in ITEMS]
    strong = [item for item in complete if item.evidence.strong and item.evidence.people >= 1]
    if len(strong) >= 3 or (len(strong) >= 2 and (_are_parallel(strong) or _are_citations(strong))):
        return _hand_on(block, items)
    if size > MOST_CELLS * 2 or len([item for item in inner if item.evidence.strong]) >= 2:
        return _hand_on(block, items)
    listed = [item for item in found if item.tag in ITEMS]
    own_part = _whole_without(block, listed)
    if listed and (own_part.text.rstrip().endswith(":") or not own_part.cells):
        return _hand_on(block, items)
    if (
        len(listed) >= 2
        and not own_part.complete
        and own_part.evidence.score < max(item.evidence.score for item in listed)
    ):
        return _hand_on(block, items)
    if inner and all(item.evidence.strong for item in inner):
        own = _whole_without(block, inner)
        return [own, *inner] if own.complete else _hand_on(block, items)
    return [_whole(block)]


def _whole_columns(block: Block) -> list[Candidate]:
    """The cells of a row that are an entry each, where a table sets them side by side."""
    columns = [_whole(child) for child in block.children if isinstance(child, Block) and child.tag not in ITEMS]
    small = [
        one for one in columns if len(one.cells) <= MOST_LINES_OF_CARD and one.evidence.words <= MOST_WORDS_OF_CARD
    ]
    return [one for one in small if one.complete and one.evidence.people >= NAMED and one.evidence.year >= 1]


def _whole_without(block: Block, inner: Sequence[Candidate]) -> Candidate:
    taken = {cell.order for item in inner for cell in item.cells}
    whole = _whole(block)
    whole.cells = [cell for cell in whole.cells if cell.order not in taken]
    return whole


def _hand_on(block: Block, items: list[Item]) -> list[Item]:
    """A block of several: its fragments are put together where they follow a pattern."""
    found = [item for item in items if isinstance(item, Candidate)]
    loose = [item for item in found if item.tag not in ITEMS]
    if sum(bool(LABEL.match(item.text)) for item in loose) * 2 > len(loose):
        return items  # numbered: each is whole
    if len(loose) >= 4 and sum(item.evidence.alone for item in loose) < 0.6 * len(loose):
        return join_fragments(items)
    del block
    return items


def _is_of_terms(block: Block) -> bool:
    """Whether a definition list holds terms and definitions; where one is not closed, it holds the rest of the page."""
    tags = [child.tag for child in block.children if isinstance(child, Block)]
    return 2 * sum(tag in {"dt", "dd", "entry"} for tag in tags) >= len(tags)


def _definitions(block: Block) -> list[Item]:
    """A definition list: a term and what follows it are one entry, or a term is a heading.

    Where the terms are labels ("Authors:", "Journal:") and each stands once, all of it is one entry.
    """
    whole = _whole(block)
    labels = labelled(whole.cells)
    persons = sum(label.role == "authors" and label.behind > 0 for label in labels.values())
    if labels and persons <= 1 and len(whole.cells) <= MOST_CELLS:
        return [whole]
    groups: list[Block] = []
    for child in block.children:
        if not groups or (
            not _awaits_title(groups[-1], child)
            and not _leads_to_text(child)
            and (isinstance(child, Line) or child.tag == "dt" or _is_next_definition(groups[-1], child))
        ):
            groups.append(Block("entry", (), [], name=child.name if isinstance(child, Block) else None))
        groups[-1].children.append(child)
        if isinstance(child, Block):
            groups[-1].hidden.extend(child.hidden)
            groups[-1].name = groups[-1].name or child.name
    items: list[Item] = []
    for group in groups:
        first = group.children[0]
        heading = as_heading(first) if isinstance(first, Block) and len(group.children) > 1 else None
        if heading is not None and heading.kind in ("papers", "refused", "year"):
            items.append(heading)
            group.children = group.children[1:]
        whole = _whole(group)
        whole.tag, whole.signature = "entry", "dl"
        parts = [
            Candidate(cells_of(child), child.tag, list(child.all_hidden()), child.name, child.signature)
            for child in group.children
            if isinstance(child, Block)
        ]
        definitions = [part for part in parts if part.tag == "dd"]
        headed = heading is not None and heading.kind in ("papers", "refused", "year")
        if (
            len(definitions) > 1
            and (headed or all(part.evidence.strong for part in definitions))
            and sum(part.complete for part in definitions) * 2 > len(definitions)
            and not any(part.complete for part in parts if part.tag == "dt")
        ):
            items.extend(definitions)
        else:
            items.append(whole)
    return items


def _leads_to_text(child: Block | Line) -> bool:
    """Whether a term only says where the text of the entry above it is: "Full paper: PDF | arXiv:2101.00001"."""
    lines = [child] if isinstance(child, Line) else list(child.lines())
    pieces = [piece for line in lines for piece in line.pieces if piece.text.strip()]
    links = [piece for piece in pieces if piece.look.href]
    plain = sum(len(piece.text.split()) for piece in pieces if not piece.look.href)
    if not links or len(lines) > 1 or plain > MOST_PLAIN:
        return False
    return all(is_link_label(piece.text.strip()) or piece.text.strip().startswith("arXiv:") for piece in links)


def _awaits_title(group: Block, child: Block | Line) -> bool:
    """Whether a term of nothing but names stands before the term that is the title."""
    only = group.children[0] if len(group.children) == 1 else None
    if not (isinstance(only, Block) and only.tag == "dt" and isinstance(child, Block) and child.tag == "dt"):
        return False
    names = split_list(only.text.replace("\n", " "))
    return names.trust >= NAMED


def _is_next_definition(group: Block, child: Block) -> bool:
    """A dd without a term of its own, as when every entry is a dd."""
    last = group.children[-1]
    return (
        isinstance(last, Block)
        and last.tag == "dd"
        and child.tag == "dd"
        and not any(isinstance(part, Block) and part.tag == "dt" for part in group.children)
    )


def _lines(run: list[Line], block: Block) -> list[Item]:
    """Entries among lines that are parted by breaks only."""
    if not run:
        return []
    items: list[Item] = []
    group: list[Cell] = []
    wide = sum(line.gap >= 2 for line in run[1:])
    leads = block.tag not in {"li", "tr", "entry"} or (len(run) == 1 and _holds_list(block))
    for line in run:
        heading = as_heading(line) if leads else None
        if heading is not None and (line.gap >= 2 or heading.kind != "topic"):
            items.extend(_group(group, block))
            group = []
            items.append(heading)
            continue
        if group and line.gap >= 2 and wide:
            items.extend(_group(group, block))
            group = []
        group.append(cell_of(line, block.tokens, heading=block.tag in HEADINGS))
    items.extend(_group(group, block))
    return items


def _holds_list(block: Block) -> bool:
    """Whether a list stands in an item: "2020", "Talks" before it name what it holds."""
    return any(isinstance(child, Block) and child.tag in {"ul", "ol", "li"} for child in block.children)


def _group(cells: list[Cell], block: Block) -> list[Item]:
    """One entry of several lines, or one entry a line."""
    if not cells:
        return []
    tag = "p" if block.tag in {"p", "root"} else "line"
    if len(cells) > 1 and block.tag != "li":
        labelled = sum(bool(LABEL.match(cell.text)) for cell in cells)
        alone = [Candidate([cell], tag, signature="line") for cell in cells]
        complete = sum(item.evidence.alone for item in alone)
        if labelled >= max(2, 0.4 * len(cells)) and complete >= 2:
            return _by_label(cells, tag)
        if complete >= 2 and complete >= 0.6 * len(cells) and not _is_split_entry(cells):
            return _attach_rest(alone)
        if _are_alike(cells):
            return list(alone)
        if len(cells) > 6:
            return join_fragments(list(alone))
    return [Candidate(cells, tag, [], block.name if tag == "p" else None, block.signature)]


def _are_alike(cells: list[Cell]) -> bool:
    """Whether each line begins in the same marked look and states a year: a list of one-line entries."""
    looks = {
        (cell.pieces[0].look.bold, cell.pieces[0].look.italic, cell.pieces[0].look.href is not None) for cell in cells
    }
    if len(looks) > 1 or looks == {(False, False, False)}:
        return False
    return all((one := weigh([cell])).year >= 1 and one.words >= 5 for cell in cells)


def _is_split_entry(cells: list[Cell]) -> bool:
    """Lines that carry roles or are too few and unlike to be one entry each."""
    roles = {
        role
        for cell in cells
        for piece in cell.pieces
        for role in piece.look.roles
        if AUTHOR_ROLE.match(role) or VENUE_ROLE.match(role)
    }
    if roles and len(cells) <= 6:
        return True
    strong = [weigh([cell]) for cell in cells]
    return len(cells) <= 4 and sum(one.strong for one in strong) < len(cells) - 1


def _by_label(cells: list[Cell], tag: str) -> list[Item]:
    items: list[Item] = []
    for cell in cells:
        if LABEL.match(cell.text) or not items:
            items.append(Candidate([cell], tag, signature="line"))
        else:
            last = items[-1]
            if isinstance(last, Candidate):
                last.cells.append(cell)
                last.weighed = None
    return items


def _attach_rest(alone: list[Candidate]) -> list[Item]:
    """Rows of links and remarks belong to the entry above."""
    items: list[Item] = []
    for item in alone:
        last = items[-1] if items else None
        if isinstance(last, Candidate) and not item.complete and is_row_of_links(item.cells[0]):
            last.cells.extend(item.cells)
            last.weighed = None
        else:
            items.append(item)
    return items
