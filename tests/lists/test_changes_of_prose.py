"""Entries of HTML and Markdown pages mended: a link more, a venue replaced, and the rest left to the person."""

from pathlib import Path

import pytest

from scholarsync.normalise.records import from_row
from scholarsync.update import UpdateReport, update_list

TOWERS = {"title": "Old Towers and their Many Clocks", "authors": ["Bo Marsh", "Ada Quillon"], "year": 2024,
          "venue": "Annals of Towers", "type": "article", "doi": "10.5555/towers.2024"}  # fmt: skip
ENTRIES = (
    ("Old Towers and their Many Clocks", "Bo Marsh, Ada Quillon", "Annals of Towers", 2024),
    ("New Bridges over Small Rivers", "Ada Quillon, Cy Dunes", "Letters on Bridges", 2022),
    ("Slow Ferries of the Southern Lakes", "Cy Dunes, Ada Quillon", "Annals of Ferries", 2021),
)


def page(folder: Path, name: str, line: str, links: str, *, first: str, head: str, tail: str = "") -> Path:
    """A list whose later entries have all links, and whose first has some."""
    path = folder / name
    rows = [first, *(links.replace("N", str(at)) for at in (1, 2))]
    entries = [
        line.format(title=title, names=names, venue=venue, year=year, links=rows[at])
        for at, (title, names, venue, year) in enumerate(ENTRIES)
    ]
    path.write_text(head + "".join(entries) + tail)
    return path


def changed(path: Path, *, upgrade: bool = False, **changes: object) -> tuple[list[str], UpdateReport]:
    before = path.read_text().split("\n")
    work = from_row({**TOWERS, **changes}, key="k", source="made up")
    report = update_list(path, [work], fill=not upgrade, upgrade=upgrade)
    after = path.read_text().split("\n")
    assert len(before) == len(after)
    return [new for old, new in zip(before, after, strict=True) if old != new], report


HTML = {"head": "<html><body><h2>Publications</h2>\n", "tail": "</body></html>\n"}
LINE = "<p>{names}. {title}. <i>{venue}</i>, {year}. {links}</p>\n"
PDF = '<a href="https://example.org/N.pdf">PDF</a>'
DOI = '<a class="b" href="https://doi.org/10.5555/old.N">DOI</a>'
NEW = '<a class="b" href="https://doi.org/10.5555/towers.2024">DOI</a>'


@pytest.mark.parametrize(("links", "first", "now"), [
    (f"[{PDF}] [{DOI}]", f"[{PDF}]", f"[{PDF}] [{NEW}]"),
    (f"[{PDF} | {DOI}]", f"[{PDF}]", f"[{PDF} | {NEW}]"),
    (f"{PDF} &middot; {DOI}", PDF, f"{PDF} &middot; {NEW}"),
    (f"({PDF}) ({DOI})", f"({PDF})", f"({PDF}) ({NEW})"),
    (f"<span>{PDF}</span> <span>{DOI}</span>", f"<span>{PDF}</span>", f"<span>{PDF}</span> <span>{NEW}</span>"),
])  # fmt: skip
def test_a_doi_becomes_a_link_like_those_of_the_others(tmp_path, links, first, now):
    path = page(tmp_path, "index.html", LINE, links, first=first, **HTML)

    lines, report = changed(path)

    assert lines == [
        LINE.format(**dict(zip(("title", "names", "venue", "year"), ENTRIES[0], strict=True)), links=now)[:-1]
    ]
    assert [str(change) for change in report.filled] == [
        '"Old Towers and their Many Clocks": doi: "10.5555/towers.2024" (made up)'
    ]
    assert not changed(path)[1].changed


