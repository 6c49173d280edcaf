"""Titles: text as a person would print it, and the folded forms that comparing needs."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

BLANKS = re.compile(r"\s+")
NOT_LETTERS = re.compile(r"[\W_]+")
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\x00-\x08\x0b-\x1f\x7f-\x9f]")
QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "「": "」", "『": "』", "《": "》", "``": "''"}
TAG = re.compile(
    r"</?(?:i|b|em|strong|sub|sup|span|small|u|tt|a|p|br|scp|math|font|mml:[a-z]+|m[a-z]{1,9})\b[^<>]{0,300}>",
    re.IGNORECASE,
)
SPECIAL = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE",
                         "œ": "oe", "Œ": "OE", "ı": "i", "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH"})  # fmt: skip
"""Letters that Unicode does not decompose into a plain one and a mark."""
MOST_LAYERS = 6
"""Of quotes and stops around a title; more are no title's."""
MOJIBAKE = re.compile("[ÃÂâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡-¿]")


@lru_cache(maxsize=200_000)
def fold(text: str) -> str:
    """Case, accents, punctuation and blanks folded; letters and digits of every script stay."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(SPECIAL))
        text = "".join(c for c in text if not unicodedata.combining(c))
        text = unicodedata.normalize("NFKC", text)
    return NOT_LETTERS.sub(" ", text.casefold()).strip()


def title_key(text: str) -> str:
    """The folded title without blanks: equal for spellings that differ in nothing but punctuation and case."""
    return fold(text).replace(" ", "")


def clean_text(text: str) -> str:
    """One line of plain Unicode: entities decoded (also twice escaped), NFC, no invisible signs, single blanks."""
    if text.isascii() and text.isprintable() and "&" not in text and "  " not in text:
        return text.strip()
    for _ in range(MOST_LAYERS):  # what one layer hid (an entity, an invisible sign) may spell the next
        cleaned = _without_layer(text)
        if cleaned == text:
            break
        text = cleaned
    return text


def _without_layer(text: str) -> str:
    text = html.unescape(text) if "&" in text else text
    if MOJIBAKE.search(text):
        import ftfy  # the lazy door: it costs a command's start more than all of this module

        text = ftfy.fix_text(text, uncurl_quotes=False, fix_character_width=False, max_decode_length=len(text) + 1)
    text = INVISIBLE.sub("", BLANKS.sub(" ", text))
    return BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip()


def clean_title(text: str) -> str:
    """A title without markup, outer quotes and the full stop that ends its sentence; case and formulas stay."""
    text = clean_text(text)
    if "<" in text:
        text = BLANKS.sub(" ", TAG.sub("", text)).strip()
    for _ in range(MOST_LAYERS):
        if text[:1].isalnum() and text[-1:].isalnum():
            break
        text = _unquoted(_without_stop(text))
    return text


def _without_stop(text: str) -> str:
    """Without a trailing comma or single full stop; an ellipsis and an abbreviation like "U.S." keep theirs."""
    text = text.strip(" ,;\u3000")
    if text.endswith(("。", "．")):
        return text[:-1].rstrip()
    if text.endswith(".") and not text.endswith("..") and not re.search(r"(?:^|\W)(?:\w\.){2,}$", text[-40:]):
        return text[:-1].rstrip()
    return text


def _unquoted(text: str) -> str:
    """Without quotes that enclose all of it; inner ones stay."""
    for left, right in QUOTES.items():
        if len(text) > len(left) + len(right) and text.startswith(left) and text.endswith(right):
            inner = text[len(left) : -len(right)]
            if left not in inner and right not in inner:
                return inner.strip(" ,")
    return text
