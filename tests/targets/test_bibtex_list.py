"""BibTeX and biblatex files: braces and escapes where LaTeX reads text, and nowhere else."""

import shutil
import subprocess
from dataclasses import replace

import pytest

from scholarsync.formats import bibtex as notation
from scholarsync.model import Author, Record, Work
from scholarsync.targets import ListOptions, biblatex, bibtex

ADA, BO = Author(family="Quill", given="Ada"), Author(family="Reed", given="Bo")


def work(label="quill2031kites", **more):
    given = {"title": "Kites", "year": 2031, "date": "2031", "authors": (ADA,), **more}
    chosen = Record(key="a:1", source="a", **given)
    return Work(key="a:1", chosen=chosen, records=("a:1",), label=label)


def written(*works, target=bibtex):
    return target.target.render(works, ListOptions())


def value(name, *, target=bibtex, **more):
    """What stands between the braces of one field."""
    (entry,) = notation.parse(written(work(**more), target=target)).entries
    raw = next((field.raw for field in entry.fields if field.name == name), None)
    return raw and raw.removeprefix("{").removesuffix("}")


WHOLE = {
    "title": "Maps & Rivers of Łódź", "authors": (ADA, replace(BO, suffix="Jr.")), "date": "2031-05-17", "volume": "7",
    "venue": "Maps & Rivers", "type": "article", "number": "2", "pages": "55-81", "publisher": "Kite & Sons",
    "doi": "10.5555/ab_1", "arxiv_id": "3101.00001", "ids": {"issn": "1234-5679"}, "url": "https://example.org/AF_AFQ1?a=1&b=%20",
    "links": {"pdf": "https://example.org/a_b.pdf"}, "status": "in press",
}  # fmt: skip


def test_an_entry_as_bibtex_wants_it():
    assert (
        written(work(**WHOLE))
        == r"""@article{quill2031kites,
  author        = {Quill, Ada and Reed, Jr., Bo},
  title         = {Maps \& Rivers of {\L}{\'o}d{\'z}},
  journal       = {Maps \& Rivers},
  year          = {2031},
  month         = may,
  volume        = {7},
  number        = {2},
  pages         = {55--81},
  publisher     = {Kite \& Sons},
  issn          = {1234-5679},
  doi           = {10.5555/ab_1},
  eprint        = {3101.00001},
  archiveprefix = {arXiv},
  url           = {https://example.org/AF_AFQ1?a=1&b=%20},
  pdf           = {https://example.org/a_b.pdf},
  note          = {in press},
}
"""
    )


def test_an_entry_as_biblatex_wants_it():
    assert (
        written(work(**WHOLE), target=biblatex)
        == r"""@article{quill2031kites,
  author       = {Quill, Ada and Reed, Jr., Bo},
  title        = {Maps \& Rivers of {\L}{\'o}d{\'z}},
  journaltitle = {Maps \& Rivers},
  date         = {2031-05-17},
  volume       = {7},
  number       = {2},
  pages        = {55--81},
  publisher    = {Kite \& Sons},
  issn         = {1234-5679},
  pubstate     = {inpress},
  doi          = {10.5555/ab_1},
  eprint       = {3101.00001},
  eprinttype   = {arxiv},
  url          = {https://example.org/AF_AFQ1?a=1&b=%20},
  pdf          = {https://example.org/a_b.pdf},
}
"""
    )


# titles

TITLES = [
    ("Burning 100 % straw", r"Burning 100 \% straw"),
    ("R&D at AT&T", r"{R}\&{D} at {AT}\&{T}"),
    ("The snake_case of #1", r"The snake\_case of \#1"),
    ("a~b ^c \\d", r"a\textasciitilde{}b \textasciicircum{}c \textbackslash{}d"),
    ("p < 0.05 and q > 2", r"p \textless{} 0.05 and q \textgreater{} 2"),
    ("The set {a, b}", r"The set \{a, b\}"),
    ("An unbalanced } brace", r"An unbalanced {\textbraceright} brace"),
    ("From $5 to $6", r"From \$5 to \$6"),
    ("In $O(n^2)$ steps", "In $O(n^2)$ steps"),
    (r"On $\alpha$-decay in $^{12}$C", r"On $\alpha$-decay in $^{12}${C}"),
    (r"On $\input{x}$ and \input{y}", r"On \$\textbackslash{}input\{x\}\$ and \textbackslash{}input\{y\}"),
    ("A Study Of The MNIST Data", "A Study Of The {MNIST} Data"),
    ("An mRNA and an iPhone with H2O", "An {mRNA} and an {iPhone} with {H2O}"),
    ("On the voyages of Darwin and the turtles of an island", "On the voyages of {Darwin} and the turtles of an island"),
    ("Kites: A survey of the usual designs", "Kites: A survey of the usual designs"),
    ("Through the Looking Glass of Kites", "Through the Looking Glass of Kites"),
    ("Vitamin C and grade A eggs", "Vitamin {C} and grade {A} eggs"),
    ("日本語の題名", "日本語の題名"),
]  # fmt: skip


