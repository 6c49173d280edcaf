"""Author lists taken apart: where one ends, and which words are one person.

Commas part persons in one list and family from given names in the next, sometimes within one
line.  So a list is read as a row of units, each classed by its shape (initials, family name
only, full name …); neighbouring units that only together are a person are joined.  What the
names look like is kept: no spelling is changed here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scholarsync.sources.homepage.shapes import (
    CAPS,
    CJK,
    INITIAL,
    MARKS,
    NOTES,
    UPPER,
    is_no_person,
    shape,
    strip_marks,
    without_edited,
)

JOINERS = re.compile(
    r"\s{0,3}(?:,\s{0,3})?(?:(?<=[\s.,])&(?:amp;)?|&(?=\s)|\b(?:and|und|et|og|och|ve|sowie)\b(?! al\b)|\b(?:y|e|en|"
    r"a)\b(?=\s+[^\W\d_a-z]))\s{0,3}"
)
INCLUDING = re.compile(r"\s?[\[(](?:including|incl\.)\s([^\[\]()]{2,80})[\])]")
MARK = re.compile(f"[{re.escape(MARKS)}]")
MARKS_BEHIND = re.compile(rf"(?<=[^\s,])[{re.escape(MARKS)}]+(?=[\s,;.:]|$)")
BRACKETED = re.compile(r"\s?[(（\[][^()（）\[\]]{1,60}[)）\]]")


COMMA = re.compile(r"\s*[,，]\s*(?![^(（]*[)）])")
MIDDLE_DOT = re.compile(r"\s*[·・]\s+|\s+[·•]\s+|(?<=[" + CJK + r"])[・·](?=[" + CJK + r"]{2})")
LED_IN = re.compile(r"^(?:and|und|et|with|by|mit|y|e)\s+(?!al)")
GAP = re.compile(r"^(?:…|\.{2,})\s?(?=[^\W\d_])")
DOTS_BEHIND = re.compile(r"(?<=\w)\.\.+$")
STOP_BEHIND = re.compile(r"(?<=[^\W\d_]{2})\.$")
JUNIOR = re.compile(r"(?:^|\s)(?:Jr|Sr)\.$")
CUT_ENDS = ("al", "al.", "等", "ほか", "他")
CUT = re.compile(r"\s+(?:et\.? al\.?|等|ほか|他)\s*$", re.IGNORECASE)
CUT_CJK = re.compile(r"(?<=[" + CJK + r"])等$")
NAMED_IN_FULL = re.compile(
    rf"(?:[{UPPER}]\.[\s-]?){{1,3}}[{UPPER}][^\W\d_]+|[{UPPER}][^\W\d_]+, (?:[{UPPER}]\.[\s-]?){{1,3}}"
)
SHORT_FAMILY = re.compile(rf"[{UPPER}]{{2,3}}(?=,|$)")
TWO_FAMILIES = re.compile(rf"([{UPPER}][^\W\d_]+ (?:[{UPPER}]\.){{1,3}}) ([{UPPER}][^\W\d_]+ (?:[{UPPER}]\.){{1,3}})")
TWO_PERSONS = re.compile(
    rf"((?:[{UPPER}]\.[\s-]?){{1,3}}[{UPPER}][^\W\d_]+(?:-[{UPPER}][^\W\d_]+)?) "
    rf"((?:[{UPPER}]\.[\s-]?){{1,3}}[{UPPER}][^\W\d_]+)"
)
"""Two names whose comma was forgotten: "J. Quill A. Brook"."""
UNDOTTED = re.compile(rf"\s[{UPPER}]{{1,3}}$")


@dataclass(frozen=True, slots=True)
class NameList:
    """Persons in order, and how surely these are persons."""

    names: tuple[str, ...]
    truncated: bool
    trust: float
    """Share of the units that have the shape of a name, weighted by how telling the shape is (0 to 1)."""
    surnames_only: bool = False


NOBODY = NameList((), truncated=False, trust=0.0)


WEIGHT = {"N": 1.0, "I": 0.15, "F": 0.75, "C": 0.7, "G": 0.8, "S": 0.4, "J": 1.0, "E": 1.0, "X": 0.0}
"""How much a person's shape speaks for a list of names."""


@lru_cache(maxsize=1 << 14)
def split_list(text: str, *, cells: tuple[str, ...] = ()) -> NameList:
    """Take a whole author list apart.

    Args:
        text: The list and nothing else.
        cells: Texts of the elements that hold one name each, when the markup has such.
    """
    text = _without_notes(text)
    if not text:
        return NOBODY
    if cells and all(cell in text for cell in cells[:3]):
        names = [strip_marks(cell) for cell in cells]
        kinds = [shape(name.replace(",", " ")) for name in names if name]
        return _verdict([name for name in names if name], kinds, truncated=False)
    if ";" in text or "；" in text or "、" in text or "|" in text:
        return _split_hard(text)
    units, joined = _units(text)
    return _join(units, joined)


