"""HTML and Markdown as tokens with places: tags, links, emphasis, and the text between.

Both notations come out alike, a Markdown link as an element ``a`` and emphasis as ``em``, so that
one template engine serves both.  The tokens in their order make up the whole text.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["open", "close", "void", "text", "other"]

TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<[!?][^<>]*>|</?[A-Za-z][A-Za-z0-9:-]*(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>",
    re.DOTALL,
)
AUTOLINK = re.compile(r"<(?:https?://|mailto:|[\w.+-]{1,64}@)", re.IGNORECASE)
"""Markdown's addresses in angle brackets."""
RAW = re.compile(r"<(script|style|textarea|template)\b", re.IGNORECASE)
HREF = re.compile(r"""\bhref\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
HIDDEN = re.compile(
    r"""display\s*:\s*none|\shidden(?=[\s>=])|class\s*=\s*["'][^"']{0,200}\b(?:noshow|hidden|abstract|bibtex|collapse|modal|d-none)\b""",
    re.IGNORECASE,
)
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
BLOCK = frozenset(
    "address article aside blockquote body dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
CLOSED_BY = {"li": {"li"}, "p": BLOCK, "tr": {"tr"}, "td": {"td", "th", "tr"}, "th": {"td", "th", "tr"},
             "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "option": {"option"}}  # fmt: skip
HEADING = re.compile(r"h[1-6]\Z")
MD_INLINE = re.compile(
    r"(?P<image>!\[[^\[\]\n]{0,200}\]\([^()\n]{0,500}\))|(?P<end>\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,800}(?:\s+\"[^\"\n]{0,200}\")?\)(?:\{(?![{%])[^{}\n]{0,100}\})?)"
    r"|(?P<start>\[)|(?P<em>\*{1,3}|_{1,3})|(?P<code>`[^`\n]{1,200}`)"
)
MD_LEAD = re.compile(r"[ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+|#{1,6}[ \t]+|[ \t]*>[ \t]?")


@dataclass(slots=True)
class Token:
    """One piece of the page."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    href: str | None = None
    mate: int | None = None
    """Index of the token that closes or opens the same element."""


def html_tokens(text: str) -> list[Token]:
    """The tokens of an HTML page, elements matched as tolerantly as browsers do."""
    tokens: list[Token] = []
    at = 0
    while found := TAG.search(text, at):
        if found.start() > at:
            tokens.append(Token("text", at, found.start()))
        tokens.append(_tag(found))
        at = found.end()
        raw = RAW.match(text, found.start())
        if raw and tokens[-1].kind == "open":
            close = re.compile(rf"</{raw[1]}\s*>", re.IGNORECASE).search(text, at)
            end = close.start() if close else len(text)
            tokens.append(Token("other", at, end))
            at = end
    if at < len(text):
        tokens.append(Token("text", at, len(text)))
    _match(tokens)
    return tokens


def _tag(found: re.Match[str]) -> Token:
    tag = found[0]
    if AUTOLINK.match(tag):
        return Token("text", found.start(), found.end())
    if tag.startswith(("<!", "<?")):
        return Token("other", found.start(), found.end())
    name = re.match(r"</?([A-Za-z][A-Za-z0-9:-]*)", tag)[1].lower()  # type: ignore[index] # TAG has matched a name
    kind: Kind = "close" if tag.startswith("</") else "void" if name in VOID or tag.endswith("/>") else "open"
    href = HREF.search(tag) if name == "a" else None
    return Token(kind, found.start(), found.end(), name, html.unescape(href[1].strip("\"'")) if href else None)


def _match(tokens: list[Token]) -> None:
    """Join opening and closing tags; what is never closed ends where its parent or a sibling of its kind says."""
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "open":
            while stack and token.name in CLOSED_BY.get(tokens[stack[-1]].name, ()):
                stack.pop()
            stack.append(index)
        elif token.kind == "close":
            depth = next((d for d in range(len(stack) - 1, max(-1, len(stack) - 60), -1)
                          if tokens[stack[d]].name == token.name), None)  # fmt: skip
            if depth is not None:
                tokens[stack[depth]].mate, token.mate = index, stack[depth]
                del stack[depth:]


def markdown_tokens(text: str, *, start: int) -> list[Token]:
    """The tokens of a Markdown page from an offset on (behind its front matter); inline HTML included."""
    tokens = [Token("other", 0, start)] if start else []
    for token in html_tokens(text[start:]):
        token.start += start
        token.end += start
        if token.kind == "text":
            tokens += _inline(text, token.start, token.end)
        else:
            token.mate = None
            tokens.append(token)
    _match([token for token in tokens if token.name not in {"em", "md-a"}])
    _renumber(tokens)
    _match_inline(text, tokens)
    return tokens


def _renumber(tokens: list[Token]) -> None:
    """Mates of tags found without the inline marks between them, as indices of the whole list."""
    places = [at for at, token in enumerate(tokens) if token.name not in {"em", "md-a"}]
    for at in places:
        if tokens[at].mate is not None:
            tokens[at].mate = places[tokens[at].mate]  # type: ignore[index] # just tested


def _inline(text: str, start: int, end: int) -> Iterator[Token]:
    at = start
    line_start = start == 0 or text[start - 1] == "\n"
    position = start
    for row in text[start:end].splitlines(keepends=True):
        lead = MD_LEAD.match(row) if line_start else None
        if lead:
            if position > at:
                yield from _marks(text, at, position)
            yield Token("other", position, position + lead.end(), "lead")
            at = position + lead.end()
        position += len(row)
        line_start = True
    if end > at:
        yield from _marks(text, at, end)


def _marks(text: str, start: int, end: int) -> Iterator[Token]:
    at = start
    for found in MD_INLINE.finditer(text, start, end):
        if found.lastgroup == "em" and found[0][0] == "_" and _inside_word(text, found.start(), found.end()):
            continue
        if found.start() > at:
            yield Token("text", at, found.start())
        at = found.end()
        if found.lastgroup == "start":
            yield Token("open", found.start(), at, "md-a")
        elif found.lastgroup == "end":
            yield Token(
                "close",
                found.start(),
                at,
                "md-a",
                found[0][2:].split(")")[0].split()[0] if found[0][2:3] != ")" else "",
            )
        elif found.lastgroup == "em":
            yield Token("open", found.start(), at, "em")
        else:
            yield Token("text" if found.lastgroup == "code" else "void", found.start(), at, "img")
    if end > at:
        yield Token("text", at, end)


def _inside_word(text: str, start: int, end: int) -> bool:
    return start > 0 and text[start - 1].isalnum() and end < len(text) and text[end].isalnum()


def _match_inline(text: str, tokens: list[Token]) -> None:
    """Pair the marks of emphasis and the brackets of links; single ones are text."""
    open_em: dict[str, int] = {}
    brackets: list[int] = []
    for index, token in enumerate(tokens):
        if token.name == "em":
            mark = text[token.start : token.end]
            first = open_em.pop(mark, None)
            if first is None:
                open_em[mark] = index
            else:
                token.kind, token.mate, tokens[first].mate = "close", first, index
        elif token.name == "md-a" and token.kind == "open":
            brackets.append(index)
        elif token.name == "md-a" and brackets:
            first = brackets.pop()
            while brackets and _is_deeper(text[tokens[first].end : token.start]):
                first = brackets.pop()
            token.mate, tokens[first].mate, tokens[first].href = first, index, token.href
        elif token.kind == "text" and "\n\n" in text[token.start : token.end]:
            open_em.clear()
            brackets.clear()
    for token in tokens:
        if token.name in {"em", "md-a"} and token.mate is None:
            token.kind = "text"


def _is_deeper(label: str) -> bool:
    """Whether a bracket of the label was opened before it, as in ``[[pdf]](address)``."""
    return label.count("]") > label.count("[")


def hidden(text: str, tokens: Sequence[Token]) -> list[bool]:
    """For every token whether it stands in an element that a reader of the page does not see at first."""
    marks, until = [], -1
    for index, token in enumerate(tokens):
        if index > until and token.kind == "open" and token.mate is not None and (
            token.name in {"pre", "button", "textarea", "noscript"} or HIDDEN.search(text[token.start : token.end])
        ):  # fmt: skip
            until = token.mate
        marks.append(index <= until)
    return marks


class Stream:
    """The letters and digits of the visible text, folded, each with its place in the source."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        letters: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        for token, unseen in zip(tokens, hidden(text, tokens), strict=True):
            if token.kind == "text" and not unseen:
                for sign, start, end in _signs(text, token.start, token.end):
                    for part in fold(sign):
                        letters.append(part)
                        self.starts.append(start)
                        self.ends.append(end)
        self.letters = "".join(letters)

    def find(self, words: str, after: int = 0, before: int | None = None) -> tuple[int, int] | None:
        """Offsets of the first occurrence of the words' letters between two offsets of the source."""
        wanted = fold(words)
        if not wanted:
            return None
        low = bisect_left(self.starts, after)
        high = len(self.letters) if before is None else bisect_left(self.starts, before)
        at = self.letters.find(wanted, low, high)
        return (self.starts[at], self.ends[at + len(wanted) - 1]) if at >= 0 else None

    def find_last(self, words: str, after: int, before: int) -> tuple[int, int] | None:
        """Offsets of the last occurrence of the words' letters between two offsets of the source."""
        wanted = fold(words)
        if not wanted:
            return None
        low, high = bisect_left(self.starts, after), bisect_left(self.starts, before)
        at = self.letters.rfind(wanted, low, high)
        return (self.starts[at], self.ends[at + len(wanted) - 1]) if at >= 0 else None


ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});?", re.IGNORECASE)


def _signs(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    at = start
    for found in ENTITY.finditer(text, start, end):
        yield from ((text[place], place, place + 1) for place in range(at, found.start()))
        yield html.unescape(found[0]), found.start(), found.end()
        at = found.end()
    yield from ((text[place], place, place + 1) for place in range(at, end))


def fold(text: str) -> str:
    """Letters and digits alone, without case and accents."""
    if text.isascii():
        return "".join(sign for sign in text.lower() if sign.isalnum())
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum())
