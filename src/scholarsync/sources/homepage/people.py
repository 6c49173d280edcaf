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

from scholarsync.sources.homepage.lexicon import TITLE_WORDS, fold

UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚΑ-ΩА-ЯЁԱ-Ֆ"
CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff々ー"
MARKS = "*†‡§¶#✉⋆★∗⁎✝✦♯♭∥‖⊕⊗☨☆◇^+=⚖🏆🎉📧📩♣♠♥♦△▲●○■□◆✩✽❋¹²³⁴⁵⁶⁷⁸⁹⁰"
NEVER = frozenset({"In", "On", "Of", "To", "The", "And", "For", "An", "By", "At", "With", "From", "How", "Why"})
"""Capitalised words that begin titles and remarks, never names."""
PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zum zur af av san santa y e i d l lo los las "
    "dal dalla dei degli 't vom bar ben abu op ap st ten".split()
)
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "jr.", "sr."})
LOWER_IN_NAMES = PARTICLES | frozenset("and und et y e i og och en ve ja with by et. al".split())
JOINERS = re.compile(
    r"\s{0,3}(?:,\s{0,3})?(?:(?<=[\s.,])&(?:amp;)?|&(?=\s)|\b(?:and|und|et|og|och|ve|sowie)\b(?! al\b)|\b(?:y|e|en|a)\b(?=\s+[^\W\d_a-z]))\s{0,3}"
)
ET_AL = re.compile(
    r"^(?:et\.? ?al(?:ii|ia)?\b\.?|and (?:\d{1,4} )?(?:others|more)\b.*|others\b|u\. ?a\.|y otros|e altri|(?:and )?\d{1,4} (?:more )?(?:co-?)?(?:authors?|others)\b.*|"
    r"(?:\d{1,4} )?more authors?\b.*|他\d*名?|ほか|等|외.*|\.\.\.+|…|…*)$",
    re.IGNORECASE,
)
INITIALS = re.compile(rf"^(?:[{UPPER}][a-z]?\.?(?:[ ]?[-‐‑–]?[ ]?[{UPPER}][a-z]?\.){{0,5}}|(?:[{UPPER}][.]?[-‐‑– ]?){{1,4}})\.{{0,2}}$")
INITIAL = re.compile(rf"^(?:[{UPPER}][a-zà-ÿ]?\.)(?:[-‐‑–]?[{UPPER}][a-zà-ÿ]?\.?)*$|^[{UPPER}]$|^[{UPPER}]-[{UPPER}]$")
CAPS = re.compile(rf"^[{UPPER}]{{1,4}}$|^[{UPPER}][-‐‑][{UPPER}]$")
NAME_WORD = re.compile(rf"^[{UPPER}’'ʻ‘`][^\W\d_]*(?:[-‐‑–'’‘`ʻ·.][^\W\d_]+)*\.?$|^(?:d|l|al|el|o|O)[-'’][{UPPER}][^\W\d_]+(?:[-‐‑][^\W\d_]+)*$")
CJK_NAME = re.compile(rf"^[{CJK}]{{2,6}}$|^[{CJK}]{{1,3}}[ 　][{CJK}]{{1,4}}$|^[{CJK}ァ-ヶー]{{2,10}}[・·][{CJK}ァ-ヶー]{{1,14}}$|^[ァ-ヶー・]{{3,18}}$|^[가-힣]{{2,4}}$")
GROUP = re.compile(r"\b(?:team|collaboration|consortium|group|working group|initiative|network|project|committee|consorci\w+|collaborators|alliance|members|coauthors|community|investigators)\b", re.IGNORECASE)
BRACKETED = re.compile(r"\s?[(（\[][^()（）\[\]]{1,60}[)）\]]")
NO_PERSON = re.compile(
    r"\b(?:journal|proceedings|transactions|conference|symposium|workshop|university|universit[àéät]\w*|universidade?|letters|review|"
    r"physics|mathematics|science|sciences|engineering|arxiv|biorxiv|annals|department|institute|laboratory|press|springer|elsevier|"
    r"ieee|acm|neurips|icml|iclr|cvpr|iccv|eccv|publications?|papers?|thesis|dissertation|systems?|networks?|models?|learning|"
    r"pdf|code|slides|video|bibtex|poster|doi|spotlight|oral|award|best|research|analysis|theory|data|international)\b|大学|学会|研究|論文|学报|期刊",
    re.IGNORECASE,
)
"""Words that show a capitalised unit to be no person."""
NOTES = re.compile(r"^\(?(?:eds?|hrsg|hg|editors?|éds?|dir|coords?|comps?|orgs?|org|a cura di|編|主编|equal contributions?|co-first|corresponding(?: author)?|speaker|presenter|ent|trans)\.?\)?$", re.IGNORECASE)


