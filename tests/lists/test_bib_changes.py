"""Entries of a .bib file mended: each change where it belongs, and not a byte beside it."""

from pathlib import Path

import pytest

from scholarsync.normalise.records import from_row
from scholarsync.update import UpdateReport, update_list

PUBLISHED = {
    "title": "Slow Light in Invented Glass", "authors": ["Ada Quillon", "Bo Marsh"], "year": 2024,
    "venue": "Journal of Invented Results", "type": "article", "doi": "10.5555/slow.2024", "volume": "7",
    "pages": "11-29", "arxiv_id": "2301.00001",
}  # fmt: skip
HEAD = "  title = {Slow Light in Invented Glass},\n  author = {Quillon, Ada and Marsh, Bo},\n"


def mended(
    folder: Path, text: str, *, fill: bool = False, upgrade: bool = True, **changes: object
) -> tuple[str, UpdateReport]:
    path = folder / "papers.bib"
    path.write_text(text)
    work = from_row({**PUBLISHED, **changes}, key="k", source="made up")
    report = update_list(path, [work], fill=fill, upgrade=upgrade)
    return path.read_text(), report


TAKEN_OVER = "  doi = {10.5555/slow.2024},\n  eprint = {2301.00001},\n  archiveprefix = {arXiv}\n}\n"
FIGURES = "  volume = {7},\n  pages = {11--29},\n"
UPGRADES = {
    "@misc{q23,\n%s  howpublished = {arXiv preprint arXiv:2301.00001},\n  year = {2023}\n}\n":
        "@article{q23,\n%s  journal      = {Journal of Invented Results},\n  year = {2024},\n" + FIGURES + TAKEN_OVER,
    "@misc{q23,\n%s  eprint = {2301.00001},\n  archiveprefix = {arXiv},\n  year = {2023},\n}\n":
        "@article{q23,\n%s  eprint = {2301.00001},\n  archiveprefix = {arXiv},\n  year = {2024},\n"
        "  journal = {Journal of Invented Results},\n" + FIGURES + "  doi = {10.5555/slow.2024},\n}\n",
    "@Online{q23,\n%s  publisher = {arXiv},\n  doi = {10.48550/arXiv.2301.00001},\n  date = {2023-01-02}\n}\n":
        "@Article{q23,\n%s  journal   = {Journal of Invented Results},\n  doi = {10.5555/slow.2024},\n"
        "  date = {2024},\n" + FIGURES + TAKEN_OVER.partition("\n")[2],
    "@article{q23,\n%s  journal = {CoRR},\n  volume = {abs/2301.00001},\n  year = 2023\n}\n":
        "@article{q23,\n%s  journal = {Journal of Invented Results},\n  volume = {7},\n  year = 2024,\n"
        "  pages = {11--29},\n" + TAKEN_OVER,
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), UPGRADES.items())
def test_a_preprint_becomes_its_publication_where_it_stands(tmp_path, old, new):
    text, report = mended(tmp_path, old % HEAD)

    assert text == new % HEAD
    assert report.notes == ()


def test_a_talk_at_a_conference_gets_the_type_and_field_of_one(tmp_path):
    old = f"@article{{q23,\n{HEAD}  journal = {{arXiv preprint}},\n  eprint = {{2301.00001}},\n  year = {{2023}}\n}}\n"

    text, report = mended(
        tmp_path, old, type="conference", venue="Conference on Glass", volume=None, pages=None, doi=None
    )

    assert text == (
        f"@inproceedings{{q23,\n{HEAD}  booktitle = {{Conference on Glass}},\n  eprint = {{2301.00001}},\n"
        "  year = {2024},\n  archiveprefix = {arXiv}\n}\n"
    ).replace(",\n  archiveprefix = {arXiv}", "")
    assert {change.field for change in report.upgraded} == {"type", "venue", "year"}


