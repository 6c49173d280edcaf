r"""A LaTeX list for a CV: a document that compiles as it is, its body fit for \input elsewhere.

pdfTeX stops at a letter it has no glyph for, so the preamble names every such sign of this very
list with what to print instead: a symbol where LaTeX has one, else its Latin transcription.
XeTeX and LuaTeX skip those lines and print the letters themselves.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from anyascii import anyascii

from scholarsync.model import Work
from scholarsync.normalise.latex import to_latex
from scholarsync.normalise.latex_tables import SYMBOLS
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.bibtex import title
from scholarsync.targets.citation import Name, by_year, details, legend, links, names, tidied, venue
from scholarsync.targets.template import fill

HEAD = r"""\documentclass[11pt]{article}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\else\usepackage{fontspec}\fi
\usepackage{textcomp,amsmath,amssymb}
\usepackage[margin=2.5cm]{geometry}
\usepackage[hidelinks]{hyperref}
"""
URL_SIGNS = str.maketrans({"%": r"\%", "#": r"\#"})
SAFE_IN_URLS = "%/:?#@!$&'()*+,;=~[]-._"
MARKS = str.maketrans({"✉": r"\dag"})
"""Marks that no text font of pdfTeX has."""
KNOWN = frozenset("–—‘’‚“”„†‡•…‰‹›€™") | {chr(point) for point in range(0xA1, 0x180)} - set("ĸŀŉſ")
"""Signs beyond ASCII that pdfTeX prints with the T1 and TS1 fonts."""
IN_FORMULAS = {
    sign: command
    for command, sign in SYMBOLS.items()
    if len(sign) == 1 and not sign.isascii() and sign not in KNOWN and not command.startswith(("text", "quot", "euro"))
}


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a LaTeX document, a section a year.

    Raises:
        ConfigError: the user's template has a mistake.
    """
    works = tidied(works)
    if options.template is not None:
        return fill(options.template, works, options, escape=to_latex)
    body = "\n".join(_body(works, options))
    return "\n".join([HEAD + "".join(_declared(body)) + r"\begin{document}", body, r"\end{document}", ""])


def _body(works: Sequence[Work], options: ListOptions) -> Iterable[str]:
    yield rf"\section*{{{to_latex(options.title)}}}"
    for year, group in by_year(works) if options.group_by_year else [("", list(works))]:
        if year:
            yield rf"\subsection*{{{year}}}"
        if group:
            yield from (r"\begin{itemize}", *(item(work, options) for work in group), r"\end{itemize}")
    meaning = legend(works, options)
    if meaning:
        yield rf"\noindent {to_latex(meaning).translate(MARKS)}"


def item(work: Work, options: ListOptions) -> str:
    """One work as an item."""
    record = work.chosen
    people = ", ".join(_name(name) for name in names(record, options))
    place = venue(record, options)
    where = (rf"\emph{{{to_latex(place)}}}" if place else "", to_latex(details(record)), str(record.year or ""))
    urls = " ".join(rf"\href{{{_address(url)}}}{{[{to_latex(label)}]}}" for label, url in links(record).items())
    et_al = ", et al" if record.authors_truncated and people else ""
    state = to_latex(record.status) if record.status else ""
    parts = (people + et_al, title(record.title or ""), ", ".join(part for part in where if part), state)
    return rf"  \item {{}}{'. '.join(part for part in parts if part)}. {urls}".rstrip()


def _name(name: Name) -> str:
    text = rf"\textbf{{{to_latex(name.text)}}}" if name.owner else to_latex(name.text)
    return text + (rf"\textsuperscript{{{to_latex(name.mark).translate(MARKS)}}}" if name.mark else "")


def _address(url: str) -> str:
    return quote(url, safe=SAFE_IN_URLS).translate(URL_SIGNS)


def _declared(text: str) -> Iterable[str]:
    """Preamble lines for the signs of a text that pdfTeX does not know."""
    unknown = sorted({sign for sign in text if not sign.isascii()} - KNOWN)
    if unknown:
        yield "\\ifPDFTeX\n"
        yield from (f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{{_replacement(sign)}}}\n" for sign in unknown)
        yield "\\fi\n"


def _replacement(sign: str) -> str:
    if sign in IN_FORMULAS:
        return rf"\ensuremath{{\{IN_FORMULAS[sign]}}}"
    if unicodedata.combining(sign):
        return ""
    return to_latex(anyascii(sign)) or "?"


target = Target(name="latex", suffix=".tex", render=render, templated=True)
