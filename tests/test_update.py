"""Hand-kept lists of every form, brought up to date: what was there stays byte for byte."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scholarsync.errors import InputError, PublishError
from scholarsync.lists import open_list, read
from scholarsync.normalise.records import from_row
from scholarsync.publish import ListRules
from scholarsync.update import records_of, update_list

NEW = {
    "title": "Gulls on the Roof of the Observatory: A Long Study", "authors": ["Ada Quillon", "Bo Marsh"],
    "year": 2025, "venue": "Journal of Invented Results", "type": "article", "doi": "10.5555/gulls.2025.1",
}  # fmt: skip

BIB = """% kept by hand
@string{jir = "Journal of Invented Results"}

@article{quillon2024tides,
  title   = {Tides and the {Moon} of an Invented Planet},
  author  = {Quillon, Ada and Marsh, Bo},
  journal = jir,
  year    = {2024},
  selected= {true},
}

@article{marsh2022kites,
  title   = {Kites above the Northern Harbour},
  author  = {Marsh, Bo and Quillon, Ada},
  journal = {Annals of Kites},
  year    = {2022},
}
"""
YAML = """# papers
- id: tides
  title: "Tides: the Moon of an Invented Planet"
  authors:
    - Ada Quillon
    - Bo Marsh
  venue: Journal of Invented Results
  year: 2024
  award: Best of all   # kept

- id: kites
  title: "Kites above the Northern Harbour"
  authors:
    - Bo Marsh
  venue: Annals of Kites
  year: 2022"""
NESTED = """- year: 2024
  papers:
    - title: Tides and the Moon of an Invented Planet
      authors: Ada Quillon, Bo Marsh
      venue: Journal of Invented Results
- year: 2022
  papers:
    - title: Kites above the Northern Harbour
      authors: Bo Marsh, Ada Quillon
      venue: Annals of Kites
