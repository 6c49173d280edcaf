r"""A LaTeX list for a CV: a document that compiles as it is, its body fit for \input elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from scholarsync.model import Work
from scholarsync.normalise.latex import to_latex
from scholarsync.targets import ListOptions, Target
from scholarsync.targets.bibtex import title
from scholarsync.targets.citation import by_year, details, links, names, venue

HEAD = r"""\documentclass[11pt]{article}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\else\usepackage{fontspec}\fi
\usepackage{textcomp}
\usepackage[margin=2.5cm]{geometry}
\usepackage[hidelinks]{hyperref}
\begin{document}
"""
URL_SIGNS = str.maketrans({"%": r"\%", "#": r"\#", "{": r"\%7B", "}": r"\%7D", "\\": r"\%5C", "^": r"\%5E"})


def render(works: Sequence[Work], options: ListOptions) -> str:
    """Works as a LaTeX document, a section a year."""
    lines = [HEAD + rf"\section*{{{to_latex(options.title)}}}"]
    groups = by_year(works) if options.group_by_year else [("", list(works))]
    for year, group in groups:
        lines += [rf"\subsection*{{{year}}}"] if year else []
        lines += [r"\begin{itemize}", *(item(work, options) for work in group), r"\end{itemize}"]
    return "\n".join([*lines, r"\end{document}", ""])


def item(work: Work, options: ListOptions) -> str:
    """One work as an item."""
    record = work.chosen
    people = ", ".join(
        rf"\textbf{{{to_latex(name.text)}}}" if name.owner else to_latex(name.text) for name in names(record, options)
    )
    place = venue(record, options)
    where = ", ".join(
        part
        for part in (rf"\emph{{{to_latex(place)}}}" if place else "", to_latex(details(record)), str(record.year or ""))
        if part
    )
    urls = " ".join(
        rf"\href{{{url.translate(URL_SIGNS)}}}{{[{to_latex(label)}]}}" for label, url in links(record).items()
    )
    et_al = ", et al" if record.authors_truncated and people else ""
    parts = [people + et_al, title(record.title or ""), where]
    return rf"  \item {{}}{'. '.join(part for part in parts if part)}. {urls}".rstrip()


target = Target(name="latex", suffix=".tex", render=render)
