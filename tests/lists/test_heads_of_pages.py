"""Front matter in YAML, in TOML, and in what is neither: read with its places, imitated, never written anew."""

from pathlib import Path

import pytest

from scholarsync.errors import InputError
from scholarsync.lists.heads import fenced, head_of
from scholarsync.lists.nodes import pairs
from scholarsync.normalise.records import from_row
from scholarsync.update import open_list, records_of, update_list

NEW = from_row(
    {"title": "Owls of the Northern Railway Stations", "authors": ["Ada Quillon", "Bo Marsh"], "year": 2025,
     "venue": "Journal of Invented Results", "type": "article", "doi": "10.5555/owls.2025"},
    key="new", source="made up",
)  # fmt: skip
TOML = """+++
title = "{title}"
date = {date}

# Everybody who wrote it.
authors = [
  "Ada Quillon",  # the owner
  "Bo Marsh",
]
publication_types = ["2"]
publication = "*{venue}*"
doi = ""
abstract = \"\"\"
Of "many" lines,
a = [1] among them.\"\"\"
selected = true

[image]
caption = "a tower"

[[url_custom]]
name = "Code"
url = "https://example.org/code"
+++
Words of the page.
"""
YAML = """---
title: {title}
collection: publications
date: {date}
venue: '{venue}'
authors:
- Ada Quillon
---
"""


def toml_folder(folder: Path, ending: str = "\n") -> Path:
    for name, title, date, venue in (
        ("towers", "Old Towers and their Clocks", "2021-05-01T00:00:00", "Annals of Towers"),
        ("bridges", "New Bridges over Small Rivers", "2023-02-01T00:00:00", "Letters on Bridges"),
    ):
        page = folder / name / "index.md"
        page.parent.mkdir(parents=True)
        text = TOML.format(title=title, date=date, venue=venue)
        page.write_bytes(text.replace("\n", ending).encode())
    return folder


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_toml_heads_are_read_with_their_tables(tmp_path, ending):
    _, listing = open_list(toml_folder(tmp_path / "publication", ending))

    towers = next(record for record in records_of(listing) if record.label == "towers")

    assert towers.title == "Old Towers and their Clocks"
    assert [author.name for author in towers.authors] == ["Ada Quillon", "Bo Marsh"]
    assert (towers.year, towers.venue, towers.type) == (2021, "Annals of Towers", "article")
    assert towers.links["code"] == "https://example.org/code"
    assert "a = [1] among them." in (towers.abstract or "")


def test_a_new_page_in_toml_has_the_head_of_the_others(tmp_path):
    folder = toml_folder(tmp_path / "publication")

    report = update_list(folder, [NEW])

    text = (folder / (report.added[0].key or "") / "index.md").read_text()
    assert text.startswith(
        '+++\ntitle = "Owls of the Northern Railway Stations"\ndate = 2025-01-01T00:00:00\n\n# Every'
    )
    assert 'authors = ["Ada Quillon", "Bo Marsh"]\n' in text
    assert 'publication = "*Journal of Invented Results*"\ndoi = "10.5555/owls.2025"\n' in text
    assert "selected" not in text
    assert text.endswith("+++\n")
    assert not update_list(folder, [NEW]).changed


def test_filling_a_toml_head_stays_before_its_tables(tmp_path):
    folder = toml_folder(tmp_path / "publication")
    known = from_row(
        {"title": "Old Towers and their Clocks", "authors": ["Ada Quillon", "Bo Marsh"], "year": 2021,
         "venue": "Annals of Towers", "doi": "10.5555/towers"}, key="k", source="made up",
    )  # fmt: skip
    before = (folder / "towers" / "index.md").read_text()

    update_list(folder, [known], fill=True)

    assert (folder / "towers" / "index.md").read_text() == before.replace('doi = ""', 'doi = "10.5555/towers"')


@pytest.mark.parametrize(("written", "meant"), [
    ("Owls: a reply", "Owls: a reply"), ('"The "old" Owls"', 'The "old" Owls'), ("'Owl's nests'", "Owl's nests"),
    ("@owls of everywhere", "@owls of everywhere"), ("[Owls] of everywhere", "[Owls] of everywhere"),
])  # fmt: skip
def test_a_head_that_is_no_yaml_is_read_key_by_key(tmp_path, written, meant):
    page = tmp_path / "_publications" / "2021-01-01-owls.md"
    page.parent.mkdir()
    page.write_text(YAML.format(title=written, date="2021-01-01", venue="Annals"))

    _, listing = open_list(page.parent)

    assert [(entry.draft.title, entry.draft.venue) for entry in listing.entries] == [(meant, "Annals")]
    assert listing.entries[0].draft.authors == ("Ada Quillon",)


