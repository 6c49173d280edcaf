"""The network's rules, held against a server that keeps none of them."""

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from scholarsync.errors import Blocked, ConfigError, Missing, SourceError, Unreachable, Unreadable
from scholarsync.fetch import Fetcher, Limits, MemoryPace, post_json, user_agent
from scholarsync.fetch.addresses import is_public
from scholarsync.fetch.meaning import retry_after
from scholarsync.fetch.pace import STALE_S, next_free
from scholarsync.model import Request
from upstream.answers import Answer
from upstream.faults import (
    NORMAL,
    changed,
    drip,
    gzip_bomb,
    instead,
    length_lie,
    redirect,
    reset,
    silent,
    status,
    with_headers,
)

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)


class Time:
    """A clock that moves when somebody sleeps, and by a little at every look."""

    def __init__(self, step_s=0.0):
        self.passed = 0.0
        self.step_s = step_s
        self.slept = []

    def clock(self):
        return NOON + timedelta(seconds=self.passed)

    def ticks(self):
        self.passed += self.step_s
        return self.passed

    def sleep(self, seconds):
        self.slept.append(round(seconds, 3))
        self.passed += seconds


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def fetcher(time):
    with made(time) as running:
        yield running


def made(time, **limits):
    settings = {"gap_s": 0.0, "read_s": 5.0, **limits}
    return Fetcher(
        "robin@example.org", clock=time.clock, sleep=time.sleep, ticks=time.ticks, allow_private=True,
        limits=Limits(**settings),
    )  # fmt: skip


def get(fetcher, url, *, deadline=100.0, **more):
    return fetcher.fetch(Request(url=url), watch="homepage:x", deadline=deadline, **more)


def validators(etag=None, last_modified=None):
    return SimpleNamespace(etag=etag, last_modified=last_modified)


# good pages -----------------------------------------------------------------


def test_a_page_comes_byte_for_byte_with_what_the_server_said_of_it(services, fetcher):
    services.pages["/home"] = Answer(
        body=b"caf\xe9", content_type="text/html; charset=ISO-8859-1", headers={"ETag": '"7"', "Last-Modified": "then"}
    )

    page = fetcher.fetch(
        Request(url=f"{services.url}/home", role="subpage", about="d1"), watch="homepage:x", deadline=100
    )

    assert (page.body, page.content_type, page.etag, page.last_modified) == (
        b"caf\xe9", "text/html; charset=ISO-8859-1", '"7"', "then",
    )  # fmt: skip
    assert (page.watch, page.role, page.about, page.status, page.final_url) == (
        "homepage:x",
        "subpage",
        "d1",
        200,
        None,
    )
    assert page.fetched_at == NOON


def test_the_agent_names_program_and_contact(services, fetcher):
    services.pages["/home"] = "x"

    get(fetcher, f"{services.url}/home")

    assert {seen.headers["user-agent"] for seen in services.log} == {user_agent("robin@example.org")}
    assert user_agent("robin@example.org").startswith("scholarsync/")
    assert "(+robin@example.org)" in user_agent("robin@example.org")


@pytest.mark.parametrize("contact", ["", "a\nX: y", "zoë@example.org"])
def test_a_contact_that_breaks_the_header_is_refused(contact):
    with pytest.raises(ConfigError):
        user_agent(contact)


def test_a_compressed_page_is_unpacked(services, fetcher):
    services.pages["/home"] = Answer(body=gzip.compress(b"rivers"), headers={"Content-Encoding": "gzip"})

    assert get(fetcher, f"{services.url}/home").body == b"rivers"


@pytest.mark.parametrize("known", [validators(etag='"7"'), validators(last_modified="then")])
def test_an_unchanged_page_is_a_304(services, fetcher, known):
    services.pages["/home"] = Answer(body=b"x", headers={"ETag": '"7"', "Last-Modified": "then"})

    page = get(fetcher, f"{services.url}/home", validators=known)

    assert (page.status, page.body) == (304, b"")


def test_a_304_without_validators_keeps_the_known_ones(services, fetcher):
    services.plan("/home", status(304))

    page = get(fetcher, f"{services.url}/home", validators=validators(etag='"7"', last_modified="then"))

    assert (page.etag, page.last_modified) == ('"7"', "then")


