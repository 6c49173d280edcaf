"""New entries of HTML and Markdown pages: the neighbours' pattern, nothing left over of their own papers."""

from pathlib import Path

import pytest

from scholarsync.normalise.records import from_row
from scholarsync.update import open_list, records_of, update_list

NEW = {
    "title": "Owls of the Northern Railway Stations", "authors": ["Ada Quillon", "Bo Marsh"], "year": 2025,
    "venue": "Journal of Invented Results", "type": "article", "doi": "10.5555/owls.2025",
}  # fmt: skip
OLD = (
    ("Old Towers and their Many Clocks", "Bo Marsh, Ada Quillon", "Annals of Towers", 2024, "12", "3", "101", "119"),
    ("New Bridges over Small Rivers", "Ada Quillon, Cy Dunes", "Letters on Bridges", 2022, "7", "1", "15", "29"),
    ("Slow Ferries of the Southern Lakes", "Cy Dunes, Ada Quillon", "Annals of Ferries", 2021, "9", "2", "55", "71"),
    ("Gulls and the Roofs of Harbours", "Ada Quillon, Di Tower", "Letters on Gulls", 2019, "4", "4", "205", "219"),
)


def page(folder: Path, name: str, entry: str, *, before: str = "", after: str = "") -> Path:
    path = folder / name
    entries = [
        entry.format(
            title=title, names=names, venue=venue, year=year, volume=volume, number=number, first=first, last=last,
            count=len(OLD) - at, at=at,
        )
        for at, (title, names, venue, year, volume, number, first, last) in enumerate(OLD)
    ]  # fmt: skip
    path.write_text(before + "".join(entries) + after)
    return path


def added(path: Path, **changes: object) -> str:
    """The lines that an update puts in."""
    _, listing = open_list(path)
    assert len(records_of(listing)) == len(OLD)
    before = path.read_text().splitlines()
    update_list(path, [from_row({**NEW, **changes}, key="new", source="made up")])
    after = path.read_text().splitlines()
    for line in before:
        after.remove(line)
    return "\n".join(after).strip()


SAID = "Ada Quillon, Bo Marsh. Owls of the Northern Railway Stations"
HTML = {"before": "<html><body><h2>Publications</h2>\n", "after": "</body></html>\n"}


def test_a_year_within_a_doi_is_not_the_year_of_the_entry(tmp_path):
    entry = "<p>{names}. {title}. <i>{venue}</i>, {year}. doi:10.5555/old.{year}.{at}7</p>\n"

    assert added(page(tmp_path, "index.html", entry, **HTML)) == (
        "<p>Ada Quillon, Bo Marsh. Owls of the Northern Railway Stations. <i>Journal of Invented Results</i>, 2025. "
        "doi:10.5555/owls.2025</p>"
    )


def test_quotes_stay_and_labels_without_a_number_go(tmp_path):
    entry = "<p>{names}, &ldquo;{title},&rdquo; <i>{venue}</i>, vol. {volume}, no. {number}, pp. {first}&ndash;{last}, {year}.</p>\n"

    assert added(page(tmp_path, "index.html", entry, **HTML)) == (
        "<p>Ada Quillon, Bo Marsh, &ldquo;Owls of the Northern Railway Stations,&rdquo; "
        "<i>Journal of Invented Results</i>, 2025.</p>"
    )


@pytest.mark.parametrize(("entry", "line"), [
    ("<p>{names}. {title}. <i>{venue}</i>, vol. {volume}, no. {number}, pp. {first}&ndash;{last}, {year}.</p>\n",
     f"<p>{SAID}. <i>Journal of Invented Results</i>, vol. 31, no. 8, pp. 900&ndash;917, 2025.</p>"),
    ("<p>{names}. {title}. <i>{venue}</i> {volume}({number}): {first}-{last}, {year}.</p>\n",
     f"<p>{SAID}. <i>Journal of Invented Results</i> 31(8): 900-917, 2025.</p>"),
])  # fmt: skip
def test_volume_number_and_pages_stand_where_the_others_have_them(tmp_path, entry, line):
    path = page(tmp_path, "index.html", entry, **HTML)

    assert added(path, volume="31", number="8", pages="900-917") == line


