"""What stands between the entries of pages kept by hand, and is none."""

import pytest

from scholarsync.model import Page
from scholarsync.sources.homepage import parse


def titles(text: str, name: str = "index.html") -> list[str | None]:
    kind = "text/markdown" if name.endswith(".md") else "text/html"
    reading = parse(Page(watch="file:x", url=name, body=text.encode(), content_type=kind))
    return [draft.title for draft in reading.drafts]


PAPERS = {
    "Clocks of Old Towers and their Makers": "Ada Quillon, Bo Marsh",
    "Bridges over Small Rivers in Winter": "Bo Marsh, Ada Quillon, Cy Dunes",
    "Stations of the Northern Railway": "Cy Dunes, Ada Quillon",
    "Gulls on the Roof of the Observatory": "Ada Quillon, Di Tower",
}
REMARKS = (
    "<a href='t.pdf'>Presented at</a> the 12th Symposium on Invented Examples, Lisbon, Portugal, May 3-5, 2019.",
    'Highlighted in Commentary, "Old clocks", Letters on Towers, 8(1):59-60, 2019.',
    "Selected as best paper of the Second Conference on Rivers, 2020.",
)  # fmt: skip


@pytest.mark.parametrize("remark", REMARKS)
@pytest.mark.parametrize("frame", ["<div>{}</div>", "{}<br>"])
def test_a_remark_on_a_line_of_its_own_is_no_publication(remark, frame):
    entries = [
        f"<div>{title}. {names}. <i>Annals of Towers</i>, {2020 - n}.<br>{frame.format(remark) if n % 2 else ''}</div>\n"
        for n, (title, names) in enumerate(PAPERS.items())
    ]

    assert titles(f"<h2>Publications</h2>{''.join(entries)}") == list(PAPERS)


def test_a_block_that_says_who_did_what_is_no_publication():
    entries = [
        f"<div>{title}. {names}. <i>Annals of Towers</i>, {2020 - n}.</div>\n"
        for n, (title, names) in enumerate(PAPERS.items())
    ]
    entries.insert(1, "<div>Bo Marsh, Cy Dunes, and Di Tower contributed to the winter measurements.</div>")

    assert titles(f"<h2>Publications</h2>{''.join(entries)}") == list(PAPERS)


def test_paragraphs_named_as_whole_entries_begin_entries_of_their_own():
    people = {**PAPERS, "Hierarchies of Clouds": "Ada Quillon"}
    entries = [
        f"<p class='work'><b>{names}</b>. {title}. In: Annals of Towers, {2021 - n}.</p>"
        f"<p class='more'>[<a href='#'>Abstract</a>] [<a href='{n}.pdf'>PDF</a>]</p>"
        for n, (title, names) in enumerate(people.items())
    ]

    assert titles(f"<h2>Publications</h2><div>{''.join(entries)}</div>") == list(people)


@pytest.mark.parametrize("foot", ["Design: HTML9 OUT", "Impressum", "Theme by Somebody", "Back to top"])
def test_items_at_the_foot_of_a_page_are_no_publications(foot):
    entries = "".join(f"<li>{names}. {title}. Annals of Towers, 2020.</li>" for title, names in PAPERS.items())

    assert titles(f"<h2>Publications</h2><ul>{entries}</ul><ul><li>{foot}</li></ul>") == list(PAPERS)


MARKDOWN = """---
layout: page
title: {title}
---

- __Clocks of Old Towers__ [[pdf]](c.pdf)
  (with Bo Marsh)
  _Annals of Towers_, 2020

- __Bridges over Small Rivers__ [[pdf]](b.pdf)
  To appear in Letters on Bridges

### Other

- __Lecture notes on Old Bells__ [[pdf]](l.pdf)
  Draft
- __Towers and Winds__
  Doctoral thesis, University of Example, 2004
"""


@pytest.mark.parametrize("title", ["Publications", '"My Papers"', "Some Lab / Papers"])
def test_the_title_in_the_front_matter_says_what_the_lists_are(title):
    found = titles(MARKDOWN.format(title=title), "papers.md")

    assert found == [
        "Clocks of Old Towers", "Bridges over Small Rivers", "Lecture notes on Old Bells", "Towers and Winds",
    ]  # fmt: skip


@pytest.mark.parametrize("title", ["Teaching", "About me"])
def test_a_title_that_names_no_papers_vouches_for_nothing(title):
    assert "Lecture notes on Old Bells" not in titles(MARKDOWN.format(title=title), "page.md")


def test_attributes_of_pandoc_are_no_words():
    text = """# Publications {#pubs .unnumbered}

* A. Quillon, B. Marsh. "[Clocks of Old Towers](https://example.org/c){.paper}." *Annals of Towers*, 2020.
* B. Marsh. "[Bridges over Small Rivers](https://example.org/b){target=_blank}." *Letters on Bridges*, 2019.
"""

    assert titles(text, "papers.md") == ["Clocks of Old Towers", "Bridges over Small Rivers"]


def test_a_term_that_is_a_title_is_no_heading():
    entries = [f"<dt>{title}</dt><dd>{names}. Annals of Towers, 2020.</dd>" for title, names in PAPERS.items()]
    entries.insert(1, "<dt>Slow Recognition of Sign Language Video</dt><dd>Di Tower. Annals of Towers, 2021.</dd>")

    assert len(titles(f"<h2>Papers</h2><dl>{''.join(entries)}</dl>")) == len(entries)


@pytest.mark.parametrize(("figures", "volume", "number"), [
    ("vol. 12, no. 3, pp. 10-19", "12", "3"), ("Vol. 12, Issue 3-4", "12", "3-4"), ("12(3), 10-19", "12", "3"),
    ("vol. 12, pp. 10-19", "12", None), ("vol. 12", "12", None), ("no. 3", None, None),
])  # fmt: skip
def test_the_number_of_an_issue_stands_behind_its_volume(figures, volume, number):
    text = (
        f"<h2>Papers</h2><p>A. Quillon, B. Marsh. Clocks of Old Towers. <i>Annals of Towers</i>, {figures}, 2020.</p>"
    )

    draft = parse(Page(watch="file:x", url="index.html", body=text.encode(), content_type="text/html")).drafts[0]

    assert (draft.volume, draft.number) == (volume, number)


@pytest.mark.parametrize(
    "title", ["Template Attacks on Old Clocks", "Copyright and its Makers in Small Towns", "Who Is Powered by Wind"]
)
def test_a_paper_on_what_footers_speak_of_is_a_paper(title):
    people = {**PAPERS, title: "Ada Quillon, Bo Marsh"}
    entries = "".join(f"<li>{names}. {name}. Annals of Towers, 2020.</li>" for name, names in people.items())

    assert titles(f"<h2>Publications</h2><ul>{entries}</ul>") == list(people)


@pytest.mark.parametrize(
    "foot", ["© 2024 Ada Quillon", "Powered by Jekyll, last updated in 2024", "Copyright 2020 by Ada Quillon, Bo Marsh"]
)
def test_what_stands_at_the_foot_is_none(foot):
    entries = "".join(f"<p>{names}. {name}. Annals of Towers, 2020.</p>" for name, names in PAPERS.items())

    assert titles(f"<h2>Publications</h2>{entries}<p>{foot}</p>") == list(PAPERS)