def test_the_places_of_a_head_that_is_no_yaml_are_those_of_the_text():
    text = YAML.format(title="Owls: a reply", date="2021-01-01", venue="Annals")

    head = head_of(text, name="owls.md")

    assert head is not None
    spans = {pair.key: text[pair.start : pair.end] for pair in pairs(head.node, offset=head.start)}
    assert spans["title"] == "Owls: a reply"
    assert spans["venue"] == "'Annals'"


@pytest.mark.parametrize(
    "text", ["", "no head\n---\ntitle: x\n---\n", "---\ntitle: never closed\n", "+++\ntitle = 'x'\n---\n"]
)
def test_what_has_no_two_fences_has_no_head(text):
    assert fenced(text) is None


@pytest.mark.parametrize("head", ["title = unquoted words", "title = 'a'\ntitle = 'b'", "= 3", "x = [" + "[" * 5000])
def test_a_head_that_is_no_toml_is_told(head):
    with pytest.raises(InputError, match="not TOML"):
        head_of(f"+++\n{head}\n+++\n", name="page.md")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_byte_order_mark_is_no_part_of_the_list(tmp_path, ending):
    items = "- title: Owls of the Old Stations\n  authors: Ada Quillon\n  year: 2024\n- title: Towers\n  year: 2020\n"
    path = tmp_path / "papers.yml"
    path.write_bytes(("\ufeff" + items.replace("\n", ending)).encode())

    update_list(path, [NEW])

    after = path.read_bytes().decode()
    assert after.startswith("\ufeff- title: Owls of the Northern")
    assert after.count("\ufeff") == 1
    assert after.endswith(items.replace("\n", ending))


NESTED = """---
title: {title}
authors: [Ada Quillon, Bo Marsh]
date: {date}
hugoblox:
  ids:
    doi: {doi}
publication_types:
- '{kind}'
projects:
- towers
---
"""


def test_a_value_that_is_a_block_stays_one_and_what_only_sorts_is_filled(tmp_path):
    for slug, title, date, kind in (
        ("towers", "Old Towers", "2021-05-01", "2"),
        ("bells", "Old Bells", "2020-01-01", "1"),
    ):
        page = tmp_path / slug / "index.md"
        page.parent.mkdir()
        page.write_text(NESTED.format(title=title, date=date, doi=f"10.5555/{slug}", kind=kind))

    report = update_list(tmp_path, [NEW])

    text = (tmp_path / (report.added[0].key or "") / "index.md").read_text()
    assert "hugoblox:\n  ids:\n    doi: 10.5555/owls.2025\npublication_types:\n- '2'\n---\n" in text
    assert "towers" not in text


@pytest.mark.parametrize(("dates", "date"), [
    (("2021-05", "2020-04"), "2025-01"), (("2021", "2020"), "2025"), (("2021-05-03", "2020-01-01"), "2025-01-01"),
    (("2021-05-03T10:00:00Z", "2020-01-01T10:00:00Z"), "2025-01-01T10:00:00Z"),
])  # fmt: skip
def test_a_date_is_as_long_as_the_others(tmp_path, dates, date):
    path = tmp_path / "papers.yml"
    path.write_text(
        "".join(
            f"- title: Old Towers no. {at}\n  authors: Ada Quillon\n  date: {one}\n" for at, one in enumerate(dates)
        )
    )

    update_list(path, [NEW])

    assert f"  date: {date}\n" in path.read_text()


@pytest.mark.parametrize(("encoding", "text"), [
    ("cp1252", "% Literatur von Jürgen\n@article{ödegård2020,\n  title = {Über alte Türme},\n  year = 2020\n}\n"),
    ("cp932", "% 業績一覧\n@article{saeki2020,\n  title = {古い塔と時計の歴史的研究について},\n  author = {佐伯 隆},\n  year = 2020\n}\n"),
    ("latin-1", "% Encoding: ISO8859_1\n@article{ödegård2020,\n  title = {Über alte Türme},\n  year = 2020\n}\n"),
])  # fmt: skip
def test_a_file_of_another_encoding_keeps_it(tmp_path, encoding, text):
    path = tmp_path / "papers.bib"
    path.write_bytes(text.encode(encoding))

    report = update_list(path, [NEW])

    after = path.read_bytes().decode(encoding)
    assert report.entries == 1
    assert text.partition("@")[2] in after
    assert "Owls of the Northern" in after