def test_a_clock_of_whole_seconds_shortens_no_pause(services, time):
    services.pages["/home"] = "x"
    limits = Limits(gap_s=3.0)
    with Fetcher(
        "a@example.org", clock=lambda: time.clock().replace(microsecond=0), sleep=time.sleep, ticks=time.ticks,
        allow_private=True, limits=limits,
    ) as fetcher:  # fmt: skip
        time.passed = 0.9
        get(fetcher, f"{services.url}/home")
        time.passed += 0.2
        get(fetcher, f"{services.url}/home")

    assert time.slept == [3.0, 2.8]


def test_a_304_that_nobody_asked_for_is_no_page(services, fetcher):
    services.plan("/home", status(304))

    with pytest.raises(Unreadable):
        get(fetcher, f"{services.url}/home")


def test_no_cookie_is_kept(services, fetcher):
    services.pages["/home"] = Answer(body=b"x", headers={"Set-Cookie": "a=b; Path=/"})

    get(fetcher, f"{services.url}/home")
    get(fetcher, f"{services.url}/home")

    assert not any("cookie" in seen.headers for seen in services.log)


def test_proxies_of_the_environment_are_not_used(services, fetcher, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    services.pages["/home"] = "x"

    assert get(fetcher, f"{services.url}/home").body == b"x"


# bounds ---------------------------------------------------------------------


@pytest.mark.parametrize("head_too", [False, True])
def test_a_server_that_drips_is_left_at_the_deadline(services, head_too):
    time = Time(step_s=0.5)
    services.robots = None
    services.pages["/home"] = "x" * 5000
    services.plan("/home", drip(headers=head_too))

    with made(time) as fetcher, pytest.raises(Unreachable, match="deadline"):
        get(fetcher, f"{services.url}/home", deadline=60.0)

    assert time.passed < 70


def test_a_silent_server_is_given_up(services, time):
    services.plan("/home", silent)

    with made(time, read_s=0.2) as fetcher, pytest.raises(Unreachable, match="no answer in time"):
        get(fetcher, f"{services.url}/home")


@pytest.mark.parametrize("fault", [gzip_bomb(), changed(lambda _: b"x" * 200_000)])
def test_size_is_counted_after_decompression(services, time, fault):
    services.plan("/home", fault)

    with made(time, page_bytes=100_000) as fetcher, pytest.raises(Unreachable, match="larger than 100000 bytes"):
        get(fetcher, f"{services.url}/home")


def test_the_body_of_a_redirect_is_bounded_too(services, time):
    services.plan("/home", redirect("/other", body=b"x" * 200_000))

    with made(time, page_bytes=100_000) as fetcher, pytest.raises(Unreachable, match="larger"):
        get(fetcher, f"{services.url}/home")


def test_redirects_end(services, fetcher):
    services.plan("/home", redirect("/home"))

    with pytest.raises(Unreachable, match="more than 8 redirects"):
        get(fetcher, f"{services.url}/home")

    assert len(services.targets) == 9


def test_a_redirect_is_followed_and_named(services, fetcher):
    services.pages["/new/"] = "rivers"
    services.plan("/old", redirect("/new/#top", 301))

    page = get(fetcher, f"{services.url}/old")

    assert (page.url, page.final_url, page.body) == (f"{services.url}/old", f"{services.url}/new/", b"rivers")


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://example.org/", "javascript:1", "http://u:p@example.org/", "http://[x/"]
)
def test_redirects_to_other_than_plain_web_addresses_are_refused(services, fetcher, target):
    services.plan("/home", redirect(target))

    with pytest.raises(Unreachable):
        get(fetcher, f"{services.url}/home")


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "gopher://127.0.0.1/", "home", "http://", "http://a:99999/", "http://a/\r\nX: y"]
)
def test_only_plain_web_addresses_are_asked(fetcher, url):
    with pytest.raises(Unreachable):
        get(fetcher, url)


# tries ----------------------------------------------------------------------


@pytest.mark.parametrize("fault", [reset, length_lie(), status(503), status(502), status(500)])
def test_what_is_often_over_in_a_moment_is_tried_again(services, fetcher, time, fault):
    services.pages["/home"] = "x"
    services.plan("/home", fault, fault, NORMAL)

    assert get(fetcher, f"{services.url}/home").body == b"x"
    assert time.slept == [2.0, 4.0]


