"""Google Scholar: what is read from its pages, and what never passes for a profile without publications."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scholarsync.errors import Blocked, ConfigError, Missing, SourceError, Unreachable, Unreadable
from scholarsync.fetch import Fetcher, Limits
from scholarsync.model import Page, Watch
from scholarsync.sources.scholar import profile_id, source
from scholarsync.sources.scholar.bylines import Place, read_authors, read_byline, read_place
from upstream.answers import Article, Profile, article_page, profile_page, some_articles
from upstream.faults import (
    CAPTCHA_IDS,
    NORMAL,
    OLD_LAYOUTS,
    captcha,
    changed,
    consent,
    cut,
    instead,
    length_lie,
    redirect,
    reset,
    sorry,
    status,
    substituted,
    with_headers,
)

ID = "QXrobinAAAAJ"
CORPUS = Path(__file__).parents[4] / "shared/corpus/upstream/scholar"


def page(body, *, url=f"https://scholar.google.com/citations?user={ID}&hl=en&pagesize=100", **more):
    return Page(watch=f"scholar:{ID}", url=url, body=body.encode() if isinstance(body, str) else body, **more)


def one_row(**fields):
    reading = source.parse(page(profile_page(ID, Profile(articles=(Article(id="art000000001", **fields),)), {})))
    (draft,) = reading.drafts
    return draft


@pytest.fixture
def pull(services):
    """Follow a watch as a sync does: every page once, nothing more after a failure."""
    services.profiles[ID] = Profile(articles=some_articles(3))
    now = datetime(2031, 5, 1, tzinfo=UTC)
    fetcher = Fetcher(
        "robin@example.org", clock=lambda: now, sleep=lambda _: None, ticks=lambda: 0.0, allow_private=True,
        limits=Limits(gap_s=0.0, read_s=5.0),
    )  # fmt: skip

    def follow(locator=ID, *, details=100):
        watch = Watch(source="scholar", locator=locator, options={"base_url": services.url})
        queue, readings = list(source.start(watch)), []
        while queue:
            request = queue.pop(0)
            if request.about is not None:
                details -= 1
                if details < 0:
                    continue
            reading = source.parse(fetcher.fetch(request, watch=watch.key, deadline=100.0))
            readings.append(reading)
            queue += reading.more
        return readings

    with fetcher:
        yield follow


# what is asked for ----------------------------------------------------------


@pytest.mark.parametrize(
    "locator",
    [
        ID,
        f" {ID} ",
        f"https://scholar.google.com/citations?user={ID}&hl=en",
        f"https://scholar.google.de/citations?hl=de&user={ID}",
    ],
)
def test_a_profile_is_named_by_id_or_address(locator):
    assert profile_id(locator) == ID


@pytest.mark.parametrize("locator", ["", "Robin Quill", "QXrobin", "https://example.org/~robin", f"{ID}&cstart=100"])
def test_what_names_no_profile_is_a_mistake_of_the_settings(locator):
    with pytest.raises(ConfigError, match="scholar"):
        profile_id(locator)


def test_a_short_profile_is_one_list_and_its_articles(services, pull):
    readings = pull()

    assert services.targets == [
        f"/citations?user={ID}&hl=en&pagesize=100",
        *(f"/citations?user={ID}&view_op=view_citation&hl=en&citation_for_view={ID}:art{n:09d}" for n in (0, 1, 2)),
    ]
    assert [(len(reading.drafts), reading.partial, reading.total) for reading in readings] == [
        (3, None, 3), (1, None, None), (1, None, None), (1, None, None),
    ]  # fmt: skip


def test_of_a_long_profile_the_most_cited_and_the_newest_are_read_and_no_second_page(services, pull):
    services.profiles[ID] = Profile(articles=some_articles(230))

    cited, newest = pull(details=0)

    assert {d.id for d in cited.drafts} | {d.id for d in newest.drafts} == {
        f"{ID}:art{n:09d}" for n in (*range(100), *range(130, 230))
    }
    assert cited.partial is not None
    assert cited.partial.startswith("100 shown, more exist")
    assert not any("cstart=" in target or target.startswith("/scholar") for target in services.targets)
    assert len(services.targets) == 2


def test_show_more_that_is_never_disabled_ends(services, pull):
    services.plan("/citations", substituted(" disabled", ""))

    readings = pull(details=0)

    assert len(services.targets) == 2
    assert all(reading.partial for reading in readings)


def test_the_newest_articles_are_detailed_first():
    reading = source.parse(page(profile_page(ID, Profile(articles=some_articles(9)), {})))

    years = {draft.id: draft.year for draft in reading.drafts}
    asked = [years[request.about] for request in reading.more]
    assert asked == sorted(asked, reverse=True)
    assert all(request.optional and request.role == "detail" for request in reading.more)


def test_a_saved_page_leads_to_no_request():
    reading = source.parse(page(profile_page(ID, Profile(articles=some_articles(3)), {}), url="saved.html"))

    assert (len(reading.drafts), reading.more) == (3, ())


# rows -----------------------------------------------------------------------


def test_a_row_is_read_with_its_authors():
    draft = one_row(cites=12)

    assert draft.id == f"{ID}:art000000001"
    assert (draft.title, draft.year, draft.citations) == ("Gauging small rivers", "2031", 12)
    assert (draft.authors, draft.authors_truncated) == (("R Quill", "B Harrow"), False)
    assert (draft.venue, draft.volume, draft.number, draft.pages) == ("Journal of Made-up Rivers", "13", "2", "10-19")


def test_counts_are_handed_up_and_a_blank_one_is_zero():
    profile = Profile(articles=(Article(id="art000000001", cites=7), Article(id="art000000002", cites=0)))

    assert dict(source.parse(page(profile_page(ID, profile, {}))).citations) == {
        f"{ID}:art000000001": 7, f"{ID}:art000000002": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("shown", "count"), [("1,234", 1234), ("25*", 25), ("1 234", 1234)])
def test_counts_with_separators_and_stars(shown, count):
    body = profile_page(ID, Profile(articles=(Article(id="art000000001", cites=77),)), {}).replace(">77<", f">{shown}<")

    assert source.parse(page(body)).drafts[0].citations == count


def test_what_is_cut_is_marked():
    draft = one_row(
        title="A title that goes on and …", authors="R Quill, B Harrow, ...", venue="Conference on Winding\xa0…"
    )

    assert (draft.title_truncated, draft.authors_truncated, draft.venue_truncated) == (True, True, True)
    assert (draft.authors, draft.venue) == (("R Quill", "B Harrow"), "Conference on Winding")


def test_a_row_may_lack_year_venue_and_authors():
    draft = one_row(year="", venue="", authors="")

    assert (draft.year, draft.venue, draft.authors) == (None, None, ())


def test_one_bad_row_is_a_fault_and_the_others_stay():
    body = profile_page(ID, Profile(articles=some_articles(3)), {})
    body = body.replace(f"citation_for_view={ID}:art000000001", "nothing")

    reading = source.parse(page(body))

    assert len(reading.drafts) == 2
    assert [fault.where for fault in reading.faults] == ["row 2"]


def test_white_space_and_marks_of_direction_are_no_part_of_a_title():
    assert one_row(title="\u202aGauging\n      small\u202c rivers").title == "Gauging small rivers"


def test_the_layout_of_2019_is_read():
    (draft,) = source.parse(page(OLD_LAYOUTS["2019"], url="saved.html")).drafts

    assert (draft.id, draft.authors) == (f"{ID}:aaaaaaaaaaaa", ("R Quill",))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Rivers 77, 5-19", Place(venue="Rivers", volume="77", pages="5-19")),
        ("Rivers 13 (2), 10–19", Place(venue="Rivers", volume="13", number="2", pages="10–19")),
        ("Rivers 6 (03), e207", Place(venue="Rivers", volume="6", number="03", pages="e207")),
        ("Omnipresence 2029 (May), 2-7", Place(venue="Omnipresence", volume="2029", number="May", pages="2-7")),
        ("2031 Conference on Rivers (CR), 31-45", Place(venue="Conference on Rivers (CR)", pages="31-45")),
        (
            "Proceedings of the River Meeting 2030, 1-9",
            Place(venue="Proceedings of the River Meeting 2030", pages="1-9"),
        ),
        ("University of Quill", Place(venue="University of Quill")),
        ("Rivers, Lakes and Seas", Place(venue="Rivers, Lakes and Seas")),
        ("Advances in Rivers 32", Place(venue="Advances in Rivers", volume="32")),
        ("World of Rivers ((WR) 7 (2 …", Place(venue="World of Rivers ((WR)", truncated=True, volume="7")),
        ("arXiv preprint arXiv:3112.00544", Place(venue="arXiv preprint", arxiv_id="3112.00544", type="preprint")),
        ("US Patent App. 12/345,678", Place(venue="US Patent App. 12/345,678", type="patent")),
        ("(No Title)", Place()),
        ("", Place()),
    ],
)
def test_venue_lines(line, place):
    assert read_place(line, year="2031") == place


@pytest.mark.parametrize(
    ("line", "names", "truncated"),
    [
        ("R Quill, T van de Ven", ("R Quill", "T van de Ven"), False),
        ("R Quill, B Harrow, …", ("R Quill", "B Harrow"), True),
        ("C Moss, Jr, D Vale", ("C Moss, Jr", "D Vale"), False),
        ("", (), False),
    ],
)
def test_author_lines(line, names, truncated):
    assert read_authors(line) == (names, truncated)


@pytest.mark.parametrize(
    ("line", "names", "venue", "cut", "year"),
    [
        ("KV Arbor, M Bosk - 2031 Natl Meeting on Winding …, 2031", ("KV Arbor", "M Bosk"), "Natl Meeting on Winding", True, "2031"),
        ("R Quill - Rivers, 2030 - press.example", ("R Quill",), "Rivers", False, "2030"),
        ("R Quill, B Harrow… - 2029 - press.example", ("R Quill", "B Harrow"), None, False, "2029"),
        ("R Quill - press.example", ("R Quill",), None, False, None),
        ("R Quill - Rivers, Lakes - press.example", ("R Quill",), "Rivers, Lakes", False, None),
    ],
)  # fmt: skip
def test_bylines_of_search_results(line, names, venue, cut, year):
    byline = read_byline(line)

    assert (byline.authors, byline.place.venue, byline.place.truncated, byline.year) == (names, venue, cut, year)


def test_no_line_makes_reading_slow():
    for hostile in ("a, " * 50_000, "1 (" * 50_000, "(" * 100_000, "x - " * 50_000, "…" * 50_000, "9-" * 50_000):
        read_place(hostile)
        read_authors(hostile)
        read_byline(hostile)


# the pages of articles ------------------------------------------------------


def article(**fields):
    details = {"Authors": "Robin Quill, Bea Harrow", **fields.pop("details", {})}
    body = article_page(ID, Article(id="art000000001", details=details, **fields))
    url = f"https://scholar.google.com/citations?user={ID}&view_op=view_citation&hl=en&citation_for_view={ID}:art000000001"
    (draft,) = source.parse(page(body, url=url, role="detail", about=f"{ID}:art000000001")).drafts
    return draft


def test_an_article_is_read_with_all_that_its_page_holds():
    draft = article(
        details={"Publication date": "2031/4/2", "Journal": "Rivers", "Volume": "13", "Issue": "2", "Pages": "1-9",
                 "Publisher": "River Press"},
        description="We gauge rivers.", pdf="https://example.org/a.pdf", cites=1234,
    )  # fmt: skip

    assert draft.id == f"{ID}:art000000001"
    assert (draft.authors, draft.authors_truncated) == (("Robin Quill", "Bea Harrow"), False)
    assert (draft.date, draft.venue, draft.type) == ("2031-04-02", "Rivers", "article")
    assert (draft.volume, draft.number, draft.pages, draft.publisher) == ("13", "2", "1-9", "River Press")
    assert (draft.abstract, draft.citations) == ("We gauge rivers.", 1234)
    assert draft.links == (("article", "https://example.org/articles/gauging"), ("pdf", "https://example.org/a.pdf"))
    assert ("scholar_cluster", "987654321") in draft.ids


@pytest.mark.parametrize(
    ("shown", "date"),
    [("2031/4/2", "2031-04-02"), ("2031/4", "2031-04"), ("2031", "2031"), ("Spring 2031", "Spring 2031")],
)
def test_dates_keep_their_precision(shown, date):
    assert article(details={"Publication date": shown}).date == date


def test_an_article_may_have_no_date():
    assert article().date is None


@pytest.mark.parametrize(
    ("label", "kind"),
    [("Journal", "article"), ("Conference", "conference"), ("Book", "chapter"), ("Source", None), ("Institution", "thesis"),
     ("Patent office", "patent")],
)  # fmt: skip
def test_where_it_appeared_says_what_it_is(label, kind):
    draft = article(details={label: "The place"})

    assert (draft.venue, draft.type) == ("The place", kind)


def test_a_patent_has_inventors():
    body = article_page(
        ID, Article(id="a", details={"Inventors": "Robin Quill", "Patent office": "US", "Patent number": "123"})
    )
    (draft,) = source.parse(page(body, url="saved.html")).drafts

    assert (draft.authors, draft.type, draft.number) == (("Robin Quill",), "patent", "123")


def test_links_that_are_no_web_addresses_are_left_out():
    assert article(link="javascript:alert(1)").links == ()


# what is no profile ---------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "outcome", "words"),
    [
        *((captcha(mark), Blocked, "robot") for mark in CAPTCHA_IDS),
        (sorry, Blocked, "unusual traffic"),
        (consent, Blocked, "consent"),
        (redirect("https://www.google.com/sorry/index"), Blocked, "unusual traffic"),
        (redirect("https://consent.google.com/ml"), Blocked, "consent"),
        (redirect("https://accounts.google.com/ServiceLogin"), Missing, "login"),
        (status(429, retry_after="3600"), Blocked, "429"),
        (status(403), Blocked, "403"),
        (status(404), Missing, "404"),
        (status(503), Unreachable, "503"),
        (reset, Unreachable, "127.0.0.1"),
        (length_lie(), Unreachable, "IncompleteRead"),
        (cut(), Unreadable, "first part"),
        (cut(0.98), Unreadable, "first part"),
        (instead(""), Unreadable, "empty"),
        (instead(OLD_LAYOUTS["2011"]), Unreadable, "before 2014"),
        (instead("<!doctype html><title>Rivers</title><p>Welcome to my page about rivers, lakes and seas" * 3), Unreadable, "no page"),
        (instead("The service is unavailable."), Unreadable, "hardly any text"),
        (substituted("gsc_a_tr'", "gsc_a_row'"), Unreadable, "no row"),
        (changed(lambda body: body.replace(b"gsc_a_at", b"gsc_new")), Unreadable, "none laid out"),
        (substituted("gsc_prf_in", "gsc_name"), Unreadable, "layout that is not known"),
    ],
)  # fmt: skip
def test_every_other_answer_is_told_apart_and_ends_the_visit(services, pull, fault, outcome, words):
    services.plan("/citations", fault)

    with pytest.raises(SourceError, match=words) as caught:
        pull()

    assert type(caught.value).outcome == outcome.outcome
    assert len(services.targets) <= 3  # the tries of a broken connection; nothing after a refusal
    if outcome is Blocked:
        assert len(services.targets) == 1


def test_an_unknown_id_is_missing(services, pull):
    with pytest.raises(Missing):
        pull("NOBODYAAAAAJ")


def test_a_block_among_the_articles_ends_the_visit_there(services, pull):
    services.plan(f"/citations?user={ID}&view_op", NORMAL, captcha())

    with pytest.raises(Blocked):
        pull()

    assert len(services.targets) == 3


def test_retry_after_is_handed_up(services, pull):
    services.plan("/citations", status(429, retry_after="3600"))

    with pytest.raises(Blocked) as caught:
        pull()

    assert caught.value.retry_after == datetime(2031, 5, 1, 1, tzinfo=UTC)


def test_a_profile_without_articles_is_a_good_answer(services, pull):
    services.profiles[ID] = Profile(articles=())

    (reading,) = pull()

    assert (reading.drafts, reading.faults, reading.partial, reading.total) == ((), (), None, 0)


def test_a_profile_that_answers_under_another_id_is_said(services, pull):
    services.profiles[ID] = Profile(articles=some_articles(1), canonical="OTHERAAAAAAJ")

    reading = pull(details=0)[0]

    assert len(reading.drafts) == 1
    assert "OTHERAAAAAAJ" in reading.faults[0].reason


def test_fewer_rows_than_the_page_counts_are_no_whole_list():
    body = profile_page(ID, Profile(articles=some_articles(3)), {}).replace("Articles 1&ndash;3", "Articles 1&ndash;20")

    assert source.parse(page(body)).partial == "3 rows where the page says 1 to 20"


@pytest.mark.parametrize(
    "fault",
    [
        with_headers({}, content_type="text/plain"),
        with_headers({}, content_type="text/html; charset=ISO-8859-1"),
        changed(lambda body: body.decode().encode("latin-1", errors="xmlcharrefreplace")),
    ],
)
def test_odd_types_and_encodings_are_read_all_the_same(services, pull, fault):
    services.profiles[ID] = Profile(articles=(Article(id="art000000001", title="Flüsse und Bäche"),))
    services.plan(f"/citations?user={ID}&hl", fault)

    assert pull(details=0)[0].drafts[0].title == "Flüsse und Bäche"


def test_a_page_beyond_all_measure_is_not_read():
    with pytest.raises(Unreadable, match="larger"):
        source.parse(page(b" " * 8_000_001))


def test_saved_search_results_are_read():
    body = (
        "<div class='gs_r' data-cid='abc'><div class='gs_ri'><h3 class='gs_rt'><span>[PDF]</span> <a href='https://example.org/r'>"
        "Gauging <b>rivers</b></a></h3><div class='gs_a'>R Quill - Rivers, 2030 - press.example</div>"
        "<div class='gs_fl'><a href='/scholar?cites=1'>Cited by 4</a></div></div></div>"
    )
    reading = source.parse(page(body, url="saved.html"))

    (draft,) = reading.drafts
    assert (draft.id, draft.title, draft.authors, draft.year, draft.citations) == (
        "abc", "Gauging rivers", ("R Quill",), "2030", 4,
    )  # fmt: skip
    assert reading.partial


# recognising ----------------------------------------------------------------


def test_its_own_pages_are_recognised_and_others_are_not():
    assert source.recognises(page(profile_page(ID, Profile(), {}), url="x.html")) > 90
    assert source.recognises(page(article_page(ID, Article(id="a")), url="x.html")) > 90
    for other in ("<html><h1>Publications</h1><ul><li>R. Quill. Rivers. 2030.</ul>", "", "@article{a, title={b}}"):
        assert source.recognises(page(other, url="x.html")) == 0


def test_reading_needs_neither_the_network_nor_the_rest_of_scholarly(tmp_path):
    """scholarly's own start reads a .env of any folder above, which nobody asked for."""
    (tmp_path / ".env").write_text("SCHOLARSYNC_LEAK=1\n")
    body = tmp_path / "page.html"
    body.write_text(profile_page(ID, Profile(articles=some_articles(1)), {}))
    code = (
        "import os, sys\nfrom scholarsync.model import Page\nfrom scholarsync.sources.scholar import source\n"
        "reading = source.parse(Page(watch='w', url='page.html', body=open('page.html','rb').read()))\n"
        "print(len(reading.drafts), 'SCHOLARSYNC_LEAK' in os.environ, 'scholarly' in sys.modules, 'selenium' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["1", "False", "False", "False"]


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not beside the repository")
@pytest.mark.parametrize(
    ("pattern", "outcome"),
    [
        ("profile_20[12]*", b'class="gsc_a_tr"'),
        ("view_citation_*", b'id="gsc_oci_title"'),
        ("search_results_*", b'class="gs_rt"'),
        ("captcha_*", Blocked),
        ("google_403*", Blocked),
        ("*old_layout*", Unreadable),
        ("cite_dialog*", Unreadable),
    ],
)
def test_every_saved_page_of_the_service_is_read(pattern, outcome):
    """As many drafts as the page has rows, none lost; every other page for what it is."""
    paths = [path for path in CORPUS.glob(f"{pattern}.html") if ("old_layout" in path.name) == ("old" in pattern)]
    assert paths
    for path in paths:
        saved = page(path.read_bytes(), url=path.name)

        assert source.recognises(saved) >= 70, path.name
        if isinstance(outcome, bytes):
            reading = source.parse(saved)
            assert (len(reading.drafts), reading.faults) == (saved.body.count(outcome), ()), path.name
        else:
            with pytest.raises(outcome):
                source.parse(saved)