@pytest.mark.parametrize(("title", "latex"), TITLES)
def test_titles_keep_their_signs_and_capitals(title, latex):
    assert value("title", title=title) == latex


@pytest.mark.parametrize(
    "sign", ["{", "}", "}}", "{{{", "}{", "\\", "\\}", "@article{x,", '"', "%", "\x00", "\n\n", "\ud800"]
)
@pytest.mark.parametrize("field", ["title", "venue", "volume", "status", "publisher", "number", "pages", "url"])
def test_no_text_breaks_its_entry(field, sign):
    hostile = f"https://example.org/{sign}a" if field == "url" else f"Maps {sign} Rivers"
    text = written(work(type="article", **{field: hostile}), work(label="next", title="Next"))

    book = notation.parse(text)

    assert book.faults == ()
    assert [entry.key for entry in book.entries] == ["quill2031kites", "next"]
    assert book.entries[1].value("title") == "Next"
    text.encode("utf-8")


# names

NAMES = [
    (Author(family="Ruck Wills", given="Rhona"), "Ruck Wills, Rhona"),
    (Author(family="Arden", given="Ann"), "Arden, Ann"),
    (Author(family="van der Berg", given="Ada B."), "van der Berg, Ada B."),
    (Author(family="King", given="M.", suffix="Jr."), "King, Jr., M."),
    (Author(family="King", suffix="Jr."), "King, Jr., {}"),
    (Author(family="Ruck Wills"), "{Ruck Wills}"),
    (Author(family="Plato"), "Plato"),
    (Author(family="Thorn", given="Marie-Lou", variant="陶明"), "Thorn, Marie-Lou"),
    (Author(literal="The Kite and Rope Group", collaboration=True), "{The Kite and Rope Group}"),
    (Author(literal="Kites, Ropes & Co."), r"{Kites, Ropes \& Co.}"),
    (Author(family="Sand and Sea", given="Ada"), "{Sand and Sea}, Ada"),
    (Author(family="Quill", given="Ada, Bo"), "Quill, {Ada, Bo}"),
    (Author(family="Brace}", given="{Ada"), r"Brace{\textbraceright}, {\textbraceleft}Ada"),
    (Author(family="Ñandú", given="Søren"), r"{\~N}and{\'u}, S{\o}ren"),
]  # fmt: skip


@pytest.mark.parametrize(("author", "latex"), NAMES)
def test_names_are_split_again_as_they_were(author, latex):
    assert value("author", authors=(author,)) == latex
    assert len(notation.split_names(value("author", authors=(author, BO)))) == 2


def test_cut_list_ends_in_others():
    assert value("author", authors=(ADA, BO), authors_truncated=True) == "Quill, Ada and Reed, Bo and others"
    assert value("author", authors=(ADA,), authors_truncated=None) == "Quill, Ada"
    assert value("author", authors=()) is None


# identifiers, dates, kinds, keys


@pytest.mark.parametrize("target", [bibtex, biblatex])
@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("url", {"url": "https://example.org/AF_AFQ1#a&b=%20~x$"}),
        ("doi", {"doi": "10.5555/ab_1#(x)<y>%"}),
        ("eprint", {"arxiv_id": "hep-th/9901001"}),
        ("pdf", {"links": {"pdf": "https://example.org/a_b.pdf?x=1&y=2"}}),
    ],
)
def test_identifiers_and_addresses_are_never_escaped(target, name, more):
    stated = next(iter(more.values()))

    assert value(name, target=target, **more) == (stated if isinstance(stated, str) else stated["pdf"])


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "not a url"])
@pytest.mark.parametrize("target", [bibtex, biblatex])
def test_only_web_addresses_are_written(target, url):
    assert url not in written(work(url=url, links={"pdf": url}), target=target)