@pytest.mark.parametrize("fault", [reset, length_lie(), status(503)])
def test_three_tries_are_all(services, fetcher, fault):
    services.pages["/home"] = "x"
    services.plan("/home", fault)

    with pytest.raises(Unreachable):
        get(fetcher, f"{services.url}/home")

    assert len(services.targets) == 3


def test_a_broken_connection_is_told_in_the_system_s_words(services, fetcher):
    services.plan("/home", reset)

    with pytest.raises(Unreachable, match=r"/home: Connection reset by peer$"):
        get(fetcher, f"{services.url}/home")


def test_no_try_is_made_that_the_deadline_does_not_allow(services, fetcher, time):
    services.plan("/home", reset)

    with pytest.raises(Unreachable):
        get(fetcher, f"{services.url}/home", deadline=1.0)

    assert (len(services.targets), time.slept) == (1, [])


def test_nobody_there_is_said_at_once(services, fetcher, time):
    url = services.url
    services.__exit__()

    with pytest.raises(Unreachable, match="cannot be had"):
        get(fetcher, f"{url}/home")

    assert time.slept == []
    services.__enter__()


# refusals -------------------------------------------------------------------


@pytest.mark.parametrize("code", [401, 403, 429, 451])
def test_a_refusal_is_a_block_and_is_not_tried_again(services, fetcher, code):
    services.plan("/home", status(code))

    with pytest.raises(Blocked):
        get(fetcher, f"{services.url}/home")

    assert len(services.targets) == 1


def test_a_browser_check_is_a_block(services, fetcher):
    services.plan("/home", status(503, cf_mitigated="challenge"))

    with pytest.raises(Blocked):
        get(fetcher, f"{services.url}/home")


@pytest.mark.parametrize("code", [404, 410])
def test_what_is_gone_is_missing(services, fetcher, code):
    services.plan("/home", status(code))

    with pytest.raises(Missing):
        get(fetcher, f"{services.url}/home")


def test_a_complaint_about_the_request_is_handed_up_in_its_words(services, fetcher):
    services.plan("/home", status(400, body=b"<feed><summary>incorrect id format for abc\x1b[2J</summary></feed>"))

    with pytest.raises(Unreadable, match=r"400 Bad Request: incorrect id format for abc \[2J$"):
        get(fetcher, f"{services.url}/home")


@pytest.mark.parametrize(
    ("target", "outcome"),
    [
        ("/sorry/index?continue=x", Blocked),
        ("https://www.google.com/sorry/index", Blocked),
        ("https://consent.google.com/ml?continue=x", Blocked),
        ("https://accounts.google.com/v3/signin/identifier", Missing),
        ("/ServiceLogin?service=citations", Missing),
    ],
)
def test_a_redirect_to_a_wall_is_the_answer_and_is_not_followed(services, fetcher, target, outcome):
    services.plan("/home", redirect(target))

    with pytest.raises(outcome):
        get(fetcher, f"{services.url}/home")

    assert services.targets == ["/home"]


# pauses ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "rest"),
    [
        ("86400", timedelta(days=1)),
        ("Fri, 02 May 2031 12:00:00 GMT", timedelta(days=1)),
        ("99999999999", timedelta(days=90)),
        ("-5", None),
        ("soon", None),
        ("²", None),
        ("Thu, 01 May 2031 11:00:00 GMT", None),
        ("", None),
    ],
)
def test_retry_after_is_read_in_both_forms(header, rest):
    assert retry_after({"Retry-After": header}, now=NOON) == (rest and NOON + rest)


@pytest.mark.parametrize("seconds", [2, 3600, 30 * 86400])
@pytest.mark.parametrize("code", [429, 503])
def test_a_retry_after_is_handed_up_and_not_slept_through(services, fetcher, time, code, seconds):
    services.plan("/home", status(code, retry_after=str(seconds)))

    with pytest.raises(Blocked if code == 429 else Unreachable) as caught:
        get(fetcher, f"{services.url}/home")

    assert caught.value.retry_after == NOON + timedelta(seconds=seconds)
    assert (time.slept, len(services.targets)) == ([], 1)


def test_a_host_that_asked_to_be_left_alone_is_asked_for_no_other_page_until_then(services, fetcher, time):
    services.pages["/paper"] = "x"
    services.plan("/home", status(503, retry_after="60"))
    for path in ("/home", "/paper"):
        with pytest.raises(Unreachable) as caught:
            get(fetcher, services.url + path)
        assert caught.value.retry_after == NOON + timedelta(seconds=60)
    assert services.targets == ["/home"]

    time.passed += 61

    assert get(fetcher, f"{services.url}/paper").body == b"x"


