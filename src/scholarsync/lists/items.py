"""A new YAML item in the fashion of its neighbours: their keys, their order, their quotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

from scholarsync.lists.bib_style import most
from scholarsync.lists.clean import one_line
from scholarsync.lists.fields import TYPE_WORDS, shown, slot_of, value_for
from scholarsync.lists.heads import YAML, Notation
from scholarsync.lists.nodes import Pair, Value, pairs, plain, quote_of, scalar, tight_end
from scholarsync.model import Author, Record
from scholarsync.normalise.types import parse_type

PERSONAL = frozenset(
    "featured selected highlight draft award image preview badge pinned hidden weight order publication-short "
    "lastmod abstract-short author-notes summary excerpt tags projects slides".split()
)

DAY_AND_TIME = re.compile(r"\d{4}-\d\d?-\d\d?[T ]\d\d:\d\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One item that is there: its keys, the text they stand in, and its record."""

    pairs: tuple[Pair, ...]
    text: str
    record: Record


def member(node: yaml.Node, *, text: str, offset: int, record: Record) -> Member:
    """An item as a voter."""
    return Member(pairs=tuple(pairs(node, offset=offset)), text=text, record=record)


def chosen_keys(model: Member, members: Sequence[Member]) -> list[Pair]:
    """The keys a new item has, in the order of the model: those that at least a third of the members use."""
    uses = Counter(key for one in members for key in {pair.key for pair in one.pairs})
    return [pair for pair in model.pairs if uses[pair.key] * 3 >= len(members)]


def line_of(
    pair: Pair, record: Record, members: Sequence[Member], *, key: str, indent: str, newline: str,
    notation: Notation = YAML,
) -> str | None:  # fmt: skip
    """The pair's key with the record's value in the pair's fashion, without a last line end; None for nothing known."""
    slot = slot_of(pair.key)
    if slot == "authors":
        return _authors_line(pair, record, members, indent=indent, newline=newline, notation=notation)
    if slot == "key":
        return notation.line(pair.key, notation.scalar(key, quote_of(pair.node)))
    if slot == "type":
        verbatim = type_words(pair, record.type, members)
    elif slot is None:
        verbatim = _constant(pair, members)
    else:
        value = value_for(slot, record)
        if value is None or (slot == "url" and _is_local(pair)):
            return None
        if slot == "date":
            value = full_date(value)
        return notation.line(pair.key, notation.scalar(_like(value, pair, slot, members), _quote(pair, value)))
    if verbatim is None:
        return None
    return f"{pair.key}:{verbatim}" if verbatim.startswith(("\n", "\r\n")) else notation.line(pair.key, verbatim)


def full_date(value: str) -> str:
    """A date with month and day, the first where they are not known: themes sort by it."""
    return value + {4: "-01-01", 7: "-01"}.get(len(value), "")


def _quote(pair: Pair, value: str) -> str | None:
    quote = quote_of(pair.node)
    return None if quote is None and (value.isdigit() or "\n" not in value) else quote


def _is_local(pair: Pair) -> bool:
    return not re.match(r"https?://|$", str(pair.node.value) if isinstance(pair.node, yaml.ScalarNode) else "")


def _like(value: str, pair: Pair, slot: str, members: Sequence[Member]) -> str:
    old = pair.node.value if isinstance(pair.node, yaml.ScalarNode) else ""
    others = [str(o.node.value) for one in members for o in one.pairs if o.key == pair.key and o.node.value]
    if slot == "date":
        length = most(10 if DAY_AND_TIME.match(other) else len(other) for other in others)
        return (
            value[:length]
            if length in {4, 7}
            else value + most(other[10:] if DAY_AND_TIME.match(other) else "" for other in others)
        )
    as_address = sum(other.startswith("http") for other in others) * 2 > len(others)
    if slot == "doi" and as_address:
        return f"https://doi.org/{value}"
    if slot == "arxiv_id" and as_address:
        return f"https://arxiv.org/abs/{value}"
    found = re.match(r"((?:In:? )?)([*_]{1,2})[^*_]+\2", str(old).strip())
    return f"{found[1]}{found[2]}{one_line(value)}{found[2]}" if found and slot == "venue" else value


def _name(author: Author, *, inverted: bool) -> str:
    return shown(one_line(author.sort_name if inverted else author.name))


