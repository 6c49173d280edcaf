"""YAML data files: a list of items, lists under years, or items under their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import yaml

from scholarsync.errors import InputError
from scholarsync.lists.clean import slug
from scholarsync.lists.fields import draft_of, is_record, slot_of
from scholarsync.lists.items import Member, chosen_keys, line_of, member, type_words
from scholarsync.lists.keys import new_key
from scholarsync.lists.model import Addition, Edit, Entry, Files, Form, Listing, Text, Unsafe
from scholarsync.lists.nodes import Pair, compose, pairs, plain, quote_of, scalar, tight_end
from scholarsync.lists.place import Standing, find_place
from scholarsync.model import Draft, Record
from scholarsync.normalise import normalise


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One publication of the file."""

    node: yaml.MappingNode
    start: int
    """Where its dash or its id begins."""
    end: int
    """After its last sign that is no blank."""
    group: str | None
    key: str | None
    """Its id where items stand under ids."""
    flow: bool


def read(files: Files) -> Listing:
    """The items of a YAML file that are publications."""
    name, text = next(iter(files.items()))
    items = _items(name, text)
    entries = tuple(
        Entry(draft=_draft(item, number), file=name, start=item.start, end=item.end, group=item.group)
        for number, item in enumerate(items)
    )
    return Listing(form="yaml", files=files, entries=entries)


def _draft(item: Item, number: int) -> Draft:
    mapping = plain(item.node)
    assert isinstance(mapping, dict)
    draft = draft_of(mapping, name=f"item {number + 1}", key=item.key)
    if draft.year is None and draft.date is None and item.group and re.fullmatch(r"(19|20)\d\d", item.group):
        return replace(draft, year=item.group)
    return draft


def _items(name: str, text: Text) -> list[Item]:
    root = compose(text.text, name=name)
    try:
        return list(_walk(root, text.text, None)) if root is not None else []
    except RecursionError as error:
        raise InputError(f"{name}: not YAML that a person keeps: nested too deep") from error


def _walk(node: yaml.Node, text: str, group: str | None) -> Iterator[Item]:
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            if isinstance(child, yaml.MappingNode) and _is_record(child):
                yield _item(child, text, group, key=None, start=None, flow=bool(node.flow_style))
            else:
                yield from _walk(child, text, _heading(child) or group)
    elif isinstance(node, yaml.MappingNode):
        for pair in pairs(node):
            if isinstance(pair.node, yaml.MappingNode) and _is_record(pair.node):
                yield _item(pair.node, text, group, key=pair.key, start=pair.key_start, flow=bool(node.flow_style))
            else:
                yield from _walk(
                    pair.node, text, pair.key if slot_of(pair.key) is None and not _is_word(pair.key) else group
                )


def _is_word(key: str) -> bool:
    return key.lower() in {"papers", "publications", "items", "entries", "list", "content", "main", "pubs"}


def _heading(node: yaml.Node) -> str | None:
    """The year or title of a part that holds its items under another key."""
    if not isinstance(node, yaml.MappingNode):
        return None
    named = {pair.key.lower(): pair.node.value for pair in pairs(node) if isinstance(pair.node, yaml.ScalarNode)}
    return next((str(named[key]) for key in ("year", "section", "heading", "title", "name") if key in named), None)


def _is_record(node: yaml.MappingNode) -> bool:
    shallow = {
        pair.key: str(pair.node.value) if isinstance(pair.node, yaml.ScalarNode) else ["x"] for pair in pairs(node)
    }
    holds_items = any(
        isinstance(child, yaml.MappingNode) and _is_record(child)
        for pair in pairs(node) if isinstance(pair.node, yaml.SequenceNode) and slot_of(pair.key) is None
        for child in pair.node.value[:3]
    )  # fmt: skip
    return is_record(shallow) and not holds_items  # type: ignore[arg-type] # a mapping of values


def _item(
    node: yaml.MappingNode, text: str, group: str | None, *, key: str | None, start: int | None, flow: bool
) -> Item:
    if start is None:
        start = node.start_mark.index if flow else text.rfind("-", 0, node.start_mark.index)
    body = text[start : tight_end(node)]
    return Item(node=node, start=start, end=start + len(body.rstrip()), group=group, key=key, flow=flow)