def test_the_rest_that_a_robots_txt_asks_for_is_handed_up(services, fetcher):
    services.plan("/robots.txt", status(503, retry_after="3600"))
    for _ in range(2):
        with pytest.raises(Unreachable, match="robots") as caught:
            get(fetcher, f"{services.url}/home")
        assert caught.value.retry_after == NOON + timedelta(hours=1)


def test_redirects_and_further_tries_are_paid_for_and_robots_txt_is_not(services, fetcher):
    services.plan("/old", redirect("/home"))
    services.pages["/home"] = "x"
    services.plan("/home", status(500), NORMAL)
    spent = []

    get(fetcher, f"{services.url}/old", spend=lambda: spent.append(1))

    assert (len(spent), services.targets) == (3, ["/old", "/home", "/home"])


def test_nothing_is_sent_once_the_budget_is_spent(services, fetcher):
    services.plan("/home", redirect("/home?"))
    left = iter(range(3))

    def spend():
        if next(left, None) is None:
            raise Unreachable("spent")

    with pytest.raises(Unreachable, match="spent"):
        get(fetcher, f"{services.url}/home", spend=spend)
    assert len(services.targets) == 3


def test_requests_to_a_host_keep_their_distance(services, time):
    services.pages["/home"] = "x"
    with made(time, gap_s=1.0) as fetcher:
        for _ in range(3):
            get(fetcher, f"{services.url}/home")

    assert time.slept == [1.0, 1.0, 1.0]  # robots.txt is a request like any other


def test_a_domain_with_terms_of_its_own_shares_one_pace(services, time):
    services.pages["/home"] = "x"
    pace = MemoryPace()
    limits = Limits(gap_s=0.0, paces={"127.0.0.1": 3.0})
    for _ in range(2):
        with Fetcher("a@example.org", clock=time.clock, sleep=time.sleep, ticks=time.ticks, pace_store=pace,
                     allow_private=True, limits=limits) as fetcher:  # fmt: skip
            get(fetcher, f"{services.url}/home")

    assert time.slept == [3.0, 3.0, 3.0]
    assert max(seen.concurrent for seen in services.log) == 1


def test_a_crawl_delay_is_kept(services, time):
    services.robots = "User-agent: *\nCrawl-delay: 7\n"
    services.pages["/home"] = "x"
    with made(time) as fetcher:
        get(fetcher, f"{services.url}/home")
        get(fetcher, f"{services.url}/home")

    assert time.slept == [7.0]


def test_a_turn_after_the_deadline_is_not_waited_for(services, time):
    with made(time, gap_s=50.0) as fetcher, pytest.raises(Unreachable, match="turn"):
        get(fetcher, f"{services.url}/home", deadline=10)

    assert time.slept == []


def test_a_booking_from_a_clock_since_set_back_does_not_hold():
    assert next_free(None, now=5.0) == 5.0
    assert next_free(8.0, now=5.0) == 8.0
    assert next_free(5.0 + STALE_S + 1, now=5.0) == 5.0


def test_two_at_once_get_different_turns():
    pace, turns = MemoryPace(), []
    threads = [threading.Thread(target=lambda: turns.append(pace.reserve("h", now=0.0, gap_s=3.0))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(turns) == [3.0 * n for n in range(8)]


# robots.txt -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("/citations?user=QX&hl=en&pagesize=100", True),
        ("/citations?user=QX&hl=en&pagesize=100&sortby=pubdate", True),
        ("/citations?user=QX&view_op=view_citation&citation_for_view=QX:1", True),
        ("/citations?user=QX&cstart=100", False),
        ("/citations?hl=en&user=QX", False),
        ("/citations?view_op=view_citation&user=QX", False),
        ("/scholar?q=x", False),
        ("/home", True),
    ],
)
def test_rules_are_read_as_their_author_means_them(services, fetcher, target, allowed):
    services.pages[target] = "x"

    if allowed:
        assert get(fetcher, services.url + target).body == b"x"
    else:
        with pytest.raises(Blocked, match="robots"):
            get(fetcher, services.url + target)
        assert services.targets == []


def test_a_byte_order_mark_hides_no_rule(services, fetcher):
    services.robots = "\ufeffUser-agent: *\nDisallow: /\n"

    with pytest.raises(Blocked):
        get(fetcher, f"{services.url}/home")


