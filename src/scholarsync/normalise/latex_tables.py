"""The LaTeX commands that bibliographies use, with what they print."""

from __future__ import annotations

import re
from functools import cache

from pylatexenc.latexencode import get_builtin_uni2latex_dict

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328",
    "b": "\u0331", "t": "\u0361", "G": "\u030f", "f": "\u0311", "h": "\u0309",
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304", "acute": "\u0301",
    "grave": "\u0300", "ddot": "\u0308", "dot": "\u0307", "check": "\u030c", "breve": "\u0306", "vec": "\u20d7",
    "mathring": "\u030a", "overline": "\u0304",
}  # fmt: skip
"""Accent command to the combining sign it puts on the next letter."""

ACCENT_OF_MARK = {mark: name for name, mark in reversed(ACCENTS.items()) if len(name) == 1}

SYMBOLS = {
    "ss": "ß", "SS": "ẞ", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ",
    "ng": "ŋ", "NG": "Ŋ", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "LaTeXe": "LaTeX2e",
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textquotesingle": "'",
    "textquotedblleft": "“", "textquotedblright": "”", "quotedblbase": "„", "quotesinglbase": "‚", "glqq": "„",
    "grqq": "“", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»",
    "textquotedbl": '"', "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`",
    "textbackslash": "\\", "textbar": "|", "textless": "<", "textgreater": ">", "textunderscore": "_",
    "textbraceleft": "{", "textbraceright": "}", "textdollar": "$", "textregistered": "®", "texttrademark": "™",
    "textcopyright": "©", "copyright": "©", "textdegree": "°", "degree": "°", "textmu": "µ", "texteuro": "€",
    "euro": "€", "EUR": "€", "pounds": "£", "textsterling": "£", "textyen": "¥", "textcent": "¢", "S": "§",
    "P": "¶", "dag": "†", "ddag": "‡", "dots": "…", "ldots": "…", "textellipsis": "…", "cdots": "⋯",
    "textbullet": "•", "textperiodcentered": "·", "textexclamdown": "¡", "textquestiondown": "¿",
    "textordfeminine": "ª", "textordmasculine": "º", "textonehalf": "½", "textonequarter": "¼",
    "textthreequarters": "¾", "texttimes": "×", "textpm": "±", "textnumero": "№", "lbrace": "{", "rbrace": "}",
    "backslash": "\\", "lq": "‘", "rq": "’", "slash": "/", "quad": " ", "qquad": " ", "space": " ",
    "newline": " ", "linebreak": " ", "par": " ", "enspace": " ", "thinspace": " ", "nobreakspace": " ",
    "textvisiblespace": " ", "sim": "∼", "approx": "≈", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "neq": "≠",
    "ne": "≠", "to": "→", "ell": "ℓ", "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔",
    "Rightarrow": "⇒", "infty": "∞", "times": "×", "pm": "±", "mp": "∓", "cdot": "·", "circ": "°", "ast": "∗",
    "star": "⋆", "epsilon": "ε", "varepsilon": "ε", "phi": "φ", "varphi": "φ", "theta": "θ", "vartheta": "ϑ",
    "hbar": "ℏ", "prime": "′", "propto": "∝", "partial": "∂", "nabla": "∇", "alpha": "α", "beta": "β",
    "gamma": "γ", "delta": "δ", "zeta": "ζ", "eta": "η", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "sum": "∑", "prod": "∏", "int": "∫", "in": "∈",
    "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "emptyset": "∅",
    "wedge": "∧", "vee": "∨", "neg": "¬", "oplus": "⊕", "otimes": "⊗", "equiv": "≡", "cong": "≅", "ll": "≪",
    "gg": "≫", "perp": "⊥", "parallel": "∥", "setminus": "∖", "lesssim": "≲", "gtrsim": "≳", "odot": "⊙",
    "mid": "|", "lvert": "|", "rvert": "|", "vert": "|", "Vert": "‖", "langle": "⟨", "rangle": "⟩", "lfloor": "⌊",
    "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "log": "log", "ln": "ln", "exp": "exp", "min": "min", "max": "max",
    "sup": "sup", "inf": "inf", "sin": "sin", "cos": "cos", "tan": "tan", "lim": "lim", "det": "det",
    "dim": "dim", "ker": "ker", "deg": "deg", "arg": "arg", "gcd": "gcd", "Pr": "Pr", "mod": "mod", "bmod": "mod",
    "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "",
    "displaystyle": "", "textstyle": "", "limits": "", "nolimits": "",
}  # fmt: skip
"""Control word to what it prints; these hold over the larger table of pylatexenc, which has some slips."""

SIGNS = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", "\r": " ",
    "\\": " ", ",": " ", ";": " ", ":": " ", ">": " ", "!": "", "-": "", "/": "", "@": "", "*": "", "(": "", ")": "",
    "[": "", "]": "", "|": "‖",
}  # fmt: skip
"""Control sign to what it prints."""

SILENT = frozenset(
    "textit textbf emph textrm textsf texttt textsc textsl textup textmd textnormal text mbox hbox fbox mathrm "
    "mathit mathbf mathsf mathtt mathcal boldsymbol bm operatorname it bf em rm sf tt sc sl itshape bfseries "
    "rmfamily sffamily ttfamily scshape slshape upshape mdseries normalfont normalsize small footnotesize "
    "scriptsize large Large LARGE tiny huge Huge ensuremath uppercase MakeUppercase MakeLowercase lowercase "
    "protect relax nobreak allowbreak url path nolinkurl underline uline enquote mathop mathnormal bibinfo "
    "bibfnamefont bibnamefont selectfont noindent unskip ignorespaces xspace NoCaseChange ce boldmath unboldmath "
    "textquote mathfrak mathscr begingroup endgroup leavevmode hfill textsw cyr sout ul hl mathord mathbin "
    "mathrel mathpunct oldstylenums".split()
)
"""Commands that print nothing themselves; their argument is printed."""

DROPPED = frozenset(
    "noopsort hspace vspace label color textcolor foreignlanguage footnote thanks cite citep citet href hyperlink "
    "hskip texorpdfstring phantom raisebox fontsize fontencoding fontfamily orcid orcidlink index".split()
)
"""Commands whose first argument is not printed (a second one is)."""

ESCAPES = {
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_",
    "~": "\\textasciitilde{}", "`": "\\textasciigrave{}", "^": "\\textasciicircum{}", "–": "--", "—": "---",
    "ß": "{\\ss}", "æ": "{\\ae}", "Æ": "{\\AE}", "œ": "{\\oe}", "Œ": "{\\OE}", "ø": "{\\o}", "Ø": "{\\O}",
    "ł": "{\\l}", "Ł": "{\\L}", "å": "{\\aa}", "Å": "{\\AA}", "ı": "{\\i}",
}  # fmt: skip

SUPERSCRIPTS = dict(zip("0123456789+-=()ni−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ⁻", strict=True)) | {"°": "°", "∗": "*", "′": "′"}
SUBSCRIPTS = dict(zip("0123456789+-=()−", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋", strict=True))
DOUBLE_STRUCK = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))


@cache
def read_symbols() -> dict[str, str]:
    """Every control word that prints one sign, the larger table under the one here."""
    words: dict[str, str] = {}
    for point, latex in get_builtin_uni2latex_dict().items():
        word = re.fullmatch(r"(?:\\ensuremath\{)?\\([A-Za-z]+)\}?", latex)
        if word and word.group(1) not in SILENT:
            words.setdefault(word.group(1), chr(point))
    return {word: sign for word, sign in words.items() if word not in ACCENTS} | SYMBOLS
