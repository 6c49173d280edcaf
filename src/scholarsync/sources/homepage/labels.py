"""Lines that say what they hold: "Authors: …", "Journal: …", or the label in a cell of its own before the value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scholarsync.sources.homepage.evidence import Cell

WORDS: Mapping[str, str] = {
    "title": "title|paper title|titel|titre|t[íi]tulo|titolo|tytuł|标题|题目|タイトル|論文名|제목",
    "authors": (
        r"authors?(?:\(s\))?|by|autor(?:en|es|a|i|zy)?|auteurs?|autore|autori|作者|著者|저자|written by|author list"
    ),
    "venue": (
        "journal|venue|conference|published in|publication|appeared in|source|book|proceedings|zeitschrift|revue|"
        "revista|rivista|czasopismo|期刊|会议|出处|雑誌|掲載誌|会議|학술지"
    ),
    "year": "year|date|published|publication date|jahr|année|año|ano|anno|rok|年份|时间|年月|発行年|연도",
    "note": (
        "abstract|summary|keywords?|tags?|topics?|doi|isbn|issn|links?|url|pdf|code|notes?|remarks?|pages|volume|"
        "number|issue|publisher|bibtex|type|status|impact factor|zusammenfassung|résumé|resumen|resumo|riassunto|摘要|"
        "关键词|要旨|キーワード"
    ),
    "citation": "citation|cite as|how to cite|reference|zitation",
}
"""What a label says its value is, in the words that stand before the colon."""
LABEL = re.compile(
    r"^\W{0,3}(?:" + "|".join(f"(?P<{role}>{words})" for role, words in WORDS.items()) + r")\s{0,2}[:：]\s{0,3}",
    re.IGNORECASE,
)
TELLING = frozenset({"title", "authors", "venue"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """What a label says of one line."""

    role: str
    behind: int
    """Where the value begins; at the end of the line when it is only a label."""


def label_of(text: str) -> Labelled | None:
    """The label at the beginning of a line."""
    found = LABEL.match(text)
    return Labelled(str(found.lastgroup), found.end()) if found is not None else None


def labelled(cells: Sequence[Cell]) -> dict[int, Labelled]:
    """The lines of an entry whose labels say what they are, by number; none unless two of them tell of the work.

    A line that is only a label gives its role to the lines up to the next label.
    """
    found: dict[int, Labelled] = {}
    held: str | None = None
    for number, cell in enumerate(cells):
        label = label_of(cell.text)
        if label is not None:
            found[number] = label
            held = label.role if label.behind >= len(cell.text) else None
        elif held is not None:
            found[number] = Labelled(held, 0)
    told = {label.role for label in found.values()}
    return found if len(told & TELLING) >= 2 or (told & TELLING and len(told) >= 3) else {}