@pytest.mark.parametrize(("entry", "start"), [
    ("<p>[{count}] {names}. {title}. <i>{venue}</i>, {year}.</p>\n", "<p>[5] Ada Quillon"),
    ("<p>{count}. {names}. {title}. <i>{venue}</i>, {year}.</p>\n", "<p>5. Ada Quillon"),
])  # fmt: skip
def test_entries_that_are_counted_down_count_on(tmp_path, entry, start):
    assert added(page(tmp_path, "index.html", entry, **HTML)).startswith(start)


def test_a_number_that_would_be_wrong_is_left_out(tmp_path):
    """In the midst of the list all others would have to be counted anew."""
    path = page(tmp_path, "index.html", "<p>[{count}] {names}. {title}. <i>{venue}</i>, {year}.</p>\n", **HTML)

    assert added(path, year=2020).startswith("<p>Ada Quillon")


@pytest.mark.parametrize("heading", [
    '<div class="year">{year}</div>\n', "<p><b>{year}</b></p>\n", "<p>{year}</p>\n", "<h3>{year}</h3>\n",
])  # fmt: skip
def test_a_year_that_has_a_block_for_itself_heads_a_part(tmp_path, heading):
    path = page(tmp_path, "index.html", heading + "<p>{names}. {title}. <i>{venue}</i>.</p>\n", **HTML)

    assert added(path) == (
        heading.format(year=2025)
        + "<p>Ada Quillon, Bo Marsh. Owls of the Northern Railway Stations. <i>Journal of Invented Results</i>.</p>"
    )


def test_years_that_are_parts_of_entries_head_nothing(tmp_path):
    entry = '<div class="paper"><b>{title}</b><div class="year">{year}</div><p>{names}. <i>{venue}</i></p></div>\n'
    path = page(tmp_path, "index.html", entry, **HTML)

    assert added(path, year=2024).count("2024") == 1


@pytest.mark.parametrize(("entry", "line"), [
    ("**{title}**  \n{names}  \n_{venue}_, {year}\n\n",
     "**Owls of the Northern Railway Stations**  \nAda Quillon, Bo Marsh  \n_Journal of Invented Results_, 2025"),
    ("* {names}. [{title}](https://example.org/{at}){{.paper}}. *{venue}*, {year}.\n    * [code](https://example.org/c)\n",
     f"* Ada Quillon, Bo Marsh. [{NEW['title']}](https://doi.org/10.5555/owls.2025). *{NEW['venue']}*, 2025."),
    ("1. {names}. {title}. _{venue}_ **{volume}**({number}), {first}–{last} ({year}).\n\n",
     "1. Ada Quillon, Bo Marsh. Owls of the Northern Railway Stations. _Journal of Invented Results_ (2025)."),
    ("| {year} | {title} | {names} | *{venue}* |\n",
     "| 2025 | Owls of the Northern Railway Stations | Ada Quillon, Bo Marsh | *Journal of Invented Results* |"),
])  # fmt: skip
def test_markdown_entries_keep_no_mark_of_another_paper(tmp_path, entry, line):
    head = "# Publications\n\n" + ("| Year | Title | Authors | Venue |\n|---|---|---|---|\n" if entry[0] == "|" else "")

    assert added(page(tmp_path, "pubs.md", entry, before=head)) == line


def test_japanese_pages_keep_their_own_commas_and_year(tmp_path):
    titles = ("古い塔と時計の歴史的研究", "川にかかる新しい橋の設計", "南の湖の遅い渡し船の考察")
    entries = "".join(
        f"<li>佐伯 隆，高橋 一郎：「{title}」，架空学会論文誌，Vol.{12 - at}，No.{at + 1}，pp.{at}1-{at}9，{2023 - at}年</li>\n"
        for at, title in enumerate(titles)
    )
    path = tmp_path / "gyoseki.html"
    text = f'<html><head><meta charset="Shift_JIS"></head><body><h2>論文</h2>\n<ol>\n{entries}</ol></body></html>\n'
    path.write_bytes(text.encode("shift_jis"))

    update_list(path, [from_row(NEW, key="new", source="made up")])

    assert (
        "<ol>\n<li>Ada Quillon，Bo Marsh：「Owls of the Northern Railway Stations」，"
        "Journal of Invented Results，2025年</li>\n"
    ) in path.read_bytes().decode("shift_jis")


