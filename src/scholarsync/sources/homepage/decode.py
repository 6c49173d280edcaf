"""Bytes to text: what a page really is encoded in, whatever it declares.

A byte-order mark is believed first, then valid UTF-8, then the declared charset (HTTP header,
`meta`, XML prolog) when it decodes the bytes, then a statistical guess.  Declarations come
late because they are wrong more often than valid UTF-8 is an accident.
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WIDER = {
    "iso-8859-1": "windows-1252", "latin-1": "windows-1252", "latin1": "windows-1252", "us-ascii": "windows-1252",
    "ascii": "windows-1252", "iso-8859-9": "windows-1254", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932", "sjis": "cp932", "windows-31j": "cp932",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "big5": "big5hkscs",
}  # fmt: skip
"""Names that browsers read as a larger encoding, because pages that declare them use the larger one."""

GUESSES = [
    "cp932",
    "euc_jp",
    "gb18030",
    "big5hkscs",
    "cp949",
    "cp1250",
    "cp1251",
    "koi8_r",
    "cp1252",
    "cp1253",
    "cp1254",
]
DECLARED = re.compile(rb"""(?:charset|encoding)\s{0,9}=\s{0,9}["']?\s{0,9}([A-Za-z0-9_.:-]{2,40})""")
LOOK_AT = 4096
"""A declaration stands in the first bytes or it does not count."""
BINARY = (b"%PDF", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"{\\rtf")
UNPRINTED = bytes({*range(32), 127} - set(b"\t\n\f\r\x1b"))
"""Bytes that stand in no text, whatever its encoding; ESC switches the alphabets of ISO-2022."""
STRAY = 0.02
"""Share of such bytes that a damaged page may have."""
GUESS_FROM = 60_000


def is_binary(body: bytes) -> bool:
    """Whether these are not the bytes of a text: a known kind of file, or full of what no text holds."""
    if body.startswith(BINARY):
        return True
    if any(body.startswith(mark) for mark, _ in BOMS):
        return False
    head = body[:LOOK_AT]
    return len(head) - len(head.translate(None, UNPRINTED)) > STRAY * len(head)


def decode(body: bytes, *, content_type: str | None = None) -> str:
    """The text of a page; characters that no reading explains become U+FFFD."""
    for mark, encoding in BOMS:
        if body.startswith(mark):
            return body.decode(encoding, errors="replace").lstrip("\ufeff")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy(body, content_type)
    return text if "\x1b$" not in text else _escaped_japanese(body, text)


def _decode_legacy(body: bytes, content_type: str | None) -> str:
    if _nearly_utf8(body):
        return body.decode("utf-8", errors="replace")
    for name in _declared(body, content_type):
        try:
            text = body.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        if not any("\x80" <= character <= "\x9f" for character in text[:GUESS_FROM]):
            return text
    return _guess(body)


def _escaped_japanese(body: bytes, otherwise: str) -> str:
    """ISO-2022-JP is seven-bit, hence valid UTF-8; its escapes betray it."""
    try:
        return body.decode("iso2022_jp_ext")
    except UnicodeDecodeError:
        return otherwise


def _declared(body: bytes, content_type: str | None) -> list[str]:
    found = DECLARED.findall((content_type or "").encode("ascii", "ignore")) + DECLARED.findall(body[:LOOK_AT])
    names = [name.decode("ascii").lower() for name in found]
    return [WIDER.get(name, name) for name in names if name not in {"utf-8", "utf8"}]


def _nearly_utf8(body: bytes) -> bool:
    """UTF-8 with a few broken places (a cut, a pasted byte) is still UTF-8."""
    text = body.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    sound = sum(1 for character in text[:GUESS_FROM] if "\x7f" < character != "\ufffd")
    return sound > 20 * broken


def _guess(body: bytes) -> str:
    """The likeliest legacy encoding, judged by the lines that are not plain ASCII."""
    lines = [line for line in re.split(rb"[\r\n]+", body) if not line.isascii()]
    sample = b"\n".join(lines)[:GUESS_FROM]
    best = from_bytes(sample, cp_isolation=GUESSES, threshold=0.6).best()
    encoding = best.encoding if best is not None else "cp1252"
    text = body.decode(encoding, errors="replace")
    return text if text.count("\ufffd") * 50 < len(sample) else body.decode("cp1252", errors="replace")
