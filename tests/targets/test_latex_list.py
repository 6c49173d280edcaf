"""The LaTeX list: escaped as LaTeX reads it, and a document that compiles whatever the titles hold."""

import shutil
import subprocess

import pytest
from awkward import works

from scholarsync.errors import ConfigError
from scholarsync.model import Author, Record, Work
from scholarsync.targets import ListOptions, latex

PDFLATEX = shutil.which("pdflatex")
NASTY = [
    "${", r"\input{/etc/passwd}", r"$\input{/etc/passwd}$", r"$\alpha$-decay and $x^{2}_i$", "100 % straw \\", "~^_#$%&{}",
    "α β ≤ ∞ → ℏ 日本語 한국어 العربية עברית हिन्दी ไทย 😀 ﬁ ş ș ŉ ſ ĸ ẽ", "<b>bold</b> | \"quoted\" ''x'' !` ?`", "^^41 ^^M",
    r"\end{document}", "a--b---c", "[opt] *star", "𝓛 𝔸 ﬃ ½ ⅓ № ™ ℃ Å K", "\u0301start", "«guillemets» ‹x› ‚a‘ „b“",
    "a\u00adb\u00a0c\u2009d\u202fe\u3000f\u2028g", "Ω₂, x²⁻, ‖x‖, ⟨y⟩, √2, ∉", "a\x00b\x1bc\ud800d\n\n\\par e", r"\begin{itemize}",
    "end of group }}} and {{{", r"\catcode`\%=12 \def\x#1{#1}", r"\verb|x| \\[2cm] \item", "ﷺ", "",
]  # fmt: skip


def nasty(number, text):
    names = (
        Author(literal=text or "x", collaboration=True),
        Author(family="L\\'E{", given="Ö$", suffix="Jr.", marks=("equal", "corresponding")),
    )
    chosen = Record(
        key=f"n:{number}", source="n", title=text, authors=names, authors_truncated=True, year=2031, date="2031", venue=text,
        volume=text, pages=text, status=text, doi=f"10.5555/a_b<c>#%{{}}\\{number}",
        links={text or "x": f"https://example.org/a_b%20#x{{y}}^~$&é\\{number}", "js": "javascript:alert(1)"},
    )  # fmt: skip
    return Work(key=chosen.key, chosen=chosen, records=(chosen.key,), label=f"nasty{number}")


def listed(title="Kites", **more):
    record = Record(key="a:1", source="a", title=title, year=2031, date="2031", **more)
    return latex.target.render([Work(key="a:1", chosen=record, label="kites")], ListOptions(owners=("Ada Quill",)))


def test_an_entry_as_a_cv_shows_it():
    authors = (Author(family="Quill", given="Ada", marks=("equal",)), Author(family="Reed", given="Bo"))

    text = listed(
        "Maps & $O(n^2)$ in 100 %", authors=authors, venue="Maps & Rivers", doi="10.5555/ab_1", status="in press"
    )

    assert (
        r"  \item {}\textbf{Ada Quill}\textsuperscript{*}, Bo Reed. Maps \& {$O(n^2)$} in 100 \%. \emph{Maps \& Rivers}, 2031."
        r" in press. \href{https://doi.org/10.5555/ab_1}{[doi]}"
    ).replace("{$O(n^2)$}", "$O(n^2)$") in text
    assert r"\noindent * equal contribution" in text


def test_letters_that_pdftex_lacks_are_named_for_this_list_alone():
    text = listed("日 and ∞")

    assert r"\DeclareUnicodeCharacter{65E5}{Ri}" in text
    assert r"\DeclareUnicodeCharacter{221E}{\ensuremath{\infty}}" in text
    assert "DeclareUnicodeCharacter" not in listed("Zürich – Łódź")


@pytest.mark.parametrize("text", [r"\input{/etc/passwd}", r"$\input{/etc/passwd}$", r"\write18{ls}", r"\def\x{y}"])
def test_commands_of_a_title_are_text(text):
    assert text.strip("$").partition("{")[0] not in listed(text, venue=text, status=text)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", r"run:x.exe"])
def test_only_web_addresses_are_links(url):
    assert r"\href" not in listed(links={"pdf": url}, url=url)


def test_own_template_is_escaped():
    works = [Work(key="a:1", chosen=Record(key="a:1", source="a", title="5 % & more"), label="k")]
    options = ListOptions(template=r"\cvitem{}{[[ {{ works[0].title }} ]]}")

    assert latex.target.render(works, options) == r"\cvitem{}{[[ 5 \% \& more ]]}"
    with pytest.raises(ConfigError, match="template"):
        latex.target.render(works, ListOptions(template="{{ works[0].__class__.__mro__ }}"))


@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex on PATH: the list is not compiled")
@pytest.mark.parametrize("count", [0, 60])
def test_any_list_compiles(tmp_path, count):
    entries = [nasty(number, text) for number, text in enumerate(NASTY)] if count else []
    text = latex.target.render(
        [*entries, *works(count)], ListOptions(title="P & Q_1 % ${", owners=("Ada Quillfeather",))
    )
    (tmp_path / "list.tex").write_text(text, "utf-8")

    run = subprocess.run(
        [PDFLATEX, "-draftmode", "-interaction=nonstopmode", "-no-shell-escape", "list.tex"],
        cwd=tmp_path, capture_output=True, timeout=120, check=False,
    )  # fmt: skip

    log = (tmp_path / "list.log").read_text("latin-1")
    assert [line for line in log.splitlines() if line.startswith("!")] == []
    assert run.returncode == 0
