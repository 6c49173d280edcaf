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

from scholarsync.lists.clean import page_text, web_address
from scholarsync.lists.found import Located, Source, token_at
from scholarsync.lists.shared import WORD, Common, author_spans, label_of, number_span
from scholarsync.lists.spelling import author_line, learn
from scholarsync.lists.tidy import GONE, HOLD, LEAD, START, tidy
from scholarsync.lists.tokens import Token, hidden
from scholarsync.model import Author, Record, is_cjk
from scholarsync.normalise.names import same_person

ADDRESS = re.compile(
    r"https?://[^\s<>\"]{1,500}|(?<![\w.])10\.\d{4,9}/[^\s<>\",;]{1,200}|arXiv:\s?[\w./-]{4,30}", re.IGNORECASE
)
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
        self.addresses = [found.span() for found in ADDRESS.finditer(source.text, one.start, end)]
        self.slots: list[tuple[int, int, str]] = []

    def write(self) -> str:
        """The whole entry."""
        self.slots = self._slots()
        low, high = token_at(self.source, self.one.start), token_at(self.source, self.end - 1)
        text, _ = self._run(low, high)
        return HOLD.sub(lambda found: self.held[int(found[1])], tidy(text))

    def escape(self, value: str) -> str:
        """Plain text as text of this page."""
        return page_text(value, markdown=self.source.markdown, encoding=self.encoding)

    def _slots(self) -> list[tuple[int, int, str]]:
        slots = [(*self.one.title, self.escape(self.record.title or ""))]
        authors = self._authors()
        if authors is not None:
            slots.append(authors)
        number = number_span(self.source, self.one)
        if number is not None and self.common.number is not None:
            slots.append((*number, str(self.common.number)))
        slots += self._small(slots)
        slots += self._figures(slots)
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
                if self._is_free(span, (*taken, *slots)) and self._stands_alone(span):
                    best = span if best is None or (old.isdigit() and span[0] > self.one.title[1]) else best
            if best is not None:
                slots.append((*self._balanced(*self._word(*best)), self.escape(new)))
        return slots

    def _figures(self, taken: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """Volume, number and pages behind the title, one after the other, each the first of its kind."""
        draft, record, slots, at = self.one.draft, self.record, list[tuple[int, int, str]](), self.one.title[1]
        for old, new in ((draft.volume, record.volume), (draft.number, record.number), (draft.pages, record.pages)):
            if not old:
                continue
            found = next(
                (m for m in re.compile(_loosely(old)).finditer(self.source.text, at, self.end)
                 if self._is_free(m.span(), (*taken, *slots)) and self._is_shown(m.start())), None,
            )  # fmt: skip
            if found is None:
                continue
            at = found.end()
            if new:
                first, _, last = old.partition("-")
                dash = found[0][len(first) : len(found[0]) - len(last)] if last else "-"
                slots.append((*found.span(), dash.join(self.escape(part) for part in new.split("-", 1))))
        return slots

    def _is_shown(self, offset: int) -> bool:
        at = token_at(self.source, offset)
        return self.source.tokens[at].kind == "text" and not self.unseen[at]

    def _is_free(self, span: tuple[int, int], taken: Sequence[tuple[int, int, str]]) -> bool:
        """Whether a stretch is in no slot and in no address."""
        held = [*self.addresses, *((a, b) for a, b, _ in taken)]
        return all(span[1] <= a or span[0] >= b for a, b in held)

    def _word(self, start: int, stop: int) -> tuple[int, int]:
        """A stretch with the rest of the words that are joined to it by hyphens."""
        low, high = self._around(start, stop)
        while start > low and self._joins(self.source.text[start - 1]):
            start -= 1
        while stop < high and self._joins(self.source.text[stop]):
            stop += 1
        return start, stop

    def _around(self, start: int, stop: int) -> tuple[int, int]:
        """The bounds of the text that a stretch stands in."""
        first, last = (self.source.tokens[token_at(self.source, at)] for at in (start, stop - 1))
        return max(first.start, self.one.start), min(last.end, self.end)

    def _joins(self, sign: str) -> bool:
        return (sign.isalnum() and not is_cjk(sign)) or sign in {"-", "_"}

    def _stands_alone(self, span: tuple[int, int]) -> bool:
        low, high = self._around(*span)
        beside = self.source.text[max(span[0] - 1, low) : span[0]] + self.source.text[span[1] : min(span[1] + 1, high)]
        return not any(self._joins(sign) or sign == "/" for sign in beside)

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
            if token.name == "lead":
                return LEAD + self._hold(raw), False
            return (self._hold(raw), False) if raw in self.common.remarks else (GONE, False)
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
        if word[0].lower() not in self.common.words:
            return GONE
        return self._hold(word[0]) if word[0].startswith("&") else word[0]

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
            linked = tokens[first].href is not None
            return self._link(first, last, inner, full=full) if linked else (inner if full else GONE, full)
        if not full:
            kept = name in CELLS
            return (self._hold(_without_own(opening)) + self._hold(closing) if kept else GONE), False
        return self._hold(_without_own(opening)) + START + inner + self._hold(closing), True

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
        quoted = leading_to(self.source.text[token.start : token.end], address)
        closing = self.source.tokens[last]
        return self._hold(quoted) + inner + self._hold(self.source.text[closing.start : closing.end]), True

    def _main_address(self) -> str | None:
        record = self.record
        options = (record.url, record.doi and f"https://doi.org/{record.doi}",
                   record.arxiv_id and f"https://arxiv.org/abs/{record.arxiv_id}")  # fmt: skip
        return next((fit for option in options if (fit := self._fitting(option))), None)

    def _fitting(self, address: str | None) -> str | None:
        return fitting(address, markdown=self.source.markdown)

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


def _loosely(value: str) -> str:
    """A pattern for a figure or a range of them, whatever dash it is written with."""
    parts = [re.escape(part) for part in re.split(r"\s*[-–—]+\s*", value.strip()) if part][:2]
    return rf"(?<![\w.]){r'[ ]?(?:[-–—]{1,3}|&ndash;)[ ]?'.join(parts)}(?![\w])"


def _differ(author: Author, owner: Author) -> bool:
    return same_person(author, owner) != "same"


def fitting(address: str | None, *, markdown: bool) -> str | None:
    """An address that a link of the page can have."""
    safe = web_address(address or None)
    if safe is None or not safe.isascii() or (markdown and set("()[] ") & set(safe)):
        return None
    return safe


def leading_to(tag: str, address: str) -> str:
    """The opening tag of a link with another address."""
    shown = f'href="{html.escape(address)}"'
    return re.sub(r"""\bhref\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""",
                  lambda _: shown, _without_own(tag), count=1, flags=re.IGNORECASE)  # fmt: skip


def _without_own(tag: str) -> str:
    """A tag without what belongs to one entry alone: ids, anchors, scripts."""
    return OWN_ATTRIBUTES.sub("", tag)
