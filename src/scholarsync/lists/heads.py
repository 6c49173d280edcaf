"""Front matter: the head of a page between two fences, in YAML or TOML, as nodes with places.

A head is never serialised again.  One that is no YAML, as an unquoted colon makes it, is read key
by key: the theme may stumble over it, but the publication it tells of is on the list.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import yaml

from scholarsync.errors import InputError
from scholarsync.lists.clean import one_line
from scholarsync.lists.nodes import Value, compose, plain, scalar

FENCED = re.compile(r"\A\ufeff?(---|\+\+\+)[ \t]*\r?\n(.*?)(?:^|(?<=\n))(?:\1|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
YAML_KEY = re.compile(r"^([A-Za-z_][\w.-]{0,60})[ \t]*:(?=\s|\Z)", re.MULTILINE)
TOML_KEY = re.compile(r"[ \t]*(?:\"([^\"\n]{1,80})\"|'([^'\n]{1,80})'|([\w-]{1,80}))[ \t]*=[ \t]*", re.ASCII)
TOML_TOKEN = re.compile(
    r"\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}.*?'{3}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'"
    r"|#[^\n]*|[\[\]{}]|\n|[ \t\r]+|[^\s\"'#\[\]{}]+",
    re.DOTALL,
)
TEXT_TAG = "tag:yaml.org,2002:str"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How one notation writes a key with a value of one line."""

    sign: str
    """What stands between key and value."""
    scalar: Callable[[str, str | None], str]
    """The value in the wanted quotes (``'``, ``"`` or None), or in safe ones."""

    def line(self, key: str, written: str) -> str:
        """A key with a value as it is to be written."""
        return f"{key}{self.sign}{written}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The front matter of one page."""

    start: int
    """Offset of its first line, behind the fence."""
    end: int
    """Offset of the closing fence."""
    fence: str
    node: yaml.Node
    """Its keys; offsets relative to `start`."""
    values: Value
    """All that it says, tables and all."""
    tail: int
    """Offset at which a new key may be put in."""

    @property
    def notation(self) -> Notation:
        """How its keys are written."""
        return TOML if self.fence == "+++" else YAML


def fenced(text: str) -> tuple[int, int] | None:
    """Offsets of what stands between the fences at the top of a page, when there is such a head."""
    found = FENCED.match(text)
    return found.span(2) if found else None


@lru_cache(maxsize=2048)
def head_of(text: str, *, name: str) -> Head | None:
    """The front matter of a page.

    Raises:
        InputError: it cannot be read.
    """
    found = FENCED.match(text)
    if found is None:
        return None
    start, end = found.span(2)
    inner = text[start:end]
    if found[1] == "+++":
        values = _toml_values(inner, name=name)
        node = _toml_node(inner, values)
        tail = start + _line_end(inner, max((value.end_mark.index for _, value in node.value), default=0))
        return Head(start=start, end=end, fence="+++", node=node, values=_texts(values), tail=tail)
    yaml_node = _yaml_node(inner, name=name)
    return Head(start=start, end=end, fence="---", node=yaml_node, values=plain(yaml_node), tail=end)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return found + 1 if found >= 0 else len(text)


# YAML --------------------------------------------------------------------------------------------


def _yaml_node(text: str, *, name: str) -> yaml.Node:
    try:
        node = compose(text, name=name)
    except InputError:
        node = _key_by_key(text, name=name)
        if node is None:
            raise
    return node if node is not None else _mapping([], 0, 0)