def _without_notes(text: str) -> str:
    if "incl" in text:
        text = INCLUDING.sub(r", \1, et al.", text)
    text = without_edited(text)
    if "(" in text or "[" in text or "（" in text:
        text = BRACKETED.sub(_unless_note, text)
    if not text.isascii():
        text = re.sub(r"[\u00ad\u200b]", "", text)
    if MARK.search(text):
        text = MARKS_BEHIND.sub("", text)
    return " ".join(text.split()).strip(",;: ").rstrip("*†‡")


def _unless_note(found: re.Match[str]) -> str:
    """What a bracket in a list adds to it: nothing when it is a remark or a sign."""
    text = found.group()
    return "" if NOTES.match(text.strip()) or not re.search(r"[^\W\d_]{2}", text) else text


def _split_hard(text: str) -> NameList:
    """Lists whose separator cannot stand within a name."""
    parts = [part for part in re.split(r"\s*[;；、|]\s*", text) if part.strip()]
    units: list[str] = []
    for part in parts:
        pieces = [piece.strip() for whole in _of_both_kinds(part) for piece in JOINERS.split(whole) if piece]
        units.extend(name for piece in pieces if piece for name in peel(piece))
    if any("," in unit and len(unit.split(",")) > 3 for unit in units):
        flat, joined = _units(text.replace(";", ",").replace("；", ","))
        return _join(flat, joined)
    names, kinds, truncated = [], [], False
    for unit in units:
        clean = strip_marks(unit)
        kind = shape(clean.replace(",", " "))
        if kind == "E":
            truncated = True
        elif clean:
            names.append(clean)
            kinds.append("N" if "," in clean and (kind == "S" or SHORT_FAMILY.match(clean)) else kind)
    return _verdict(names, kinds, truncated=truncated)


def _of_both_kinds(part: str) -> list[str]:
    """A part between semicolons, taken apart where commas part whole names in it: "J. Quill, K. Brook"."""
    if "," not in part:
        return [part]
    names = _join(*_units(part)).names
    whole = len(names) > 1 and all(NAMED_IN_FULL.fullmatch(name) for name in names)
    return list(names) if whole else [part]


def _units(text: str) -> tuple[list[str], list[bool]]:
    """Parts between commas and conjunctions; and for each whether a conjunction stood before it."""
    parts = COMMA.split(text) if ")" in text or "）" in text else re.split("[,，]", text)
    found = [unit for part in parts for unit in _units_of(part.strip())]
    return [unit for unit, _ in found], [joined for _, joined in found]


@lru_cache(maxsize=1 << 13)
def _units_of(part: str) -> tuple[tuple[str, bool], ...]:
    """The same for what stands between two commas."""
    found: list[tuple[str, bool]] = []
    pieces = MIDDLE_DOT.split(part) if not part.isascii() else [part]
    for piece in filter(None, pieces):
        for number, name in enumerate(JOINERS.split(piece)):
            clean = strip_marks(LED_IN.sub("", name.strip()))
            clean = DOTS_BEHIND.sub(".", clean) if clean.endswith("..") else clean
            if gap := GAP.match(clean):
                found.append(("…", False))
                clean = clean[gap.end() :]
            clean = clean if not clean.endswith(".") or JUNIOR.search(clean) else STOP_BEHIND.sub("", clean)
            if both := TWO_PERSONS.fullmatch(clean) or TWO_FAMILIES.fullmatch(clean):
                found.append((both[1], number > 0))
                clean = both[2]
            if clean:
                found.extend((unit, number > 0 and not rank) for rank, unit in enumerate(peel(clean)))
    return tuple(found)


def peel(unit: str) -> list[str]:
    """ "A. Smith et al." is a name and a cut."""
    if not unit.rstrip().lower().endswith(CUT_ENDS):
        return [unit]
    if found := CUT.search(unit):
        return [unit[: found.start()], "et al."]
    return [unit[:-1], "et al."] if CUT_CJK.search(unit) and len(unit) > 2 else [unit]


