"""robots.txt, read as Google's own matcher reads it, once a day and host.

Which lines speak to this program is found here, after robots.cc of github.com/google/robotstxt:
groups are named more loosely there than protego takes them.  What the lines of the group say
about a path is protego's.  A file that is not there (4xx) allows everything; one that cannot be
had (5xx, no answer) forbids everything for now, as RFC 9309 asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from protego import Protego

from scholarsync.errors import Blocked, Unreachable
from scholarsync.fetch.meaning import retry_after
from scholarsync.fetch.transport import Answer

TOKEN = "scholarsync"  # noqa: S105 - the name that rules are looked up by, no password
LIMIT_BYTES = 512_000
"""Rules beyond are not looked at."""
KEEP = timedelta(days=1)
KEEP_FAILURE = timedelta(minutes=10)
LONGEST_DELAY_S = 30.0

AGENT = re.compile(r"user[- ]?agent", re.IGNORECASE)
RULE = re.compile(r"allow|dis{1,2}al{1,2}[ao]w|diasllow", re.IGNORECASE)
DELAY = re.compile(r"crawl[- ]delay", re.IGNORECASE)
"""How the names of lines begin, with the misspellings that are common."""

INVITED = (("export.arxiv.org", "/api/"), ("pub.orcid.org", "/v3.0/"))
"""Interfaces that are made for programs and have terms of their own; robots.txt there speaks to crawlers."""


@dataclass(frozen=True, slots=True)
class _Rules:
    rules: Protego | None
    """None: everything is allowed."""
    fault: str | None
    """Why the file could not be had; nothing is allowed then."""
    until: datetime
    asked_back: datetime | None = None
    """When the host said that it may be asked again."""


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
            raise Unreachable(
                f"{url}: its robots.txt cannot be had ({rules.fault}), so nothing may be asked for now",
                retry_after=rules.asked_back,
            )
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
            return _Rules(None, str(error), now + KEEP_FAILURE, error.retry_after)
        if answer.status == 429 or answer.status >= 500:
            after = retry_after(answer.headers, now=now)
            return _Rules(None, f"{answer.status} {answer.reason}", now + KEEP_FAILURE, after)
        if answer.status != 200:
            return _Rules(None, None, now + KEEP)
        text = answer.body[:LIMIT_BYTES].decode("utf-8", errors="replace").removeprefix("\ufeff")
        return _Rules(Protego.parse("\n".join(["User-agent: *", *rules_for(TOKEN, text)])), None, now + KEEP)


def rules_for(token: str, text: str) -> list[str]:
    """The allow, disallow and delay lines of a robots.txt that speak to a program.

    Those under its name count, wherever they stand; only where it is not named those under ``*``.
    A group begins with the first agent line after a rule: a delay or a line of another kind does not end it.
    """
    own, common = list[str](), list[str]()
    named = met_own = met_all = ruled = False
    for field, value in _lines(text):
        if AGENT.match(field):
            if ruled:
                met_own = met_all = ruled = False
            if value == "*" or (value[:1] == "*" and value[1].isspace()):
                met_all = True
            elif _product(value) == token:
                met_own = named = True
        elif rule := RULE.match(field) or DELAY.match(field):
            kind = "Crawl-delay" if rule.re is DELAY else "Allow" if field[0] in "aA" else "Disallow"
            ruled = ruled or (rule.re is RULE and (met_own or met_all))
            said = [f"{kind}: {value}"]
            if kind == "Allow" and "/index.htm" in value[value.rfind("/") :]:
                said.append(f"Allow: {value[: value.rfind('/') + 1]}$")
            own += said if met_own else []
            common += said if met_all and not met_own else []
    return own if named else common


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Name and value of each line that has both parts; a blank may stand for the colon."""
    for line in re.split(r"[\r\n]+", text):
        content = line.partition("#")[0].strip()
        field, colon, value = content.partition(":")
        if not colon:
            words = content.split()
            field, value = words if len(words) == 2 else ("", "")
        yield field.strip(), value.strip()


def _product(agent: str) -> str:
    """The name in an agent line, without the version or the words behind it."""
    return re.sub(r"[^a-zA-Z_-].*", "", agent, flags=re.DOTALL).lower()
