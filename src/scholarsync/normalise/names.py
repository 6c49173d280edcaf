"""Names of authors: one string a person, taken apart as far as its spelling allows.

Where a spelling is ambiguous ("Quill Marrow") the last word with its particles is the family
name; comparing (`same_person`) does not depend on that choice alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from scholarsync.model import Author, is_cjk
from scholarsync.normalise.titles import clean_text, fold

PARTICLES = frozenset(
    "van von der den de da do dos das del della dello delle di du des la le lo las los el al ten ter te tot zu zum zur "
    "vom af av bin ibn ben bint e y 't op het in 'd d' l' dal dalla degli dei st. st saint san abu abd zur auf".split()
)
"""Words that belong to the family name when they stand before it, lower case in most spellings."""
NEVER_FIRST = frozenset("e y in st. st saint san la le al ben el lo".split())
"""Particles that are also given names or initials when they stand first and capitalised."""
SUFFIX = re.compile(r"^(?:jr|sr|junior|senior|filho|neto|ii|iii|iv|2nd|3rd)\.?$", re.IGNORECASE)
DEGREE = re.compile(r"^(?:ph\.?\s?d|m\.?d|m\.?sc|b\.?sc|dr|prof|dphil|m\.?a|mph|frcp|esq)\.?$", re.IGNORECASE)
TITLE_BEFORE = re.compile(
    r"^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|sir|pd|priv\.-doz|dipl\.-ing|ing)\.?\s+(?:dr\.?\s+)?)(?=\S)", re.IGNORECASE
)
SIGNS = "*∗＊⁎†‡§¶‖#^⋆★☆✉✝✢♠♦♣♥♯✦◇△▲○●◦∙⊕✻✼❖📧🏆⭐🌟✨👑🥇💡🎓📩✍🔔=~+∥⧫⟡𝛼αβ¹²³⁴⁵⁶⁷⁸⁹⁰ªº°"
MARK = re.compile(rf"[{re.escape(SIGNS)}\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]+")
TRAILING_NOTE = re.compile(
    r"(?<=[^\W\d_])\.?\s?(?:\d{1,2}(?:\s?,\s?\d{1,2}){0,5}|\[\d{1,2}\]|\((?:\d{1,2}|[a-z]|\*|eds?\.?|co-?first|corresponding(?: author)?|equal(?: contribution)?|presenter|presenting|speaker)\))$",
    re.IGNORECASE,
)
MEANING = {
    "*": "equal",
    "∗": "equal",
    "＊": "equal",
    "✉": "corresponding",
    "📧": "corresponding",
    "📩": "corresponding",
}
HOMONYM = re.compile(r"\s(\d{4})$")
COLLABORATION = re.compile(
    r"\b(?:collaboration|consortium|working group|study group|team|network|initiative|investigators|committee|group|"
    r"project|survey|task force|contributors|alliance|partnership|developers)s?\b",
    re.IGNORECASE,
)
BEHALF = re.compile(
    r"^(?:and\s+)?(?:on behalf of|for)\s+(?:the\s+)?(?=.*\b(?:collaboration|consortium|group|team|investigators)\b)",
    re.IGNORECASE,
)
OTHER_SCRIPT = re.compile(r"\s*[(（［\[]\s*([^()（）\[\]]{1,40})\s*[)）\]］]")
INITIALS = re.compile(r"^(?:[^\W\d_]\.?[- ]?){1,4}$")
RUN_TOGETHER = re.compile(r"^[A-ZÀ-ÖØ-Þ]{1,3}$")
APOSTROPHES = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "`": "'", "´": "'"})
CJK_SURNAMES_OF_TWO = frozenset(
    "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 夏侯 皇甫 尉迟 公孙 慕容 남궁 황보 제갈 선우 독고".split()
)


@dataclass(frozen=True, slots=True)
class NameList:
    """An author line cut into names."""

    names: tuple[str, ...]
    truncated: bool = False
    """Whether the line says that there are more ("et al.", "…", "and 3 more")."""


@lru_cache(maxsize=300_000)
def parse_name(text: str) -> Author:
    """One name in any of the usual spellings: "F. Last", "Last, F.", "Last FM", "von Last, Jr., First", CJK, groups."""
    text, marks = _without_marks(clean_text(text).translate(APOSTROPHES))
    text = (
        TITLE_BEFORE.sub("", text).strip(" ,;:&.-–—·•|/")
        if not text.endswith(".")
        else TITLE_BEFORE.sub("", text).strip(" ,;:&-–—·•|/")
    )
    text = HOMONYM.sub("", text)
    if BEHALF.match(text):
        return Author(literal=BEHALF.sub("", text), collaboration=True, marks=marks)
    if COLLABORATION.search(text) and "," not in text:
        return Author(literal=re.sub(r"^the\s+", "", text, flags=re.IGNORECASE), collaboration=True, marks=marks)
    text, variant = _without_variant(text)
    author = _parsed(text)
    return replace(author, marks=marks, variant=variant) if marks or variant else author


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
        split = re.match(r"^((?:[^\W\d_]\.-?){1,4})([^\W\d_].{2,})$", text)  # "J.Smith"
        if split:
            return Author(given=_dotted(split[1]), family=split[2])
        return Author(literal=text)
    return _given_first(words)


def _cjk(words: list[str]) -> Author:
    """Family name first; a name written in one piece gives one sign, or two for the known double surnames."""
    if len(words) >= 2:
        return Author(family=words[0], given="".join(words[1:]))
    name = words[0]
    if len(name) in {2, 3, 4} and not re.search("[\u3040-\u30ff]", name) and not _japanese(name):
        cut = 2 if name[:2] in CJK_SURNAMES_OF_TWO and len(name) > 2 else 1
        return Author(family=name[:cut], given=name[cut:])
    return Author(literal=name)


def _japanese(name: str) -> bool:
    """Four Han signs are two and two in Japanese and cannot be told apart from others: left whole."""
    return len(name) == 4 and name[:2] not in CJK_SURNAMES_OF_TWO


def _family_first(parts: list[str]) -> Author:
    """ "von Last, First", "von Last, Jr, First", "Last, First, Jr."; degrees fall away."""
    parts = [part for number, part in enumerate(parts) if number == 0 or not DEGREE.match(part)]
    suffix = next((part for part in parts[1:] if SUFFIX.match(part)), None)
    rest = [part for part in parts[1:] if part != suffix]
    family = parts[0]
    if not rest:
        bare = _parsed(family)
        return replace(bare, suffix=suffix or bare.suffix)
    given = " ".join(rest)
    words = given.split()
    while len(words) > 1 and words[-1].lower() in PARTICLES - NEVER_FIRST and words[-1].islower():
        family = f"{words.pop()} {family}"  # "Berg, A. van den"
    if len(words) > 1 and SUFFIX.match(words[-1]) and suffix is None:
        suffix = words.pop()
    return Author(family=family, given=_dotted(" ".join(words)), suffix=suffix)


def _given_first(words: list[str]) -> Author:
    suffix = None
    while len(words) > 2 and (SUFFIX.match(words[-1]) or DEGREE.match(words[-1])):
        last = words.pop()
        suffix = last if SUFFIX.match(last) else suffix
    if _is_vancouver(words):
        return Author(family=" ".join(words[:-1]), given=_dotted(words[-1]), suffix=suffix)
    start = len(words) - 1
    while start > 1 and _is_particle(words[start - 1]):
        start -= 1
    if start == 1 and _is_particle(words[0]) and words[0].islower():
        start = 0
    if start == 0:
        return Author(family=" ".join(words), suffix=suffix)
    return Author(given=_dotted(" ".join(words[:start])), family=" ".join(words[start:]), suffix=suffix)


def _is_particle(word: str) -> bool:
    low = word.lower()
    return low in PARTICLES and (
        word[0].islower()
        or low
        in {
            "van",
            "von",
            "der",
            "den",
            "de",
            "del",
            "della",
            "di",
            "da",
            "dos",
            "du",
            "la",
            "le",
            "ter",
            "ten",
            "al",
            "el",
            "bin",
            "ibn",
        }
    )


def _is_vancouver(words: list[str]) -> bool:
    """ "Smith JM": the last word is one to three capitals, and what stands before is no initial."""
    last = words[-1]
    joined = RUN_TOGETHER.match(last) or re.fullmatch(r"(?:[A-ZÀ-ÖØ-Þ]\.-?){1,4}", last)
    if not joined:
        return False
    return all(len(word.strip(".")) > 1 and not (word.isupper() and len(word) <= 3) for word in words[:-1])


def _dotted(given: str) -> str | None:
    """Given names with a dot after each single letter: "S A" as "S. A.", "J-P" as "J.-P."; "SA" and full names stay."""
    out = []
    for word in re.sub(r"(?<=[^\W\d_]\.)(?=[^\W\d_])", " ", given).split():
        parts = [part.strip(".") for part in word.split("-") if part]
        if all(len(part) == 1 and part.isalpha() and not is_cjk(part) for part in parts):
            out.append("-".join(f"{part}." for part in parts))
        else:
            out.append(word)
    return " ".join(out) or None


# lists -------------------------------------------------------------------------------------------

ET_AL = re.compile(
    r"[\s,;&]*(?:\b(?:and|und|et|y|e|&)\s+)?(?:\bet\.?\s*al\b\.?|\bu\.\s?a\.|\band others\b|\bothers\b|等|他|ほか|외|"
    r"(?:…|\.{3})+\s*$|\b(?:and\s+)?(?:\d{1,4}|many|several)\s+(?:more|others?|additional)(?:\s+(?:co-?)?authors?)?)\s*[,.;]*",
    re.IGNORECASE,
)
ELLIPSIS = re.compile(r"[\s,;]*(?:…|\.{3,}|\[\.\.\.\]|⋯)[\s,;]*")
AND = re.compile(r"\s*(?:[,;]\s*)?(?:\s(?:and|und|et|y|og|och|en|with)\s|\s?&\s?|\s?＆\s?)\s*", re.IGNORECASE)
BIBTEX_AND = re.compile(r"\s+and\s+", re.IGNORECASE)


def split_names(text: str) -> NameList:
    """An author line cut into names, whichever way they are separated and written."""
    text = clean_text(text).strip(" .:,;&" if not re.search(r"\b[^\W\d_]\.$", text.strip()) else " :,;&")
    truncated = False
    if found := ET_AL.search(text):
        text, truncated = text[: found.start()] + " " + text[found.end() :], True
    if found := ELLIPSIS.search(text):
        text, truncated = ELLIPSIS.sub(", ", text).strip(" ,"), True
    text = text.strip(" ,;&")
    if not text:
        return NameList((), truncated)
    return NameList(tuple(name for name in _pieces(text) if name), truncated)


def _pieces(text: str) -> list[str]:
    for separator in (";", "·", "•", "、", "，", "|", " / ", "；", "／"):
        if separator in text:
            parts = [part for half in text.split(separator) for part in AND.split(half)]
            return [part.strip(" ,.") if not _ends_with_initial(part) else part.strip(" ,") for part in parts]
    by_and = [part for part in re.split(r"\s(?:and|und|et|y)\s|\s?&\s?", text, flags=re.IGNORECASE) if part.strip(" ,")]
    if len(by_and) > 1 and all(_is_inverted(part.strip(" ,")) for part in by_and):
        return [part.strip(" ,") for part in by_and]  # "Last, F. and Last, F."
    parts = [part.strip() for part in AND.sub(", ", text).split(",") if part.strip()]
    if _pairs_up(parts):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return _mixed(parts)


def _ends_with_initial(text: str) -> bool:
    return bool(re.search(r"\b[^\W\d_]\.\s*$", text))


def _is_inverted(part: str) -> bool:
    return part.count(",") == 1 or (part.count(",") == 2 and bool(SUFFIX.match(part.split(",")[1].strip())))


def _pairs_up(parts: list[str]) -> bool:
    """Whether the comma parts are family, given, family, given: every second one is initials."""
    return (
        len(parts) >= 2
        and len(parts) % 2 == 0
        and all(is_initials(part) for part in parts[1::2])
        and not any(is_initials(part) for part in parts[::2])
    )


def is_initials(part: str) -> bool:
    """Whether a piece between commas is nothing but initials: "S.-P.", "SA", "J. M."."""
    bare = MARK.sub("", part).strip()
    return (
        bool(INITIALS.match(bare))
        and bare.replace(".", "").replace("-", "").replace(" ", "").isupper()
        and len(bare.replace(".", "").replace(" ", "").replace("-", "")) <= 4
    )


def _mixed(parts: list[str]) -> list[str]:
    """Join initials, suffixes to the family name before them; the rest are whole names."""
    names: list[str] = []
    for part in parts:
        if names and SUFFIX.match(part):
            names[-1] += f", {part}"
        elif names and is_initials(part) and "," not in names[-1] and not is_initials(names[-1].split()[0]):
            names[-1] += f", {part}"
        else:
            names.append(part)
    return names


# comparing ---------------------------------------------------------------------------------------

Likeness = Literal["same", "compatible", "different"]


@lru_cache(maxsize=300_000)
def name_parts(author: Author) -> tuple[str, tuple[str, ...]]:
    """The folded family name and the folded given names or initials."""
    if author.family is None:
        return fold(author.literal or ""), ()
    given = (author.given or "").replace(".", " ").replace("-", " ")
    if not author.family.isupper():  # "SA" is two initials, unless the whole name is shouted
        given = " ".join(" ".join(word) if RUN_TOGETHER.match(word) else word for word in given.split())
    return fold(author.family), tuple(fold(given).split())


def same_person(left: Author, right: Author) -> Likeness:
    """Whether two spellings can be one person: the same full names, compatible initials, or not."""
    if left.variant and right.variant and fold(left.variant) == fold(right.variant):
        return "same"
    (family, given), (other_family, other_given) = name_parts(left), name_parts(right)
    if family.replace(" ", "") == other_family.replace(" ", ""):
        return _given_likeness(given, other_given)
    words, others = {family, *given}, {other_family, *other_given}
    if words == others and len(words) > 1:  # family and given swapped
        return "same"
    shorter, longer = sorted((family.split(), other_family.split()), key=len)
    if (
        shorter
        and len(longer) > len(shorter)
        and (longer[-len(shorter) :] == shorter or longer[: len(shorter)] == shorter)
    ):
        return "compatible" if _given_likeness(given, other_given) != "different" else "different"
    return "different"


def _given_likeness(given: tuple[str, ...], other: tuple[str, ...]) -> Likeness:
    if not given or not other:
        return "compatible"
    if given == other:
        return "same" if len(given[0]) > 1 else "compatible"
    for mine, theirs in zip(given, other, strict=False):
        if mine != theirs and not (
            mine.startswith(theirs) if len(theirs) == 1 else theirs.startswith(mine) if len(mine) == 1 else False
        ):
            joined, others = "".join(given), "".join(other)  # "JeanPaul" and "Jean Paul", "Jian-Wei" and "Jianwei"
            return "same" if joined == others and len(joined) > 2 else "different"
    if len(given[0]) > 1 and given[0] == other[0]:
        return "same"
    return "compatible"
