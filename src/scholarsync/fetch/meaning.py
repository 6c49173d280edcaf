"""What the status and headers of an answer mean for a watch: pages, redirects, refusals, pauses."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from scholarsync.errors import Blocked, Missing, SourceError, Unreachable, Unreadable
from scholarsync.fetch.transport import Answer

REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({500, 502, 503, 504})
"""Often over after a moment."""
LONGEST_REST = timedelta(days=90)
"""A service that asks for more, which is likelier a slip than a wish, is asked again after this."""

REFUSED = {401, 402, 403, 407, 418, 429, 430, 451, 999}
GONE = {404, 410}

WALLS: tuple[tuple[re.Pattern[str], type[SourceError], str], ...] = (
    (re.compile(r"^[^/]*/sorry(/|$)"), Blocked, "the service suspects a robot (its page about unusual traffic)"),
    (re.compile(r"^consent\.|^[^/]*/consent(/|$)"), Blocked, "the service asks for consent to cookies first"),
    (
        re.compile(r"^accounts\.google\.|^[^/]*/(ServiceLogin|signin|login)(/|$)", re.IGNORECASE),
        Missing,
        "leads to a login: there is nothing public under this address",
    ),
)
"""Redirects that are answers themselves, by ``host/path``; they are not followed."""


def judge(answer: Answer, *, url: str, now: datetime) -> None:
    """Let a page pass and raise what anything else means.

    Raises:
        SourceError: of the class, with the words and the rest, that status and headers stand for.
    """
    if answer.status in {200, 203, 304}:
        return
    after = retry_after(answer.headers, now=now)
    told = f"{url}: {answer.status} {answer.reason}".rstrip()
    if answer.status in REFUSED or answer.headers.get("cf-mitigated") == "challenge":
        raise Blocked(f"{told}; the service refuses robots here", retry_after=after)
    if answer.status in GONE:
        raise Missing(told)
    if answer.status >= 500 or answer.status == 408:
        raise Unreachable(told, retry_after=after)
    hint = gist(answer)
    raise Unreadable(f"{told}{f': {hint}' if hint else ''}", retry_after=after)


def wall(url: str, target: str) -> None:
    """Raise what a redirect to a captcha, consent or login page means; others pass."""
    parts = urlsplit(target)
    for pattern, outcome, words in WALLS:
        if pattern.search(f"{parts.hostname or ''}{parts.path}"):
            raise outcome(f"{url}: {words}")


def retry_after(headers: Mapping[str, str], *, now: datetime) -> datetime | None:
    """When the service asked to be left alone until, as seconds or as a date; None when it did not say."""
    value = headers.get("Retry-After", "").strip()
    try:
        if value.isascii() and value.isdigit():
            until = now + timedelta(seconds=min(int(value[:9]), LONGEST_REST.total_seconds()))
        else:
            until = parsedate_to_datetime(value)
            until = until if until.tzinfo else until.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError):
        return None
    return min(until, now + LONGEST_REST) if until > now else None


def gist(answer: Answer, *, length: int = 160) -> str:
    """The beginning of what an error page says, as one plain line."""
    text = answer.body[:20_000].decode("utf-8", errors="replace")
    text = re.sub(r"<(script|style|title|id|updated)\b[^<]{0,9999}</\1>", " ", text)
    text = html.unescape(re.sub(r"<[^<>]{0,2000}>", " ", text))
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text[:length]
