"""How a hand-kept .bib file is written: learnt from its entries, used for new ones.

Every habit is put to the vote of the entries of the same kind, the nearest ones first in
line: indent, the blanks around "=", alignment, quotes, the last comma, letter case, the order
of the fields, and what stands between two entries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scholarsync.formats.bibtex import Entry, Field

Vote = TypeVar("Vote", bound=Hashable)
VOTERS = 40
DOUBLED = re.compile(r"\{(?:[^{}]|\{[^{}]{0,200}\}){1,1000}\}")
ORDER = (
    "title", "author", "editor", "journal", "journaltitle", "booktitle", "school", "institution", "series",
    "volume", "number", "pages", "year", "date", "month", "publisher", "doi", "eprint", "archiveprefix", "arxiv", "url",
)  # fmt: skip


class Bare(str):
    """A value that stands without braces: the name of a string."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Where the equals signs stand."""

    before: str = " "
    after: str = " "
    pad: int | None = None
    """Blanks behind the longest name of an entry, when the signs are aligned to it."""
    column: int | None = None
    """Fixed distance from the name's first letter to the sign."""
    right: int | None = None
    """Fixed distance from the line's start to the name's end: names are set flush right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """All habits of a file."""

    newline: str = "\n"
    indent: str = "  "
    alignment: Alignment = Alignment()
    quotes: tuple[tuple[str, str], ...] = ()
    """(field, "braces" | "quotes" | "bare") as most entries have it."""
    default_quotes: str = "braces"
    last_comma: bool = False
    closing: str = "\n"
    """What stands between the last field and the closing brace."""
    one_line: bool = False
    parens: bool = False
    """Whether entries stand in parentheses."""
    doubled: bool = False
    """Whether titles stand in two pairs of braces."""
    kind_case: Callable[[str], str] = str.lower
    name_case: Callable[[str], str] = str.lower
    order: tuple[str, ...] = ORDER
    gap: str = "\n\n"
    """What stands between two entries."""

    def write(self, kind: str, key: str, fields: Sequence[tuple[str, str]]) -> str:
        """An entry of this style; the values are without their outer braces."""
        placed = sorted(fields, key=lambda field: self._rank(field[0]))
        names = [self.name_case(name) for name, _ in placed]
        longest = max(map(len, names), default=0)
        lines = [
            self.equation(shown, longest=longest) + self.quoted(name, value)
            for shown, (name, value) in zip(names, placed, strict=True)
        ]
        joint = ", " if self.one_line else "," + self.newline
        body = joint.join(lines) + ("," if self.last_comma else "")
        start = ", " if self.one_line else "," + self.newline
        opening, closing = "()" if self.parens and ")" not in body else "{}"
        return f"@{self.kind_case(kind)}{opening}{key}{start}{body}{self.closing}{closing}"

    def _rank(self, name: str) -> int:
        return self.order.index(name) if name in self.order else len(self.order)

    def equation(self, name: str, *, longest: int) -> str:
        """Indent, name and equals sign."""
        look = self.alignment
        if self.one_line:
            return f"{name}{look.before}={look.after}"
        if look.right is not None:
            return f"{name.rjust(look.right)}{look.before}={look.after}"
        if look.pad is not None:
            return f"{self.indent}{name.ljust(longest + look.pad)}={look.after}"
        if look.column is not None:
            return f"{self.indent}{(name + ' ').ljust(look.column)}={look.after}"
        return f"{self.indent}{name}{look.before}={look.after}"

    def quoted(self, name: str, value: str) -> str:
        """A value in the quotes that the file gives to this field."""
        quoting = dict(self.quotes).get(name, self.default_quotes)
        if isinstance(value, Bare):
            return value
        if name == "title" and self.doubled:
            value = "{" + value + "}"
        if quoting == "bare" and re.fullmatch(r"\d+", value):
            return value
        if quoting == "bare" and name == "month":
            return value
        if quoting == "quotes" and '"' not in value:
            return f'"{value}"'
        return "{" + value + "}"


def learn(text: str, entries: Sequence[Entry], *, index: int, kind: str, newline: str) -> Style:
    """The style that an entry of this kind would have at this place of the file."""
    if not entries:
        return Style(newline=newline, gap=newline * 2, closing=newline)
    near = sorted(range(len(entries)), key=lambda at: abs(at - index))
    kin = [entries[at] for at in near if entries[at].type == kind and entries[at].fields]
    voters = kin[:VOTERS] if len(kin) >= 2 else [entries[at] for at in near if entries[at].fields][:VOTERS]
    if not voters:
        return Style(newline=newline, gap=newline * 2, closing=newline)
    fields = [(entry, field) for entry in voters for field in entry.fields]
    one_line = most("\n" not in text[entry.start : entry.close] for entry in voters)
    closings = [_tail(text, entry) for entry in voters]
    closing = most(space for _, space in closings)
    quotes = tuple(
        (name, most(field.quoting for _, field in fields if field.name == name))
        for name in {field.name for _, field in fields}
    )
    indents = [line for entry, field in fields if (line := _indent(text, field.start)) is not None]
    return Style(
        newline=newline,
        indent=most(indents) if indents else "",
        alignment=_alignment(text, voters),
        quotes=quotes,
        default_quotes=most(
            f.quoting for _, f in fields if f.quoting in {"braces", "quotes"} and f.name in {"title", "author"}
        ) or "braces",
        last_comma=most(comma for comma, _ in closings),
        closing="" if one_line and not closing.strip(" ") else closing,
        one_line=one_line,
        parens=most(text[entry.key_start - 1 : entry.key_start] == "(" for entry in voters) is True,
        doubled=_are_doubled(entry.field("title") for entry in voters),
        kind_case=_case(text[entry.start + 1 :][: len(entry.type)] for entry in voters),
        name_case=_case(text[field.start : field.name_end] for _, field in fields),
        order=_order(voters),
        gap=_gap(text, entries, near, newline),
    )  # fmt: skip


def most(votes: Iterable[Vote]) -> Vote:
    """The commonest vote, the first among equals; an empty text when nobody votes."""
    counted = Counter(votes).most_common(1)
    return counted[0][0] if counted else ""  # type: ignore[return-value] # an absent text is the only use


def _indent(text: str, start: int) -> str | None:
    line = text[max(text.rfind("\n", 0, start) + 1, 0) : start]
    return line if not line.strip(" \t") else None


def _tail(text: str, entry: Entry) -> tuple[bool, str]:
    tail = text[entry.fields[-1].end : entry.close]
    comma, _, space = tail.rpartition(",")
    return "," in tail, space if not space.strip() and not comma.strip(" \t\r\n") else "\n"


def _alignment(text: str, voters: Sequence[Entry]) -> Alignment:
    before: list[str] = []
    after: list[str] = []
    pads: list[int] = []
    columns: list[int] = []
    rights: list[int] = []
    aligned = flush_right = measured = 0
    for entry in voters:
        signs = [(field, text.index("=", field.name_end)) for field in entry.fields]
        before += [text[field.name_end : sign] for field, sign in signs]
        after += [
            text[sign + 1 : field.value_start] for field, sign in signs if "\n" not in text[sign : field.value_start]
        ]
        lengths = {field.name_end - field.start for field, _ in signs}
        if len(lengths) < 2:
            continue
        measured += 1
        distances = Counter(sign - field.start for field, sign in signs).most_common(1)[0]
        if distances[1] >= max(2, 0.8 * len(signs)):
            aligned += 1
            columns.append(distances[0])
            pads.append(distances[0] - max(lengths))
        ends = Counter(field.name_end - text.rfind("\n", 0, field.start) - 1 for field, _ in signs).most_common(1)[0]
        if ends[1] >= max(2, 0.8 * len(signs)):
            flush_right += 1
            rights.append(ends[0])
    gap, rest = most(before), most(after)
    if flush_right * 2 > measured > 0:
        return Alignment(before=gap, after=rest, right=most(rights))
    if aligned * 2 <= measured or not measured:
        return Alignment(before=gap, after=rest)
    if Counter(columns).most_common(1)[0][1] > Counter(pads).most_common(1)[0][1]:
        return Alignment(after=rest, column=most(columns))
    return Alignment(after=rest, pad=max(most(pads), 0))


def _are_doubled(titles: Iterable[Field | None]) -> bool:
    """Whether most titles are in two pairs of braces."""
    stated = [title.text.strip() for title in titles if title is not None and title.quoting in {"braces", "quotes"}]
    return sum(DOUBLED.fullmatch(title) is not None for title in stated) * 2 > len(stated)


def _case(words: Iterable[str]) -> Callable[[str], str]:
    ways: dict[str, Callable[[str], str]] = {"lower": str.lower, "upper": str.upper, "title": str.capitalize}
    way = most("upper" if w.isupper() else "title" if w[:1].isupper() else "lower" for w in words)
    return ways.get(way, str.lower)


def _order(voters: Sequence[Entry]) -> tuple[str, ...]:
    """Field names by their mean place among the entries; ours that never occur keep their usual place."""
    places: dict[str, list[float]] = {}
    for entry in voters:
        names = [field.name for field in entry.fields]
        for at, name in enumerate(names):
            places.setdefault(name, []).append(at / max(len(names) - 1, 1))
    known = sorted(places, key=lambda name: (sum(places[name]) / len(places[name]), name))
    for at, name in enumerate(ORDER):
        if name not in places:
            before = [known.index(other) for other in ORDER[:at] if other in known]
            known.insert(max(before) + 1 if before else 0, name)
    return tuple(known)


def _gap(text: str, entries: Sequence[Entry], near: Sequence[int], newline: str) -> str:
    gaps = [text[entries[at].end : entries[at + 1].start] for at in near[:VOTERS] if at + 1 < len(entries)]
    blank = [gap for gap in gaps if not gap.strip() and gap]
    return most(blank) if blank else newline * 2