def _join(units: list[str], joined: list[bool]) -> NameList:
    kinds = [shape(unit) for unit in units]
    if kinds[:1] == ["I"] and len(kinds) > 1 and SHORT_FAMILY.fullmatch(units[0]):
        kinds[0] = "S"  # no list begins with initials: "AMO, G. G."
    if "S" in kinds and "I" in kinds[2:]:
        units, joined = _shifted(units, joined)
        kinds = [shape(unit) for unit in units]
    names: list[str] = []
    seen: list[str] = []
    truncated = False
    index = 0
    inverted = _is_inverted(kinds, joined)
    while index < len(units):
        kind, unit = kinds[index], units[index]
        follows = kinds[index + 1] if index + 1 < len(units) and not joined[index + 1] else ""
        if kind == "E":
            truncated = True
        elif kind == "J" and names:
            names[-1] += f", {unit}"
        elif (
            kind in "SFX"
            and follows == "I"
            and (kind != "X" or (re.fullmatch(r"(?:[^\W\d_]|[-'’ ]){2,40}", unit) and len(unit.split()) <= 3))
        ) or (kind == "S" and _is_shouted(unit, units[index + 1] if follows in ("S", "F") else "")):
            names.append(f"{unit}, {units[index + 1]}")
            seen.append("N")
            index += 1
        elif (
            kind == "S"
            and _is_given(follows, units[index + 1] if follows else "")
            and (inverted or (index == 0 and len(units) > 2 and _are_whole(kinds[2:])))
        ) or (kind == "F" and inverted and follows in ("S", "N") and len(unit.split()) <= 3):
            names.append(f"{unit}, {units[index + 1]}")
            seen.append("F")
            index += 1
        else:
            names.append(unit)
            seen.append(kind)
        index += 1
    return _verdict(names, seen, truncated=truncated)


def _is_shouted(unit: str, given: str) -> bool:
    """Whether a family name in capitals stands before given names that are not: "PRADO, Renata Alves"."""
    return unit.isupper() and len(unit) > 2 and bool(given) and not given.isupper() and unit.isalpha()


def _is_given(kind: str, unit: str) -> bool:
    """Whether a unit can be the given names that follow a family name and a comma."""
    return kind == "S" or (
        kind == "N" and not INITIAL.match(unit.split(maxsplit=1)[0]) and not CAPS.match(unit.split(maxsplit=1)[0])
    )


def _are_whole(kinds: list[str]) -> bool:
    """Whether the rest of the list are persons of one unit each, so that only the first is inverted."""
    left = [kind for number, kind in enumerate(kinds) if not (kind == "S" and kinds[number + 1 : number + 2] == ["I"])]
    return all(kind in "NFCGEJI" for kind in left) and any(kind in "NFI" for kind in left)


def _is_inverted(kinds: list[str], joined: list[bool]) -> bool:
    """Whether single words come in pairs: "Roth, Philip & Mattes, Jannika"."""
    runs: list[int] = []
    for kind, conjunction in zip(kinds, joined, strict=True):
        if conjunction or not runs:
            runs.append(0)
        if kind != "E":
            runs[-1] += 1
    singles = sum(kind == "S" for kind in kinds)
    real = [kind for kind in kinds if kind != "E"]
    even = all(run % 2 == 0 for run in runs if run)
    return (
        len(real) > 1 and even and singles * 2 >= len(real) and kinds[0] in "SF" and (kinds[1] in "SN" or "S" in kinds)
    )


def _shifted(units: list[str], joined: list[bool]) -> tuple[list[str], list[bool]]:
    """Mend "Holt, N. Stein, S. Herm, J.": the commas stand between family name and initials only."""
    out: list[str] = []
    flags: list[bool] = []
    index = 0
    while index < len(units):
        end = _shift_end(units, index)
        if end is None:
            out.append(units[index])
            flags.append(joined[index])
            index += 1
            continue
        flat = [units[index]]
        for unit in units[index + 1 : end]:
            initials, _, family = unit.rpartition(" ") if unit.count(".") == 0 else unit.partition(". ")
            flat.extend((initials.strip() + ".", family.strip()))
        flat.append(units[end])
        out.extend(flat)
        flags.extend([joined[index]] + [False] * (len(flat) - 1))
        index = end + 1
    return out, flags


def _shift_end(units: list[str], start: int) -> int | None:
    """The unit of initials that closes a shifted row beginning here; None when there is no such row."""
    if shape(units[start]) != "S":
        return None
    index = start + 1
    while index < len(units) and re.match(rf"^[{UPPER}]\.\s[{UPPER}][^\W\d_]+$", units[index]):
        index += 1
    return index if start + 1 < index < len(units) and shape(units[index]) == "I" else None


def _verdict(names: list[str], kinds: list[str], *, truncated: bool) -> NameList:
    if not names:
        return NameList((), truncated, 0.0)
    weights = [WEIGHT.get(kind, 0.0) for kind in kinds] or [0.0]
    if len(names) > 1 and all(UNDOTTED.search(name) for name in names[:-1]):
        names[-1] = re.sub(r"(?<=\s[^\W\d_])\.$|(?<=\s[^\W\d_]{2})\.$", "", names[-1])  # the list's full stop
    trust = sum(weights) / len(weights)
    trust *= 1 - sum(is_no_person(name) for name in names) / len(names)
    surnames = all(kind == "S" for kind in kinds)
    return NameList(tuple(names), truncated, round(trust, 3), surnames)
