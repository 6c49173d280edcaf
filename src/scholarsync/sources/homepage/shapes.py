"""What one unit of an author list is, told by its shape alone: initials, a family name, a full name …."""

from __future__ import annotations

import re
from functools import lru_cache

from scholarsync.sources.homepage.lexicon import TITLE_WORDS, fold

UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚΑ-ΩА-ЯЁԱ-Ֆ"
CJK = "\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Letters only: the brackets and stops between them are no part of a name."""
CJK_LETTER = re.compile("[\u2e80-\ud7af\uf900-\ufaff]")
MARKS = "*†‡§¶#✉⋆★∗⁎✝✦♯♭∥‖⊕⊗☨☆◇^+=⚖🏆🎉📧📩♣♠♥♦△▲●○■□◆✩✽❋¹²³⁴⁵⁶⁷⁸⁹⁰"
NEVER = frozenset({"In", "On", "Of", "To", "The", "And", "For", "An", "By", "At", "With", "From", "How", "Why"})
"""Capitalised words that begin titles and remarks, never names."""
PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le el al bin ibn ter ten zu zum zur af av san santa y e i "
    "d l lo los las "
    "dal dalla dei degli 't vom bar ben abu op ap st ten".split()
)
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "jr.", "sr."})
CONJUNCTIONS = frozenset({"and", "und", "et", "y", "e", "i", "og", "och", "ve"})
LOWER_IN_NAMES = PARTICLES | frozenset("and und et y e i og och en ve ja with by et. al".split())
ET_AL = re.compile(
    r"^(?:et\.? ?al(?:ii|ia)?\b\.?|and (?:\d{1,4} )?(?:others|more)\b.*|others\b|u\. ?a\.|y otros|e altri|(?:and "
    r")?\d{1,4} (?:more )?(?:co-?)?(?:authors?|others)\b.*|"
    r"(?:\d{1,4} )?more authors?\b.*|\d{1,4} more|他\d*名?|ほか|等|외.*|\.\.\.+|…|…*)$",
    re.IGNORECASE,
)
INITIALS = re.compile(
    rf"^(?:[{UPPER}][a-z]?\.?(?:[ ]?[-‐‑–]?[ ]?[{UPPER}][a-z]?\.){{0,5}}|(?:[{UPPER}][.]?[-‐‑– ]?){{1,4}})\.{{0,2}}$"
)
INITIAL = re.compile(rf"^(?:[{UPPER}][a-zà-ÿ]?\.)(?:[-‐‑–]?[{UPPER}][a-zà-ÿ]?\.?)*$|^[{UPPER}]$|^[{UPPER}]-[{UPPER}]$")
CAPS = re.compile(rf"^[{UPPER}]{{1,4}}$|^[{UPPER}][-‐‑][{UPPER}]$")
NAME_WORD = re.compile(
    rf"^[{UPPER}’'ʻ‘`][^\W\d_]*(?:[-‐‑–'’‘`ʻ·.][^\W\d_]+)*\.?$|^(?:d|l|al|el|o|"
    rf"O)[-'’][{UPPER}][^\W\d_]+(?:[-‐‑][^\W\d_]+)*$"
)
CJK_NAME = re.compile(
    rf"^[{CJK}]{{2,6}}$|^[{CJK}]{{1,3}}[ 　][{CJK}]{{1,4}}$|^[{CJK}ァ-ヶー]{{2,10}}[・·][{CJK}ァ-ヶー]{{1,14}}$|"
    rf"^[ァ-ヶー・]{{3,18}}$|^[가-힣]{{2,4}}$"
)
CJK_PHRASE = re.compile(r"^[をがはにのでと]|を|[\u4e00-\u9fff][がはにので][\u4e00-\u9fff]")
"""Japanese particles between words, which names have not."""
GROUP = re.compile(
    r"\b(?:team|collaboration|consortium|group|working group|initiative|network|project|committee|consorci\w+|"
    r"collaborators|alliance|members|coauthors|community|investigators)\b"
)
"""Words, in lower case, that groups are called by."""
NO_PERSON = re.compile(
    r"\b(?:phys|math|lett|proc|commun|appl|comput|theor|acad|chem|biol|nucl|astrophys|geom|topol|journal|"
    r"proceedings|transactions|conference|symposium|workshop|university|universit[àéät]\w*|"
    r"universidade?|letters|review|"
    r"physics|mathematics|science|sciences|engineering|arxiv|biorxiv|annals|department|institute|laboratory|press|"
    r"springer|elsevier|"
    r"ieee|acm|neurips|icml|iclr|cvpr|iccv|eccv|publications?|papers?|thesis|dissertation|systems?|networks?|"
    r"models?|learning|"
    r"vol|volume|pages|publisher|isbn|issn|issue|studies|quarterly|bulletin|magazine|newsletter|"
    r"pdf|code|slides|video|bibtex|poster|doi|spotlight|oral|award|best|research|analysis|theory|data|"
    r"international)\b|大学|学会|研究|論文|学报|期刊"
)
"""Words, in lower case, that show a capitalised unit to be no person."""
EDITOR = "eds?|hrsg|hg|éds?|editors?|coords?|orgs?|dirs?|red|ред|сост|επιμ|szerk|a cura di"
CJK_PART = "(?:[共合]?(?:編著?|编著?|著|訳|译|譯)|主[編编]|[監监]修|分担執筆)"
"""What tells the part of persons beside writing: editors, translators."""
NOTES = re.compile(
    rf"^[(（]?(?:{EDITOR}|comps?|{CJK_PART}|equal contributions?|co-first|"
    r"corresponding(?: author)?|speaker|presenter|ent|trans)\.?[)）]?$",
    re.IGNORECASE,
)
EDITED = re.compile(
    rf"[\s,(\[]+(?:{EDITOR})\.?[\s)\]]*$|(?<=[{CJK}][{CJK}])[（(]?{CJK_PART}[)）]?$",
    re.IGNORECASE,
)
LONGEST_EDITED = 40


