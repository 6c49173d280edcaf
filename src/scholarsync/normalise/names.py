"""Names of authors: one string a person, taken apart as far as its spelling allows.

Where a spelling is ambiguous ("Quill Marrow") the last word with its particles is the family
name; comparing (`same_person`) does not depend on that choice alone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from scholarsync.model import Author, is_cjk
from scholarsync.normalise.name_likeness import Likeness, name_parts, same_person
from scholarsync.normalise.name_lists import NameList, is_initials, split_names
from scholarsync.normalise.name_words import (
    BEHALF,
    CAPITAL_PARTICLES,
    COLLABORATION,
    DEGREE,
    DOUBLE_SURNAMES,
    MARK,
    MEANING,
    NEVER_BEHIND,
    PARTICLES,
    SUFFIX,
    TITLE_BEFORE,
)
from scholarsync.normalise.titles import clean_text

__all__ = ["SUFFIX", "Likeness", "NameList", "is_initials", "name_parts", "parse_name", "same_person", "split_names"]

TRAILING_NOTE = re.compile(
    r"(?<=[^\W\d_])\.?\s?(?:\d{1,2}(?:\s?,\s?\d{1,2}){0,5}|\[\d{1,2}\]|\((?:\d{1,2}|[a-z]|\*|eds?\.?|co-?first|"
    r"corresponding(?: author)?|equal(?: contribution)?|presenter|presenting|speaker)\))$",
    re.IGNORECASE,
)
HOMONYM = re.compile(r"\s(\d{4})$")
OTHER_SCRIPT = re.compile(r"\s?[(（［\[]\s?([^()（）\[\]]{1,40})[)）\]］]")
CAPITALS = re.compile(r"[A-ZÀ-ÖØ-ÞΑ-ΩЀ-Я]{1,3}")
DOTTED_CAPITALS = re.compile(r"(?:[A-ZÀ-ÖØ-ÞΑ-ΩЀ-Я]\.?-?){1,4}")
SHORTENED = re.compile(r"(?:^|[.\-])[^\W\d_]{1,2}\.$")
DANGLING = re.compile(r"\s(?:and|und|et|&)$")
HYPHENED_CAPITALS = re.compile(r"[^\W\d_](?:-[^\W\d_]){1,2}")
NO_SPACE = re.compile(r"((?:[^\W\d_]\.-?){1,4})([^\W\d_]{2}.*)")
APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "`": "'", "´": "'"})
LONGEST = 300


@lru_cache(maxsize=300_000)
def parse_name(text: str) -> Author:
    """One name in any of the usual spellings: "F. Last", "Last, F.", "Last FM", "von Last, Jr., First", CJK, groups."""
    text, marks = _without_marks(clean_text(text[:LONGEST]).translate(APOSTROPHES))
    text = _without_ends(text)
    text = HOMONYM.sub("", text)
    if BEHALF.match(text):
        return Author(literal=BEHALF.sub("", text), collaboration=True, marks=marks)
    if COLLABORATION.search(text) and "," not in text:
        return Author(literal=re.sub(r"^the\s+", "", text, flags=re.IGNORECASE), collaboration=True, marks=marks)
    text, variant = _without_variant(text)
    author = _parsed(text)
    return replace(author, marks=marks, variant=variant) if marks or variant else author


DOTTED_INITIALS = re.compile(r"(?:[A-Z]\.){2,3}")


def _without_ends(text: str) -> str:
    """Without a title before the name and what the sentence put behind it; a dot stays where it shortens a word."""
    text = DANGLING.sub("", TITLE_BEFORE.sub("", text)).strip(" ,;:&-–—·•|/")
    last = text.rsplit(None, 1)[-1] if text else ""
    if last.endswith(".") and not (SUFFIX.match(last) or DEGREE.match(last) or SHORTENED.search(last)):
        text = text.rstrip(".")
    return text


def _without_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """The name without stars, daggers, raised digits and remarks, and what they were."""
    marks: list[str] = []
    for found in MARK.findall(text):
        marks += [MEANING.get(sign, sign) for sign in found if sign not in "\ufe0f\u200d"]
    if marks:
        text = MARK.sub(" ", text)
    text = text.strip()
    while found := TRAILING_NOTE.search(text):
        marks.append(found[0].strip(" .()[]"))
        text = text[: found.start()] + ("." if text[found.start() : found.start() + 1] == "." else "")
        text = text.strip()
    return re.sub(r"\s{2,}", " ", text), tuple(dict.fromkeys(marks))


def _without_variant(text: str) -> tuple[str, str | None]:
    """The name and its form in another script: "Lei Zhu (祝磊)", "祝磊 Lei Zhu"."""
    if found := OTHER_SCRIPT.search(text):
        inner, rest = found[1].strip(), (text[: found.start()] + text[found.end() :]).strip()
        if rest and _is_latin(inner) != _is_latin(rest):
            return rest, inner
        return re.sub(r"\s{2,}", " ", rest) or inner, None
    words = text.split()
    han = [word for word in words if is_cjk(word)]
    if han and len(han) < len(words) and all(is_cjk(w) or _is_latin(w) for w in words):
        return " ".join(word for word in words if not is_cjk(word)), "".join(han)
    return text, None


def _is_latin(text: str) -> bool:
    return any(c.isalpha() and c < "\u0370" for c in text)


def _parsed(text: str) -> Author:
    if not text:
        return Author(literal="")
    if "," in text:
        return _family_first([part.strip() for part in text.split(",") if part.strip()])
    squeezed = text.replace(" ", "").replace("\u3000", "").replace("・", "")
    if is_cjk(squeezed) and "・" not in text:
        return _cjk(text.split())
    words = text.split()
    if len(words) == 1:
        if split := NO_SPACE.fullmatch(text):  # "J.Smith"
            return Author(given=_dotted(split[1]), family=split[2])
        return Author(literal=text)
    return _given_first(words)


def _cjk(words: list[str]) -> Author:
    """Family name first; a name written in one piece gives one sign, or two for the known double surnames."""
    if len(words) >= 2:
        return Author(family=words[0], given="".join(words[1:]))
    name = words[0]
    if len(name) in {2, 3, 4} and not re.search("[\u3040-\u30ff]", name) and not _japanese(name):
        cut = 2 if name[:2] in DOUBLE_SURNAMES and len(name) > 2 else 1
        return Author(family=name[:cut], given=name[cut:])
    return Author(literal=name)


def _japanese(name: str) -> bool:
    """Four Han signs are two and two in Japanese and cannot be told apart from others: left whole."""
    return len(name) == 4 and name[:2] not in DOUBLE_SURNAMES


def _family_first(parts: list[str]) -> Author:
    """ "von Last, First", "von Last, Jr, First", "Last, First, Jr."; degrees fall away."""
    if len(parts) != 2 or not DOTTED_INITIALS.fullmatch(parts[1]):  # "Marlow, M.D." has two given names
        parts = [part for number, part in enumerate(parts) if number == 0 or not DEGREE.match(part)]
    shouted = len(parts) == 2 and parts[1] in {"JR", "SR"}  # two initials: a suffix alone would be "Jr."
    suffix = None if shouted else next((part for part in parts[1:] if SUFFIX.match(part)), None)
    rest = [part for part in parts[1:] if part != suffix]
    family, ending = _parted(parts[0])
    suffix = suffix or ending
    if not rest:
        bare = _parsed(family)
        return replace(bare, suffix=suffix or bare.suffix)
    given = " ".join(rest)
    words = given.split()
    while len(words) > 1 and words[-1].lower() in PARTICLES - NEVER_BEHIND and words[-1].islower():
        family = f"{words.pop()} {family}"  # "Berg, A. van den"
    if len(words) > 1 and SUFFIX.match(words[-1]) and suffix is None:
        suffix = words.pop()
    return Author(family=family, given=_dotted(" ".join(words)), suffix=suffix)


def _parted(family: str) -> tuple[str, str | None]:
    """ "Brook Jr" as family name and suffix."""
    words = family.split()
    if len(words) > 1 and SUFFIX.match(words[-1]):
        return " ".join(words[:-1]), words[-1]
    return family, None


def _given_first(words: list[str]) -> Author:
    suffix = None
    while len(words) > 2 and (SUFFIX.match(words[-1]) or DEGREE.match(words[-1])):
        last = words.pop()
        suffix = last if SUFFIX.match(last) else suffix
    start = _initials_behind(words)
    if start:
        return Author(family=" ".join(words[:start]), given=_dotted(" ".join(words[start:])), suffix=suffix)
    start = _family_start(words)
    return Author(given=_dotted(" ".join(words[:start])), family=" ".join(words[start:]), suffix=suffix)


def _family_start(words: list[str]) -> int:
    """Where the family name begins: at its first particle, else at the last word."""
    last = len(words) - 1
    for place in range(1, last):
        word = words[place]
        if word.lower() in PARTICLES and word.lstrip("'")[:1].islower():
            return place - 1 if word in {"y", "e", "i"} and place > 1 else place
        if word.rpartition("-")[2] in PARTICLES and "-" in word:  # "Quill-van Dam"
            return place
    start = last
    while start > 1 and words[start - 1].lower() in CAPITAL_PARTICLES:
        start -= 1
    return 0 if start == 1 and words[0] in PARTICLES else start


def _initials_behind(words: list[str]) -> int:
    """Where the initials begin in "Smith JM" and "Smith J. M."; 0 where the name is no such one."""
    start = len(words)
    while (
        start > 1
        and DOTTED_CAPITALS.fullmatch(words[start - 1])
        and ("." in words[start - 1] or len(words[start - 1]) == 1)
    ):
        start -= 1
    if start == len(words) and (CAPITALS.fullmatch(words[-1]) or HYPHENED_CAPITALS.fullmatch(words[-1])):
        start -= 1
    before = words[:start]
    if len(words) == 2 and start == 1 and len(words[1].strip(".")) == 1 and len(words[0]) > 1 and words[0].isalpha():
        return 1  # "LI X": no family name is one letter long
    plain = all(len(word.strip(".")) > 1 and not (word.isupper() and len(word) <= 3) for word in before)
    return start if start < len(words) and plain else 0


def _dotted(given: str) -> str | None:
    """Given names with a dot after each single letter: "S A" as "S. A.", "J-P" as "J.-P."; "SA" and full names stay."""
    out = []
    for word in re.sub(r"(?<=[^\W\d_]\.)(?=[^\W\d_ªº])", " ", given).split():
        parts = [part.strip(".") for part in word.split("-") if part]
        if all(len(part) == 1 and part.isalpha() and not is_cjk(part) for part in parts):
            out.append("-".join(f"{part}." for part in parts))
        else:
            out.append(word)
    return " ".join(out) or None
