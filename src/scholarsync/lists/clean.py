"""Values as they may be put into a file: one line of printable text."""

from __future__ import annotations

import html
import re
import unicodedata

from anyascii import anyascii

BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the writing direction and can make a text look like another."""


def one_line(value: str) -> str:
    """The value without line ends, control signs and doubled blanks."""
    kept = "".join(" " if _breaks(sign) else sign for sign in value if sign not in BIDI)
    return " ".join(kept.split())


def _breaks(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp", "Co", "Cn"}


def page_text(value: str, *, markdown: bool, encoding: str) -> str:
    """Plain text as it stands in HTML or Markdown, where nothing in it is taken for markup or a theme's tag."""
    value = html.escape(one_line(value), quote=False).replace("{{", "&#123;&#123;").replace("{%", "&#123;%")
    if markdown:
        value = re.sub(r"[\\`*\[\]|]|(?<![^\W_])_|_(?![^\W_])", lambda sign: f"&#{ord(sign[0])};", value)
    if not can_encode(value, encoding):
        value = value.encode(encoding, "xmlcharrefreplace").decode(encoding)
    return value


def can_encode(value: str, encoding: str) -> bool:
    """Whether a value can be written in the encoding as it is."""
    try:
        value.encode(encoding)
    except UnicodeError:
        return False
    return True


def slug(value: str, *, longest: int = 60, joint: str = "-") -> str:
    """The value as a name for a file or an anchor: ASCII letters and digits, words joined."""
    words = re.findall(r"[a-z0-9]+", anyascii(value).lower())
    text = ""
    for word in words:
        if text and len(text) + len(joint) + len(word) > longest:
            break
        text = f"{text}{joint}{word}" if text else word[:longest]
    return text or "publication"


def web_address(value: str | None) -> str | None:
    """The value when it is a plain http(s) address, safe in an attribute, a link target and a field."""
    if value is None or not re.fullmatch(r"https?://[^\s<>\"'`{}|\\^\x00-\x20\x7f]+", value, re.IGNORECASE):
        return None
    return value
