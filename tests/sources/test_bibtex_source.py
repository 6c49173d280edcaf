"""BibTeX entries become drafts whichever way people use the fields."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scholarsync.errors import ConfigError, Unreadable
from scholarsync.model import Page, Watch
from scholarsync.normalise import normalise
from scholarsync.sources import recognise
from scholarsync.sources.bibtex import source


def read(text, *, url="list.bib", **more):
    body = text.encode() if isinstance(text, str) else text
    return source.parse(Page(watch="bibtex:list.bib", url=url, body=body, **more))


def one(fields, *, kind="article"):
    (draft,) = read(f"@{kind}{{key21,\n title = {{On Kites}},\n {fields}\n}}").drafts
    return draft


def test_an_entry_is_read_whole():
    draft = one(
        "author={Marrow, Bo and Lint, D. van der and others}, journal={Annals of Kites}, year=2031, month=jul, volume=3,"
        " number={4}, pages={1--9}, doi={10.5555/aok.1}, url={https://example.org/a\\_b}, note={Best paper}, issn={1234-5679}"
    )
    record = normalise(draft, source="bibtex")

    assert (draft.id, draft.key, draft.markup) == ("key21", "key21", "latex")
    assert draft.authors == ("Marrow, Bo", "Lint, D. van der", "others")
    assert (draft.year, draft.date) == ("2031", "2031-07")
    assert draft.url == "https://example.org/a_b"
    assert [author.name for author in record.authors] == ["Bo Marrow", "D. van der Lint"]
    assert record.authors_truncated is True
    assert (record.venue, record.volume, record.number, record.pages) == ("Annals of Kites", "3", "4", "1-9")
    assert (record.doi, record.date, record.type) == ("10.5555/aok.1", "2031-07", "article")


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year=2031, month=jul", "2031-07"),
        ("year={2031}, month={7}", "2031-07"),
        ("year={2031}, month={July}", "2031-07"),
        ("year={2031}, month=jul # {~3}", "2031-07-03"),
        ("year={2031}, month={3 July}", "2031-07-03"),
        ("year={2031}, month=jul, day=3", "2031-07-03"),
        ("year={2031}, month={07}", "2031-07"),
        ("date={2031-07-03}", "2031-07-03"),
        ("date={2031-07}", "2031-07"),
        ("date={2031-07-03/2031-07-05}", "2031-07-03"),
        ("year={2031}, date={2031-01-01}", "2031"),
        ("year={2031}", "2031"),
        ("year={2031}, month={spring term}", "2031"),
        ("year={in press}", None),
        ("month=jul", None),
        ("note={nothing}", None),
    ],
)
def test_dates_keep_the_precision_they_have(fields, date):
    assert normalise(one(fields), source="bibtex").date == date


@pytest.mark.parametrize(
    ("kind", "fields", "venue"),
    [
        ("article", "journal={A}, booktitle={B}", "A"),
        ("article", "journaltitle={A}", "A"),
        ("inproceedings", "booktitle={B}, publisher={P}", "B"),
        ("inproceedings", "eventtitle={E}", "E"),
        ("phdthesis", "school={University of Kites}, publisher={P}", "University of Kites"),
        ("techreport", "institution={Kite Institute}", "Kite Institute"),
        ("book", "publisher={Lint Press}", "Lint Press"),
        ("misc", "howpublished={Talk at the Kite Days}", "Talk at the Kite Days"),
        ("misc", "howpublished={\\url{https://example.org}}", None),
        ("article", "note={x}", None),
    ],
)
def test_where_it_appeared(kind, fields, venue):
    assert one(fields, kind=kind).venue == venue


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint={3101.00001}, archiveprefix={arXiv}", "3101.00001"),
        ("eprint={3101.00001v2}, eprinttype=arxiv", "3101.00001"),
        ("eprint={9912001}, archiveprefix={arXiv}, primaryclass={solv-int}", "solv-int/9912001"),
        ("eprint={math/0309136}", "math/0309136"),
        ("journal={CoRR}, volume={abs/3101.00001}", "3101.00001"),
        ("journal={arXiv preprint arXiv:3101.00001}", "3101.00001"),
        ("arxiv={3101.00001}", "3101.00001"),
        ("eprint={12345678}, eprinttype={pubmed}", None),
        ("journal={Annals of Kites}, volume={3101.00001}", None),
        ("note={as in 3101.00001}", None),
    ],
)
def test_arxiv_ids_stand_in_many_fields(fields, arxiv):
    assert normalise(one(fields), source="bibtex").arxiv_id == arxiv


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ("pubstate={inpress}", "inpress"),
        ("pubstate={published}", None),
        ("note={To appear in Annals of Kites}", "To appear in Annals of Kites"),
        ("year={in press}", "in press"),
        ("note={Accepted}", "Accepted"),
        ("note={It was accepted with joy}", None),
        ("note={Submitter's prize}", None),
    ],
)
def test_the_way_to_print_is_told(fields, status):
    assert one(fields).status == status


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Sandoval, Rita and van Ferland, P.", ("Sandoval, Rita", "van Ferland, P.")),
        ("{The Kite Group} and Lint, D", ("{The Kite Group}", "Lint, D")),
        ("Bo Marrow, Ada Quill, Dirk Lint, Cleo Brand", ("Bo Marrow", "Ada Quill", "Dirk Lint", "Cleo Brand")),
        ("Bo Marrow; Ada Quill", ("Bo Marrow", "Ada Quill")),
        ("Marrow, Jr., Bo", ("Marrow, Jr., Bo",)),
        ("Bo\n  Marrow and Ada\tQuill", ("Bo Marrow", "Ada Quill")),
        ("{Marrow, Lint, Quill and Co.}", ("{Marrow, Lint, Quill and Co.}",)),
    ],
)
def test_authors_however_they_are_parted(author, names):
    assert one(f"author = {{{author}}}").authors == names


def test_editors_stand_in_where_there_is_no_author():
    assert one("editor={Lint, D}", kind="proceedings").authors == ("Lint, D",)
    assert one("author={Marrow, B}, editor={Lint, D}").authors == ("Marrow, B",)


def test_children_take_from_containers_what_is_not_the_containers_own():
    reading = read("""
        @inproceedings{child, title={On Kites}, author={Marrow, B}, crossref={kd31}, pages={1--2}}
        @proceedings{KD31, title={Kite Days}, year=2031, publisher={Lint Press}, doi={10.5555/kd}, editor={Lint, D}, url={https://example.org/kd}}
        @xdata{common, series={Kite Notes}}
        @book{alone, title={Kites}, author={Marrow, B}, xdata={common}}
        @misc{loop, title={Loop}, crossref={loop}}
    """)
    child, alone, loop = reading.drafts

    assert (child.venue, child.year, child.publisher) == ("Kite Days", "2031", "Lint Press")
    assert (child.doi, child.url, child.authors) == (None, None, ("Marrow, B",))
    assert (alone.id, loop.id) == ("alone", "loop")


def test_ids_are_told_apart_and_untitled_entries_are_faults():
    reading = read(
        "@misc{k, title={A}}\n@misc{k, title={B}}\n@misc{u, author={X, Y}}\n@misc{d, doi={10.5555/1}}\n@misc{, title={C}}"
    )

    assert [draft.id for draft in reading.drafts] == ["k", "k#2", "d", "@misc"]
    assert [draft.key for draft in reading.drafts] == ["k", "k", "d", None]
    assert [(fault.where, fault.reason) for fault in reading.faults] == [("u", "the entry has no title")]


def test_braces_and_commands_do_not_reach_the_record():
    record = normalise(
        one("author={{Prado de Leon}, R. and Garn{\\'e}, L. and {van Osch}, Pim}, journal={Kites \\& {Lines}}"),
        source="bibtex",
    )

    assert [author.name for author in record.authors] == ["R. Prado de Leon", "L. Garné", "Pim van Osch"]
    assert record.venue == "Kites & Lines"
    (draft,) = read("@misc{k, title={Decline of {\\textit{Nothura minima}} in wet years.}}").drafts
    assert normalise(draft, source="bibtex").title == "Decline of Nothura minima in wet years"


def test_links_are_those_of_the_web():
    draft = one(
        "pdf={https://example.org/k.pdf}, code={github.com/x}, slides={slides/k.pdf}, website={javascript:alert(1)}"
    )

    assert draft.links == (("pdf", "https://example.org/k.pdf"),)


@pytest.mark.parametrize("body", ["", "<html><p>@article{k, a=1}</p></html>"[:20], "nothing here", "\x00\x01"])
def test_other_files_are_unreadable(body):
    with pytest.raises(Unreadable):
        read(body)


def test_an_entry_among_rubbish_is_still_read():
    reading = read("@article{a, title={One {, year=1}\n\n@article{b, title={Two}}")

    assert [draft.id for draft in reading.drafts][-1] == "b"
    assert reading.faults


@pytest.mark.parametrize(
    ("url", "body", "name"),
    [
        ("list.bib", "", "bibtex"),
        ("export", "% mine\n@article{k,\n title={A}}", "bibtex"),
        ("export.txt", "\ufeff@article{k,\n title={A}}", "bibtex"),
        ("index.html", "<html><pre>@article{k,\n title={A}}</pre></html>", "homepage"),
        ("notes.txt", "mail someone@example.org", "homepage"),
    ],
)
def test_bibtex_is_known_by_name_or_first_entry(url, body, name):
    assert recognise(Page(watch="w", url=url, body=body.encode())).name == name


def test_a_watch_needs_an_address():
    assert (
        source.start(Watch(source="bibtex", locator="https://example.org/l.bib"))[0].url == "https://example.org/l.bib"
    )
    with pytest.raises(ConfigError):
        source.start(Watch(source="bibtex", locator="no/such/file.bib"))


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet='@{}(),="#%\\ \nabAB1-', max_size=60))
def test_no_entry_is_too_odd(text):
    for draft in read(
        f"@misc{{k, title={{T}}, year={text}, author={{{text}}}, doi={{x}}\n@misc{{z, title={{Z}}}}"
    ).drafts:
        normalise(draft, source="bibtex")