def test_an_address_in_angle_brackets_is_the_new_paper_s_own(tmp_path):
    entry = "1. {names} ({year}). *{title}*. {venue}. <https://doi.org/10.5555/old.{at}>\n\n"

    line = added(page(tmp_path, "pubs.qmd", entry, before="# Publications\n\n"))

    assert line.endswith("<https://doi.org/10.5555/owls.2025>")
    assert "old." not in line


def test_what_a_server_or_script_fills_in_for_one_paper_is_not_copied(tmp_path):
    entry = (
        '<div class="pub"><b>{title}</b><br>\n{names}. <i>{venue}</i>, {year}.\n<?php links({at}); ?>\n'
        '<span class="cited" data-id="{at}"></span>\n</div>\n'
    )

    text = added(page(tmp_path, "pubs.php", entry, **HTML))

    assert (
        text.split()
        == (
            '<div class="pub"><b>Owls of the Northern Railway Stations</b><br> Ada Quillon, Bo Marsh. '
            "<i>Journal of Invented Results</i>, 2025. </div>"
        ).split()
    )


def test_a_line_that_only_parted_links_goes_with_them(tmp_path):
    entry = (
        '<p>\n<b>{title}</b>\n<br>\n{names}\n<br>\n<i>{venue}</i>, {year}\n<br>\n<a href="c{at}.zip">code</a>\n/\n'
        '<a href="v{at}.mp4">video</a>\n</p>\n'
    )

    assert "/\n" not in added(page(tmp_path, "index.html", entry, **HTML)).replace("</", "")


def test_entries_without_a_gap_get_none(tmp_path):
    path = page(tmp_path, "index.html", "<li>{names}. <b>{title}</b>. <i>{venue}</i>, {year}.</li>",
                before="<html><body><h2>Publications</h2><ul>", after="</ul></body></html>")  # fmt: skip
    update_list(path, [from_row(NEW, key="new", source="made up")])

    assert "\n" not in path.read_text()


def test_tags_in_capitals_are_closed_in_capitals(tmp_path):
    entry = "<H3>{year}</H3>\n<UL>\n<LI>{names}. <B>{title}</B>. <I>{venue}</I>, {year}.\n</UL>\n"
    path = page(tmp_path, "index.html", entry, **HTML)

    added(path)

    text = path.read_text().partition("<H3>2024")[0]
    assert "<H3>2025</H3>\n<UL>\n<LI>Ada Quillon, Bo Marsh. <B>Owls" in text
    assert text.rstrip().endswith("</UL>")
    assert "</ul>" not in text


def test_boxes_on_a_markdown_page_stay_whole(tmp_path):
    entry = (
        '<div class="box"><div class="image"><img src="{at}.png"></div>\n<div class="text" markdown="1">\n\n'
        "[{title}](https://example.org/{at}.pdf)\n\n{names}\n\n{venue}, {year}\n</div>\n</div>\n\n"
    )

    path = page(tmp_path, "pubs.md", entry, before="# Publications\n\n", after="\n# News\n\nNothing.\n")

    added(path)

    text = path.read_text()
    assert '# Publications\n\n<div class="box">\n<div class="text" markdown="1">\n\n[Owls of the Northern' in text
    assert text.count("<div") == text.count("</div>")
    assert text.count("<img") == len(OLD)


def test_a_dash_that_is_an_entity_goes_with_its_numbers(tmp_path):
    entry = "<p>{names}. {title}. <b>{venue}</b>, {volume}({number}):{first}&#8211;{last}, {year}.</p>\n"

    assert (
        added(page(tmp_path, "index.html", entry, **HTML))
        == f"<p>{SAID}. <b>Journal of Invented Results</b>, 2025.</p>"
    )