def test_rules_for_this_program_go_before_those_for_all(services, fetcher):
    services.robots = "User-agent: *\nDisallow:\n\nUser-agent: ScholarSync\nDisallow: /home\n"

    with pytest.raises(Blocked):
        get(fetcher, f"{services.url}/home")


@pytest.mark.parametrize("fault", [status(404), status(403), instead("<p>soft 404")])
def test_no_rules_allow_everything(services, fetcher, fault):
    services.pages["/home"] = "x"
    services.plan("/robots.txt", fault)

    assert get(fetcher, f"{services.url}/home").body == b"x"


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ("User-agent: scholarsync/2.0\nDisallow: /", False),
        ("User-agent: ScholarSync bot\nDisallow: /", False),
        ("User-agent: scholar\nDisallow: /", True),
        ("User-agent: scholarsync-images\nDisallow: /", True),
        ("User-agent: * all robots\nDisallow: /", False),
        ("User-agent: *bot\nDisallow: /", True),
        ("user-agent scholarsync\ndisallow /", False),
        ("User-agent: other\nCrawl-delay: 5\nUser-agent: scholarsync\nDisallow: /", False),
        ("User-agent: scholarsync\nCrawl-delay: 5\nUser-agent: *\nDisallow: /", False),
        ("User-agent: scholarsync\nSitemap: x\n\nUser-agent: *\nDisallow: /", False),
        ("User-agent: scholarsync\nDisallow: /a\nUser-agent: *\nDisallow: /", True),
        (
            "User-agent: scholarsync\nAllow: /a\n\nUser-agent: x\nDisallow:\n\nUser-agent: scholarsync\nDisallow: /",
            False,
        ),
        ("User-agent: scholarsync\n\nUser-agent: *\nDisallow: /", False),
        ("Disallow: /", True),
        ("User-agent: *\nDissalow: /home", False),
        ("User-agent: *\rDisallow: /\rAllow: /home$", True),
        ("User-agent: *\nDisallow: / # all\nAllow: /h*e", True),
        ("User-agent: *\nDisallow: /home\nAllow: /home", True),
        ("User-agent: *\nDisallow: /%68ome", False),
    ],
)
def test_a_group_is_found_as_google_finds_it(services, fetcher, rules, allowed):
    services.robots, services.pages["/home"] = rules, "x"

    if allowed:
        assert get(fetcher, f"{services.url}/home").body == b"x"
    else:
        with pytest.raises(Blocked, match="robots"):
            get(fetcher, f"{services.url}/home")


@pytest.mark.parametrize("name", ["index.htm", "index.html"])
def test_leave_for_an_index_page_is_leave_for_its_folder(services, fetcher, name):
    services.robots, services.pages["/home/"] = f"User-agent: *\nDisallow: /\nAllow: /home/{name}", "x"

    assert get(fetcher, f"{services.url}/home/").body == b"x"
    with pytest.raises(Blocked):
        get(fetcher, f"{services.url}/home/more")


def test_a_delay_is_the_own_group_s(services, time):
    services.robots = "User-agent: *\nCrawl-delay: 20\n\nUser-agent: scholarsync\nCrawl-delay: 3\nDisallow: /no\n"
    services.pages["/home"] = "x"
    with made(time) as fetcher:
        get(fetcher, f"{services.url}/home")
        get(fetcher, f"{services.url}/home")

    assert time.slept == [3.0]


@pytest.mark.parametrize(
    "fault", [status(500), status(503, retry_after="3600"), status(429), reset, redirect("/robots.txt")]
)
def test_rules_that_cannot_be_had_forbid_everything_for_now(services, fetcher, fault):
    services.plan("/robots.txt", fault)

    with pytest.raises(Unreachable, match="robots"):
        get(fetcher, f"{services.url}/home")

    assert services.targets == []


def test_rules_are_asked_for_once(services, fetcher):
    services.pages["/home"] = "x"

    for _ in range(3):
        get(fetcher, f"{services.url}/home")

    assert [seen.path for seen in services.log].count("/robots.txt") == 1


def test_a_redirect_is_held_to_the_rules_as_well(services, fetcher):
    services.plan("/home", redirect("/scholar?q=x"))

    with pytest.raises(Blocked):
        get(fetcher, f"{services.url}/home")

    assert services.targets == ["/home"]


