"""Markdown to the HTML that a site generator would make of it, as far as lists of papers need.

Homepages in Markdown mix it freely with HTML, Liquid and front matter, so it is turned into
HTML line by line (what is HTML already passes through) and read like any page.
"""

from __future__ import annotations

import html
import re

HEADING = re.compile(r"^\s{0,3}(#{1,6})\s{1,9}(.{1,400}?)[ #]*$")
UNDERLINE = re.compile(r"^\s{0,3}(=+|-{2,})\s*$")
ITEM = re.compile(r"^(\s{0,40})(?:[-*+•]|\d{1,4}[.)])\s{1,9}(?=\S)")
FENCE = re.compile(r"^\s{0,3}(?:```|~~~)")
RULE = re.compile(r"^\s{0,3}(?:(?:\*\s?){3,}|(?:_\s?){3,})$")
ROW = re.compile(r"^\s{0,3}\|(.{1,4000})\|\s*$")
TAG_LINE = re.compile(r"^\s{0,12}</?[a-zA-Z][^>]{0,2000}>?")
LIQUID = re.compile(r"\{%[^%]{0,400}%\}|\{\{[^{}]{0,400}\}\}|\{:[^{}]{0,200}\}")
ATTRIBUTES = re.compile(
    r"(?<=[\])*_`])\{(?:[.#][\w-]|[\w-]{1,40}=)[^{}]{0,200}\}|(?<=\s)\{[.#][\w-][^{}]{0,200}\}(?=\s*$)", re.MULTILINE
)
"""Pandoc's attributes of a link, a span or a heading."""
IMAGE = re.compile(r"!\[[^\[\]]{0,400}\]\([^()\s]{0,600}(?:\s\"[^\"]{0,200}\")?\)")
LINK = re.compile(
    r"\[((?:[^\[\]]|"
    r"\[[^\[\]]{0,200}\]){0,600})\]\(\s?<?([^()\s<>]{1,600}(?:\([^()\s]{0,80}\)[^()\s<>]{0,200})?)>?(?:\s+[\"'][^\""
    r"'\n]{0,200}[\"'])?\s?\)"
)
STRONG = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1)[^\n]){1,800}?)(?<=\S)\1")
EMPHASIS = re.compile(r"(?<![\w*\\])([*_])(?=[^\s*_])([^*\n]{1,800}?)(?<=[^\s\\])\1(?![\w*])")
AUTOLINK = re.compile(r"<(https?://[^\s<>]{1,600})>")
ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|~$-])")


def to_html(text: str) -> str:
    """A Markdown page as HTML."""
    return _Writer().write(text)


class _Writer:
    """Lines to HTML; holds the open list items by indentation and whether a paragraph is open."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.lists: list[int] = []
        self.blank = True

    def write(self, text: str) -> str:
        """The whole page."""
        lines = ATTRIBUTES.sub("", LIQUID.sub("", text)).splitlines()
        fenced = False
        for number, line in enumerate(lines):
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if FENCE.match(line):
                self.out.append("</pre>" if fenced else "<pre>")
                fenced = not fenced
            elif fenced:
                self.out.append(html.escape(line, quote=False))
            elif not line.strip():
                self.blank = True
            else:
                self._line(line, following)
        return "\n".join(self.out)

    def _line(self, line: str, following: str) -> None:
        heading = HEADING.match(line)
        item = ITEM.match(line)
        row = ROW.match(line)
        if UNDERLINE.match(line) or RULE.match(line):
            return
        if heading:
            self._heading(len(heading.group(1)), heading.group(2))
        elif UNDERLINE.match(following) and not item and not TAG_LINE.match(line) and len(line) < 200:
            self._heading(1 if following.strip().startswith("=") else 2, line)
        elif item:
            self._item(len(item.group(1)), line[item.end() :])
        elif row:
            self._row(row.group(1))
        else:
            self._text(line)
        self.blank = False

    def _heading(self, level: int, text: str) -> None:
        self._close_lists(-1)
        self.out.append(f"<h{level}>{inline(text)}</h{level}>")

    def _item(self, indent: int, text: str) -> None:
        self._close_lists(indent)
        if not self.lists or indent > self.lists[-1]:
            self.lists.append(indent)
            self.out.append("<ul>")
        self.out.append(f"<li>{inline(text)}{_break(text)}")

    def _row(self, text: str) -> None:
        cells = [cell.strip() for cell in text.split("|")]
        if all(re.fullmatch(r":?-{1,}:?", cell) for cell in cells):
            return
        self.out.append("<table><tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in cells) + "</tr></table>")

    def _text(self, line: str) -> None:
        indented = len(line) - len(line.lstrip())
        if self.blank and (not self.lists or indented < 2):
            self._close_lists(-1)
            if not TAG_LINE.match(line):
                self.out.append("<p>")
        elif self.blank:
            self.out.append("<p>")
        self.out.append(inline(line) + _break(line))

    def _close_lists(self, indent: int) -> None:
        while self.lists and self.lists[-1] > indent:
            self.lists.pop()
            self.out.append("</ul>")


def _break(line: str) -> str:
    return "<br>" if line.endswith(("  ", "\\")) else ""


def inline(text: str) -> str:
    """Links and emphasis of one line."""
    text = IMAGE.sub("", text.rstrip("\\ "))
    text = AUTOLINK.sub(
        lambda found: f'<a href="{html.escape(found.group(1))}">{html.escape(found.group(1))}</a>', text
    )
    kept: list[str] = []

    def link(found: re.Match[str]) -> str:
        kept.append(html.escape(html.unescape(found.group(2))))
        return f'<a href="\x01{len(kept) - 1}\x02">{found.group(1)}</a>'

    text = LINK.sub(link, text)
    text = STRONG.sub(r"<strong>\2</strong>", text)
    text = EMPHASIS.sub(r"<em>\2</em>", text)
    text = ESCAPED.sub(r"\1", text)
    return re.sub(r"\x01(\d{1,6})\x02", lambda found: kept[int(found.group(1))], text)
