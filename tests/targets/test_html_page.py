"""The page of the list: nothing of a title is run, its parts are where they should be, templates are filled."""

import base64
import hashlib
import re
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from scholarsync import targets
from scholarsync.errors import ConfigError
from scholarsync.targets import ListOptions
from targets.awkward import works

HOSTILE = '<script>alert(1)</script> & "AT&amp;T" <img src=x onerror=alert(2)> {{ 7*7 }} {% raw %}'


def made(count=6, **changes):
    first, *rest = works(count, seed=8)
    return (replace(first, chosen=replace(first.chosen, **changes)), *rest)


def page(listed, **options):
    options.setdefault("owners", ("Ada Quillfeather",))
    return targets.load()["html"].render(listed, ListOptions(**options))


def soup(listed, **options):
    return BeautifulSoup(page(listed, **options), "lxml")


def test_text_is_shown_and_never_run():
    found = soup(made(title=HOSTILE, venue=HOSTILE, status=HOSTILE), title=HOSTILE)

    assert len(found.find_all("script")) == 1
    assert found.find_all("img") == []
    assert found.select_one("li .title").get_text() == HOSTILE
    assert found.select_one("h1").get_text() == HOSTILE
    assert found.select_one("li .venue i").get_text() == HOSTILE


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x",
     "vbscript:x", "file:///etc/passwd", "//example.org", "https:", '"><script>'],
)  # fmt: skip
def test_no_link_runs_anything(url):
    found = soup(made(url=url, links={"pdf": url}, doi=None, arxiv_id=None))

    assert all(re.match(r"https?://[\w.]", a["href"]) for a in found.find_all("a"))
    assert found.select_one("li").find("a") is None


def test_an_address_cannot_leave_its_attribute():
    found = soup(made(links={"pdf": 'https://example.org/"onmouseover="x'}, doi='10.5555/"><b>x', arxiv_id=None))

    assert all(set(a.attrs) == {"href"} for a in found.find_all("a"))
    assert found.find("b") is None


def test_the_policy_names_the_style_and_script_that_are_there():
    found = soup(made())
    policy = found.find("meta", attrs={"http-equiv": "Content-Security-Policy"})["content"]

    for tag in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(found.find(tag).string.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert not re.search(r'\son\w+=|style="', page(made()))


def test_years_group_and_the_owner_is_marked():
    listed = sorted(works(30, seed=9), key=lambda work: -work.chosen.year)
    found = soup(listed)
    years = [heading.get_text() for heading in found.find_all("h2")]

    assert years == sorted({str(work.chosen.year) for work in listed}, reverse=True)
    assert {mark.get_text() for mark in found.select(".me")} == {"Ada Quillfeather"}
    assert len(found.select("li")) == 30
    assert len({li["id"] for li in found.select("li")}) == 30
    assert soup(listed, group_by_year=False).find("h2") is None
    assert soup(listed, owners=()).select(".me") == []


def test_an_undated_work_is_named_so():
    assert soup(made(year=None, date=None)).find("h2").get_text() == "Undated"


def test_marks_are_explained_where_they_stand():
    first = works(1, seed=8)[0].chosen
    marked = made(authors=tuple(replace(author, marks=("equal",)) for author in first.authors))

    assert soup(marked).select_one(".legend").get_text() == "* equal contribution"
    assert soup(marked).select_one(".authors sup").get_text() == "*"
    assert soup(marked, equal_marks=False).select_one("sup, .legend") is None
    assert soup(made()).select_one(".legend") is None


def test_venues_are_abbreviated_by_the_users_table_first():
    listed = made(venue="International Conference on Machine Learning", volume=None, number=None, pages=None)

    def venue(**options):
        return soup(listed, **options).select_one("li .venue i").get_text()

    assert venue() == "International Conference on Machine Learning"
    assert venue(abbreviate=True) == "ICML"
    assert venue(abbreviate=True, abbreviations={"International Conference on Machine Learning": "Int. C. M. L."}) == (
        "Int. C. M. L."
    )


def test_a_users_template_is_filled_and_escaped():
    template = "{% for work in works %}<p>{{ work.title }}|{{ work.links.doi }}</p>\n{% endfor %}"
    text = page(made(2, title="<b> & co", doi="10.5555/x"), template=template)

    assert text.startswith("<p>&lt;b&gt; &amp; co|https://doi.org/10.5555/x</p>\n<p>")


@pytest.mark.parametrize("name", ["html", "markdown", "latex"])
@pytest.mark.parametrize(
    "template",
    ["{% for %}", "{{ nobody }}", "{{ works[0].nothing }}", "{{ ''.__class__.__mro__ }}", "{{ title() }}", "{{ 1/0 }}",
     "{{ works.append(1) }}", "{% include 'config.toml' %}", "{{ range(10**9) | list }}", "{{ title + 1 }}"],
)  # fmt: skip
def test_a_template_with_a_mistake_ends_in_one_line(name, template):
    with pytest.raises(ConfigError, match=r"^template: ") as told:
        targets.load()[name].render(made(), ListOptions(template=template))

    assert "\n" not in str(told.value)


def test_a_markdown_template_is_escaped_as_markdown():
    text = targets.load()["markdown"].render(
        made(1, title="*x* [y](z) <b>"), ListOptions(template="{% for w in works %}- {{ w.title }}\n{% endfor %}")
    )

    assert text == "- \\*x\\* \\[y\\](z) &lt;b>\n"


def test_formats_that_fill_templates_say_so():
    assert {name for name, target in targets.load().items() if target.templated} == {"html", "markdown", "latex"}
