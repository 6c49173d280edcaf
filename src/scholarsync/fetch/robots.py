"""robots.txt, read as Google's own matcher reads it, once a day and host.

A file that is not there (4xx) allows everything; one that cannot be had (5xx, no answer)
forbids everything for now, as RFC 9309 asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from protego import Protego

from scholarsync.errors import Blocked, Unreachable
from scholarsync.fetch.transport import Answer

TOKEN = "scholarsync"  # noqa: S105 - the name that rules are looked up by, no password
LIMIT_BYTES = 512_000
"""Rules beyond are not looked at."""
KEEP = timedelta(days=1)
KEEP_FAILURE = timedelta(minutes=10)
LONGEST_DELAY_S = 30.0

INVITED = (("export.arxiv.org", "/api/"), ("pub.orcid.org", "/v3.0/"))
"""Interfaces that are made for programs and have terms of their own; robots.txt there speaks to crawlers."""


@dataclass(frozen=True, slots=True)
class _Rules:
    rules: Protego | None
    """None: everything is allowed."""
    fault: str | None
    """Why the file could not be had; nothing is allowed then."""
    until: datetime


class Robots:
    """The rules of the hosts that were asked so far."""

    def __init__(self, ask: Callable[[str, float], Answer], *, clock: Callable[[], datetime]) -> None:
        """Take the way to fetch a file: URL and deadline to the answer that is no redirect."""
        self._ask = ask
        self._clock = clock
        self._known: dict[str, _Rules] = {}

    def check(self, url: str, *, deadline: float) -> float:
        """Seconds that the host wants between two requests, 0 when it does not say.

        Raises:
            Blocked: its robots.txt forbids the URL.
            Unreachable: its robots.txt cannot be had.
        """
        parts = urlsplit(url)
        if any(parts.hostname == host and parts.path.startswith(prefix) for host, prefix in INVITED):
            return 0.0
        rules = self._rules(f"{parts.scheme}://{parts.netloc}", deadline)
        if rules.fault is not None:
            raise Unreachable(f"{url}: its robots.txt cannot be had ({rules.fault}), so nothing may be asked for now")
        if rules.rules is None:
            return 0.0
        if not rules.rules.can_fetch(url, TOKEN):
            raise Blocked(f"{url}: robots.txt forbids it")
        return min(float(rules.rules.crawl_delay(TOKEN) or 0.0), LONGEST_DELAY_S)

    def _rules(self, origin: str, deadline: float) -> _Rules:
        known = self._known.get(origin)
        now = self._clock()
        if known is None or known.until <= now:
            known = self._known[origin] = self._read(f"{origin}/robots.txt", deadline, now)
        return known

    def _read(self, url: str, deadline: float, now: datetime) -> _Rules:
        try:
            answer = self._ask(url, deadline)
        except Unreachable as error:
            return _Rules(None, str(error), now + KEEP_FAILURE)
        if answer.status == 429 or answer.status >= 500:
            return _Rules(None, f"{answer.status} {answer.reason}", now + KEEP_FAILURE)
        if answer.status != 200:
            return _Rules(None, None, now + KEEP)
        text = answer.body[:LIMIT_BYTES].decode("utf-8", errors="replace").removeprefix("\ufeff")
        return _Rules(Protego.parse(text), None, now + KEEP)
