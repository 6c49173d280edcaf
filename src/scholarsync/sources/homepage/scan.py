"""Where an author list ends when nothing but its own shape says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scholarsync.sources.homepage.people import peel
from scholarsync.sources.homepage.shapes import CJK, CJK_NAME, NOTES, UPPER, shape, strip_marks, without_edited

SIGNS = '\\n,，;；、|:：。“”"«»「『(（\\[)）\\]'
BREAK = re.compile(
    rf"[\s{SIGNS}&・·.aeouwy](?:(?<=[{SIGNS}])|(?<=\s)(?:(?=(?:19|20)\d\d\b)|[·•]\s|&)|(?<=\.)(?=\s|$)|"
    rf"(?<=[^\W\d_]{{2}}\.)(?=[A-Z“\"])|(?<=[{CJK}]\.)(?=[(（])|(?<=[.,]&)(?=\s)|(?<=[{CJK}][・·])|"
    r"(?<!\w[aeouwy])(?:(?<=a)nd|(?<=u)nd|(?<=e)[tn]?|(?<=o)(?:g|ch)|(?<=y)|(?<=w)ith)(?=\s))"
)
"""Signs and conjunctions between persons: the first letter, then what must stand before and behind it."""
FAMILY_NEXT = re.compile(
    rf"\s{{0,3}}(?:(?:van|von|der|den|de|la|le|di|da|del)\s){{0,3}}[{UPPER}][^\W\d_]*(?:[-‐‑'’]?[^\W\d_]+){{0,2}}"
    rf"(?:\s[{UPPER}][^\W\d_]+(?:[-‐‑'’][^\W\d_]+)?)?\s{{0,3}}(?:[*†‡,;&:()\n\"“.·|]|and\b|$)"
)
SHIFTED_NEXT = re.compile(rf"\s[{UPPER}][^\W\d_]+(?:-[{UPPER}][^\W\d_]+)?,\s[{UPPER}]\.")
"""A family name between initials and a comma with initials behind: a list whose commas are shifted."""
LED_IN = re.compile(r"^(?:(?:and|und|et|y|e|with|by|,)\s+(?!al)|(?:…|\.{2,})\s?(?=[^\W\d_]))")
CAPITAL_NEXT = re.compile(rf"\s+[{UPPER}]")
MORE_NAMES = re.compile(rf"(?:[{UPPER}]\.|,|;|&|(?:and|y|e|et|und|og|och|en)\s|\()")
MORE_INITIALS = re.compile(rf"[-‐]|{MORE_NAMES.pattern}")
INITIAL_LAST = re.compile(rf"(?:^|[\s.-])[{UPPER}]$")
INITIALS_FIRST = re.compile(rf"\s*(?:[{UPPER}]\.[ -]?){{1,4}}(?=\s)")
VANCOUVER_NEXT = re.compile(rf"\s?[{UPPER}][^\W\d_]+(?:-[{UPPER}][^\W\d_]+)?\s(?:[{UPPER}]\.){{1,3}},")
VANCOUVER = re.compile(rf"(?:[^\W\d_]|[-'’ ])+ [{UPPER}]{{1,3}}$")
"""Family name and undotted initials. Where all are written so, a full stop ends the list."""
SPACED = re.compile(rf"[{UPPER}][^\n;]{{2,70}}\s;\s{{0,3}}[{UPPER}][^\n;.]{{2,70}}(?:\s;|\s\.\s|\s✉|,\s[{UPPER}])")
"""How Lattes (Brazil) and MTMT (Hungary) begin a list: "QUILL, ADA ; BROOK, IVO . Rain on roofs"."""
SPACED_SIGN = re.compile(r"\s{1,20};\s{0,20}")
LONGEST_NAME = 120
SENTENCE_WITHIN = re.compile(r"[^\W\d_]{3}\.\s|\s\.\s")
LAST_SPACED = re.compile(
    rf"(?:et\s?al(?=\.)|[{UPPER}][^;\n]{{2,70}}?(?=\s\.\s|\s?✉)|"
    rf"[{UPPER}][^\s,;]+(?:[\s-][^\s,;]+){{0,3}},\s(?:(?:[{UPPER}]\.\s?)+|[{UPPER}][^\s,.;]+))"
)
ET_AL_NEXT = re.compile(r"\set\.?\sal\b")
INCLUDING_NEXT = re.compile(r"[(（\[](?:including|incl\.)\s")
CUT_THERE = re.compile(r"\bet\.?\sal\b")
PERSON_NEXT = re.compile(
    rf"\s?(?:and\s|&\s)?(?:(?:[{UPPER}]\.[\s-]?){{1,3}}[{UPPER}]|[{UPPER}][^\W\d_]+,?\s(?:[{UPPER}]\.|[{UPPER}]{{1,2}}\b))"
)
"""One more person, with initials, behind "et al."."""
SIGN_BEHIND = re.compile(r"\s{0,3}[.✉]+\s{0,3}")
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
    if is_spaced(text, start) and (spaced := _scan_spaced(text, start)):
        return spaced
    stops: list[Stop] = []
    position, before, units = start, "", 0
    while units < MOST_PERSONS:
        found = _next_break(text, position, before)
        if found is None:
            end, after, sign = len(text), len(text), ""
        else:
            end, after, sign = found
        unit, kind = _person(text[position:end].strip())
        if kind == "C" and units and sign in "『「《" and sign and position and text[position - 1] not in "・·":
            break  # the title begins here
        if kind == "X" and unit:
            cut = _cut_inside(text, position, end, before)
            if cut is not None:
                stops.append(Stop(cut, cut, " ", units + 1))
            break
        if unit:
            units += 1
            before = "V" if kind == "N" and before in ("", "V") and VANCOUVER.match(unit) else kind
            stops.append(Stop(end, after, sign, units))
        if sign in "(（[" and sign:
            skipped = _skip_bracket(text, end)
            if skipped is None:
                break
            if stops and INCLUDING_NEXT.match(text, end):
                stops[-1] = Stop(skipped, skipped, ")", units)
            position = skipped
            continue
        if sign not in SOFT and not sign.isalpha():
            break
        if sign == "," and CUT_THERE.search(text, position, end + 1) and not PERSON_NEXT.match(text, after):
            break
        position = after
    return stops


def is_spaced(text: str, start: int) -> bool:
    """Whether a list of persons begins here that is parted by semicolons between blanks."""
    return SPACED.match(text, start) is not None


def _scan_spaced(text: str, start: int) -> list[Stop]:
    """The same where semicolons between blanks part the persons, and only a blank or a sign ends the last of them."""
    stops: list[Stop] = []
    position = start
    while (found := SPACED_SIGN.search(text, position, position + LONGEST_NAME)) is not None:
        if not text[position : found.start()].strip() or SENTENCE_WITHIN.search(text, position, found.start()):
            break
        stops.append(Stop(found.start(), found.end(), ";", len(stops) + 1))
        position = found.end()
    if stops and (last := LAST_SPACED.match(text, position)) is not None:
        cut = ET_AL_NEXT.match(text, last.end())
        end = cut.end() if cut else last.end()
        sign = SIGN_BEHIND.match(text, end)
        stops.append(Stop(end, sign.end() if sign else end, ".", len(stops) + 1))
    return stops


@lru_cache(maxsize=1 << 13)
def _person(words: str) -> tuple[str, str]:
    """What stands between two breaks, without conjunctions and marks; and its shape."""
    unit = peel(without_edited(strip_marks(LED_IN.sub("", words))))[0]
    return unit, shape(unit)


def _next_break(text: str, position: int, before: str) -> tuple[int, int, str] | None:
    for found in BREAK.finditer(text, position, min(len(text), position + 160)):
        sign = found.group().strip() or "\n"
        if sign in {"et", "e", "y", "en", "and"} and text.startswith(
            ("et al", "and others", "and colleagues"), found.start()
        ):
            continue
        if sign in {"e", "y", "en", "et", "og"} and not CAPITAL_NEXT.match(text, found.end(), found.end() + 3):
            continue
        if sign != ".":
            return found.start(), found.end(), sign
        words = text[position : found.start()]
        unit = strip_marks(LED_IN.sub("", words.strip()) if "…" in words else words)
        kind = shape(unit)
        following = text[found.end() : found.end() + 8].lstrip()
        if kind == "I":
            if before == "S" and SHIFTED_NEXT.match(text, found.end(), found.end() + 60):
                continue
            if before == "S" and not MORE_INITIALS.match(following):
                return found.start() + 1, found.end(), "."
            continue
        if kind == "S" and len(unit) <= 3 and _goes_on(text, found.end()):
            continue  # "Md. Ariful Islam"
        if kind == "E" or (kind in "NFCGS" and not INITIAL_LAST.search(unit)):
            if re.match(r"[,;&]|[\[(](?:including|incl\.)", following):
                continue
            return found.start(), found.end(), "."
        if (
            kind == "N"
            and not MORE_NAMES.match(following)
            and ((before == "V" and VANCOUVER.match(unit)) or not _goes_on(text, found.end()))
        ):
            return found.start() + 1, found.end(), "," if _comma_forgotten(text, unit, found.end()) else "."
        if kind == "X":
            return found.start(), found.end(), "."
    return None


def _comma_forgotten(text: str, unit: str, position: int) -> bool:
    """Whether a person of the same form follows without the comma: "Hron K. Fačevicová K., Hýlová V."."""
    return VANCOUVER.match(unit.replace(".", "")) is not None and VANCOUVER_NEXT.match(text, position) is not None


def _goes_on(text: str, position: int) -> bool:
    """Whether a family name follows the initial: "Brian E. J. Rose, …" against "Xu J. Landscape genetics"."""
    return bool(FAMILY_NEXT.match(text, position, position + 60))


def _cut_inside(text: str, position: int, end: int, before: str) -> int | None:
    """Initials that end a list without a sign of their own: "Quick, A. Brown foxes", "Fox, B (2020)"."""
    found = INITIALS_FIRST.match(text[position:end])
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