def _authors_line(
    pair: Pair, record: Record, members: Sequence[Member], *, indent: str, newline: str, notation: Notation
) -> str | None:
    if not record.authors:
        return None
    node = pair.node
    items = node.value if isinstance(node, yaml.SequenceNode) else []
    inverted = bool(items) and all(isinstance(i, yaml.ScalarNode) and "," in i.value for i in items)
    names = [_name(author, inverted=inverted) for author in record.authors]
    if not isinstance(node, yaml.SequenceNode):
        old = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
        joint = "; " if ";" in old else " and " if old.count(" and ") > 1 else ", "
        last = joint if joint != ", " or not re.search(r",? (and|&) ", old) else re.search(r",? (?:and|&) ", old)[0]  # type: ignore[index] # it matched just before
        value = joint.join(names[:-1]) + (last if len(names) > 1 else "") + names[-1]
        return notation.line(pair.key, notation.scalar(value, quote_of(node)))
    quote = quote_of(items[0]) if items else None
    if node.flow_style:
        quote = quote or '"'
        return notation.line(pair.key, "[" + ", ".join(notation.scalar(name, quote) for name in names) + "]")
    dash = _dash(pair, members, indent)
    if not items or not isinstance(items[0], yaml.MappingNode):
        return f"{pair.key}:" + "".join(f"{newline}{dash}- {notation.scalar(name, quote)}" for name in names)
    written = [_person(author, items[0], inner=f"{newline}{dash}  ") for author in record.authors]
    if None in written:
        return None
    return f"{pair.key}:" + "".join(f"{newline}{dash}- {person}" for person in written)


PARTS_OF_NAMES = {"name": "name", "literal": "name", "first": "given", "given": "given", "firstname": "given",
                  "last": "family", "family": "family", "lastname": "family", "surname": "family"}  # fmt: skip


def _person(author: Author, like: yaml.MappingNode, *, inner: str) -> str | None:
    """A name as a mapping with the keys that another has; None where these say something else."""
    known = [(pair, PARTS_OF_NAMES.get(pair.key.lower().replace("_", ""))) for pair in pairs(like)]
    stated = {part for _, part in known if part}
    if not stated or (stated != {"name"} and "family" not in stated):
        return None
    said = {"name": author.name, "given": author.given or "", "family": author.family or author.literal or ""}
    lines = [
        f"{pair.key}: {scalar(shown(one_line(said[part])), quote=quote_of(pair.node))}" for pair, part in known if part
    ]
    return "{" + ", ".join(lines) + "}" if like.flow_style else inner.join(lines)


def _dash(pair: Pair, members: Sequence[Member], indent: str) -> str:
    """The blanks before the dashes of an author list."""
    for one in members:
        for other in one.pairs:
            if other.key == pair.key and isinstance(other.node, yaml.SequenceNode) and not other.node.flow_style:
                start = one.text.rfind("\n", 0, other.start) + 1
                lead = one.text[start : other.start]
                if not lead.strip(" "):
                    return lead
    return indent


def type_words(pair: Pair, kind: str | None, members: Sequence[Member]) -> str | None:
    """The list's own words for a kind of publication: those that its items of this kind have."""
    words = Counter(
        _verbatim(one, other)
        for one in members
        for other in one.pairs
        if other.key == pair.key and kind is not None and _kind(plain(other.node)) == kind
    )
    return words.most_common(1)[0][0].rstrip() if words else None


def _verbatim(one: Member, pair: Pair) -> str:
    """A value as it stands behind its colon; that of a block begins with a line end."""
    end = pair.start + tight_end(pair.node) - int(pair.node.start_mark.index)
    if isinstance(pair.node, yaml.SequenceNode) and not pair.node.flow_style:
        return one.text[one.text.find(":", pair.key_start + len(pair.key)) + 1 : end]
    return one.text[pair.start : end]


def _kind(value: Value) -> str | None:
    first = value[0] if isinstance(value, list) and value else value
    return parse_type(TYPE_WORDS.get(first, first)) if isinstance(first, str) else None


def _constant(pair: Pair, members: Sequence[Member]) -> str | None:
    """The value that nearly all items have for a key of the theme; nothing that distinguishes one paper."""
    is_block = isinstance(pair.node, (yaml.SequenceNode, yaml.MappingNode)) and not pair.node.flow_style
    if is_block or pair.key.lower().replace("_", "-") in PERSONAL:
        return None
    values = [
        one.text[other.start : other.end].rstrip() for one in members for other in one.pairs if other.key == pair.key
    ]
    same = Counter(values).most_common(1)
    if len(members) < 2 or not same or same[0][1] * 10 < len(members) * 6 or "\n" in same[0][0] or len(same[0][0]) > 60:
        return None
    return same[0][0]
