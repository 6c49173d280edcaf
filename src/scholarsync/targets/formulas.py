r"""Formulas in titles: told from dollars, let through to LaTeX only where harmless, spelled out elsewhere.

A title may come from any page, and LaTeX is a programming language: ``$\input{…}$`` reads a file.
So a formula is what a small grammar takes, with commands from one table; all else is text.
"""

from __future__ import annotations

import re

from scholarsync.normalise.latex import to_text
from scholarsync.normalise.latex_tables import SYMBOLS

DELIMITED = re.compile(r"\$(?=[^$\s])([^$]{1,300})(?<!\s)\$(?!\d)")
TOKEN = re.compile(r"\\([A-Za-z]+)|\\[,;: !|{}]|[{}^_]|\s|'+|[A-Za-z0-9+\-*/=<>()\[\]|.,:;!?@]")
OF_ONE = frozenset(
    "mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak sqrt hat tilde bar vec dot ddot check breve acute "
    "grave overline underline widehat widetilde operatorname boldsymbol mathring".split()
)
OF_TWO = frozenset({"frac", "binom"})
"""Commands with one argument and with two, each in braces."""
SIGNS = frozenset(word for word in SYMBOLS if not word.startswith("text")) - frozenset(
    "ss SS ae AE oe OE o O l L aa AA i j dh DH dj DJ th TH ng NG LaTeX TeX BibTeX LaTeXe quotedblbase quotesinglbase "
    "glqq grqq guillemotleft guillemotright guillemetleft guillemetright degree euro EUR pounds S P dag ddag copyright "
    "lq rq slash space nobreakspace thinspace enspace left right big Big bigl bigr Bigl Bigr limits nolimits par "
    "newline linebreak mod bmod displaystyle textstyle dots".split()
)
"""Commands that stand for themselves in mathematics; the others of the table belong to text or ask for more."""
SCRIPTS = frozenset(
    "epsilon varepsilon phi varphi theta vartheta alpha beta gamma delta zeta eta iota kappa lambda mu nu xi pi rho "
    "sigma tau upsilon chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell infty ast star "
    "prime circ pm mp perp parallel odot".split()
)
"""Commands of one sign, which may stand raised or lowered without braces."""
DEEPEST = 8


def pieces(text: str) -> list[tuple[str, bool]]:
    """A text as (piece, whether it is a formula), in order; formulas keep their dollars."""
    out: list[tuple[str, bool]] = []
    last = 0
    for found in DELIMITED.finditer(text):
        if is_formula(found[1]):
            out += [(text[last : found.start()], False), (found[0], True)]
            last = found.end()
    out.append((text[last:], False))
    return [(piece, formula) for piece, formula in out if piece]


def shown(text: str) -> str:
    """A text for those who have no LaTeX: its formulas as Unicode, as far as that goes."""
    return "".join(to_text(piece) if formula else piece for piece, formula in pieces(text))


def is_formula(inner: str) -> bool:
    """Whether what stands between two dollars is mathematics that any LaTeX with amsmath takes."""
    tokens: list[str] = []
    at = 0
    while at < len(inner):
        found = TOKEN.match(inner, at)
        if found is None or (found[1] and not _is_known(found[1])):
            return False
        if not found[0].isspace():
            tokens.append(found[0])
        at = found.end()
    return bool(tokens) and _row(tokens, 0, depth=0) == len(tokens)


def _is_known(command: str) -> bool:
    return command in OF_ONE or command in OF_TWO or command in SIGNS


def _row(tokens: list[str], at: int, *, depth: int) -> int:
    """Where a row of atoms that begins here ends: at a closing brace, the end, or the first mistake."""
    start = at
    while at < len(tokens) and tokens[at] != "}":
        if at > start or tokens[at] not in {"^", "_"}:  # a row may begin with a script: $^{12}$C
            at = _atom(tokens, at, depth=depth)
        if at < 0:
            return -1
        primed = at > start and at < len(tokens) and tokens[at][0] == "'"
        at += primed
        scripts = "^" if primed else ""
        while at < len(tokens) and tokens[at] in {"^", "_"} and tokens[at] not in scripts:
            scripts += tokens[at]
            at = _argument(tokens, at + 1, depth=depth)
            if at < 0:
                return -1
    return at


def _atom(tokens: list[str], at: int, *, depth: int) -> int:
    """The end of one sign, group or command with its arguments; -1 where there is none."""
    sign = tokens[at]
    if sign == "{":
        return _group(tokens, at, depth=depth)
    if sign[0] in "^_}'":
        return -1
    for _ in range(1 if sign[1:] in OF_ONE else 2 if sign[1:] in OF_TWO else 0):
        at = _group(tokens, at + 1, depth=depth) - 1
        if at < 0:
            return -1
    return at + 1


def _argument(tokens: list[str], at: int, *, depth: int) -> int:
    """The end of what a script applies to."""
    if at >= len(tokens) or tokens[at][0] == "'" or (len(tokens[at]) > 1 and tokens[at][1:] not in SCRIPTS):
        return -1
    return _atom(tokens, at, depth=depth)


def _group(tokens: list[str], at: int, *, depth: int) -> int:
    """The end of a group in braces; -1 where there is none."""
    if at >= len(tokens) or tokens[at] != "{" or depth >= DEEPEST:
        return -1
    end = _row(tokens, at + 1, depth=depth + 1)
    return end + 1 if 0 <= end < len(tokens) and tokens[end] == "}" else -1
