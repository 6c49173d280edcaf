"""HTML as a reader sees it: blocks that stand apart, lines within them, pieces with their look.

The tree is built from the parser's own by one walk without recursion, so that depth costs
nothing.  It keeps what a publication list is read by (line breaks, bold, italic, links,
class names, what is hidden) and drops the rest.  Wrappers that hold one block only are
collapsed into it; below `MAX_DEPTH` blocks are flattened.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import replace

from bs4 import BeautifulSoup, Comment, Doctype, Tag, XMLParsedAsHTMLWarning
from bs4.element import CData, Declaration, NavigableString, ProcessingInstruction

from scholarsync.sources.homepage.blocks import HEADINGS, PLAIN, SPACE, Block, Document, Line, Look, Piece, collapse
from scholarsync.sources.homepage.columns import name_columns
from scholarsync.sources.homepage.concealed import is_concealed
from scholarsync.sources.homepage.wrapped import goes_on, joint, width_of

MAX_DEPTH = 60
LARGEST_ISLAND = 4_000_000
MAX_HIDDEN = 20_000
"""Longest hidden text kept of one element: a BibTeX block fits, a payload does not."""

BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form "
    "h1 h2 h3 h4 h5 h6 header heading hr html li main menu nav ol p pre section summary table tbody td tfoot th "
    "thead tr ul".split()
)
SKIPPED = frozenset(
    "script style noscript template svg canvas iframe object embed video audio select textarea head annotation "
    "annotation-xml".split()
)
WORK_ADDRESS = re.compile(r"doi\.org/|arxiv\.org/", re.IGNORECASE)
OPENED_EARLY = re.compile(
    r"((?:<(?:a|b|big|em|font|i|small|span|strong|u)\b[^<>]{0,400}>\s{0,20}){1,4})(<li\b[^<>]{0,400}>)", re.IGNORECASE
)
"""Marks that a typist opened before the item that they are meant for: "<u><li>Ada Quill</u>, ..."."""
BOLD_STYLE = re.compile(r"font-weight\s{0,5}:\s{0,5}(?:bold|[6-9]00)", re.IGNORECASE)
ITALIC_STYLE = re.compile(r"font-style\s{0,5}:\s{0,5}(?:italic|oblique)", re.IGNORECASE)
CURRENT = re.compile(r"active|current|selected|is-active|current-menu-item|w--current|current_page_item", re.IGNORECASE)
LONGEST_ITEM = 40
DOI_VALUE = re.compile(r"10\.\d{4,9}/[^\s\\\"<>]{2,200}")
HOLDS_LISTS = ("table", "ul", "ol", "dl", "menu", "hr", "h1", "h2", "h3", "h4")
BOLD_CLASS = re.compile(r"bold|strong|fw-bold|font-bold|font-weight-bold|fett", re.IGNORECASE)
ITALIC_CLASS = re.compile(r"italics?|ital|emph|emphasis|fst-italic|font-italic|kursiv|cursiva?", re.IGNORECASE)
PLAIN_STYLE = re.compile(r"font-style\s{0,5}:\s{0,5}normal", re.IGNORECASE)
FRONT = re.compile(r"\ufeff?\s{0,9}---[ \t]*\r?\n(.{0,5000}?)\n---", re.DOTALL)
FRONT_TITLE = re.compile(r"^title:[ \t]*(['\"]?)(.{1,200}?)\1[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
FOLDED = re.compile(r"\b\d{1,4}\s+more\s+(?:authors?|others?)\b|\bmore authors\b|\bet al\b", re.IGNORECASE)
SCRIPT_STRING = re.compile(r"""'((?:[^'\\\n]|\\.){0,6000})'|"((?:[^"\\\n]|\\.){0,6000})\"""")


