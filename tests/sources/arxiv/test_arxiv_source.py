"""arXiv: what is read from its feeds, and each of its silent faults told aloud."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scholarsync.errors import Blocked, ConfigError, SourceError, Unreachable, Unreadable
from scholarsync.fetch import Fetcher, Limits
from scholarsync.model import Page, Watch
from scholarsync.sources.arxiv import source
from scholarsync.sources.arxiv.remarks import Reference, read_comment, read_reference, says_withdrawn
from upstream.answers import Paper, error_feed, feed, some_papers
from upstream.faults import (
    NORMAL,
    changed,
    cut,
    instead,
    length_lie,
    reset,
    status,
    substituted,
)

CORPUS = Path(__file__).parents[4] / "shared/corpus/upstream/arxiv"
QUERY = 'au:"Robin Quill"'


def page(body, *, url="feed.xml"):
    return Page(watch="arxiv:x", url=url, body=body.encode() if isinstance(body, str) else body)


def one(**fields):
    (draft,) = source.parse(page(feed([Paper(id="3104.00001", **fields)], total=1))).drafts
    return draft


@pytest.fixture
def pull(services):
    """Follow a watch as a sync does, under a clock that moves when somebody sleeps."""
    services.papers += some_papers(3)
    passed = [0.0]
    fetcher = Fetcher(
        "robin@example.org", clock=lambda: datetime(2031, 5, 1, tzinfo=UTC) + timedelta(seconds=passed[0]),
        sleep=lambda seconds: passed.__setitem__(0, passed[0] + seconds), ticks=lambda: passed[0], allow_private=True,
        limits=Limits(gap_s=0.0, read_s=5.0, paces={"127.0.0.1": 3.0}),
    )  # fmt: skip

    def follow(locator=QUERY):
        watch = Watch(source="arxiv", locator=locator, options={"base_url": services.url})
        queue, readings = list(source.start(watch)), []
        while queue:
            request = queue.pop(0)
            reading = source.parse(fetcher.fetch(request, watch=watch.key, deadline=1000.0))
            readings.append(reading)
            queue += reading.more
        return readings

    follow.passed = passed
    with fetcher:
        yield follow


# locators -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locator", "target"),
    [
        ("quill_r_1", "https://arxiv.org/a/quill_r_1.atom"),
        ("https://arxiv.org/a/quill_r_1", "https://arxiv.org/a/quill_r_1.atom"),
        ("0000-0002-1825-0097", "https://arxiv.org/a/0000-0002-1825-0097.atom"),
        ("https://orcid.org/0000-0002-1825-0097", "https://arxiv.org/a/0000-0002-1825-0097.atom"),
    ],
)
def test_an_authors_own_feed(locator, target):
    assert [request.url for request in source.start(Watch(source="arxiv", locator=locator))] == [target]


def test_a_query_is_asked_oldest_first():
    (request,) = source.start(Watch(source="arxiv", locator='au:"Quill, R" AND cat:math.CO'))

    assert request.url == (
        "https://export.arxiv.org/api/query?search_query=au%3A%22Quill,%20R%22%20AND%20cat%3Amath.CO"
        "&start=0&max_results=2000&sortBy=submittedDate&sortOrder=ascending"
    )


def test_ids_are_asked_for_a_hundred_at_a_time_and_once_each():
    ids = [f"3104.{n:05d}" for n in range(150)]

    first, second = source.start(Watch(source="arxiv", locator=", ".join([*ids, "arXiv:3104.00000v2"])))

    assert first.url.count("3104.") == 100
    assert second.url.count("3104.") == 50


def test_old_ids_keep_their_form():
    (request,) = source.start(Watch(source="arxiv", locator="solv-int/9912001v2 atom-ph/9611002"))

    assert "id_list=solv-int%2F9912001,atom-ph%2F9611002&" in request.url


@pytest.mark.parametrize("locator", ["", "Robin Quill", "3104.00001 abc", "https://example.org/a/quill", "0000-0002"])
def test_what_names_nothing_on_arxiv_is_a_mistake_of_the_settings(locator):
    with pytest.raises(ConfigError, match="arxiv"):
        source.start(Watch(source="arxiv", locator=locator))


# entries --------------------------------------------------------------------


def test_an_entry_is_read():
    draft = one(
        version=3,
        title="On\n  rivers",
        comment="Accepted at\n the Meeting on Rivers 2031, 9 pages",
        summary=" We gauge.\n",
    )

    assert (draft.id, draft.arxiv_id, draft.title) == ("3104.00001", "3104.00001v3", "On rivers")
    assert (draft.authors, draft.date, draft.year, draft.type) == (
        ("Robin Quill", "Bea Harrow"), "2031-04-02", "2031", "preprint",
    )  # fmt: skip
    assert (draft.url, dict(draft.links)["pdf"]) == (
        "https://arxiv.org/abs/3104.00001", "https://arxiv.org/pdf/3104.00001v3",
    )  # fmt: skip
    assert (draft.status, draft.abstract) == ("accepted at Meeting on Rivers 2031", "We gauge.")
    assert draft.note == "Accepted at the Meeting on Rivers 2031, 9 pages"


def test_a_journal_reference_makes_it_published():
    draft = one(journal_ref="Rivers 12 (2032) 1-9", doi="10.5555/R.1 10.5555/E.2")

    assert (draft.venue, draft.volume, draft.pages, draft.status, draft.type) == (
        "Rivers", "12", "1-9", "published", "article",
    )  # fmt: skip
    assert (draft.year, draft.date, draft.doi) == ("2032", None, "10.5555/R.1")


def test_codes_of_subject_lists_are_no_categories():
    draft = one(categories=("math.CO", "05C80, 05C15 (Primary)", "G.2.2; F.2", "cs.DS"))

    assert dict(draft.evidence)["categories"] == "math.CO, cs.DS"
    assert dict(draft.evidence)["msc"] == "05C80, 05C15"
    assert dict(draft.evidence)["acm"] == "G.2.2, F.2"


@pytest.mark.parametrize(
    ("spelled", "names"),
    [
        ((" The River Collaboration:", " R. Quill "), ("The River Collaboration", "R. Quill")),
        (("The River Collaboration", ":", "R. Quill"), ("The River Collaboration", "R. Quill")),
        (("R. Quill for the River Collaboration",), ("R. Quill", "River Collaboration")),
        (("R. Quill, B. Harrow, Jr., and C. Moss",), ("R. Quill", "B. Harrow, Jr.", "C. Moss")),
        (("Robin  Quill",), ("Robin Quill",)),
    ],
)
def test_names_as_arxiv_writes_them(spelled, names):
    assert one(authors=spelled).authors == names


@pytest.mark.parametrize(
    "rest", ["et al.", "et al. (212 additional authors not shown)", "(212 additional authors not shown)"]
)
def test_a_list_that_says_there_are_others_is_cut(rest):
    draft = one(authors=("The River Collaboration", *(f"A. Person{n}" for n in range(59)), rest))

    assert (len(draft.authors), draft.authors_truncated) == (60, True)


@pytest.mark.parametrize("paper_id", ["solv-int/9912001", "math.GT/0309136", "atom-ph/9611002", "0704.0001"])
def test_ids_of_all_times(paper_id):
    (draft,) = source.parse(page(feed([Paper(id=paper_id, version=2)], total=1))).drafts

    assert (draft.id, draft.arxiv_id) == (paper_id, f"{paper_id}v2")


@pytest.mark.parametrize(
    ("comment", "abstract", "withdrawn"),
    [
        ("This paper has been withdrawn by the author due to an error", "", True),
        ("Withdrawn", "", True),
        ("arXiv admin note: this submission has been withdrawn by arXiv administrators", "", True),
        ("", "This paper has been withdrawn.", True),
        ("The proof that was withdrawn from the first version is back", "", False),
        ("", "We study how troops are withdrawn. This paper models it.", False),
        ("12 pages", "Funds withdrawn by customers are modelled.", False),
    ],
)
def test_withdrawn_papers_say_so_only_in_words(comment, abstract, withdrawn):
    assert says_withdrawn(comment, abstract) is withdrawn


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("12 pages, to appear in the Proc. of the Meeting on Rivers 2031. Code: https://example.org", "accepted at Proc. of the Meeting on Rivers 2031"),
        ("Accepted for publication in Rivers", "accepted at Rivers"),
        ("submitted to Rivers and Lakes", "submitted to Rivers and Lakes"),
        ("Currently under review at Rivers", "under review at Rivers"),
        ("Extended version of a paper to appear at Rivers 2031", None),
        ("Accepted for publication", None),
        ("23 pages, 4 figures", None),
        ("we submitted to the inevitable", None),
        ("", None),
    ],
)  # fmt: skip
def test_comments(text, status):
    assert read_comment(text) == status


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Riv.Lett.B21:7-12,2003", Reference(venue="Riv.Lett.", volume="B21", pages="7-12", year="2003", type="article")),
        ("Riv.Rev. D14 (2015) 077001", Reference(venue="Riv.Rev.", volume="D14", pages="077001", year="2015", type="article")),
        ("Riv. Rev. Lett. 52, 040404 (2016)", Reference(venue="Riv. Rev. Lett.", volume="52", pages="040404", year="2016", type="article")),
        ("Rivers, Lakes and Seas, 8(3):e207, 2025", Reference(venue="Rivers, Lakes and Seas", volume="8", number="3", pages="e207", year="2025", type="article")),
        ("Rivers, 2019, vol. 77, p. 5-19", Reference(venue="Rivers", volume="77", pages="5-19", year="2019", type="article")),
        ("Rivers; Volume 6, July 2019; pages 31-47", Reference(venue="Rivers", volume="6", pages="31-47", year="2019", type="article")),
        ("Proc. Meeting on Rivers (MR 2019)", Reference(venue="Proc. Meeting on Rivers (MR 2019)", year="2019", type="conference")),
        ("2022 Conference on Rivers, 2022, pp. 61-70", Reference(venue="2022 Conference on Rivers", pages="61-70", year="2022", type="conference")),
        ("PhD thesis, University of Quill, 2001", Reference(venue="PhD thesis, University of Quill", year="2001", type="thesis")),
        ("Rivers", Reference(venue="Rivers", type="article")),
        ("12 (2001)", Reference(venue="12 (2001)", year="2001", type="article")),
        ("", Reference()),
    ],
)  # fmt: skip
def test_journal_references(text, reference):
    assert read_reference(text) == reference


def test_no_remark_makes_reading_slow():
    for hostile in (
        "accepted at " * 5000,
        "a " * 50_000,
        "1-" * 50_000,
        "(" * 50_000,
        "this paper " + "w " * 50_000,
        "A. " * 50_000 + "1:2",
    ):
        read_reference(hostile)
        read_comment(hostile)
        says_withdrawn(hostile, hostile)


# pages, pace, counts --------------------------------------------------------


def test_a_query_of_one_page(services, pull):
    (reading,) = pull()

    assert [draft.id for draft in reading.drafts] == ["3104.00001", "3104.00002", "3104.00003"]
    assert (reading.faults, reading.partial, reading.total, reading.more) == ((), None, 3, ())
    assert len(services.targets) == 1


def test_an_authors_feed_has_no_counts(services, pull):
    (reading,) = pull("quill_r_1")

    assert (len(reading.drafts), reading.total, reading.partial) == (3, None, None)
    assert services.targets == ["/a/quill_r_1.atom"]


def test_further_pages_come_three_seconds_apart_and_one_at_a_time(services, pull):
    services.papers[:] = some_papers(4100)

    readings = pull()

    assert [len(reading.drafts) for reading in readings] == [2000, 2000, 100]
    assert [seen.parameters["start"] for seen in services.log if seen.path == "/api/query"] == ["0", "2000", "4000"]
    assert pull.passed[0] >= 3.0 * 3  # robots.txt and three pages
    assert max(seen.concurrent for seen in services.log) == 1
    assert all(seen.headers["user-agent"].endswith("(+robin@example.org)") for seen in services.log)
    assert not any(reading.partial for reading in readings)


def test_ids_that_do_not_come_are_named(services, pull):
    (reading,) = pull("3104.00001, 3104.99999, solv-int/9912001")

    assert [draft.id for draft in reading.drafts] == ["3104.00001"]
    assert [(fault.where, fault.reason) for fault in reading.faults] == [
        ("3104.99999", "asked for and not given"), ("solv-int/9912001", "asked for and not given"),
    ]  # fmt: skip


def test_nobody_of_that_name_is_a_good_answer(services, pull):
    (reading,) = pull('au:"Nobody"')

    assert (reading.drafts, reading.partial, reading.total) == ((), None, 0)


@pytest.mark.parametrize(
    ("fault", "outcome", "words"),
    [
        (instead("<!doctype html><html><p>maintenance</html>"), Unreadable, "HTML"),
        (instead("Rate exceeded."), Unreadable, "plain text"),
        (instead(""), Unreadable, "empty answer"),
        (instead("<rss><channel/></rss>"), Unreadable, "'rss' in place"),
        (cut(), Unreadable, "cut short"),
        (cut(0.99), Unreadable, "cut short"),
        (instead(feed([], total=35)), Unreadable, "counts 35 entries and gives none"),
        (instead(error_feed("abc"), code=400), Unreadable, "incorrect id format for abc"),
        (instead(error_feed("abc")), Unreadable, "incorrect id format for abc"),
        (changed(lambda body: b"<!DOCTYPE feed [<!ENTITY a 'x'>]>" + body.partition(b"?>")[2]), Unreadable, "type declaration"),
        (status(429), Blocked, "429"),
        (status(429, retry_after="60"), Blocked, "429"),
        (status(503), Unreachable, "503"),
        (reset, Unreachable, "127.0.0.1"),
        (length_lie(), Unreachable, "IncompleteRead"),
    ],
)  # fmt: skip
def test_every_silent_fault_is_told(services, pull, fault, outcome, words):
    services.plan("/api/query", fault)

    with pytest.raises(SourceError, match=words) as caught:
        pull()

    assert type(caught.value).outcome == outcome.outcome
    if outcome is Blocked:
        assert len(services.targets) == 1


def test_a_moment_of_trouble_is_passed_over(services, pull):
    services.plan("/api/query", status(503), reset, NORMAL)

    assert len(pull()[0].drafts) == 3


def test_more_counted_than_came_is_partial(services, pull):
    services.plan("/api/query", substituted("<opensearch:totalResults>3<", "<opensearch:totalResults>35<"))

    assert pull()[0].partial == "3 of 35 came"


def test_fewer_counted_than_came_is_partial(services, pull):
    services.plan("/api/query", substituted("<opensearch:totalResults>3<", "<opensearch:totalResults>0<"))

    (reading,) = pull()

    assert (len(reading.drafts), reading.partial) == (3, "3 came where 0 are counted")


def test_an_empty_later_page_is_no_end_of_the_list(services, pull):
    services.papers[:] = some_papers(2100)
    services.plan("/api/query", NORMAL, instead(feed([], total=2100, start=2000)))

    with pytest.raises(Unreadable, match="gives none of those from 2000 on"):
        pull()


@pytest.mark.parametrize("missing", ["updated", "published"])
def test_an_entry_with_one_date_is_read(missing):
    papers = [Paper(id="3104.00001", **{missing: None}), Paper(id="3104.00002")]

    reading = source.parse(page(feed(papers, total=2)))

    assert [(draft.id, draft.date) for draft in reading.drafts] == [
        ("3104.00001", "2031-04-02"), ("3104.00002", "2031-04-02"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "bad",
    [
        Paper(id="3104.00002", published="yesterday", updated="yesterday"),
        Paper(id="3104.00002", published=None, updated=None),
        Paper(id="3104.00002", authors=()),
        Paper(id="3104.00002", title=" "),
        Paper(id="not-an-id"),
    ],
)
def test_one_bad_entry_takes_no_other_with_it(bad):
    reading = source.parse(page(feed([Paper(id="3104.00001"), bad, Paper(id="3104.00003")], total=3)))

    assert [draft.id for draft in reading.drafts] == ["3104.00001", "3104.00003"]
    assert len(reading.faults) == 1
    assert bad.id in reading.faults[0].where


def test_entries_of_which_none_can_be_read_are_no_empty_list():
    with pytest.raises(Unreadable, match="2 entries, none can be read"):
        source.parse(page(feed([Paper(id="3104.00001", authors=()), Paper(id="3104.00002", title="")], total=2)))


def test_reading_says_nothing_on_stderr(capfd):
    odd = feed([Paper(id="3104.00001"), Paper(id="3104.00002", published=None, updated=None)], total=2)
    two_pdfs = odd.replace("</entry>", '<link href="https://example.org/x.pdf" title="pdf"/></entry>')

    source.parse(page(two_pdfs))

    assert capfd.readouterr().err == ""


def test_an_entry_that_comes_twice_is_a_sign_that_another_is_missing():
    reading = source.parse(page(feed([Paper(id="3104.00001"), Paper(id="3104.00001", version=2)], total=2)))

    assert len(reading.drafts) == 1
    assert "twice" in reading.faults[0].reason


@pytest.mark.parametrize("control", ["\x0c", "\x00", "&#x1;", "&#8;"])
def test_characters_that_xml_forbids_are_passed_over(control):
    body = feed([Paper(id="3104.00001", title="On RIVERS")], total=1).replace("RIVERS", f"ri{control}vers")

    assert source.parse(page(body)).drafts[0].title == "On ri vers"


def test_entities_are_not_expanded():
    bomb = "<!DOCTYPE feed [<!ENTITY a '" + "x" * 1000 + "'><!ENTITY b '" + "&a;" * 1000 + "'>]>"
    body = feed([Paper(id="3104.00001", title="BOMB")], total=1).replace("BOMB", "&b;")
    head, _, rest = body.partition("?>")

    with pytest.raises(Unreadable):
        source.parse(page(f"{head}?>{bomb}{rest}"))


# files ----------------------------------------------------------------------

HARVEST = """<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><GetRecord><record>
<header><identifier>oai:arXiv.org:3104.00001</identifier></header><metadata>
<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>3104.00001</id><created>2031-04-02</created><authors>
<author><keyname>Quill</keyname><forenames>Robin</forenames><suffix>Jr</suffix></author></authors>
<title>On rivers</title><categories>math.CO cs.DS</categories><comments>This paper has been withdrawn</comments>
<doi>10.5555/r.1</doi><abstract>We gauge.</abstract></arXiv></metadata></record></GetRecord></OAI-PMH>"""


def test_a_harvested_record_is_read():
    (draft,) = source.parse(page(HARVEST)).drafts

    assert (draft.id, draft.authors, draft.date, draft.status, draft.doi) == (
        "3104.00001", ("Robin Quill Jr",), "2031-04-02", "withdrawn", "10.5555/r.1",
    )  # fmt: skip


def test_a_harvest_that_failed_is_unreadable():
    body = '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="idDoesNotExist">no such id</error></OAI-PMH>'

    with pytest.raises(Unreadable, match="no such id"):
        source.parse(page(body))


@pytest.mark.parametrize(
    ("body", "sure"), [(feed([], total=0), 95), (HARVEST, 90), ("<feed/>", 0), ("<html>", 0), ("", 0)]
)
def test_its_files_are_recognised(body, sure):
    assert source.recognises(page(body)) == sure


def test_another_feed_is_hardly_recognised():
    assert source.recognises(page('<feed xmlns="http://www.w3.org/2005/Atom"><title>A blog</title></feed>')) == 10


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not beside the repository")
def test_every_saved_answer_of_the_service_is_read():
    """As many drafts as entries, and a fault for each id that was asked for and did not come."""
    for path in sorted(CORPUS.glob("*.xml")):
        saved = page(path.read_bytes(), url=path.name)
        entries = saved.body.count(b"<entry>") + len(re.findall(rb"<record\b", saved.body))

        assert source.recognises(saved) >= 90, path.name
        if path.name.startswith("error_"):
            with pytest.raises(Unreadable, match="arXiv refuses"):
                source.parse(saved)
            continue
        reading = source.parse(saved)
        assert len(reading.drafts) == entries, path.name
        assert all(fault.reason == "asked for and not given" for fault in reading.faults), path.name
        assert (reading.partial is not None) == ((reading.total or 0) > entries), path.name
        assert all((draft.status == "withdrawn") == ("withdrawn" in path.name) for draft in reading.drafts), path.name