def _members(items: Sequence[Item], records: Sequence[Record], text: str, near: int) -> list[Member]:
    order = sorted(range(len(items)), key=lambda at: abs(at - near))[:30]
    return [member(items[at].node, text=text, offset=0, record=records[at]) for at in order]


def add(listing: Listing, addition: Addition) -> Sequence[Edit]:
    """One insertion: the record as an item like its neighbours."""
    name, text = next(iter(listing.files.items()))
    items = _items(name, text)
    if not items:
        raise Unsafe(f"{name}: no item to take the fashion of a new one from; write the first one by hand")
    records = [normalise(entry.draft, source=listing.source) for entry in listing.entries]
    record = addition.record
    place = find_place([Standing(record=r, group=i.group) for i, r in zip(items, records, strict=True)], record)
    if place.opens:
        return _new_part(name, text, items, records, addition, index=place.index, year=place.opens)
    above = place.joins_above or place.index >= len(items)
    near = place.index - 1 if above else place.index
    body = _body(items, records, addition, text, near)
    anchor = items[near]
    if anchor.flow:
        return [_flow_edit(name, anchor, body, above=above)]
    gap = _gap(text.text, items, near, text.newline)
    lead = _lead(text.text, anchor)
    if above:
        return [Edit(file=name, start=anchor.end, end=anchor.end, text=gap + lead + body)]
    return [Edit(file=name, start=anchor.start, end=anchor.start, text=body + gap + lead)]


def _flow_edit(name: str, anchor: Item, body: str, *, above: bool) -> Edit:
    at = anchor.end if above else anchor.start
    return Edit(file=name, start=at, end=at, text=f", {body}" if above else f"{body}, ")


def _lead(text: str, item: Item) -> str:
    """The blanks before an item's first sign."""
    lead = text[text.rfind("\n", 0, item.start) + 1 : item.start].removeprefix("\ufeff")
    return lead if not lead.strip() else re.sub(r"[^\s]", " ", lead)


def _gap(text: str, items: Sequence[Item], near: int, newline: str) -> str:
    """What stands between two items of one part, without the blanks that lead the second."""
    for at in (near, near - 1, *range(len(items) - 1)):
        if 0 <= at < len(items) - 1 and items[at].group == items[at + 1].group:
            between = text[items[at].end : items[at + 1].start]
            if not between.strip() and "\n" in between:
                return re.sub(r"[ \t]+(?=\r?\n)", "", between[: between.rfind("\n") + 1])
    return newline


def _body(items: Sequence[Item], records: Sequence[Record], addition: Addition, text: Text, near: int) -> str:
    members = _members(items, records, text.text, near)
    record = addition.record
    model = max(members[:8], key=lambda one: (one.record.type == record.type, len(one.pairs)))
    key = _key(items, records, addition)
    anchor = items[near]
    if anchor.flow or anchor.node.flow_style:
        dash = "" if anchor.flow else text.text[anchor.start : anchor.node.start_mark.index]
        return dash + _flow_body(model, members, record, key)
    indent = " " * anchor.node.start_mark.column
    lines = [line_of(pair, record, members, key=key, indent=indent, newline=text.newline)
             for pair in chosen_keys(model, members)]  # fmt: skip
    wanted = [line for line in lines if line is not None]
    body = (text.newline + indent).join(wanted)
    if anchor.key is not None:
        return f"{scalar(key, quote=None)}:{text.newline}{indent}{body}"
    return text.text[anchor.start : anchor.node.start_mark.index] + body


def _flow_body(model: Member, members: Sequence[Member], record: Record, key: str) -> str:
    parts = []
    for pair in chosen_keys(model, members):
        slot = slot_of(pair.key)
        if slot == "authors" and record.authors:
            names = ", ".join(scalar(author.name, quote='"') for author in record.authors)
            value = f"[{names}]" if isinstance(pair.node, yaml.SequenceNode) else scalar(
                ", ".join(author.name for author in record.authors), quote='"')  # fmt: skip
            parts.append((pair, value))
        elif slot != "authors" and (line := line_of(pair, record, members, key=key, indent="", newline="\n")):
            value = line.partition(": ")[2]
            parts.append(
                (pair, value if re.fullmatch(r"\d+|\".*\"|'.*'|true|false", value) else scalar(value, quote='"'))
            )
    quote = '"' if model.text[model.pairs[0].key_start] == '"' else ""
    return "{" + ", ".join(f"{quote}{pair.key}{quote}: {value}" for pair, value in parts) + "}"


