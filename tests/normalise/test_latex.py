"""LaTeX as bibliographies spell it, read as a person would and written so that it can be read again."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scholarsync.normalise.latex import to_latex, to_text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("plain words", "plain words"),
        # accents, with braces in every place that people put them
        (r"Garn{\'e}", "Garné"),
        (r"Garn\'{e}", "Garné"),
        (r"Garn{\'{e}}", "Garné"),
        (r"Garn\'e", "Garné"),
        (r"M{\"u}ller, M\"uller, M{\"{u}}ller", "Müller, Müller, Müller"),
        (r"\'\i, {\'\i}, \'{\i}", "í, í, í"),
        (r"Dvo\v r\'ak, \v{S}ebor, {\v{C}}apek", "Dvořák, Šebor, Čapek"),
        (r"\c{c} {\c c} \k{a} \H{o} \r{a} \.z \=a \u{g} \d{t}", "ç ç ą ő å ż ā ğ ṭ"),
        (r"\'{\^e}", "ế"),
        (r"\o{} \O{}re \ss \ae{}r {\L}ukasz \aa", "ø Øre ßær Łukasz å"),
        (r"\i\u{g}d\i r", "ığdır"),
        (r'Bl{"{u}}me and Bl{"u}me', "Blüme and Blüme"),
        # specials, and the same signs unescaped by careless hands
        (r"AT\&T AT&T 100\% 100% \#1 a\_b a_b \$5", "AT&T AT&T 100% 100% #1 a_b a_b $5"),
        ("from $5 to $6", "from $5 to $6"),
        ("one $ alone", "one $ alone"),
        ("a^b", "a^b"),
        # type faces and boxes
        (r"Decline of {\textit{Nothura}} in {\em wet} \emph{years}", "Decline of Nothura in wet years"),
        (r"{\bf Bold} {\it italic}", "Bold italic"),
        (r"\mbox{CamelCase} {{UPPER}} {L}ower", "CamelCase UPPER Lower"),
        (r"\LaTeX{} and \TeX", "LaTeX and TeX"),
        (r"\href{https://example.org/a_b}{the words}", "the words"),
        (r"\textcolor{red}{red} \foreignlanguage{ngerman}{Wort}", "red Wort"),
        (r"\texorpdfstring{$\alpha$}{alpha} decay", "alpha decay"),
        (r"words\footnote{not these}", "words"),
        (r"\url{https://example.org/}", "https://example.org/"),
        (r"{\noopsort{1973a}}Tome", "Tome"),
        # formulas
        ("$O(n^2)$", "O(n²)"),
        (r"$\alpha$-stable", "α-stable"),
        ("CO$_2$ and CO$_{2}$", "CO₂ and CO₂"),
        (r"x$_{ij}$ and $e^{tx}$", "x_ij and e^tx"),
        (r"$\mathbb{R}^n$ $\mathbf{x} \in \mathbb R$", "ℝⁿ x ∈ℝ"),
        (r"$\frac{1}{2}$ $\sqrt{n}$ $\ell_1$", "1/2 √n ℓ₁"),
        (r"1\textsuperscript{st} H\textsubscript{2}O", "1st H₂O"),
        # dashes, quotes, spaces
        ("1--2 a---b -x-", "1–2 a—b -x-"),
        ("``double'' `single' don't", "“double” ‘single’ don't"),
        (r"J.~P.\,Q.\ R.", "J. P. Q. R."),
        # what is not known stays
        (r"\unknown{kept} \unheard of", r"kept \unheard of"),
        (r"\^{} \~{}", "^ ~"),
        ("}} unbalanced {{", " unbalanced "),
        ("\\", "\\"),
        ("", ""),
    ],
)  # fmt: skip
def test_latex_is_read_as_typeset(latex, text):
    assert to_text(latex) == text


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("Burning 100 % straw", r"Burning 100 \% straw"),
        ("Maps & Rivers", r"Maps \& Rivers"),
        ("Łódź, Ærø, Öre", r"{\L}{\'o}d{\'z}, {\AE}r{\o}, {\"O}re"),
        ("Erdős ű", r"Erd{\H{o}}s {\H{u}}"),
        ("1–2", "1--2"),
        ("a_b {c} #1 $5 ~^\\", r"a\_b \{c\} \#1 \$5 \textasciitilde{}\textasciicircum{}\textbackslash{}"),
        ("漢字 and кот", "漢字 and кот"),
        ("", ""),
    ],
)  # fmt: skip
def test_text_is_written_as_latex(text, latex):
    assert to_latex(text) == latex


@given(st.text(max_size=80))
def test_what_is_written_is_read_back(text):
    assert to_text(to_latex(text)) == unicodedata.normalize("NFC", text)


@given(st.text(alphabet="-–—'`!?\"$\\{}^_~%& aéû", max_size=30))
def test_what_is_written_is_read_back_among_special_signs(text):
    assert to_text(to_latex(text)) == text


@given(st.text(alphabet="\\{}$^_~%&'`\"-.,; aeiouLOtextit\n", max_size=120))
def test_any_latex_has_a_reading(latex):
    assert isinstance(to_text(latex), str)


@pytest.mark.parametrize(
    "latex",
    ["{" * 200_000, "\\'" * 100_000, "$" * 100_001, "\\'{" * 60_000 + "a" * 60_000, "$" + "_{" * 60_000 + "x" + "}" * 60_000,
     "\\frac{" * 60_000, "`" * 100_001, "-" * 100_001, "\\" * 100_001, "$ " * 50_000, "\\$" * 50_000 + "$" * 3],
    ids=range(11),
)  # fmt: skip
def test_hostile_latex_costs_little(latex):
    start = time.process_time()
    to_text(latex)

    assert time.process_time() - start < 3
