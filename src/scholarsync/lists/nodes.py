"""YAML as text with places: what a value is, where it stands, and how a new one is written.

PyYAML composes the nodes, each with its offsets; nothing is ever serialised again, so comments,
quotes and blanks of the file stay what they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from scholarsync.errors import InputError
from scholarsync.lists.clean import one_line

Value = str | list["Value"] | dict[str, "Value"]
NOT_YAML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
MOST_NODES = 400_000


@dataclass(frozen=True, slots=True)
class Pair:
    """One key of a mapping with its value."""

    key: str
    key_start: int
    node: yaml.Node
    """The value, its offsets relative to the composed text."""
    start: int
    end: int
    """Offsets of the value in the whole text."""


def compose(text: str, *, name: str) -> yaml.Node | None:
    """The first document of a YAML text.

    Raises:
        InputError: it is no YAML, nested beyond reason, or unfolds to more than a list can hold.
    """
    readable = NOT_YAML.sub("\ufffd", text)
    if readable.startswith("\ufeff"):  # PyYAML counts the mark as a column, and finds the first line indented
        readable = "\n" + readable[1:]
    try:
        node = next(yaml.compose_all(readable, Loader=yaml.SafeLoader), None)
        if node is not None and _unfolded(node, {}) > MOST_NODES:
            raise InputError(f"{name}: YAML aliases unfold to more than a list can hold")
    except yaml.YAMLError as error:
        raise InputError(f"{name}: not YAML: {' '.join(str(error).split())[:200]}") from error
    except RecursionError as error:
        raise InputError(f"{name}: not YAML that a person keeps: nested too deep") from error
    return node


def _unfolded(node: yaml.Node, known: dict[int, int]) -> int:
    """How many nodes a walk meets that follows every alias: no end where one stands in what it names."""
    if isinstance(node, yaml.ScalarNode):
        return 1
    if id(node) not in known:
        known[id(node)] = MOST_NODES + 1  # while its own parts are counted
        parts = [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]
        known[id(node)] = 1 + sum(_unfolded(part, known) for part in parts)
    return known[id(node)]


def pairs(node: yaml.Node, *, offset: int = 0) -> Iterator[Pair]:
    """The keys of a mapping in file order; nothing for other nodes."""
    if not isinstance(node, yaml.MappingNode):
        return
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode):
            start, end = offset + value.start_mark.index, offset + value.end_mark.index
            yield Pair(key.value, offset + key.start_mark.index, value, start, end)


def plain(node: yaml.Node) -> Value:
    """A node as strings, lists and dicts; a scalar is the text that is written there."""
    if isinstance(node, yaml.SequenceNode):
        return [plain(item) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return {key.value: plain(value) for key, value in node.value if isinstance(key, yaml.ScalarNode)}
    return str(node.value) if node.tag != "tag:yaml.org,2002:null" else ""


def scalar(value: str, *, quote: str | None) -> str:
    """A one-line value as YAML in the wanted quotes (``'``, ``"`` or None), or in safe ones."""
    value = one_line(value)
    if quote == "'":
        return "'" + value.replace("'", "''") + "'"
    if quote is None and _is_plain(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _is_plain(value: str) -> bool:
    """Whether the bare value reads back as itself, as a text or as the number or date it looks like."""
    if not value or value != value.strip() or value[0] in "&*!|>%@`" or NOT_YAML.search(value):
        return False
    try:
        node = yaml.compose(f"- k: {value}\n", Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return False
    item = node.value[0].value[0][1] if isinstance(node, yaml.SequenceNode) else None
    return (
        isinstance(item, yaml.ScalarNode)
        and item.value == value
        and item.tag.rsplit(":", 1)[-1] in {"str", "int", "timestamp"}
    )


def tight_end(node: yaml.Node) -> int:
    """Offset after the last sign of a node: PyYAML lets a block reach to the next token, over blanks and remarks."""
    while isinstance(node, (yaml.SequenceNode, yaml.MappingNode)) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return int(node.end_mark.index)


def quote_of(node: yaml.Node) -> str | None:
    """The quotes a scalar stands in."""
    style = node.style if isinstance(node, yaml.ScalarNode) else None
    return style if style in {"'", '"'} else None
