"""Polite HTTP: robots.txt, pace per host, deadline, size, redirects, validators, address guard.

The only room that opens a connection.  `Fetcher.fetch` takes a Request and gives the Page,
or raises what kept it from coming; what the page says is for the sources.

The deadline of a fetch is a moment on the clock `ticks` (`time.monotonic`), so that it
holds when the wall clock is set; the pace and what a service says about coming back are
moments of the wall clock, so that they hold across processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from typing import Protocol, Self
from urllib.parse import urljoin, urlsplit

from scholarsync.errors import ConfigError, Unreachable, Unreadable
from scholarsync.fetch.meaning import BUSY, REDIRECTS, judge, retry_after, wall
from scholarsync.fetch.pace import MemoryPace, Pace
from scholarsync.fetch.robots import LIMIT_BYTES, Robots
from scholarsync.fetch.transport import Answer, Broken, Wire
from scholarsync.model import Page, Request

__all__ = ["Fetcher", "Limits", "MemoryPace", "Pace", "Validators", "post_json", "user_agent"]

PACES: Mapping[str, float] = {"arxiv.org": 3.0}
"""Seconds between requests to a service, all its hosts together, where it asks for more than usual."""


class Validators(Protocol):
    """What an earlier answer said about itself, to ask whether it still holds."""

    @property
    def etag(self) -> str | None:
        """Its ETag, as sent."""

    @property
    def last_modified(self) -> str | None:
        """Its Last-Modified, as sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one request may take."""

    page_bytes: int = 20_000_000
    """Size of a page after decompression."""
    redirects: int = 8
    connect_s: float = 10.0
    read_s: float = 30.0
    """Silence after which a server is given up."""
    retries: int = 2
    """More tries after a broken connection or a 5xx that names no time to come back."""
    backoff_s: float = 2.0
    """Pause before the second try; twice that before the third."""
    gap_s: float = 1.0
    """Seconds between two requests to a host."""
    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    """Longer gaps, by domain; the hosts of a domain share one pace."""


class Fetcher:
    """Asks servers for pages, one at a time; close it, or use it as a context manager."""

    def __init__(
        self, contact: str, *, clock: Callable[[], datetime], sleep: Callable[[float], object] = time.sleep,
        ticks: Callable[[], float] = time.monotonic, pace_store: Pace | None = None, allow_private: bool = False,
        limits: Limits | None = None,
    ) -> None:  # fmt: skip
        """Take what a fetcher works with.

        Args:
            contact: e-mail address or URL that tells servers whom to write to.
            clock: the time, with its zone.
            sleep: waits so many seconds.
            ticks: seconds that only ever grow; deadlines are moments of it.
            pace_store: keeps the pace of hosts over processes; of this one alone by default.
            allow_private: whether URLs may lead to this machine and its private network.
            limits: what one request may take.

        Raises:
            ConfigError: the contact cannot stand in a header.
        """
        self.limits = limits or Limits()
        self._clock, self._sleep, self._ticks = clock, sleep, ticks
        self._pace = pace_store or MemoryPace()
        self._wire = Wire(
            agent=user_agent(contact), allow_private=allow_private, connect_s=self.limits.connect_s,
            read_s=self.limits.read_s, ticks=ticks,
        )  # fmt: skip
        self._robots = Robots(self._ask_robots, clock=clock)
        self._resting: dict[str, datetime] = {}
        self._started = clock().timestamp() - ticks()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._wire.close()

    def fetch(
        self, request: Request, *, watch: str, deadline: float, validators: Validators | None = None,
        spend: Callable[[], object] = lambda: None,
    ) -> Page:  # fmt: skip
        """Ask for one page.

        Args:
            request: what to ask for.
            watch: key of the watch it is for.
            deadline: the moment of `ticks` at which to give up.
            validators: what an earlier answer said; a page with status 304 says that it still holds.
            spend: called before every request to a server, redirects and further tries among them but not
                robots.txt, which is asked for once a host; may raise SourceError where there have been enough.

        Raises:
            Blocked: the server or its robots.txt refuses.
            Missing: there is no such page, or only a login.
            Unreachable: no answer in time, too large, or from where one may not ask.
            Unreadable: an answer that is no page (400 and the like); its words are in the message.
        """
        conditions = _conditions(validators)
        url = request.url
        for _ in range(self.limits.redirects + 1):
            _check_url(url)
            delay_s = self._robots.check(url, deadline=deadline)
            answer = self._ask(url, deadline=deadline, headers=conditions, delay_s=delay_s, spend=spend)
            target = answer.headers.get("Location")
            if answer.status not in REDIRECTS or not target:
                return self._page(request, watch, answer, validators=validators)
            target = _joined(url, target)
            wall(request.url, target)
            url = target
        raise Unreachable(f"{request.url}: more than {self.limits.redirects} redirects")

    def _page(self, request: Request, watch: str, answer: Answer, *, validators: Validators | None) -> Page:
        judge(answer, url=request.url, now=self._clock())
        etag, last_modified = answer.headers.get("ETag"), answer.headers.get("Last-Modified")
        if answer.status == 304:
            if validators is None or not _conditions(validators):
                raise Unreadable(f"{request.url}: 304 although nothing was known")
            etag, last_modified = etag or validators.etag, last_modified or validators.last_modified
        return Page(
            watch=watch, url=request.url, final_url=answer.url if answer.url != request.url else None,
            role=request.role, about=request.about, status=answer.status,
            content_type=answer.headers.get("Content-Type"), etag=etag, last_modified=last_modified,
            fetched_at=self._clock(), body=answer.body,
        )  # fmt: skip

    def _ask(
        self, url: str, *, deadline: float, headers: Mapping[str, str], delay_s: float, spend: Callable[[], object]
    ) -> Answer:
        """One answer, after as many tries as are allowed and worth it."""
        pause_s = self.limits.backoff_s
        for _ in range(self.limits.retries):
            try:
                answer = self._ask_once(url, deadline=deadline, headers=headers, delay_s=delay_s, spend=spend)
            except Broken:
                if pause_s > deadline - self._ticks():
                    raise
            else:
                if answer.status not in BUSY or _host(url) in self._resting or pause_s > deadline - self._ticks():
                    return answer
            self._sleep(pause_s)
            pause_s *= 2
        return self._ask_once(url, deadline=deadline, headers=headers, delay_s=delay_s, spend=spend)

    def _ask_once(
        self, url: str, *, deadline: float, headers: Mapping[str, str], delay_s: float, spend: Callable[[], object]
    ) -> Answer:
        """One request, unless its host has asked to be left alone; when it asks for that now, it is noted."""
        host, until = _host(url), self._resting.get(_host(url))
        if until is not None and until > self._clock():
            raise Unreachable(f"{url}: not asked, {host} wants to be left alone for a while", retry_after=until)
        self._wait_for_turn(url, deadline=deadline, delay_s=delay_s)
        spend()
        answer = self._wire.ask("GET", url, until=deadline, limit_bytes=self.limits.page_bytes, headers=headers)
        self._resting.pop(host, None)
        if answer.status >= 400 and (after := retry_after(answer.headers, now=self._clock())) is not None:
            self._resting[host] = after
        return answer

    def _wait_for_turn(self, url: str, *, deadline: float, delay_s: float) -> None:
        host = _host(url)
        shared = next((d for d in self.limits.paces if host == d or host.endswith(f".{d}")), None)
        gap_s = max(self.limits.paces[shared] if shared else self.limits.gap_s, delay_s)
        now = self._started + self._ticks()  # finer than a clock that counts whole seconds, and never set back
        wait_s = self._pace.reserve(shared or host, now=now, gap_s=gap_s) - now
        if wait_s > deadline - self._ticks():
            raise Unreachable(f"{url}: not asked, its turn comes after the deadline")
        if wait_s > 0:
            self._sleep(wait_s)

    def _ask_robots(self, url: str, deadline: float) -> Answer:
        """A robots.txt, over its redirects; the rules of the hosts on the way are not asked."""
        for _ in range(self.limits.redirects):
            _check_url(url)
            answer = self._ask(url, deadline=deadline, headers={}, delay_s=0.0, spend=lambda: None)
            target = answer.headers.get("Location")
            if answer.status not in REDIRECTS or not target:
                return answer
            url = _joined(url, target)
        raise Unreachable(f"{url}: more than {self.limits.redirects} redirects")


def user_agent(contact: str) -> str:
    """The name of the program with its version, and whom to write to.

    Raises:
        ConfigError: the contact cannot stand in a header.
    """
    if not contact or not contact.isascii() or not contact.isprintable():
        raise ConfigError(f"contact: {contact!r} cannot be sent to servers; give an e-mail address or a URL")
    return f"scholarsync/{version('scholarsync')} (+{contact})"


def post_json(url: str, text: str, *, timeout_s: float) -> None:
    """Send JSON to an address from the settings, which may be a private one.

    Raises:
        Unreachable: it was not taken.
    """
    _check_url(url)
    with Wire(agent=f"scholarsync/{version('scholarsync')}", allow_private=True) as wire:
        answer = wire.ask(
            "POST", url, until=time.monotonic() + timeout_s, limit_bytes=LIMIT_BYTES, data=text.encode(),
            headers={"Content-Type": "application/json"},
        )  # fmt: skip
    if not 200 <= answer.status < 300:
        raise Unreachable(f"{url}: {answer.status} {answer.reason}")


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").rstrip(".")


def _conditions(validators: Validators | None) -> dict[str, str]:
    named = {"If-None-Match": validators.etag, "If-Modified-Since": validators.last_modified} if validators else {}
    return {name: value for name, value in named.items() if value}


def _check_url(url: str) -> None:
    """Only plain http and https addresses are asked.

    Raises:
        Unreachable: it is another kind of URL, or none.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise Unreachable(f"{url!r}: {error}") from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or not url.isprintable():
        raise Unreachable(f"{url!r}: only http and https addresses are asked for")
    if parts.username is not None or parts.password is not None:
        raise Unreachable(f"{parts.hostname}: an address that holds a name or password is not asked for")


def _joined(url: str, target: str) -> str:
    """Where a redirect leads; raw bytes in it are what they are in UTF-8."""
    try:
        text = target.encode("latin-1").decode("utf-8")
    except UnicodeError:
        text = target
    try:
        return urljoin(url, text.strip()).partition("#")[0]
    except ValueError as error:
        raise Unreachable(f"{url}: leads to {target!r}, which is no address") from error