def without_edited(text: str) -> str:
    """A list of persons without the "(Eds.)" that ends it."""
    found = EDITED.search(text, max(0, len(text) - LONGEST_EDITED))
    return text[: found.start()] if found else text


def strip_marks(name: str) -> str:
    """A name without the signs that stand on it."""
    return name.strip().strip(MARKS + " ,;:").strip()


def is_cjk_text(text: str) -> bool:
    """Whether CJK letters make up most of the text."""
    if text.isascii() or not CJK_LETTER.search(text):
        return False
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and sum("\u2e80" <= c <= "\ud7af" or "\uf900" <= c <= "\ufaff" for c in letters) * 2 > len(
        letters
    )


@lru_cache(maxsize=1 << 14)
def is_no_person(name: str) -> bool:
    """Whether a unit holds a word that no person is called by."""
    return NO_PERSON.search(name.lower()) is not None


def begins_with_name(text: str) -> bool:
    """Whether the first words could be a name; cheap, and wrong only on the generous side."""
    words = text.split(None, 3)[:3]
    return all(not word[0].islower() or word.strip(",;.&").lower() in LOWER_IN_NAMES for word in words)


CAPITAL_FAMILY = re.compile(rf"^[{UPPER}]{{2,}} [{UPPER}]{{1,3}}\.?$")
"""A short family name in capitals and its initials: "LI X", "WU YQ"."""


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
    if CJK_NAME.match(unit) and not CJK_PHRASE.search(unit):
        return "C"
    if unit.lower() in SUFFIXES:
        return "J"
    if CAPITAL_FAMILY.match(unit) and not is_no_person(unit):
        return "N"
    if INITIALS.match(unit) and not re.match(rf"^[{UPPER}][a-z]$", unit):
        return "I"
    words = unit.split()
    is_group = GROUP.search(unit.lower()) is not None
    if is_no_person(unit) and not is_group:
        return "X"
    if is_group and len(words) <= 8 and (unit[0].isupper() or (words[0] == "the" and unit[4:5].isupper())):
        return "G"
    return _shape_of_words(words)


def _shape_of_words(words: list[str]) -> str:
    if (
        words[-1] in CONJUNCTIONS
        or len(words) > 7
        or (len(words) > 2 and words[0] == "A" and not any(INITIAL.match(word) for word in words[1:]))
    ):
        return "X"
    initials = names = 0
    for index, word in enumerate(words):
        if INITIAL.match(word) or (
            CAPS.match(word) and len(words) > 1 and (index in (0, len(words) - 1)) and len(word) <= 3
        ):
            initials += 1
        elif re.match(rf"^(?:[{UPPER}]\.)+[{UPPER}][^\W\d_]+$", word):
            initials, names = initials + 1, names + 1  # "S.A.Fox", a blank forgotten
        elif (
            word.lower().strip(".") in PARTICLES and len(words) > 1 and (word.islower() or 0 < index < len(words) - 1)
        ) or (word.lower().strip(".") in SUFFIXES and index == len(words) - 1):
            continue
        elif (
            NAME_WORD.match(word)
            and (fold(word) not in TITLE_WORDS or len(word) <= 3)
            and not (index == 0 and word in NEVER)
        ):
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