EDITED = re.compile(r"[\s,(\[]+(?:eds?|hrsg|hg|éds?|editors?|coords?)\.?[\s)\]]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NameList:
    """Persons in order, and how surely these are persons."""

    names: tuple[str, ...]
    truncated: bool
    trust: float
    """Share of the units that have the shape of a name, weighted by how telling the shape is (0 to 1)."""
    surnames_only: bool = False


NOBODY = NameList((), False, 0.0)


def strip_marks(name: str) -> str:
    """A name without the signs that stand on it."""
    return name.strip().strip(MARKS + " ,;:").strip()


def is_cjk_text(text: str) -> bool:
    """Whether CJK letters make up most of the text."""
    if text.isascii():
        return False
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and sum("\u2e80" <= c <= "\ud7af" or "\uf900" <= c <= "\ufaff" for c in letters) * 2 > len(letters)


def begins_with_name(text: str) -> bool:
    """Whether the first words could be a name; cheap, and wrong only on the generous side."""
    words = text.split(None, 3)[:3]
    return all(not word[0].islower() or word.strip(",;.&").lower() in LOWER_IN_NAMES for word in words)


@lru_cache(maxsize=1 << 16)
def shape(unit: str) -> str:
    """What a unit between separators is.

    ``I`` initials only, ``S`` one family name (perhaps double), ``F`` given and family name,
    ``N`` name with initials ("J. He", "Hill SA"), ``C`` CJK name, ``G`` group, ``J`` suffix,
    ``E`` "et al.", ``X`` no name.
    """
    unit = unit.strip()
    if not unit or len(unit) > 70:
        return "X"
    if ET_AL.match(unit):
        return "E"
    if CJK_NAME.match(unit):
        return "C"
    if unit.lower() in SUFFIXES:
        return "J"
    if INITIALS.match(unit) and not re.match(rf"^[{UPPER}][a-z]$", unit):
        return "I"
    words = unit.split()
    if NO_PERSON.search(unit) and not GROUP.search(unit):
        return "X"
    if GROUP.search(unit) and len(words) <= 8 and unit[0].isupper():
        return "G"
    return _shape_of_words(words)


def _shape_of_words(words: list[str]) -> str:
    if len(words) > 7 or (len(words) > 2 and words[0] == "A" and not any(INITIAL.match(word) for word in words[1:])):
        return "X"
    initials = names = 0
    for index, word in enumerate(words):
        if INITIAL.match(word) or (CAPS.match(word) and len(words) > 1 and (index in (0, len(words) - 1)) and len(word) <= 3):
            initials += 1
        elif re.match(rf"^(?:[{UPPER}]\.)+[{UPPER}][^\W\d_]+$", word):
            initials, names = initials + 1, names + 1  # "S.A.Fox", a blank forgotten
        elif word.lower().strip(".") in PARTICLES and len(words) > 1 and (word.islower() or index < len(words) - 1 and not initials):
            continue
        elif word.lower().strip(".") in SUFFIXES and index == len(words) - 1:
            continue
        elif NAME_WORD.match(word) and (fold(word) not in TITLE_WORDS or len(word) <= 3) and not (index == 0 and word in NEVER):
            names += 1
        elif re.match(r'^["“(\'‘][^\W\d_]{2,15}["”)\'’]$', word) and 0 < index < len(words) - 1:
            continue  # a nickname between given and family name
        else:
            return "X"
    if initials and names:
        return "N"
    if names == 0:
        return "X"
    return "S" if names == 1 else ("F" if names <= 5 else "X")


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
    text = re.sub(r"\s?[\[(](?:including|incl\.)\s([^\[\]()]{2,80})[\])]", r", \1, et al.", text)
    text = EDITED.sub("", text)
    text = BRACKETED.sub(lambda found: "" if NOTES.match(found.group().strip()) or not re.search(r"[^\W\d_]{2}", found.group()) else found.group(), text)
    text = re.sub(r"[\u00ad\u200b]", "", text)
    text = re.sub(rf"(?<=[^\s,])[{re.escape(MARKS)}]+(?=[\s,;.:]|$)", "", text)
    return re.sub(r"\s+", " ", text).strip().strip(",;: ").rstrip("*†‡")


def _split_hard(text: str) -> NameList:
    """Lists whose separator cannot stand within a name."""
    parts = [part for part in re.split(r"\s*[;；、|]\s*", text) if part.strip()]
    units: list[str] = []
    for part in parts:
        units.extend(name for piece in JOINERS.split(part) if piece and piece.strip() for name in _peel(piece.strip()))
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
            kinds.append("N" if kind == "S" and "," in clean else kind)
    return _verdict(names, kinds, truncated=truncated)


def _units(text: str) -> tuple[list[str], list[bool]]:
    """Parts between commas and conjunctions; and for each whether a conjunction stood before it."""
    units: list[str] = []
    joined: list[bool] = []
    for part in re.split(r"\s*[,，]\s*(?![^(（]*[)）])", text):
        pieces = [piece for piece in re.split(r"\s*[·・]\s+|\s+[·•]\s+|(?<=[" + CJK + r"])[・·](?=[" + CJK + r"]{2})", part) if piece]
        for piece in pieces:
            for number, name in enumerate(JOINERS.split(piece)):
                clean = strip_marks(re.sub(r"^(?:and|und|et|with|by|mit|y|e)\s+(?!al)", "", name.strip()))
                clean = re.sub(r"(?<=\w)\.\.+$", ".", clean)
                if gap := re.match(r"^(?:…|\.{2,})\s?(?=[^\W\d_])", clean):
                    units.append("…")
                    joined.append(False)
                    clean = clean[gap.end() :]
                clean = re.sub(r"(?<=[^\W\d_]{2})\.$", "", clean) if not re.search(r"(?:^|\s)(?:Jr|Sr)\.$", clean) else clean
                if clean:
                    units.extend(_peel(clean))
                    joined.extend([number > 0] + [False] * (len(units) - len(joined) - 1))
    return units, joined


def _peel(unit: str) -> list[str]:
    """ "A. Smith et al." is a name and a cut."""
    found = re.search(r"\s+(?:et\.? al\.?|等|ほか|他)\s*$", unit, re.IGNORECASE)
    if found:
        return [unit[: found.start()], "et al."]
    found = re.search(r"(?<=[" + CJK + r"])等$", unit)
    return [unit[:-1], "et al."] if found and len(unit) > 2 else [unit]


def _join(units: list[str], joined: list[bool]) -> NameList:
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
        elif kind in "SFX" and follows == "I" and (kind != "X" or re.fullmatch(r"(?:[^\W\d_]|[-'’ ]){2,40}", unit) and len(unit.split()) <= 3):
            names.append(f"{unit}, {units[index + 1]}")
            seen.append("N")
            index += 1
        elif kind == "S" and _is_given(follows, units[index + 1] if follows else "") and (inverted or (index == 0 and len(units) > 2 and _are_whole(kinds[2:]))):
            names.append(f"{unit}, {units[index + 1]}")
            seen.append("F")
            index += 1
        elif kind == "F" and inverted and follows in ("S", "N") and len(unit.split()) <= 3:
            names.append(f"{unit}, {units[index + 1]}")
            seen.append("F")
            index += 1
        else:
            names.append(unit)
            seen.append(kind)
        index += 1
    return _verdict(names, seen, truncated=truncated)


def _is_given(kind: str, unit: str) -> bool:
    """Whether a unit can be the given names that follow a family name and a comma."""
    return kind == "S" or (kind == "N" and not INITIAL.match(unit.split()[0]) and not CAPS.match(unit.split()[0]))


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
    return len(real) > 1 and even and singles * 2 >= len(real) and kinds[0] in "SF" and (kinds[1] in "SN" or "S" in kinds)


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
    trust = sum(weights) / len(weights)
    trust *= 1 - sum(bool(NO_PERSON.search(name)) for name in names) / len(names)
    surnames = all(kind == "S" for kind in kinds)
    return NameList(tuple(names), truncated, round(trust, 3), surnames)


BREAK = re.compile(
    r"\n|\s(?=(?:19|20)\d\d\b)|[,，;；、|:：。“”\"«»「『(（\[)）\]]|\s[·•]\s|\s&|(?<=[.,])&(?=\s)|(?<=[" + CJK + r"])[・·]|\.(?=\s|$)|(?<=[^\W\d_]{2})\.(?=[A-Z“\"])|\b(?:and|und|et|og|och|y|e|en|with)\b(?=\s)"
)
FAMILY_NEXT = re.compile(
    rf"\s{{0,3}}(?:(?:van|von|der|den|de|la|le|di|da|del)\s){{0,3}}[{UPPER}][^\W\d_]*(?:[-‐‑'’]?[^\W\d_]+){{0,2}}"
    rf"(?:\s[{UPPER}][^\W\d_]+(?:[-‐‑'’][^\W\d_]+)?)?\s{{0,3}}(?:[*†‡,;&:(\n\"“.]|and\b|$)"
)
SHIFTED_NEXT = re.compile(rf"\s[{UPPER}][^\W\d_]+(?:-[{UPPER}][^\W\d_]+)?,\s[{UPPER}]\.")
"""A family name between initials and a comma with initials behind: a list whose commas are shifted."""
SOFT = frozenset(",，;；、|·・•&")
MOST_PERSONS = 4000


@dataclass(frozen=True, slots=True)
class Stop:
    """A place where a list of persons may end."""

    end: int
    """Behind the last person."""
    after: int
    """Behind the sign that ended it."""
    sign: str
    persons: int
    """Units read so far."""


def scan(text: str, start: int = 0) -> list[Stop]:
    """Where a list of persons that begins at `start` may end; the last stop is the longest reading."""
    stops: list[Stop] = []
    position, before, units = start, "", 0
    while units < MOST_PERSONS:
        found = _next_break(text, position, before)
        if found is None:
            end, after, sign = len(text), len(text), ""
        else:
            end, after, sign = found
        unit = EDITED.sub("", strip_marks(re.sub(r"^(?:(?:and|und|et|y|e|with|by|,)\s+(?!al)|(?:…|\.{2,})\s?(?=[^\W\d_]))", "", text[position:end].strip())))
        unit = _peel(unit)[0]
        kind = shape(unit)
        if kind == "C" and units and sign in "『「《" and sign and position and text[position - 1] not in "・·":
            break  # the title begins here
        if kind == "X" and unit:
            cut = _cut_inside(text, position, end, before)
            if cut is not None:
                stops.append(Stop(cut, cut, " ", units + 1))
            break
        if unit:
            units += 1
            before = kind
            stops.append(Stop(end, after, sign, units))
        if sign in "(（[" and sign:
            skipped = _skip_bracket(text, end)
            if skipped is None:
                break
            position = skipped
            continue
        if sign not in SOFT and not sign.isalpha():
            break
        position = after
    return stops


def _next_break(text: str, position: int, before: str) -> tuple[int, int, str] | None:
    for found in BREAK.finditer(text, position, min(len(text), position + 160)):
        sign = found.group().strip() or "\n"
        if sign in {"et", "e", "y", "en", "and"} and text.startswith(("et al", "and others", "and colleagues"), found.start()):
            continue
        if sign in {"e", "y", "en", "et", "og"} and not re.match(rf"\s+[{UPPER}]", text[found.end() : found.end() + 3]):
            continue
        if sign != ".":
            return found.start(), found.end(), sign
        unit = strip_marks(text[position : found.start()])
        kind = shape(unit)
        following = text[found.end() : found.end() + 8].lstrip()
        if kind == "I":
            if before == "S" and SHIFTED_NEXT.match(text, found.end(), found.end() + 60):
                continue
            if before == "S" and not re.match(rf"(?:[{UPPER}]\.|[-‐]|,|;|&|(?:and|y|e|et|und|og|och|en)\s|\()", following):
                return found.start() + 1, found.end(), "."
            continue
        if kind == "S" and len(unit) <= 3 and _goes_on(text, found.end()):
            continue  # "Md. Ariful Islam"
        if kind == "E" or (kind in "NFCGS" and not re.search(rf"(?:^|[\s.-])[{UPPER}]$", unit)):
            if re.match(r"[,;&]|[\[(](?:including|incl\.)", following):
                continue
            return found.start(), found.end(), "."
        if kind == "N" and not re.match(rf"(?:[{UPPER}]\.|,|;|&|(?:and|y|e|et|und|og|och|en)\s|\()", following) and not _goes_on(text, found.end()):
            return found.start() + 1, found.end(), "."
        if kind == "X":
            return found.start(), found.end(), "."
    return None


def _goes_on(text: str, position: int) -> bool:
    """Whether a family name follows the initial: "Brian E. J. Rose, …" against "Xu J. Landscape genetics"."""
    return bool(FAMILY_NEXT.match(text, position, position + 60))


def _cut_inside(text: str, position: int, end: int, before: str) -> int | None:
    """Initials that end a list without a sign of their own: "Quick, A. Brown foxes", "Fox, B (2020)"."""
    found = re.match(rf"\s*(?:[{UPPER}]\.[ -]?){{1,4}}(?=\s)", text[position:end])
    if found and before == "S":
        return position + len(found.group().rstrip())
    return None


def _skip_bracket(text: str, at: int) -> int | None:
    """Behind a bracket that belongs to a name ("(Eds.)", "(陶明)", "(including R. Fox)"); None for a year or title."""
    closed = re.compile(r"[)）\]]").search(text, at, at + 40)
    if closed is None:
        return None
    inner = text[at + 1 : closed.start()].strip()
    if re.search(r"\d{4}", inner):
        return None
    if NOTES.match(inner) or CJK_NAME.match(inner) or len(inner) <= 3 or re.match(r"^(?:including|incl\.|\d)", inner):
        return closed.end()
    return None
