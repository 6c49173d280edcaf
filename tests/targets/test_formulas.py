"""Formulas in titles: let through only where they are mathematics and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.targets.formulas import pieces, shown

FORMULAS = [
    r"$\alpha$", "$x^2$", "$x^{n+1}_i$", r"$\frac{1}{2}$", r"$\sqrt{s}=13$", r"$\mathcal{O}(n \log n)$", r"$\mathbb{R}^n$",
    "$^{12}$", "$f''$", "$f'_i$", r"$\hat{x}_{\mathrm{max}}$", r"$A \to B$", "$(1+1)$", r"$\ell_1$", r"$x_\alpha^\prime$",
]  # fmt: skip
TEXTS = [
    r"$\input{/etc/passwd}$", r"$\write18{ls}$", r"$\csname end\endcsname$", r"$\def\x{y}$", r"$\unheard$", r"$\left($", "$x{$",
    "$x}y{$", "$_$", "$x^$", "$x^2^3$", "$x^2'$", "$f' '$", r"$x_\log$", r"$\frac{1}$", r"$\sqrt$", "$50%$", "$a#b$", "$a&b$",
    "$a~b$", "$5-$6", "US$ and A$", "$ x $", "$$", "$", r"\$x\$ and \$", "$é$", r"$\verb|x|$", r"$x\\y$",
    "${" + "{" * 20 + "x" + "}" * 21 + "$", r"$\text{a}$",
]  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_mathematics_is_a_formula(formula):
    assert pieces(f"On {formula} decay") == [("On ", False), (formula, True), (" decay", False)]


@pytest.mark.parametrize("text", TEXTS)
def test_all_else_is_text(text):
    assert pieces(text) == [(text, False)]


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        (r"The $\alpha$-decay of $^{12}$C", "The α-decay of ¹²C"),
        ("In $O(n^2)$ steps", "In O(n²) steps"),
        (r"The $n$th $\mathbb{R}^n$", "The nth ℝⁿ"),
        ("From $5 to $6", "From $5 to $6"),
        (r"\alpha & x_i < {y}", r"\alpha & x_i < {y}"),
    ],
)
def test_formulas_are_spelled_out_for_those_without_latex(title, plain):
    assert shown(title) == plain


@given(st.text(alphabet="$^_{}\\ a1'%frac", max_size=60))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_pieces_make_up_the_text(text):
    assert "".join(piece for piece, _ in pieces(text)) == text


@pytest.mark.parametrize(
    "text", ["$" * 20_000, "$" + "{" * 20_000, "$" + "x^{" * 90 + "$", "$\\" * 10_000, "$a" * 20_000]
)
def test_hostile_text_takes_no_time(text):
    assert "".join(piece for piece, _ in pieces(text)) == text
