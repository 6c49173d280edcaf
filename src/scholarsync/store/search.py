"""Text for the full-text index: folded, CJK cut into overlapping pairs of signs.

FTS5's own tokenizer takes a run of Han signs for one word, so a title in Chinese could only
be found whole; pairs make every part of it findable.
"""

from __future__ import annotations

import re

from scholarsync.model import CJK_RANGES
from scholarsync.normalise.titles import fold

CJK = "".join(f"{low}-{high}" for low, high in CJK_RANGES)
RUN = re.compile(f"[{CJK}]+")


def search_text(text: str) -> str:
    """What is indexed of a text."""
    return RUN.sub(lambda run: f" {' '.join(_pairs(run[0]))} ", fold(text))


def query_text(words: str) -> str:
    """An FTS5 query for all of the words, each as typed or as the beginning of a longer one."""
    terms = []
    for word in RUN.sub(lambda run: f" {run[0]} ", fold(words)).split():
        if RUN.fullmatch(word):
            pairs = _pairs(word)
            terms.append('"' + " ".join(pairs) + '"' + ("*" if len(word) == 1 else ""))
        else:
            terms.append(f'"{word}"*')
    return " ".join(terms)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] + ([run[-1]] if len(run) == 1 else [])