# addresses ------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.100.100.200", "0.0.0.0",
        "192.0.0.192", "168.63.129.16", "224.0.0.1", "255.255.255.255", "198.18.0.1", "203.0.113.5", "240.0.0.1",
        "::1", "::", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "not an address",
    ],
)  # fmt: skip
def test_addresses_that_no_page_may_lead_to(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "151.101.1.1", "2606:4700::1111", "2a00:1450::1", "64:ff9b::808:808", "::ffff:8.8.8.8"]
)
def test_addresses_of_the_public_internet(address):
    assert is_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_this_machine_is_not_asked_unless_allowed(services, time, host):
    port = services.url.rpartition(":")[2]
    guarded = Fetcher("a@example.org", clock=time.clock, sleep=time.sleep, ticks=time.ticks)
    with guarded as fetcher, pytest.raises(SourceError, match="private address"):
        get(fetcher, f"http://{host}:{port}/home")

    assert services.log == []


def test_the_address_that_was_checked_is_the_one_connected_to(services, time, monkeypatch):
    """A name that resolves to something else at the second look gains nothing: there is no second look."""
    looks = []

    def resolve(host, port, **_):
        looks.append(host)
        address = "8.8.8.8" if len(looks) == 1 else "127.0.0.1"
        return [(2, 1, 6, "", (address, port))]

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    tried = []
    monkeypatch.setattr(
        "socket.socket.connect", lambda _, address: tried.append(address) or (_ for _ in ()).throw(OSError)
    )
    guarded = Fetcher("a@example.org", clock=time.clock, sleep=time.sleep, ticks=time.ticks)
    with guarded as fetcher, pytest.raises(Unreachable):
        get(fetcher, "http://rebinding.example/")

    assert (looks, tried) == (["rebinding.example"], [("8.8.8.8", 80)])


def test_a_resolver_that_hangs_is_left_behind(time, monkeypatch):
    over = threading.Event()
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: over.wait() and [])

    with made(time, connect_s=0.05) as fetcher, pytest.raises(Unreachable, match="not resolved in time"):
        get(fetcher, "http://hanging.example/")

    over.set()


def test_a_host_that_does_not_exist_is_said(time, monkeypatch):
    def resolve(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", resolve)

    with made(time) as fetcher, pytest.raises(Unreachable, match="no such host"):
        get(fetcher, "http://nowhere.example/")


# TLS ------------------------------------------------------------------------


@pytest.fixture
def under_tls(services, tmp_path):
    """The services once more, behind a certificate that nobody vouches for."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificate")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]  # fmt: skip
    subprocess.run([openssl, *made], cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    services._server.socket = context.wrap_socket(services._server.socket, server_side=True)
    return services.url.replace("http:", "https:"), tmp_path / "cert.pem"


def test_a_certificate_that_nobody_vouches_for_is_refused(under_tls, fetcher):
    url, _ = under_tls

    with pytest.raises(Unreachable, match="certificate"):
        get(fetcher, f"{url}/home")


def test_a_page_under_tls_is_read_and_a_drip_ended(services, under_tls):
    url, certificate = under_tls
    services.robots = None
    services.pages |= {"/home": "rivers", "/drip": "x" * 5000}
    services.plan("/drip", drip())
    with made(Time(step_s=0.5)) as fetcher:
        fetcher._wire._session.verify = str(certificate)

        assert get(fetcher, f"{url}/home").body == b"rivers"
        with pytest.raises(Unreachable, match="deadline"):
            get(fetcher, f"{url}/drip")


# webhooks -------------------------------------------------------------------


def test_json_is_posted(services):
    services.pages["/hook"] = "ok"

    post_json(f"{services.url}/hook", "{}", timeout_s=5)

    assert [(seen.method, seen.headers["content-type"]) for seen in services.log] == [("POST", "application/json")]


def test_a_webhook_that_does_not_take_it_is_said(services):
    with pytest.raises(Unreachable, match="404"):
        post_json(f"{services.url}/hook", "{}", timeout_s=5)


def test_a_body_that_is_not_compressed_as_it_says(services, fetcher):
    services.plan("/home", with_headers({"Content-Encoding": "gzip"}))
    services.pages["/home"] = "not gzip at all"

    with pytest.raises(Unreachable, match="not compressed"):
        get(fetcher, f"{services.url}/home")
