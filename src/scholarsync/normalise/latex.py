"""LaTeX to plain Unicode and back, behind guards for the traps of the library underneath.

pylatexenc cuts the text at a bare ``%``, spreads ``AT&T``, drops ``\\LaTeX`` and recurses on
deep braces; what it cannot do is done before, and where it fails the text stands as it was.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
from pylatexenc.latexencode import UnicodeToLatexEncoder
from pylatexenc.latexwalker import LatexWalkerError

DEEPEST = 40
NEEDS_WORK = re.compile(r"[\\{}$~]|--|``|''")
BARE = re.compile(r"(?<!\\)([%&#])")
MATH = re.compile(r"(?<!\\)\$([^$]{1,300})\$")
HREF = re.compile(r"\\href\s*\{[^{}]{0,2000}\}\s*")
NAMED = {
    r"\LaTeX": "LaTeX",
    r"\TeX": "TeX",
    r"\BibTeX": "BibTeX",
    r"\slash": "/",
    r"\textendash": "–",
    r"\textemdash": "—",
}
ESCAPES = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
           "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}  # fmt: skip


def _converter() -> LatexNodes2Text:
    context = get_default_latex_context_db()
    context.add_context_category(
        "scholarsync",
        prepend=True,
        macros=[MacroTextSpec(name.lstrip("\\"), simplify_repl=text) for name, text in NAMED.items()],
    )
    return LatexNodes2Text(latex_context=context, math_mode="text", strict_latex_spaces=False, keep_comments=True)


CONVERTER = _converter()
ENCODER = UnicodeToLatexEncoder(
    non_ascii_only=True,
    replacement_latex_protection="braces-all",
    unknown_char_policy="keep",
    unknown_char_warning=False,
)


@lru_cache(maxsize=50_000)
def to_text(latex: str) -> str:
    """LaTeX as plain Unicode; text that is no LaTeX comes back as it was."""
    if not NEEDS_WORK.search(latex):
        return latex.replace(r"\%", "%")
    if _depth(latex) > DEEPEST:
        return re.sub(r"[{}]", "", latex)
    text = HREF.sub("", latex)
    text = BARE.sub(r"\\\1", text)
    text = re.sub(r"\\mbox\s*\{", "{", text)
    text = re.sub(r"\\(LaTeX|TeX|BibTeX)(?![A-Za-z])(?:\{\})?", r"\1", text)
    try:
        plain: str = CONVERTER.latex_to_text(text, tolerant_parsing=True)
    except (LatexWalkerError, ValueError, IndexError, AttributeError, TypeError, RecursionError):
        return re.sub(r"\\[A-Za-z]+\s?|[{}\\$]", "", latex)
    return re.sub(r"[ \t\n\r]+", " ", plain).strip()


def _depth(text: str) -> int:
    depth = deepest = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        deepest = max(deepest, depth)
    return deepest


def to_latex(text: str) -> str:
    """Plain Unicode as LaTeX text: special signs escaped, accents as macros, other scripts kept."""
    escaped = "".join(ESCAPES.get(sign, sign) for sign in text)
    encoded: str = ENCODER.unicode_to_latex(escaped)
    return encoded