def test_a_year_alone_gains_no_month():
    assert "month" not in written(work(year=2020, date="2020"))
    assert value("date", target=biblatex, year=2020, date="2020") == "2020"
    assert value("date", target=biblatex, year=2020, date="2020-05") == "2020-05"
    assert "month         = feb" not in written(work(date="2031"))


@pytest.mark.parametrize(
    ("kind", "plain", "newer", "field"),
    [
        ("article", "article", "article", ("journal", "journaltitle")),
        ("conference", "inproceedings", "inproceedings", ("booktitle", "booktitle")),
        ("thesis", "phdthesis", "thesis", ("school", "institution")),
        ("report", "techreport", "report", ("institution", "institution")),
        ("preprint", "misc", "online", ("howpublished", "howpublished")),
        ("dataset", "misc", "dataset", ("howpublished", "howpublished")),
        ("patent", "misc", "patent", ("howpublished", "howpublished")),
    ],
)
def test_kinds_have_their_entry_types(kind, plain, newer, field):
    assert written(work(type=kind, venue="Here")).startswith(f"@{plain}{{")
    assert written(work(type=kind, venue="Here"), target=biblatex).startswith(f"@{newer}{{")
    assert (value(field[0], type=kind, venue="Here"), value(field[1], target=biblatex, type=kind, venue="Here")) == (
        "Here",
        "Here",
    )


@pytest.mark.parametrize(
    ("venue", "volume", "kind"),
    [
        ("Journal of Kites", None, "article"),
        ("5th Workshop on Kites", None, "inproceedings"),
        ("Kites", "7", "article"),
        ("Kites", None, "misc"),
    ],
)
def test_kind_that_nobody_states_is_read_off_the_venue(venue, volume, kind):
    assert written(work(venue=venue, volume=volume)).startswith(f"@{kind}{{")


@pytest.mark.parametrize("label", ["a b", "a,b", "a}b", "a%b", 'a"b', "a\\b", "a#b=c", None])
def test_keys_hold_no_sign_that_ends_them(label):
    (entry,) = notation.parse(written(work(label=label))).entries

    assert entry.key in {"a-b", "a-b-c", "a:1"}


@pytest.mark.parametrize("target", [bibtex, biblatex])
def test_no_two_entries_have_one_key(target):
    keys = [
        entry.key for entry in notation.parse(written(work("a,b"), work("a b"), work("A-b"), target=target)).entries
    ]

    assert keys == ["a-b", "a-b-2", "A-b-3"]


def test_no_works_make_an_empty_file():
    assert written() == ""
    assert written(target=biblatex) == ""


@pytest.mark.skipif(not (shutil.which("bibtex") and shutil.which("pdflatex")), reason="no bibtex and pdflatex on PATH")
def test_a_nasty_list_goes_through_bibtex_and_the_oldest_fonts(tmp_path):
    hostile = [
        "${",
        r"\input{x}",
        r"$\input{x}$",
        r"$\alpha$ & $x^2_i$",
        "100 % \\",
        "~^_#$%&{}",
        "<b> | 'x'' !`",
        "}{",
        r"\end{x}",
        "Łódź ế",
    ]
    names = (Author(literal="A {Group", collaboration=True), Author(family="E}", given="Ö$ and x", suffix="Jr."))
    made = [
        work(
            f"k{number}", title=text, venue=text, type=kind, volume=text, status=text, authors=(*names, ADA), pages=text
        )
        for number, text in enumerate(hostile)
        for kind in ("article", "conference", "preprint", "thesis", "book", "report")
    ]
    (tmp_path / "l.bib").write_text(written(*made), "utf-8")
    (tmp_path / "d.tex").write_text(
        r"\documentclass{article}\usepackage[utf8]{inputenc}\usepackage{amsmath}\begin{document}\nocite{*}"
        r"\bibliographystyle{plain}\bibliography{l}\end{document}"
    )

    latex = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-no-shell-escape", "d.tex"]
    for command in (latex, ["bibtex", "d"], latex):
        subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)

    said = (tmp_path / "d.blg").read_text("latin-1")
    assert "error message" not in said
    assert (tmp_path / "d.bbl").read_text("utf-8").count(r"\bibitem") == len(made)
    assert [line for line in (tmp_path / "d.log").read_text("latin-1").splitlines() if line.startswith("!")] == []