"""
PAGE = """---
title: "Tides and the Moon of an Invented Planet"
collection: publications
permalink: /publication/2024-03-01-tides
date: 2024-03-01
venue: 'Journal of Invented Results'
paperurl: 'https://example.org/tides.pdf'
citation: 'Quillon, Ada and Marsh, Bo. (2024). &quot;Tides and the Moon of an Invented Planet.&quot; <i>Journal of Invented Results</i>.'
---
[Download paper here](https://example.org/tides.pdf)
"""
HTML = """<!DOCTYPE html>
<html><head><title>Ada Quillon</title></head><body>
<h1>Ada Quillon</h1>
<h2>Publications</h2>
<ul>
  <li id="tides"><b>Ada Quillon</b>, Bo Marsh. <a href="https://example.org/t">Tides and the Moon of an Invented Planet</a>.
      <i>Journal of Invented Results</i>, 2024. [<a href="https://example.org/t.pdf">PDF</a>]</li>
  <li id="kites">Bo Marsh, <b>Ada Quillon</b>. <a href="https://example.org/k">Kites above the Northern Harbour of Nowhere</a>.
      <i>Annals of Kites</i>, 2022. [<a href="https://example.org/k.pdf">PDF</a>]</li>
  <li id="sand">Cy Dunes, <b>Ada Quillon</b>. <a href="https://example.org/s">Sand and its Slow Movement over Large Plains</a>.
      <i>Annals of Sand</i>, 2020. [<a href="https://example.org/s.pdf">PDF</a>]</li>
</ul>
</body></html>
"""
MARKDOWN = """# Ada Quillon

## Publications

- **Ada Quillon**, Bo Marsh. [Tides and the Moon of an Invented Planet](https://example.org/t). *Journal of Invented Results*, 2024.
- Bo Marsh, **Ada Quillon**. [Kites above the Northern Harbour of Nowhere](https://example.org/k). *Annals of Kites*, 2022.
- Cy Dunes, **Ada Quillon**. [Sand and its Slow Movement over Large Plains](https://example.org/s). *Annals of Sand*, 2020.
"""
FILES = {"papers.bib": BIB, "pubs.yaml": YAML, "nested.yml": NESTED, "index.html": HTML, "pubs.md": MARKDOWN}


def record(**changes):
    return from_row({**NEW, **changes}, key="new", source="made up")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def own(path: Path):
    _, listing = open_list(path)
    return [replace(one, key=f"own {number}") for number, one in enumerate(records_of(listing))]


def is_one_insertion(old: bytes, new: bytes) -> bool:
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    rest = next(
        (at for at, (a, b) in enumerate(zip(old[start:][::-1], new[start:][::-1], strict=False)) if a != b),
        len(old) - start,
    )
    return len(new) > len(old) and start + rest >= len(old)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", FILES)
def test_a_list_with_all_its_records_is_not_touched(tmp_path, name, ending):
    path = written(tmp_path, name, FILES[name].replace("\n", ending))
    before = path.read_bytes()

    report = update_list(path, own(path))

    assert not report.changed
    assert path.read_bytes() == before


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", FILES)
def test_a_new_record_is_one_insertion_that_reads_back_and_stays(tmp_path, name, ending):
    path = written(tmp_path, name, FILES[name].replace("\n", ending))
    before = path.read_bytes()

    report = update_list(path, [*own(path), record()])

    after = path.read_bytes()
    assert [one.title for one in report.added] == [NEW["title"]]
    assert is_one_insertion(before, after)
    assert sum(draft.title == NEW["title"] for draft in read(path)[1].drafts) == 1
    if ending == "\r\n":
        assert after.count(b"\n") == after.count(b"\r\n")
    assert not update_list(path, [*own(path), record()]).changed
    assert path.read_bytes() == after


def test_a_bib_entry_takes_the_style_key_and_place_of_its_neighbours(tmp_path):
    path = written(tmp_path, "papers.bib", BIB)

    update_list(path, [record(year=2023)])

    text = path.read_text()
    assert "@article{quillon2023gulls,\n  title   = {Gulls on the Roof" in text
    assert text.index("quillon2024tides") < text.index("quillon2023gulls") < text.index("marsh2022kites")
    assert "  author  = {Quillon, Ada and Marsh, Bo},\n" in text
    assert text.startswith(BIB[: BIB.index("@article{marsh2022kites")])


def test_a_key_that_is_taken_gets_a_letter_and_the_old_one_stays(tmp_path):
    path = written(tmp_path, "papers.bib", BIB)

    report = update_list(path, [record(title="Tides of Other Things Entirely, Revisited", year=2024)])

    assert report.added[0].key == "quillon2024tidesa"
    assert "@article{quillon2024tides,\n" in path.read_text()


def test_yaml_items_keep_the_list_s_keys_quotes_and_missing_last_newline(tmp_path):
    path = written(tmp_path, "pubs.yaml", YAML)

    update_list(path, [record()])

    text = path.read_text()
    assert text.startswith(
        '# papers\n- id: gulls\n  title: "Gulls on the Roof of the Observatory: A Long Study"\n  authors:\n    - Ada Quillon\n'
    )
    assert text.endswith(YAML.removeprefix("# papers\n"))
    assert "award" not in text.split("- id: tides")[0]


def test_a_year_without_a_part_opens_one(tmp_path):
    path = written(tmp_path, "nested.yml", NESTED)

    update_list(path, [record()])

    assert path.read_text().startswith("- year: 2025\n  papers:\n    - title: ")


def test_a_folder_gets_a_page_named_as_the_others_are(tmp_path):
    page = written(tmp_path, "_publications/2024-03-01-tides.md", PAGE)
    before = page.read_bytes()

    update_list(page.parent, [*own(page.parent), record(date="2025-05-07")])

    made = sorted(path.name for path in page.parent.iterdir())
    assert page.read_bytes() == before
    assert len(made) == 2
    assert made[1].startswith("2025-05-07-gulls")
    text = (page.parent / made[1]).read_text()
    assert f"permalink: /publication/{made[1].removesuffix('.md')}" in text
    assert not update_list(page.parent, [*own(page.parent), record(date="2025-05-07")]).changed


def test_html_follows_the_pattern_of_its_neighbours(tmp_path):
    path = written(tmp_path, "index.html", HTML)

    update_list(path, [*own(path), record()])

    text = path.read_text()
    assert '<li><b>Ada Quillon</b>, Bo Marsh. <a href="https://doi.org/10.5555/gulls.2025.1">Gulls on' in " ".join(
        text.split()
    ).replace(" and Bo", ", Bo")
    assert text.index("Gulls") < text.index("Tides")
    assert text.count('id="') == HTML.count('id="')


@pytest.mark.parametrize("name", FILES)
def test_markup_in_a_title_is_text_on_the_list(tmp_path, name):
    path = written(tmp_path, name, FILES[name])
    title = "Gulls & <script>alert(1)</script> of {{ site }} Roofs, a Study"

    try:
        update_list(path, [*own(path), record(title=title)])
    except PublishError:
        return

    added = path.read_text()
    if name.endswith((".html", ".md")):
        assert "<script>" not in added
        assert "{{ site" not in added


@pytest.mark.parametrize("title", ["Line\r\n- id: evil\n  title: x of things", "Bell\x07 and \x1b[31m colours of evil"])
@pytest.mark.parametrize("name", ["papers.bib", "pubs.yaml"])
def test_line_ends_and_control_signs_in_values_open_nothing(tmp_path, name, title):
    path = written(tmp_path, name, FILES[name])
    count = len(own(path))

    update_list(path, [*own(path), replace(record(), title=title)])

    assert len(own(path)) == count + 1
    assert "\x1b" not in path.read_text()
    assert "\x07" not in path.read_text()


@pytest.mark.parametrize("label", ["../../evil", "/etc/evil", "..", "a\x00b"])
def test_a_record_cannot_name_a_page_outside_of_the_folder(tmp_path, label):
    page = written(tmp_path, "in/_publications/tides.md", PAGE)

    update_list(page.parent, [replace(record(), label=label, title="../../../evil: of many roofs")])

    outside = [path for path in tmp_path.rglob("*") if path.is_file() and page.parent not in path.parents]
    assert outside == []


def test_fill_adds_what_is_missing_and_tells_what_differs(tmp_path):
    path = written(tmp_path, "papers.bib", BIB)
    known = record(title="Kites above the Northern Harbour", authors=["Bo Marsh", "Ada Quillon"], year=2022,
                   venue="Letters on Strings", doi="10.5555/kites")  # fmt: skip

    report = update_list(path, [known], fill=True)

    assert [str(change) for change in report.filled] == ['marsh2022kites: doi: "10.5555/kites" (made up)']
    assert "  year    = {2022},\n  doi     = {10.5555/kites},\n}" in path.read_text()
    assert report.conflicts == ('marsh2022kites: venue: yours "Annals of Kites", made up "Letters on Strings"',)
    assert "Annals of Kites" in path.read_text()


def test_upgrade_turns_a_preprint_into_its_publication_and_keeps_the_arxiv_id(tmp_path):
    text = "@article{q2023,\n  title={Slow Light in Invented Glass of Many Colours},\n  author={Quillon, Ada},\n  journal={arXiv preprint arXiv:2301.00001},\n  year={2023}\n}\n"
    path = written(tmp_path, "papers.bib", text)
    published = record(
        title="Slow Light in Invented Glass of Many Colours", authors=["Ada Quillon"], year=2024, arxiv_id="2301.00001"
    )

    untouched = update_list(path, [published])
    report = update_list(path, [published], upgrade=True)

    after = path.read_text()
    assert not untouched.changed
    assert "journal={Journal of Invented Results}" in after
    assert "year={2024}" in after
    assert "@article{q2023," in after
    assert "2301.00001" in after
    assert {change.field for change in report.upgraded} >= {"venue", "year"}


def test_each_change_of_an_upgrade_tells_its_own_old_and_new_value_and_none_that_is_not_written(tmp_path):
    text = "@misc{q2023,\n  title={Slow Light in Invented Glass of Many Colours},\n  author={Quillon, Ada},\n  journal={arXiv preprint arXiv:2301.00001},\n  year={2023}\n}\n"
    path = written(tmp_path, "papers.bib", text)
    published = record(
        title="Slow Light in Invented Glass of Many Colours", authors=["Ada Quillon"], year=2024, arxiv_id="2301.00001"
    )

    changes = {change.field: change for change in update_list(path, [published], upgrade=True).upgraded}

    after = path.read_text()
    assert (changes["year"].old, changes["year"].value) == ("2023", "2024")
    assert changes["venue"].value == "Journal of Invented Results"
    assert all(change.value in after for change in changes.values())
    assert changes["arxiv_id"].value == "2301.00001"
    assert "journal={Journal of Invented Results}" in after
    assert "arXiv preprint" not in after
    assert (changes["type"].old, changes["type"].value) == ("preprint", "article")
    assert after.startswith("@article{q2023,")


@pytest.mark.parametrize(("rules", "added"), [
    (ListRules(), 1), (ListRules(since=2026), 0), (ListRules(until=2024), 0), (ListRules(types=("thesis",)), 0),
    (ListRules(exclude=("10.5555/gulls.2025.1",)), 0), (ListRules(limit=2), 0), (ListRules(limit=3), 1),
])  # fmt: skip
def test_rules_say_what_belongs_on_the_list(tmp_path, rules, added):
    path = written(tmp_path, "papers.bib", BIB)

    assert len(update_list(path, [record()], rules=rules).added) == added


@pytest.mark.parametrize("change", [
    {"title": "Tides and the Moon of an invented planet."}, {"title": "TIDES AND THE MOON OF AN INVENTED PLANET"},
])  # fmt: skip
def test_the_same_paper_in_another_spelling_is_not_added_again(tmp_path, change):
    path = written(tmp_path, "papers.bib", BIB)
    twin = record(**change, authors=["A. Quillon", "B. Marsh"], year=2024, doi=None)

    assert not update_list(path, [twin]).changed


def test_an_identifier_under_another_title_is_told_and_nothing_is_added(tmp_path):
    path = written(
        tmp_path, "papers.bib", BIB.replace("year    = {2024},", "year    = {2024},\n  doi = {10.5555/gulls.2025.1},")
    )

    report = update_list(path, [record()])

    assert not report.changed
    assert len(report.conflicts) == 1


def test_a_symbolic_link_is_written_through_and_the_mode_kept(tmp_path):
    path = written(tmp_path, "real/papers.bib", BIB)
    path.chmod(0o640)
    link = tmp_path / "papers.bib"
    link.symlink_to(path)

    update_list(link, [record()])

    assert link.is_symlink()
    assert "quillon2025gulls" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_page_without_a_pattern_is_refused_and_offers_the_block(tmp_path):
    path = written(
        tmp_path, "index.html", "<html><body><h1>Ada Quillon</h1><p>I like gulls and the sea.</p></body></html>"
    )
    before = path.read_bytes()

    with pytest.raises(PublishError, match="scholarsync:begin"):
        update_list(path, [record()])

    assert path.read_bytes() == before


def test_a_marked_block_takes_the_new_entries(tmp_path):
    text = HTML.replace(
        "</ul>",
        "</ul>\n<h2>Publications of late</h2>\n<ul>\n<!-- scholarsync:begin -->\n<!-- scholarsync:end -->\n</ul>",
    )
    path = written(tmp_path, "index.html", text)

    update_list(path, [*own(path), record()])

    after = path.read_text()
    assert after.index("scholarsync:begin") < after.index("Gulls") < after.index("scholarsync:end")


def test_nothing_is_written_when_told_so(tmp_path):
    path = written(tmp_path, "papers.bib", BIB)

    report = update_list(path, [record()], write=False)

    assert report.changed
    assert "+@article{quillon2025gulls," in report.diff
    assert path.read_text() == BIB


def test_a_kind_of_file_that_is_no_list_is_told(tmp_path):
    with pytest.raises(InputError, match="not a kind of list"):
        update_list(written(tmp_path, "list.docx", "x"), [])


VALUES = st.text(
    st.characters(
        codec="utf-8",
        exclude_characters='{}@\\"%$#=,&~^_\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029',
        exclude_categories=("Cc", "Cs"),
    ),
    min_size=9,
    max_size=30,
).filter(lambda text: sum(sign.isalpha() for sign in text) > 8)
ENTRY = st.builds(
    lambda n, title, eq, comma, pad: f"@article{{key{n},\n{pad}title{eq}{{{title} {n * 7919}}},\n{pad}author{eq}{{Doe, Jo}},\n{pad}year{eq}{{{1990 + n % 30}}}{comma}\n}}",
    st.integers(0, 10_000), VALUES, st.sampled_from(["=", " = ", "\t=\t"]), st.sampled_from(["", ","]), st.sampled_from(["", "  ", "\t"]),
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ENTRY, min_size=1, max_size=5, unique_by=lambda e: e.split(",")[0]), st.sampled_from(["\n", "\n\n", "\n% --- %\n"]),
       st.sampled_from(["", "\n", "\n\n"]), st.booleans())  # fmt: skip
def test_any_bib_file_keeps_its_bytes(tmp_path, entries, gap, end, crlf):
    """Own records change nothing; a new one is one insertion."""
    text = gap.join(entries) + end
    path = written(tmp_path, "any.bib", text.replace("\n", "\r\n") if crlf else text)
    before = path.read_bytes()

    same = update_list(path, own(path))
    update_list(path, [*own(path), record()])

    assert not same.changed
    assert is_one_insertion(before, path.read_bytes())


CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "lists"


@pytest.mark.corpus
@pytest.mark.parametrize("folder", sorted(CORPUS.glob("*")) if CORPUS.is_dir() else [], ids=lambda path: path.name)
def test_the_lists_of_the_corpus_are_read_as_their_notes_count(folder):
    if not folder.is_dir() or folder.name == "sda-bib":
        pytest.skip("the largest one is for the scorer")
    meta = json.loads((folder / "source.json").read_text())
    path = folder / meta["path"].split("*")[0].rstrip("/") if "*" in meta["path"] else folder / Path(meta["path"]).name
    if path.suffix in {".html", ".md"}:
        pytest.skip("pages of prose are the homepage reader's")

    assert len(read(path)[1].drafts) == meta["entries"]


@pytest.mark.parametrize(("year", "above", "below"), [
    (2025, "<h3>2025</h3>\n<ul>", "</ul>\n\n<h3>2024</h3>\n<ul>"), (2024, "<h3>2024</h3>\n<ul>", "Tides and"),
    (2022, "<h3>2022</h3>\n<ul>", "Sand and"), (2021, "<h3>2021</h3>\n<ul>", "Kites above"),
])  # fmt: skip
def test_a_page_by_years_gets_the_entry_under_its_year(tmp_path, year, above, below):
    items = {
        2024: ["Ada Quillon, Bo Marsh. <i>Tides and the Moon of an Invented Planet</i>. Annals of Tides, 2024."],
        2022: ["Cy Dunes, Ada Quillon. <i>Sand and its Slow Movement over Large Plains</i>. Annals of Sand, 2022."],
        2021: ["Bo Marsh, Ada Quillon. <i>Kites above the Northern Harbour of Nowhere</i>. Annals of Kites, 2021.",
               "Ada Quillon, Di Tower. <i>Old Clocks in Empty Towers and their Makers</i>. Annals of Clocks, 2021."],
        2020: ["Ada Quillon, Bo Marsh. <i>Ink and Paper in the Age of Slow Letters</i>. Annals of Ink, 2020."],
    }  # fmt: skip
    parts = [
        f"<h3>{y}</h3>\n<ul>\n" + "".join(f"  <li>{i}</li>\n" for i in some) + "</ul>\n\n" for y, some in items.items()
    ]
    path = written(tmp_path, "index.html", f"<html><body><h1>Publications</h1>\n{''.join(parts)}</body></html>\n")
    before = path.read_bytes()

    update_list(path, [*own(path), record(year=year)])

    after = path.read_text()
    at = after.index("Gulls on")
    assert is_one_insertion(before, after.encode())
    assert above in after[:at]
    assert below in after[at:]
    assert after.count("<ul>") == after.count("</ul>")
