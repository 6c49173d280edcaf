"""A site read by its URL without a store: lists, full lists, a page for each paper, and what ends a look."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from scholarsync.cli.inputs import parse_any
from scholarsync.cli.site import SITE_PAGES, follow
from scholarsync.errors import Blocked, Missing
from scholarsync.fetch import Fetcher
from scholarsync.model import Page, Reading, Request
from upstream.faults import status
from upstream.server import Services

ENTRY = "<li><a href='/papers/{n}'>On the roofs of town number {n} and their rain</a></li>"
PAPER = """<html><head><title>{n}</title><meta name="citation_title" content="On the roofs of town number {n} and their rain">
<meta name="citation_author" content="Quill, Ada"><meta name="citation_author" content="Brook, Ivo">
<meta name="citation_journal_title" content="Journal of Roofs"><meta name="citation_date" content="20{n:02}"></head>
<body><h1>On the roofs of town number {n} and their rain</h1></body></html>"""


@pytest.fixture
def fetcher() -> Iterator[Fetcher]:
    with Fetcher("ada@example.org", clock=lambda: datetime.now(UTC), sleep=lambda _: None, allow_private=True) as made:
        yield made


def look(fetcher: Fetcher, url: str) -> tuple[str, Reading]:
    deadline = time.monotonic() + 30

    def ask(request: Request) -> Page:
        return fetcher.fetch(request, watch=f"url:{url}", deadline=deadline)

    return follow(url, parse_any, ask)


def index(count: int) -> str:
    return f"<h1>Publications</h1><ul>{''.join(ENTRY.format(n=n) for n in range(10, 10 + count))}</ul>"


def test_an_index_of_links_is_completed_by_the_page_of_each_paper(services: Services, fetcher: Fetcher) -> None:
    services.pages["/"] = index(3)
    services.pages |= {f"/papers/{n}": PAPER.format(n=n) for n in range(10, 13)}

    name, reading = look(fetcher, f"{services.url}/")

    assert name == "homepage"
    assert [(draft.authors, draft.year, draft.venue) for draft in reading.drafts] == [
        (("Quill, Ada", "Brook, Ivo"), f"20{n}", "Journal of Roofs") for n in range(10, 13)
    ]
    assert reading.partial is None


def test_a_full_list_is_read_before_the_papers_and_is_one_set_with_the_selected(
    services: Services, fetcher: Fetcher
) -> None:
    shown = "<li>Ada Quill, Ivo Brook. Rain on the roofs of a town. Journal of Roofs 3, 2020.</li>"
    other = "<li>Ivo Brook. Gutters of older houses. Journal of Roofs 2, 2018.</li>"
    services.pages["/"] = (
        f"<h2>Selected publications</h2><ul>{shown}</ul><a href='/all'>Full list</a>{ENTRY.format(n=10)}"
    )
    services.pages["/all"] = f"<h1>Publications</h1><ul>{shown}{other}</ul>"

    _, reading = look(fetcher, f"{services.url}/")

    titles = [draft.title for draft in reading.drafts]
    assert titles.count("Rain on the roofs of a town") == 1
    assert "Gutters of older houses" in titles
    targets = [target for target in services.targets if target != "/robots.txt"]
    assert targets.index("/all") == 1


def test_no_more_pages_are_asked_for_than_a_look_may_take(services: Services, fetcher: Fetcher) -> None:
    services.pages["/"] = index(SITE_PAGES + 4)
    services.pages |= {f"/papers/{n}": PAPER.format(n=n) for n in range(10, 14 + SITE_PAGES)}

    _, reading = look(fetcher, f"{services.url}/")

    assert len(reading.drafts) == SITE_PAGES + 4
    assert len([target for target in services.targets if target != "/robots.txt"]) == SITE_PAGES
    assert reading.partial == "5 more pages of the site were not asked for"


def test_a_paper_without_a_page_is_what_the_list_says_of_it(services: Services, fetcher: Fetcher) -> None:
    services.pages["/"] = index(2)
    services.pages["/papers/10"] = PAPER.format(n=10)

    _, reading = look(fetcher, f"{services.url}/")

    assert [draft.year for draft in reading.drafts] == ["2010", None]
    assert reading.partial is None


def test_nothing_is_asked_after_a_block(services: Services, fetcher: Fetcher) -> None:
    services.pages["/"] = index(3)
    services.plan("/papers/10", status(403))

    _, reading = look(fetcher, f"{services.url}/")

    assert len(reading.drafts) == 3
    assert "/papers/11" not in services.targets


@pytest.mark.parametrize(("code", "error"), [(404, Missing), (403, Blocked)])
def test_the_first_page_must_come(services: Services, fetcher: Fetcher, code: int, error: type[Exception]) -> None:
    services.plan("/", status(code))

    with pytest.raises(error):
        look(fetcher, f"{services.url}/")