def test_markdown_gets_its_own_links(tmp_path):
    path = page(
        tmp_path, "pubs.md", "- {names}. **{title}**. *{venue}*, {year}. {links}\n",
        "[[pdf]](https://example.org/N.pdf) [[doi]](https://doi.org/10.5555/old.N)",
        first="[[pdf]](https://example.org/0.pdf)", head="# Publications\n\n",
    )  # fmt: skip

    lines, _ = changed(path)

    assert lines[0].endswith("[[pdf]](https://example.org/0.pdf) [[doi]](https://doi.org/10.5555/towers.2024)")


def test_a_link_that_shows_its_id_shows_the_new_one(tmp_path):
    shown = '<a href="https://doi.org/10.5555/old.N">doi:10.5555/old.N</a>'
    path = page(tmp_path, "index.html", LINE, f"{PDF}, {shown}", first=PDF, **HTML)

    lines, _ = changed(path)

    assert lines[0].endswith(f'{PDF}, <a href="https://doi.org/10.5555/towers.2024">doi:10.5555/towers.2024</a></p>')


@pytest.mark.parametrize(("links", "first"), [
    (PDF, PDF), (f"{PDF} {DOI}", ""), (f"{PDF} and of course {DOI}", PDF), ("", ""),
])  # fmt: skip
def test_where_no_entry_shows_how_it_is_left_to_the_person(tmp_path, links, first):
    path = page(tmp_path, "index.html", LINE, links, first=first, **HTML)
    before = path.read_bytes()

    _, report = changed(path)

    assert path.read_bytes() == before
    assert report.notes == ('left to you: "Old Towers and their Many Clocks": doi: "10.5555/towers.2024" (made up)',)


@pytest.mark.parametrize(("venue", "now"), [
    ("<i>arXiv preprint arXiv:2301.00001</i>, 2023", "<i>Annals of Towers</i>, 2024"),
    ("arXiv:2301.00001, 2023", "Annals of Towers, 2024"),
    ("<i>arXiv preprint</i> (2023)", "<i>Annals of Towers</i> (2024)"),
    ("CoRR abs/2301.00001, 2023", "Annals of Towers, 2024"),
])  # fmt: skip
def test_the_only_words_that_name_a_preprint_server_become_the_venue(tmp_path, venue, now):
    arxiv = '<a href="https://arxiv.org/abs/2301.00001">arXiv</a>'
    line = "<p>{names}. <b>{title}</b>. {venue}. {links}</p>\n"
    path = page(tmp_path, "index.html", line, DOI, first=arxiv, **HTML)
    path.write_text(path.read_text().replace("Annals of Towers. ", f"{venue}. "))

    lines, report = changed(path, upgrade=True, doi=None, arxiv_id="2301.00001")

    assert lines == [f"<p>Bo Marsh, Ada Quillon. <b>Old Towers and their Many Clocks</b>. {now}. {arxiv}</p>"]
    assert {change.field for change in report.upgraded} == {"venue", "year"}


def test_an_id_that_stands_nowhere_else_is_kept(tmp_path):
    path = page(tmp_path, "index.html", "<p>{names}. <b>{title}</b>. {venue}.{links}</p>\n", "", first="", **HTML)
    path.write_text(path.read_text().replace("Annals of Towers", "arXiv:2301.00001, 2023"))

    lines, _ = changed(path, upgrade=True, doi=None, arxiv_id="2301.00001")

    assert lines[0].endswith("Annals of Towers, arXiv:2301.00001, 2024.</p>")


@pytest.mark.parametrize("venue", [
    "arXiv preprint, 2023, first shown on arXiv as a draft", "arXiv preprint, 2023, in memory of 2023",
])  # fmt: skip
def test_words_that_may_mean_something_else_are_left_as_they_are(tmp_path, venue):
    path = page(tmp_path, "index.html", "<p>{names}. <b>{title}</b>. {venue}.{links}</p>\n", "", first="", **HTML)
    path.write_text(path.read_text().replace("Annals of Towers", venue))

    before = path.read_bytes()

    _, report = changed(path, upgrade=True, doi=None, arxiv_id="2301.00001")

    assert path.read_bytes() == before
    assert report.notes or report.conflicts
