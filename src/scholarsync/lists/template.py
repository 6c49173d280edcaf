"""An entry of the page as a template for another: its markup with the new record in its slots.

What the record cannot fill is taken out, with the brackets and commas around it; what the
entries of the page have in common ("In:", "PDF", a ruler) stays.  Nothing is promised: whoever
puts the result into the page reads it back first.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import pairwise

from scholarsync.lists.clean import one_line, web_address
from scholarsync.lists.files import can_encode
from scholarsync.lists.found import Located, Source, token_at
from scholarsync.lists.shared import WORD, Common, author_spans, label_of
from scholarsync.lists.spelling import author_line, learn
from scholarsync.lists.tokens import Token, hidden
from scholarsync.model import Author, Record
from scholarsync.normalise.names import same_person

GONE = "\ue002"
HOLD = re.compile("\ue000(\\d+)\ue001")
ADDRESS = re.compile(
    r"https?://[^\s<>\"]{1,500}|(?<![\w.])10\.\d{4,9}/[^\s<>\",;]{1,200}|arXiv:\s?[\w./-]{4,30}", re.IGNORECASE
)
CLUSTER = re.compile(f"[ \t,;:./·•–{GONE}-]+")
CELLS = frozenset({"td", "th"})
OWN_ATTRIBUTES = re.compile(
    r"""\s+(?:id|name|on[a-z]+|data-[\w-]+|aria-[\w-]+|title|target-id|itemid|about)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)""",
    re.IGNORECASE,
)
KEPT_LABELS = ("pdf", "doi", "arxiv", "link", "url", "html", "paper", "publisher", "web", "website", "journal",
               "full text",
               "article", "preprint", "official", "acm", "ieee", "springer", "view", "online", "abs")  # fmt: skip


PUBLISHED_LABELS = frozenset("link url html publisher web website journal article paper official view online".split())


class Unfit(Exception):
    """An entry that cannot serve as a template."""


def instantiate(
    source: Source, one: Located, record: Record, *, common: Common, end: int, encoding: str, owners: Sequence[Author]
) -> str:
    """The markup of an entry from its start to `end`, with the record in place of its publication.

    Raises:
        Unfit: its parts are not found, or are tangled.
    """
    return _Writer(source, one, record, common, end=end, encoding=encoding, owners=owners).write()


class _Writer:
    """One instantiation."""

    def __init__(self, source: Source, one: Located, record: Record, common: Common, *, end: int, encoding: str,
                 owners: Sequence[Author]) -> None:  # fmt: skip
        self.source, self.one, self.record, self.common = source, one, record, common
        self.end, self.encoding, self.owners = end, encoding, owners
        self.held: list[str] = []
        self.unseen = hidden(source.text, source.tokens)
        self.slots: list[tuple[int, int, str]] = []

    def write(self) -> str:
        """The whole entry."""
        self.slots = self._slots()
        low, high = token_at(self.source, self.one.start), token_at(self.source, self.end - 1)
        text, _ = self._run(low, high)
        return HOLD.sub(lambda found: self.held[int(found[1])], _tidy(text))

    def escape(self, value: str) -> str:
        """Plain text as text of this page."""
        value = html.escape(one_line(value), quote=False).replace("{{", "&#123;&#123;").replace("{%", "&#123;%")
        if self.source.markdown:
            value = re.sub(r"[\\`*\[\]|]|(?<![^\W_])_|_(?![^\W_])", lambda sign: f"&#{ord(sign[0])};", value)
        if not can_encode(value, self.encoding):
            value = value.encode(self.encoding, "xmlcharrefreplace").decode(self.encoding)
        return value

    def _slots(self) -> list[tuple[int, int, str]]:
        slots = [(*self.one.title, self.escape(self.record.title or ""))]
        authors = self._authors()
        if authors is not None:
            slots.append(authors)
        slots += self._small(slots)
        slots.sort()
        if any(a[1] > b[0] for a, b in pairwise(slots)):
            raise Unfit("parts overlap")
        return slots

    def _authors(self) -> tuple[int, int, str] | None:
        spans = author_spans(self.source, self.one)
        if len(spans) < len(self.one.draft.authors):
            raise Unfit("not all names are found")
        if not spans:
            return None
        start, stop = self._balanced(spans[0][0], spans[-1][1])
        if self.one.draft.authors[len(spans) - 1].endswith(".") and self.source.text[stop : stop + 1] == ".":
            stop += 1
        gaps = [self._visible(a[1], b[0]) for a, b in pairwise(spans)]
        gaps = [gap.removeprefix(".") for gap in gaps]
        spelling = learn([" ".join(self._visible(*span).split()) for span in spans], gaps)
        people = self.record.authors
        if self.one.draft.coauthors_only:
            people = tuple(a for a in people if all(_differ(a, owner) for owner in self.owners)) or people
        line = author_line(people, spelling, escape=self.escape, wraps=self.common.wraps,
                           truncated=self.record.authors_truncated)  # fmt: skip
        if line.endswith(".") and self.source.text[stop : stop + 1] == ".":
            stop += 1
        return start, stop, line

    def _balanced(self, start: int, stop: int) -> tuple[int, int]:
        """The stretch widened to whole elements."""
        tokens = self.source.tokens
        for _ in range(4):
            inside = [t for t in tokens[token_at(self.source, start) : token_at(self.source, stop - 1) + 1]
                      if t.start >= start and t.end <= stop and t.mate is not None]  # fmt: skip
            mates = [tokens[t.mate] for t in inside if t.mate is not None]
            wider = min([start, *(m.start for m in mates)]), max([stop, *(m.end for m in mates)])
            if wider == (start, stop):
                return start, stop
            if len(self._visible(wider[0], start).strip()) + len(self._visible(stop, wider[1]).strip()) > 2:
                break
            start, stop = wider
        raise Unfit("names and markup are tangled")

    def _visible(self, start: int, stop: int) -> str:
        if stop <= start:
            return ""
        tokens = self.source.tokens[token_at(self.source, start) : token_at(self.source, stop - 1) + 1]
        return "".join(self.source.text[max(t.start, start) : min(t.end, stop)] for t in tokens if t.kind == "text")

    def _small(self, taken: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """Venue and year, where the entry shows them outside the other slots."""
        draft, record, slots = self.one.draft, self.record, list[tuple[int, int, str]]()
        for old, new in ((draft.venue, record.venue), (draft.year or (draft.date or "")[:4], str(record.year or ""))):
            if not old or not new:
                continue
            at, best = self.one.start, None
            while (span := self.source.stream.find(old, at, self.end)) is not None:
                at = span[1]
                if all(span[1] <= a or span[0] >= b for a, b, _ in (*taken, *slots)) and self._stands_alone(span):
                    best = span if best is None or (old.isdigit() and span[0] > self.one.title[1]) else best
            if best is not None:
                slots.append((*self._balanced(*self._word(*best)), self.escape(new)))
        return slots

    def _word(self, start: int, stop: int) -> tuple[int, int]:
        """A stretch with the rest of the words that are joined to it by hyphens."""
        text = self.source.text
        while start > self.one.start and re.match(r"[\w-]", text[start - 1]):
            start -= 1
        while stop < self.end and re.match(r"[\w-]", text[stop]):
            stop += 1
        return start, stop

    def _stands_alone(self, span: tuple[int, int]) -> bool:
        before, after = self.source.text[span[0] - 1 : span[0]], self.source.text[span[1] : span[1] + 1]
        return not (before.isalnum() or after.isalnum() or before in {"-", "/", "_"} or after in {"-", "/", "_"})

    def _hold(self, text: str) -> str:
        self.held.append(text)
        return f"\ue000{len(self.held) - 1}\ue001"

    def _run(self, low: int, high: int) -> tuple[str, bool]:
        """Tokens of a stretch as text with held pieces, and whether a slot or link is among them."""
        out, full, at = [], False, low
        while at <= high:
            token = self.source.tokens[at]
            covering = next((slot for slot in self.slots if slot[0] <= token.start and token.end <= slot[1]), None)
            if covering is not None and token.kind != "text":
                if covering[0] == token.start:
                    out.append(self._hold(covering[2]))
                    full = True
                at += 1
                continue
            if token.kind == "open" and token.mate is not None and token.mate <= high:
                text, has = self._element(at, token.mate)
                at = token.mate + 1
            else:
                text, has = self._single(token)
                at += 1
            out.append(text)
            full |= has
        return "".join(out), full

    def _single(self, token: Token) -> tuple[str, bool]:
        raw = self.source.text[max(token.start, self.one.start) : min(token.end, self.end)]
        if token.kind == "text":
            return self._text(token)
        if token.kind == "other":
            return (self._hold(raw), False) if token.name == "lead" or raw in self.common.remarks else (GONE, False)
        if token.kind == "void":
            return (self._hold(raw), False) if token.name in {"br", "hr"} else (GONE, False)
        return self._hold(_without_own(raw)), False

    def _text(self, token: Token) -> tuple[str, bool]:
        start, stop = max(token.start, self.one.start), min(token.end, self.end)
        out, at, full = [], start, False
        for a, b, value in self.slots:
            if b <= start or a >= stop:
                continue
            out.append(self._left(at, max(a, start)))
            if a >= start:
                out.append(self._hold(value))
                full = True
            at = min(b, stop)
        out.append(self._left(at, stop))
        return "".join(out), full

    def _left(self, start: int, stop: int) -> str:
        """Text between the slots: words that most entries have stay."""
        text = ADDRESS.sub(lambda found: self._shown_address(found[0]), self.source.text[start:stop])
        pieces = re.split("(\ue000\\d+\ue001)", text)
        return "".join(piece if n % 2 else WORD.sub(self._common_word, piece) for n, piece in enumerate(pieces))

    def _common_word(self, word: re.Match[str]) -> str:
        return word[0] if word[0].lower() in self.common.words else GONE

    def _shown_address(self, old: str) -> str:
        """A DOI, arXiv id or address that the entry shows as text: the record's own of that kind, or nothing."""
        doi, arxiv = self.record.doi, self.record.arxiv_id
        if "arxiv" in old.lower():
            return self._hold(f"arXiv:{self.escape(arxiv)}") if arxiv else GONE
        if "10." in old and doi is not None:
            return self._hold(self.escape(f"https://doi.org/{doi}" if "doi.org/" in old else doi))
        return GONE

    def _element(self, first: int, last: int) -> tuple[str, bool]:
        tokens, text = self.source.tokens, self.source.text
        if self.unseen[first] and tokens[first].name not in CELLS:
            return GONE, False
        opening, closing = text[tokens[first].start : tokens[first].end], text[tokens[last].start : tokens[last].end]
        inner, full = self._run(first + 1, last - 1)
        name = tokens[first].name
        if name in {"a", "md-a"}:
            return self._link(first, last, inner, full=full)
        if not full:
            kept = name in CELLS
            return (self._hold(_without_own(opening)) + self._hold(closing) if kept else GONE), False
        return self._hold(_without_own(opening)) + inner + self._hold(closing), True

    def _link(self, first: int, last: int, inner: str, *, full: bool) -> tuple[str, bool]:
        token = self.source.tokens[first]
        label = label_of(self.source, first)
        address = self._main_address() if full else self._address_for(label, token.href or "")
        if address is None:
            return (inner, full) if full else (GONE, False)
        if not full:
            inner = self._hold("".join(self.source.text[t.start : t.end] for t in self.source.tokens[first + 1 : last]))
        if token.name == "md-a":
            return self._hold("[") + inner + self._hold(f"]({address})"), True
        opening = self.source.text[token.start : token.end]
        shown = f'href="{html.escape(address)}"'
        quoted = re.sub(r"""\bhref\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""",
                        lambda _: shown, _without_own(opening), count=1, flags=re.IGNORECASE)  # fmt: skip
        closing = self.source.tokens[last]
        return self._hold(quoted) + inner + self._hold(self.source.text[closing.start : closing.end]), True

    def _main_address(self) -> str | None:
        record = self.record
        options = (record.url, record.doi and f"https://doi.org/{record.doi}",
                   record.arxiv_id and f"https://arxiv.org/abs/{record.arxiv_id}")  # fmt: skip
        return next((fit for option in options if (fit := self._fitting(option))), None)

    def _fitting(self, address: str | None) -> str | None:
        safe = web_address(address or None)
        if safe is None or not safe.isascii() or (self.source.markdown and set("()[] ") & set(safe)):
            return None
        return safe

    def _address_for(self, label: str, old: str) -> str | None:
        """The record's own address for what a link of this label leads to."""
        if label not in self.common.labels and label not in KEPT_LABELS:
            return None
        record = self.record
        doi = f"https://doi.org/{record.doi}" if record.doi else None
        if label == "arxiv" or (label == "preprint" and "arxiv" in old):
            return self._fitting(f"https://arxiv.org/abs/{record.arxiv_id}" if record.arxiv_id else None)
        if label == "doi" or "doi.org/" in old:
            return self._fitting(doi) if label != "preprint" else None
        known = self._fitting(record.links.get(label))
        if known is None and label in PUBLISHED_LABELS:
            known = self._fitting(record.url) or self._fitting(doi)
        return known


