"""Plain text as the same blocks and lines that HTML gives."""

from __future__ import annotations

import re

from scholarsync.sources.homepage.blocks import Block, Document, Line, Piece, collapse
from scholarsync.sources.homepage.lexicon import fold
from scholarsync.sources.homepage.sections import classify, is_label
from scholarsync.sources.homepage.wrapped import goes_on, joint, width_of

BULLET = re.compile(r"^(\s*)([•▪◦●○‣·*+–-]|\d{1,3}[.)])\s+(?=\S)")
LISTED = re.compile(r"^[ \t]*[•▪◦●○‣·*+–-] +(?=\S)|^[ \t]*\d{1,3}[.)] +(?=\S)", re.MULTILINE)
BIBTEX = re.compile(r"^\s*@\s*[A-Za-z]{3,20}\s*[{(]")


def is_html(text: str, name: str) -> bool:
    """Whether a page is HTML rather than text."""
    if name.lower().endswith((".md", ".markdown", ".txt", ".rst")):
        return False
    if name.lower().endswith((".html", ".htm", ".xhtml", ".php", ".asp", ".aspx")):
        return True
    return (
        re.search(r"<(?:!doctype|html|head|body|div|p|ul|ol|table|h[1-6]|br|a)\b", text[:20_000], re.IGNORECASE)
        is not None
    )


MARKDOWN = re.compile(r"^#{1,6}\s|\]\(https?://|^\s{0,3}[-*]\s{1,3}\*\*|^---\r?$", re.MULTILINE)


def is_markdown(text: str, name: str) -> bool:
    """Whether a text that is no HTML is Markdown."""
    return name.lower().endswith((".md", ".markdown")) or MARKDOWN.search(text) is not None


def read_plain(text: str) -> Document:
    """Take a text apart: bullets nest by indentation, blank lines part paragraphs, BibTeX is set aside."""
    root = Block("root")
    text = _without_bibtex(text.replace("\u00ad", ""), root)
    reader = _Reader(root, bulleted=len(LISTED.findall(text)) > 1, width=width_of(text))
    for raw in text.splitlines():
        reader.take(raw.rstrip().replace("\t", "    ") if BULLET.match(raw) else " ".join(raw.split()))
    return Document(collapse(root), "", (), ())


def _without_bibtex(text: str, root: Block) -> str:
    out: list[str] = []
    block: list[str] = []
    depth = 0
    for raw in text.splitlines():
        if depth == 0 and BIBTEX.match(raw):
            block = [raw]
            depth = raw.count("{") - raw.count("}")
        elif depth > 0:
            block.append(raw)
            depth += raw.count("{") - raw.count("}")
            if len(block) > 200:
                out.extend(block)
                depth = 0
        else:
            out.append(raw)
            continue
        if depth <= 0 and block:
            root.hidden.append("\n".join(block))
            out.append("")
            block, depth = [], 0
    return "\n".join(out)


class _Reader:
    """Lines into blocks; holds the open list items by their indentation."""

    def __init__(self, root: Block, *, bulleted: bool, width: int | None) -> None:
        self.root = root
        self.bulleted = bulleted
        self.width = width
        self.row = ""
        self.items: list[tuple[int, Block]] = []
        self.blank = 1
        self.order = 0
        self.paragraph: Block | None = None

    def take(self, raw: str) -> None:
        """One line of the text."""
        if not raw.strip():
            self.blank += 1
            self.paragraph = None
            return
        bullet = BULLET.match(raw) if self.bulleted else None
        if bullet:
            self._bullet(raw, bullet)
        elif self.items and (self.blank == 0 or raw.startswith((" ", "\t"))):
            self._line(self.items[-1][1], raw)
        else:
            self.items = []
            self._text(raw)
        self.blank = 0

    def _bullet(self, raw: str, bullet: re.Match[str]) -> None:
        indent = len(bullet.group(1))
        while self.items and self.items[-1][0] >= indent:
            self.items.pop()
        parent = self.items[-1][1] if self.items else self.root
        item = Block("li")
        parent.children.append(item)
        self.items.append((indent, item))
        self._line(item, raw[bullet.end() :])

    def _text(self, raw: str) -> None:
        short = len(raw) < 60 and len(fold(raw).split()) <= 5 and not is_label(raw)
        kind, _ = classify(raw) if short else ("topic", None)
        if kind in ("papers", "refused") and re.match(r"^[^.]{3,60}$", raw.strip()) and not re.search(r",|\d{4}", raw):
            self._put(self.root, Block("h2"), raw)
            self.paragraph = None
            return
        if self.paragraph is None or self.width is None:
            self.paragraph = Block("p")
            self.root.children.append(self.paragraph)
        self._line(self.paragraph, raw)

    def _put(self, parent: Block, block: Block, text: str) -> None:
        parent.children.append(block)
        self._line(block, text)

    def _line(self, block: Block, raw: str) -> None:
        last = block.children[-1] if block.children else None
        if isinstance(last, Line) and self.blank == 0 and goes_on(self.row, raw, self.width):
            last.pieces.append(Piece(joint(self.row) + raw.strip()))
        else:
            self.order += 1
            block.children.append(Line([Piece(raw.strip())], 1, self.order))
        self.row = raw