def _key_by_key(text: str, *, name: str) -> yaml.MappingNode | None:
    """A head that is no YAML as a whole: every key alone, and the bare text where not even that is YAML."""
    found = list(YAML_KEY.finditer(text))
    entries = []
    for at, key in enumerate(found):
        stop = found[at + 1].start() if at + 1 < len(found) else len(text)
        try:
            alone = compose("\n" * key.start() + text[key.start() : stop], name=name)
        except InputError:
            alone = None
        if isinstance(alone, yaml.MappingNode) and len(alone.value) == 1:
            entries += alone.value
            continue
        value = text[key.end() : stop].strip()
        begin = text.index(value, key.end()) if value else key.end()
        bare = one_line(re.sub(r"\A(['\"])(.*)\1\Z", r"\2", value, flags=re.DOTALL))
        entries.append((_text_node(key[1], key.start(), key.end() - 1), _text_node(bare, begin, begin + len(value))))
    return _mapping(entries, 0, len(text)) if entries else None


def _mark(index: int) -> yaml.Mark:
    return yaml.Mark("", index, 0, 0, None, 0)


def _text_node(value: str, start: int, end: int, *, style: str | None = None) -> yaml.ScalarNode:
    return yaml.ScalarNode(TEXT_TAG, value, _mark(start), _mark(end), style)


def _mapping(entries: list[tuple[yaml.Node, yaml.Node]], start: int, end: int) -> yaml.MappingNode:
    return yaml.MappingNode("tag:yaml.org,2002:map", entries, _mark(start), _mark(end), flow_style=False)


# TOML --------------------------------------------------------------------------------------------


def _toml_values(text: str, *, name: str) -> dict[str, object]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{name}: not TOML: {' '.join(str(error).split())[:200]}") from error


def _toml_node(text: str, values: dict[str, object]) -> yaml.MappingNode:
    """The keys before the first table, each with its place."""
    entries: list[tuple[yaml.Node, yaml.Node]] = [
        (_text_node(key, key_start, start), _toml_value(values[key], text, start, end))
        for key, key_start, start, end in _assignments(text)
        if key in values
    ]
    return _mapping(entries, 0, len(text))


def _assignments(text: str) -> Iterator[tuple[str, int, int, int]]:
    at = 0
    while at < len(text):
        key = TOML_KEY.match(text, at)
        if key is None:
            if text[at : at + 200].lstrip(" \t").startswith("["):
                return
            at = _line_end(text, at)
            continue
        end = _value_end(text, key.end())
        yield key[1] or key[2] or key[3], key.start(), key.end(), end
        at = _line_end(text, end)


def _value_end(text: str, start: int) -> int:
    depth, end = 0, start
    for token in TOML_TOKEN.finditer(text, start):
        if token[0] == "\n" and depth == 0:
            break
        depth += (token[0] in "[{") - (token[0] in "]}")
        if not (token[0].isspace() or token[0].startswith("#")):
            end = token.end()
    return end


def _toml_value(value: object, text: str, start: int, end: int) -> yaml.Node:
    if isinstance(value, list):
        items = [_toml_value(item, '"', start, end) if isinstance(item, str) else _text_node(str(item), start, end)
                 for item in value]  # fmt: skip
        return yaml.SequenceNode("tag:yaml.org,2002:seq", items, _mark(start), _mark(end), flow_style=True)
    if isinstance(value, str):
        quote = text[start : start + 1] if len(text) > 1 else text
        return _text_node(value, start, end, style=quote)
    return _text_node(text[start:end], start, end) if not isinstance(value, dict) else _mapping([], start, end)


def _texts(value: object) -> Value:
    """Values of TOML as YAML's are handed on: texts, lists and mappings."""
    if isinstance(value, dict):
        return {str(key): _texts(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_texts(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def _toml_scalar(value: str, quote: str | None) -> str:
    value = one_line(value)
    if quote == "'" and "'" not in value:
        return f"'{value}'"
    if quote is None and re.fullmatch(r"\d{1,9}|true|false|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:Z)?)?", value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _yaml_scalar(value: str, quote: str | None) -> str:
    return scalar(value, quote=quote)


YAML = Notation(sign=": ", scalar=_yaml_scalar)
TOML = Notation(sign=" = ", scalar=_toml_scalar)
