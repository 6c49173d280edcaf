"""A stretch of a page that may be one publication."""

from __future__ import annotations

from dataclasses import dataclass, field

from scholarsync.sources.homepage.blocks import HEADINGS, Block, Line
from scholarsync.sources.homepage.evidence import Cell, Evidence, weigh
from scholarsync.sources.homepage.sections import Heading, Section


@dataclass(slots=True)
class Candidate:
    """A stretch that may be one publication."""

    cells: list[Cell]
    tag: str
    hidden: list[str] = field(default_factory=list)
    name: str | None = None
    signature: str = ""
    section: Section = field(default_factory=Section)
    weighed: Evidence | None = None
    kind: str | None = None
    """What part of an entry it is, when it is a fragment."""

    @property
    def evidence(self) -> Evidence:
        """Weighed once."""
        if self.weighed is None:
            self.weighed = weigh(self.cells)
        return self.weighed

    @property
    def text(self) -> str:
        """Its lines joined by newlines."""
        return "\n".join(cell.text for cell in self.cells)

    @property
    def complete(self) -> bool:
        """Whether it speaks for itself."""
        return self.evidence.complete


Item = Heading | Candidate


def cells_of(block: Block, roles: tuple[str, ...] = ()) -> list[Cell]:
    """Lines below a block with the class names around each."""
    cells: list[Cell] = []
    for child in block.children:
        if isinstance(child, Line):
            cells.append(cell_of(child, roles, heading=block.tag in HEADINGS))
        else:
            inner = tuple(dict.fromkeys((*child.tokens, *roles)))[:16]
            cells.extend(cells_of(child, inner))
    return cells


def cell_of(line: Line, roles: tuple[str, ...], *, heading: bool = False) -> Cell:
    """A line with the class names around it."""
    return Cell(line.pieces, roles, line.gap, heading, line.order, line.text)
