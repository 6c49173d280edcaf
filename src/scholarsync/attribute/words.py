"""Words of titles and venues as they are compared, and family names known to be common."""

from __future__ import annotations

import re

from scholarsync.attribute.names import latin_letters
from scholarsync.normalise.titles import fold

_WORD = re.compile(r"[^\W\d_]{2,}|\d{2,}")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ed", "es", "al", "ic", "s", "e", "y")
_STEM = 4
_PLAIN = """
the of and in on for with from by to an at as is are be into using based via its their new study
der die das und von für les des une dans pour
"""
_SURNAMES = """
wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang han cao deng
feng peng zeng xiao tian dong yuan pan yu jiang cai wei lu du ye cheng su lv ding ren shen yao fan wong chan chang
lee cheung ng kim park choi jung kang cho yoon jang lim shin seo kwon hwang ahn song oh hong
tanaka suzuki sato takahashi watanabe ito yamamoto nakamura kobayashi saito kato
smith johnson williams brown jones miller davis wilson taylor anderson thomas moore martin jackson white
singh kumar gupta sharma nguyen tran muller garcia martinez rodriguez lopez silva santos khan ali
"""

PLAIN_WORDS = frozenset(_PLAIN.split())
"""Words that say nothing of a field."""
COMMON_SURNAMES = frozenset(_SURNAMES.split())
"""Family names that a great many unrelated people bear; among few records, counting cannot show it."""


def stem(word: str) -> str:
    """A word without the commonest endings, so that singular and plural meet."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: -len(ending)]
    return word


def words_of(text: str | None) -> list[str]:
    """Stems of the words of a title or venue; Chinese, Japanese and Korean stand as pairs of signs."""
    found = []
    for word in _WORD.findall((text or "").lower()):
        if word.isascii():
            if word not in PLAIN_WORDS:
                found.append(stem(word))
        elif word in PLAIN_WORDS:
            continue
        elif any(c >= "\u2e80" for c in word):
            found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
        else:
            found.append(stem(latin_letters(fold(word))))
    return found
