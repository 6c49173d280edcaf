"""The play itself: what the local services answer, spoil and write down."""

import http.client
from urllib.parse import urlsplit

import pytest

from upstream.answers import Answer, Profile, some_articles, some_papers
from upstream.faults import NORMAL, cut, drip, length_lie, reset, status, substituted


def get(services, target, headers=None):
    connection = http.client.HTTPConnection(urlsplit(services.url).netloc, timeout=5)
    try:
        connection.request("GET", target, headers=headers or {})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


def test_what_came_is_written_down(services):
    get(services, "/robots.txt", {"User-Agent": "x"})

    (seen,) = services.log
    assert (seen.method, seen.path, seen.headers["user-agent"], seen.concurrent) == ("GET", "/robots.txt", "x", 1)


def test_a_profile_shows_a_page_of_its_articles(services):
    services.profiles["QX"] = Profile(articles=some_articles(25))

    _, _, body = get(services, "/citations?user=QX&hl=en")

    assert body.count(b"<tr class='gsc_a_tr'>") == 20
    assert b"disabled" not in body


def test_an_unknown_profile_leads_to_the_login(services):
    code, headers, _ = get(services, "/citations?user=NOBODY")

    assert (code, headers["Location"]) == (302, "/ServiceLogin?service=citations")


@pytest.mark.parametrize(("ids", "found"), [("3104.00001,3104.00002v3", 2), ("3104.00001,3104.99999", 1)])
def test_unknown_ids_are_dropped_in_silence(services, ids, found):
    services.papers += some_papers(5)

    _, _, body = get(services, f"/api/query?id_list={ids}&max_results=10")

    assert body.count(b"<entry>") == found


def test_validators_are_honoured(services):
    services.pages["/home"] = Answer(body=b"x", headers={"ETag": '"1"'})

    assert get(services, "/home", {"If-None-Match": '"1"'})[0] == 304
    assert get(services, "/home", {"If-None-Match": '"0"'})[0] == 200


def test_faults_are_used_up_in_order_and_the_last_stays(services):
    services.pages["/home"] = "<p>x"
    services.plan("/home", status(503, retry_after="9"), NORMAL)

    assert [get(services, "/home")[0] for _ in range(3)] == [503, 200, 200]


def test_the_wire_can_lie_drip_and_break(services):
    services.pages["/home"] = "<p>a page of some length</p>"
    services.plan("/home", length_lie(), drip(0.0), cut(), substituted("some", "no"), reset)

    with pytest.raises(http.client.IncompleteRead):
        get(services, "/home")
    assert get(services, "/home")[2] == b"<p>a page of some length</p>"
    assert get(services, "/home")[2] == b"<p>a page of s"
    assert b"no length" in get(services, "/home")[2]
    with pytest.raises(ConnectionError):
        get(services, "/home")
