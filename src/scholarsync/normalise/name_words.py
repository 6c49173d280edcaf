"""The words and signs that stand in names without being anybody's name."""

from __future__ import annotations

import re
from functools import lru_cache

PARTICLES = frozenset(
    "van von der den de da do dos das del della dello delle di du des la le lo las los el al ten ter te tot zu zum zur "
    "vom af av bin ibn ben bint e y 't op het in 'd d' l' dal dalla degli dei st. st saint san abu abd auf".split()
)
"""Words that belong to the family name when they stand before it, lower case in most spellings."""

CAPITAL_PARTICLES = frozenset("van von der den de del della di da dos du la le ter ten al el bin ibn st. saint".split())
"""Particles that belong to the family name also when they are capitalised."""

NEVER_BEHIND = frozenset("e y in st. st saint san la le al ben el lo".split())
"""Particles that are no particles behind the given name ("Berg, A. van" against "Berg, Al")."""

SUFFIX = re.compile(r"^(?:jr|sr|junior|senior|filho|neto|ii|iii|iv|2nd|3rd)\.?$", re.IGNORECASE)

DEGREE = re.compile(r"^(?:ph\.?\s?d|m\.?d|m\.?sc|b\.?sc|dr|prof|dphil|m\.?a|mph|frcp|esq)\.?$", re.IGNORECASE)

TITLE_BEFORE = re.compile(
    r"^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|sir|pd|priv\.-doz|dipl\.-ing|ing)\.?\s+(?:dr\.?\s+)?)(?=\S)", re.IGNORECASE
)

SIGNS = "*∗＊⁎†‡§¶‖#^⋆★☆✉✝✢♠♦♣♥♯✦◇△▲○●◦∙⊕✻✼❖📧🏆⭐🌟✨👑🥇💡🎓📩✍🔔=~+∥⧫⟡𝛼¹²³⁴⁵⁶⁷⁸⁹⁰°"
"""Signs that point from a name to a remark."""

MARK = re.compile(
    rf"[{re.escape(SIGNS)}\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]+|"
    r"(?:(?<=[A-Za-zÀ-ɏ])|(?<=[A-Za-zÀ-ɏ]\s))[αβªº]+(?=\W*$)"
)
"""The signs; Greek and raised letters only where they hang on a Latin name ("M.ª" and "Μαρία" hold none)."""

MEANING = {
    "*": "equal",
    "∗": "equal",
    "＊": "equal",
    "✉": "corresponding",
    "📧": "corresponding",
    "📩": "corresponding",
}
"""What a sign means wherever it is used."""

COLLABORATION = re.compile(
    r"\b(?:collaboration|consortium|working group|study group|team|network|initiative|investigators|committee|group|"
    r"project|survey|task force|contributors|alliance|partnership|developers)s?\b|合作组|合作組|コラボレーション",
    re.IGNORECASE,
)

BEHALF = re.compile(
    r"^(?:and\s+)?(?:on behalf of|for)\s+(?:the\s+)?(?=.*\b(?:collaboration|consortium|group|team|investigators)\b)",
    re.IGNORECASE,
)

LEADING_CAPITALS = re.compile(r"\b(?:[A-Z]\.){2,}$")
"""An abbreviation at the end that keeps its stop ("Orrery Observatory U.S.")."""

DOUBLE_SURNAMES = frozenset(
    "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 夏侯 皇甫 尉迟 公孙 慕容 남궁 황보 제갈 선우 독고".split()
)
"""Family names of two signs."""


@lru_cache(maxsize=1 << 16)
def is_special(word: str) -> bool:
    """Whether a word of a name may be something else than a plain given or family name."""
    low = word.lower()
    return (
        low in PARTICLES
        or low in CAPITAL_PARTICLES
        or any(pattern.match(word) for pattern in (SUFFIX, DEGREE))
        or TITLE_BEFORE.match(f"{word} X") is not None
        or COLLABORATION.search(word) is not None
    )