def _key(items: Sequence[Item], records: Sequence[Record], addition: Addition) -> str:
    record = addition.record
    known = [(item.key or records[at].label or "", records[at]) for at, item in enumerate(items)]
    return new_key(record, known, default=slug(" ".join((record.title or "").split()[:6]), longest=40),
                   reserved=addition.reserved)  # fmt: skip


def _new_part(
    name: str,
    text: Text,
    items: Sequence[Item],
    records: Sequence[Record],
    addition: Addition,
    *,
    index: int,
    year: str,
) -> Sequence[Edit]:
    """A year of its own, where the file has a list under each year."""
    near = min(index, len(items) - 1)
    anchor = items[near]
    body = _body(items, records, addition, text, near)
    at = text.text.rfind("\n", 0, anchor.start) + 1
    head_start = at
    while (
        head_start > 0
        and str(anchor.group) not in text.text[head_start:at]
        and text.text.count("\n", head_start, at) < 5
    ):
        head_start = text.text.rfind("\n", 0, head_start - 1) + 1
    head = text.text[head_start:at]
    if anchor.flow or str(anchor.group) not in head:
        raise Unsafe(f"{name}: the list has no part for {year}, and how to open one is not sure; add the part by hand")
    lead = _lead(text.text, anchor)
    part = head.replace(str(anchor.group), year) + lead + body
    if index >= len(items):
        end = anchor.end
        return [Edit(file=name, start=end, end=end, text=text.newline + part)]
    spaced = "\n\n" in text.text.replace("\r", "")[: text.text.find(str(items[-1].group))]
    blank = text.newline if spaced else ""
    return [Edit(file=name, start=head_start, end=head_start, text=part + text.newline + blank)]


def fill(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """Empty keys get their value, absent ones are put at the end of the item."""
    name, text = next(iter(listing.files.items()))
    items = _items(name, text)
    item = next(item for item in items if item.start == entry.start)
    uses = {slot: pair.key for other in items for pair in pairs(other.node) if (slot := slot_of(pair.key))}
    held = {slot_of(pair.key): pair for pair in pairs(item.node)}
    lead = text.newline + " " * item.node.start_mark.column
    edits = []
    for field, value in values.items():
        pair = held.get(field)
        if pair is not None and isinstance(pair.node, yaml.ScalarNode) and not pair.node.value:
            edits.append(_replaced(name, text.text, pair, field, value))
        elif pair is None and not item.node.flow_style:
            line = f"{lead}{uses.get(field, field.removesuffix('_id'))}: {scalar(value, quote=None)}"
            edits.append(Edit(file=name, start=item.end, end=item.end, text=line, field=field))
    return edits


def _replaced(name: str, text: str, pair: Pair, field: str, value: str) -> Edit:
    written = scalar(value, quote=quote_of(pair.node))
    blank = "" if text[pair.start - 1 : pair.start].isspace() else " "
    return Edit(file=name, start=pair.start, end=pair.end, text=blank + written, field=field)


def revise(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """The values of keys that the item has; what it lacks is filled in."""
    name, text = next(iter(listing.files.items()))
    items = _items(name, text)
    item = next(item for item in items if item.start == entry.start)
    held = {slot_of(pair.key): pair for pair in pairs(item.node)}
    edits = []
    for field, value in values.items():
        pair = held.get(field)
        if pair is not None and field == "type":
            members = [member(i.node, text=text.text, offset=0, record=Record(key="", source="")) for i in items]
            words = type_words(pair, value, members)
            edits += [Edit(file=name, start=pair.start, end=pair.end, text=words, field=field)] if words else []
        elif pair is not None and value and isinstance(pair.node, yaml.ScalarNode):
            edits.append(_replaced(name, text.text, pair, field, value))
    inherited = {"type", "year"} if item.group else {"type"}
    missing = {field: value for field, value in values.items() if field not in {*held, *inherited} and value}
    return [*edits, *fill(listing, entry, missing)]


form = Form(name="yaml", read=read, add=add, fill=fill, revise=revise)