def read_html(text: str) -> Document:
    """Parse a page."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        soup = BeautifulSoup(OPENED_EARLY.sub(r"\2\1", without_prolog(text)), "lxml")
    title = soup.title.get_text(" ", strip=True) if soup.title is not None else title_of_prolog(text)
    metas = tuple(
        (str(meta.get("name") or meta.get("property")).lower(), str(meta.get("content")))
        for meta in soup.find_all("meta", content=True)
        if meta.get("name") or meta.get("property")
    )
    scripts = tuple(script.get_text() for script in soup.find_all("script", type="application/ld+json"))
    root = _Builder().build(soup)
    name_columns(root)
    return Document(collapse(root), SPACE.sub(" ", title), metas, scripts, _here(soup), _islands(soup))


def _here(soup: BeautifulSoup) -> str:
    """The item of the menu that is marked as the page one is on."""
    marked = soup.find(lambda tag: tag.name in {"a", "li"} and _is_current(tag))
    text = SPACE.sub(" ", marked.get_text(" ")).strip() if marked is not None else ""
    return text if len(text) <= LONGEST_ITEM else ""


def _is_current(tag: Tag) -> bool:
    return tag.get("aria-current") == "page" or any(CURRENT.fullmatch(token) for token in _tokens(tag))


def _islands(soup: BeautifulSoup) -> tuple[str, ...]:
    """Scripts that hold data, as pages carry it that are drawn by a script only."""
    scripts = (script.get_text() for script in soup.find_all("script", src=False, limit=60))
    return tuple(text for text in scripts if "title" in text and len(text) <= LARGEST_ISLAND)


def without_prolog(text: str) -> str:
    """Drop an XML prolog and YAML front matter: the parser would take either for text."""
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("<?xml"):
        text = text.partition("?>")[2]
    if text.startswith(("---\n", "---\r\n")):
        end = text.find("\n---", 4)
        text = text[text.find("\n", end + 1) :] if 0 < end < 5000 else text
    return text.replace("\x00", "")


def title_of_prolog(text: str) -> str:
    """The title in the front matter, which the site's layout sets as the page's."""
    head = FRONT.match(text)
    found = FRONT_TITLE.search(head[1]) if head else None
    return found[2].strip() if found else ""


class _Builder:
    """One walk over the parser's tree; holds the open blocks, the open line and the look in force."""

    def __init__(self) -> None:
        self.open: list[Block] = [Block("root")]
        self.pieces: list[Piece] = []
        self.gap = 0
        self.order = 0
        self.serial = 0
        self.width: int | None = None
        """What the open preformatted text is broken to."""
        self.row = ""
        """The row being written there."""

    def build(self, soup: BeautifulSoup) -> Block:
        """Walk without recursion: the stack holds iterators over children and what to do at their end."""
        stack = [(iter(list(soup.children)), PLAIN, False)]
        while stack:
            children, look, opened = stack[-1]
            node = next(children, None)
            if node is None:
                stack.pop()
                if opened:
                    self._close_block()
            elif isinstance(node, Tag):
                inner = self._enter(node, look)
                if inner is not None:
                    stack.append((iter(list(node.children)), *inner))
            elif isinstance(node, NavigableString) and not isinstance(
                node, Comment | Doctype | CData | Declaration | ProcessingInstruction
            ):
                self._write(str(node), look)
        self._end_line()
        return self.open[0]

    def _enter(self, tag: Tag, look: Look) -> tuple[Look, bool] | None:
        """What an element opens; None when its content is not walked."""
        name = tag.name.lower()
        if name == "br":
            self._end_line()
            self.gap += 1
            return None
        if name in SKIPPED:
            return None
        tokens = _tokens(tag)
        if is_concealed(tag, tokens):
            self._keep_hidden(tag)
            return None
        if "Z3988" in tokens:
            self.open[-1].hidden.append("coins:" + str(tag.get("title", "")))
        if name == "pre" and "@" in (raw := tag.get_text()) and _is_bibtex(raw):
            self.open[-1].hidden.append(raw[:MAX_HIDDEN])
            return None
        if name == "hr":
            self._end_line()
            self.gap += 5
            return None
        if name == "a" and WORK_ADDRESS.search(str(tag.get("href") or "")) and not tag.get_text(strip=True):
            self._write(" link ", replace(look, href=str(tag["href"]).strip()))  # shown as an icon
            return None
        if (doi := DOI_VALUE.fullmatch(str(tag.get("data-doi") or "").replace("\\textunderscore ", "_"))) is not None:
            self._write(" link ", replace(look, href=f"https://doi.org/{doi[0]}"))  # a badge that a script fills
        if name in BLOCKS:
            return self._open_block(tag, name, tokens, look), True
        return self._inline(tag, name, tokens, look), False

    def _open_block(self, tag: Tag, name: str, tokens: tuple[str, ...], look: Look) -> Look:
        self._end_line()
        if name in HEADINGS and tag.find(HOLDS_LISTS) is not None:
            name = "div"  # a heading that is not closed holds what it should head
        if name == "pre":
            self.width, self.row = width_of(tag.get_text()[:MAX_HIDDEN]), ""
        block = Block(name, tokens, name=str(tag.get("id") or "") or None)
        if len(self.open) < MAX_DEPTH:
            self.open[-1].children.append(block)
            self.open.append(block)
        else:
            self.open.append(self.open[-1])
        style = str(tag.get("style") or "")
        if not style:
            return look
        return replace(
            look,
            bold=look.bold or bool(BOLD_STYLE.search(style)),
            italic=look.italic or bool(ITALIC_STYLE.search(style)),
        )

    def _close_block(self) -> None:
        self._end_line()
        self.gap = 0
        self.open.pop()

    def _inline(self, tag: Tag, name: str, tokens: tuple[str, ...], look: Look) -> Look:
        style = str(tag.get("style") or "")
        self.serial += 1
        if name == "a" and (anchor := tag.get("name") or tag.get("id")):
            self.open[-1].name = self.open[-1].name or str(anchor)
        folded = self._unfold(tag) if tag.get("onclick") or tag.get("title") or tag.get("data-authors") else None
        if folded is not None:
            tag.clear()
            tag.append(folded)
        return Look(
            bold=look.bold
            or name in {"b", "strong"}
            or bool(style and BOLD_STYLE.search(style))
            or any(BOLD_CLASS.fullmatch(token) for token in tokens),
            italic=(
                look.italic
                or name in {"i", "em", "cite", "dfn"}
                or bool(style and ITALIC_STYLE.search(style))
                or any(ITALIC_CLASS.fullmatch(token) for token in tokens)
            )
            and not (style and PLAIN_STYLE.search(style)),
            href=str(tag.get("href") or "").strip() or None if name == "a" else look.href,
            roles=(*tokens, *((name,) if name not in _KNOWN_INLINE else ()), *look.roles)[:12],
            element=self.serial if name in {"a", "span", "b", "strong", "i", "em", "u"} else look.element,
            sup=look.sup or name == "sup",
            button=look.button or name == "button",
        )

    @staticmethod
    def _unfold(tag: Tag) -> str | None:
        """Names behind "6 more authors" that wait in a script or attribute."""
        shown = tag.get_text()
        if len(shown) > 60 or not FOLDED.search(shown):
            return None
        kept = [str(tag.get("data-authors") or "")]
        kept += [one or other for one, other in SCRIPT_STRING.findall(str(tag.get("onclick") or "")[:8000])]
        names = [text for text in kept if "," in text or " " in text.strip()]
        names = [
            text
            for text in names
            if not FOLDED.search(text) and re.search(r"[^\W\d_]{2}", text) and not re.search(r"click|[=(){}]", text)
        ]
        return max(names, key=len) if names else None

    def _write(self, text: str, look: Look) -> None:
        text = text.replace("\u00ad", "")
        if self.open[-1].tag == "pre":
            self._write_rows(text, look)
            return
        text = SPACE.sub(" ", text)
        if text and (text != " " or self.pieces):
            self.pieces.append(Piece(text, look))

    def _write_rows(self, text: str, look: Look) -> None:
        """Preformatted text: its rows are lines, but for those that its width parts."""
        rows = text.split("\n")
        for number, row in enumerate(rows):
            if number and goes_on(self.row, row, self.width):
                self.pieces.append(Piece(joint(self.row), look))
                row = row.lstrip()  # noqa: PLW2901  # the margin of a row that goes on is no blank
                self.row = ""
            elif number:
                self._end_line()
                self.gap += 1
                self.row = ""
            self.row += row
            if row.strip():
                self.pieces.append(Piece(row, look))

    def _end_line(self) -> None:
        if any(not piece.text.isspace() for piece in self.pieces):
            self.order += 1
            self.open[-1].children.append(Line(self.pieces, self.gap, self.order))
            self.gap = 0
        self.pieces = []

    def _keep_hidden(self, tag: Tag) -> None:
        text = tag.get_text()
        if text.strip():
            self.open[-1].hidden.append(text[:MAX_HIDDEN])


_KNOWN_INLINE = frozenset(
    "a abbr b bdi bdo big button cite code data dfn em font i img input ins kbd label mark math mi mn mo mrow ms "
    "msub msup "
    "mtext q s samp small source span strong sub sup time tt u var wbr strike del".split()
)


def _tokens(tag: Tag) -> tuple[str, ...]:
    classes = tag.get("class") or ()
    words = classes.split() if isinstance(classes, str) else list(classes)
    properties = str(tag.get("itemprop") or "").split()
    return tuple(words[:8]) + tuple(f"@{word}" for word in properties)


def _is_bibtex(text: str) -> bool:
    return re.search(r"@\s{0,9}[A-Za-z]{3,20}\s{0,9}[{(]", text) is not None