def test_the_volume_of_a_preprint_server_goes_with_it(tmp_path):
    old = f"@article{{q23,\n{HEAD}  journal = {{CoRR}},\n  volume = {{abs/2301.00001}},\n  year = {{2023}}\n}}\n"

    text, report = mended(tmp_path, old, volume=None, pages=None, doi=None)

    assert "volume" not in text
    assert "  journal = {Journal of Invented Results},\n  year = {2024},\n  eprint = {2301.00001}" in text
    assert 'volume: "abs/2301.00001" -> taken away' in " ".join(map(str, report.upgraded))


def test_every_change_is_told_with_its_source_and_the_move_of_the_arxiv_id_too(tmp_path):
    old = f"@misc{{q23,\n{HEAD}  howpublished = {{arXiv preprint arXiv:2301.00001}},\n  year = {{2023}}\n}}\n"

    _, report = mended(tmp_path, old, volume=None, pages=None, doi=None)

    assert [str(change) for change in report.upgraded] == [
        'q23: type: "preprint" -> "article" (made up)',
        'q23: venue: "arXiv preprint arXiv:2301.00001" -> "Journal of Invented Results" (made up)',
        'q23: year: "2023" -> "2024" (made up)',
        'q23: arxiv_id: "2301.00001" (the list)',
    ]


def test_upgrading_twice_changes_nothing_more(tmp_path):
    old = f"@misc{{q23,\n{HEAD}  howpublished = {{arXiv preprint arXiv:2301.00001}},\n  year = {{2023}}\n}}\n"
    once, _ = mended(tmp_path, old)

    twice, report = mended(tmp_path, once, fill=True)

    assert twice == once
    assert report.upgraded == report.filled == ()


def test_what_a_person_wrote_of_a_publication_is_not_upgraded(tmp_path):
    text = f"@article{{q23,\n{HEAD}  journal = {{Letters on Glass}},\n  year = {{2023}}\n}}\n"

    after, report = mended(tmp_path, text)

    assert after == text
    assert any("Journal of Invented Results" in conflict for conflict in report.conflicts)


def test_a_blank_field_gets_its_value_and_no_twin(tmp_path):
    old = f"@article{{q23,\n{HEAD}  journal = {{Journal of Invented Results}},\n  doi = {{}},\n  year = {{2024}}\n}}\n"

    text, _ = mended(tmp_path, old, fill=True, upgrade=False, volume=None, pages=None, arxiv_id=None)

    assert text == old.replace("doi = {}", "doi = {10.5555/slow.2024}")


@pytest.mark.parametrize(("names", "added"), [
    ("eprinttype", "  eprint = {2301.00001},\n  eprinttype = {arxiv}\n"),
    ("archiveprefix", "  eprint = {2301.00001},\n  archiveprefix = {arXiv}\n"),
])  # fmt: skip
def test_an_arxiv_id_says_whose_id_it_is_in_the_file_s_own_field(tmp_path, names, added):
    other = f"@misc{{o,\n  title = {{Of other matters entirely}},\n  {names} = {{x}},\n  eprint = {{1}}\n}}\n"
    old = f"@article{{q23,\n{HEAD}  journal = {{Journal of Invented Results}},\n  year = {{2024}}\n}}\n"

    text, _ = mended(tmp_path, other + old, fill=True, upgrade=False, volume=None, pages=None, doi=None)

    assert text.endswith("  year = {2024},\n" + added + "}\n")


def test_the_case_and_the_alignment_of_names_stay(tmp_path):
    old = (
        '@MISC{Q23,\n  TITLE        = "Slow Light in Invented Glass",\n  AUTHOR       = "Quillon, Ada and Marsh, Bo",\n'
        '  HOWPUBLISHED = "arXiv:2301.00001",\n  EPRINT       = "2301.00001",\n  YEAR         = 2023\n}\n'
    )  # fmt: skip

    text, _ = mended(tmp_path, old, volume=None, pages=None, doi=None)

    assert text.startswith("@ARTICLE{Q23,\n")
    assert (
        '  JOURNAL      = "Journal of Invented Results",\n  EPRINT       = "2301.00001",\n  YEAR         = 2024' in text
    )
