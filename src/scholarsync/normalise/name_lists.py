"""Author lines cut into names, whichever way they are separated and written.

Commas part persons in one line and family from given names in the next.  So a line is cut into
units, each unit is classed by its shape, and neighbours that only together are one person are
joined again; spellings are left as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scholarsync.model import is_cjk
from scholarsync.normalise.name_words import LEADING_CAPITALS, MARK, PARTICLES, SUFFIX
from scholarsync.normalise.titles import clean_text

MORE = re.compile(
    r"\s?(?:[,;+]\s?|\b(?:and|und|y|e)\s)?(?:\bet\.?\s?al\b\.?|\bu\.\s?a\.|\b(?:and|&)\sothers\b|(?:(?<=,\s)|^)others\b|"
    r"(?<=[\u2e80-\u9fff\s,])(?:等|他|ほか)(?=[\s,，;。]|$)|\bи др\b\.?|"
    r"\b(?:and\s)?(?:\d{1,4}|many|several)\s(?:more|others?|additional)\b(?:\s(?:co-?)?authors?)?)[,.;]?",
    re.IGNORECASE,
)
ELLIPSIS = re.compile(r"\s?[,;]?\s?(?:…|\.{3,20}|\[\.\.\.\]|⋯)[,;]?\s?")
AND = re.compile(
    r"\s?[,;]?\s?(?:(?<=\s)(?i:and|und|et|sowie)(?=\s)|(?<=\s)(?:og|och|en|with|и)(?=\s)|&|＆|"
    r"(?<=\s)[ye](?=\s(?:[^\W\d_][\w.'’-]{0,30},\s[^\W\d_]\.|[^\W\d_][\w.'’-]{0,30}\s[^\W\d_])))\s?"
)
HARD = ("；", ";", "·", "•", "、", "，", "|", " / ", "／")
"""Signs that never stand within a name."""
RAISED = re.compile(r"(?<=[^\W\d_])\.?(?:\d{1,2}(?:\s?,\s?\d{1,2}){1,8})(?=\s?(?:[,;&]|and\b|$))")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[- ]?){1,5}")
LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class NameList:
    """An author line cut into names."""

    names: tuple[str, ...]
    truncated: bool = False
    """Whether the line says that there are more ("et al.", "…", "and 3 more")."""


def split_names(text: str) -> NameList:
    """An author line cut into names, whichever way they are separated and written."""
    text = text[:LONGEST]
    if "\n" in text and not re.search(r"[,;]", text):
        text = text.replace("\n", ";")
    text = clean_text(text)
    if RAISED.search(text):
        text = RAISED.sub("", text)
    text, cut = MORE.subn(", ", text)
    text, dotted = ELLIPSIS.subn(", ", text)
    return NameList(tuple(name for name in _names(text.strip(" ,;&:")) if name), bool(cut or dotted))


def is_initials(part: str) -> bool:
    """Whether a piece between commas is nothing but initials: "S.-P.", "SA", "J. M."."""
    bare = MARK.sub("", part).strip()
    letters = re.sub(r"[^\w]", "", bare)
    return bool(INITIALS.fullmatch(bare)) and letters.isupper() and len(letters) <= 4


def _names(text: str) -> list[str]:
    hard = [sign for sign in HARD if sign in text]
    if hard:
        halves = re.split("|".join(map(re.escape, hard)), text)
        return [name for half in halves for name in _half(half.strip())]
    if _is_row_of_cjk(text.split()):
        return text.split()
    return _by_commas(AND.split(text))


def _half(text: str) -> list[str]:
    """What stands between semicolons: a person, or (seldom) some of them between commas."""
    parts = [part.strip() for part in AND.split(re.sub(r"^(?:and|und|et|&)\s", "", text))]
    if all(_is_inverted(part) for part in parts):
        return [_tidy(part) for part in parts]
    return _by_commas(parts)


def _is_inverted(text: str) -> bool:
    """Whether one comma parts a family name from given names: "Bose, Lina"."""
    return text.count(",") == 1 and not all(_is_whole(half) for half in text.split(","))


def _is_whole(text: str) -> bool:
    """Whether a name stands complete with its initials: "Quill AB"."""
    words = text.split()
    return len(words) > 1 and (is_initials(words[-1]) or is_initials(words[0]))


def _is_row_of_cjk(words: list[str]) -> bool:
    return len(words) > 2 and all(is_cjk(word) and 2 <= len(word) <= 4 for word in words)


def _by_commas(groups: list[str]) -> list[str]:
    """Units of each group between conjunctions, joined where two are one person."""
    rows = [[unit for unit in map(_tidy, group.split(",")) if unit] for group in groups]
    paired = _in_pairs(rows)
    return [name for row in rows for name in _joined(row, paired=paired)]


def _joined(units: list[str], *, paired: bool) -> list[str]:
    names: list[str] = []
    closed = True
    for unit in units:
        given = is_initials(unit) or _is_given(unit) or (paired and _is_single(unit))
        if names and (SUFFIX.match(unit) or (given and not closed)):
            names[-1] += f", {unit}"
            closed = True
        else:
            names.append(unit)
            closed = _is_whole(unit) or not unit[:1].isalpha()
    return names


def _in_pairs(rows: list[list[str]]) -> bool:
    """Whether single words come in twos ("Quill, Ada, Brook, Ian"), not as a row of family names."""
    runs: list[int] = []
    for row in rows:
        length = 0
        for unit in [*row, ""]:
            if _is_single(unit):
                length += 1
            elif length and is_initials(unit):
                length -= 1  # these are the last one's
            elif length:
                runs.append(length)
                length = 0
    return bool(runs) and all(run % 2 == 0 for run in runs)


def _is_single(unit: str) -> bool:
    """One family or given name, perhaps with particles; never initials or a CJK name."""
    words = [word for word in MARK.sub("", unit).split() if word not in PARTICLES]
    return len(words) == 1 and not is_initials(words[0]) and not is_cjk(words[0]) and not SUFFIX.match(words[0])


def _is_given(unit: str) -> bool:
    """A given name with a middle initial: "Ada B."."""
    words = unit.split()
    return len(words) > 1 and words[-1].endswith(".") and is_initials(words[-1]) and not is_initials(words[0])


def _tidy(unit: str) -> str:
    unit = unit.strip(" ,:;&")
    if unit.endswith(".") and not (
        is_initials(unit.split()[-1]) or SUFFIX.match(unit.split()[-1]) or unit.endswith("..")
    ):
        return unit if LEADING_CAPITALS.search(unit) else unit[:-1]
    return unit
