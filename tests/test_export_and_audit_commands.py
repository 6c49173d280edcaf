"""`export` and `audit` as a user calls them, over a small store of two made-up pages."""

import json

import pytest
from click.testing import CliRunner

from scholarsync.cli import group

CONFIG = """
contact = "ada@example.org"
store = "s.db"

[[people]]
name = "Ada Quill"

[[people.watches]]
source = "homepage"
locator = "home.html"
identity = true

[[people.watches]]
source = "bibtex"
locator = "old.bib"
identity = true
"""
HOME = """<html><body><h1>Ada Quill</h1><h2>Publications</h2><ul>
<li>Ada Quill, Bo Reed. "Kites over Flat Roofs". Journal of Kite Theory 7(2), 55-81, 2031.
<a href="https://doi.org/10.5555/kites.1">doi</a></li>
<li>Ada Quill. "Moss &amp; &lt;Walls&gt;". Annals of Moss 3, 1-9, 2030. <a href="http://localhost/moss.pdf">pdf</a></li>
<li>Bo Reed, Ada Quill. "Ropes at 100 % Load". Journal of Kite Theory 6(1), 2-12, 2029.</li>
</ul></body></html>"""
OLD = """@article{quill2031kites, author = {Quill, Ada and Reed, Bo}, title = {Kites over Flat Roofs}, year = {2030},
 journal = {Journal of Kite Theory}, volume = {7}, doi = {10.5555/kites.1}}
@article{quill2027bells, author = {Quill, Ada}, title = {Bells in Old Towers}, year = {2027}, journal = {Annals of Moss}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("job")
    for name, text in (("config.toml", CONFIG), ("home.html", HOME), ("old.bib", OLD)):
        (place / name).write_text(text, "utf-8")
    assert call(place, "sync").exit_code == 0
    return place


def call(folder, *words):
    return CliRunner().invoke(group, ["--config", str(folder / "config.toml"), *words])


def test_format_follows_from_the_file(folder, tmp_path):
    for name, start in (("x.csl.json", '[\n {\n  "id"'), ("x.html", "<!doctype html>"), ("x.ris", "TY  - ")):
        assert call(folder, "export", "-o", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert call(folder, "export").stdout.startswith("@article{quill2031kites,")


def test_somebody_who_is_not_in_the_settings_is_a_mistake(folder):
    done = call(folder, "export", "--person", "Nobody")

    assert done.exit_code != 0
    assert "Nobody" in str(done.exception)


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ((), ["Kites over Flat Roofs", "Moss & <Walls>", "Ropes at 100 % Load", "Bells in Old Towers"]),
        (("--limit", "1"), ["Kites over Flat Roofs"]),
        (("--first-author", "--since", "2028"), ["Kites over Flat Roofs", "Moss & <Walls>"]),
        (("--exclude", "https://doi.org/10.5555/KITES.1", "--until", "2031", "--since", "2030"), ["Moss & <Walls>"]),
    ],
)
def test_choices_shorten_the_list(folder, words, titles):
    done = call(folder, "export", "-f", "csl-json", *words)

    assert [item["title"] for item in json.loads(done.stdout)] == titles


def test_own_template_is_filled(folder, tmp_path):
    template = tmp_path / "mine.html"
    template.write_text("{% for work in works %}<p>{{ work.title }}</p>{% endfor %}", "utf-8")

    assert call(folder, "export", "-f", "html", "--since", "2030", "--template", str(template)).stdout == (
        "<p>Kites over Flat Roofs</p><p>Moss &amp; &lt;Walls&gt;</p>"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("-f", "docx"),
        ("-f", "hugo"),
        ("-f", "ris", "--template", "config.toml"),
        ("-f", "html", "--template", "none.html"),
        ("--limit", "0"),
    ],
)
def test_mistakes_are_refused(folder, words):
    done = call(folder, "export", *words)

    assert done.exit_code != 0
    assert done.stdout == ""


def test_audit_tells_what_is_missing_and_what_disagrees(folder):
    found = json.loads(call(folder, "audit", "--json").stdout)

    told = {(finding["kind"], finding["title"], finding["where"]) for finding in found}
    assert ("missing", "Bells in Old Towers", "homepage:home.html") in told
    assert ("missing", "Moss & <Walls>", "bibtex:old.bib") in told
    assert ("disagree", "Kites over Flat Roofs", "year") in told
    assert ("broken", "Moss & <Walls>", "pdf") in told
    assert not any(kind in {"namesake", "twice", "wrong-id", "shared-id"} for kind, _, _ in told)


def test_audit_is_text_or_a_page(folder, tmp_path):
    text = call(folder, "audit", "--person", "Ada Quill").stdout
    assert "sources disagree (1):\n  Kites over Flat Roofs [quill2031kites]\n      year: " in text

    assert call(folder, "audit", "--html", str(tmp_path / "audit.html")).exit_code == 0
    page = (tmp_path / "audit.html").read_text("utf-8")
    assert "Moss &amp; &lt;Walls&gt;" in page
    assert "<Walls>" not in page