def _differ(author: Author, owner: Author) -> bool:
    return same_person(author, owner) != "same"


def _without_own(tag: str) -> str:
    """A tag without what belongs to one entry alone: ids, anchors, scripts."""
    return OWN_ATTRIBUTES.sub("", tag)


def _tidy(text: str) -> str:
    """The text without the brackets, commas and lines that nothing is left in."""
    lines = []
    for line in text.split("\n"):
        rest = HOLD.sub("", line)
        if GONE in line and not re.search(r"\w", rest) and "|" not in rest and not HOLD.search(line):
            continue
        lines.append(line)
    text = "\n".join(lines)
    for _ in range(2):
        text = re.sub(rf"[\[(]{GONE}?[ \t,;:.{GONE}-]{{0,80}}[\])]", GONE, text)
    return CLUSTER.sub(_merged, text)


def _merged(found: re.Match[str]) -> str:
    """One separator for those around what has gone."""
    cluster, text = found[0], found.string
    if GONE not in cluster:
        return cluster
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    _, _, rest = cluster.rpartition(GONE)
    if before in {"", "\n"}:
        return re.match(r"[ \t]*", cluster)[0]  # type: ignore[index] # matches anything
    if after in {"", "\n"}:
        return ("." if "." in cluster else "," if "," in rest else "") + re.sub(r"[^ \t]", "", rest)
    if after in ")]" or before in "([":
        return ""
    return ", " if "," in cluster else ". " if "." in cluster else " " if " " in cluster else ""
