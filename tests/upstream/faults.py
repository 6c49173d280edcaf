"""What goes wrong with services: functions that spoil a good answer."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import replace

from upstream.answers import Answer

Spoil = Callable[[Answer], Answer]


def NORMAL(answer: Answer) -> Answer:
    """Nothing goes wrong."""
    return answer


def status(code: int, *, retry_after: str | None = None, body: bytes = b"", **headers: str) -> Spoil:
    """Another status, with a body of its own."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if retry_after is not None:
        named["Retry-After"] = retry_after
    return lambda _: Answer(status=code, headers=named, body=body)


def redirect(location: str, code: int = 302, body: bytes = b"") -> Spoil:
    return lambda _: Answer(status=code, headers={"Location": location}, body=body)


def instead(body: bytes | str, *, content_type: str | None = "text/html; charset=UTF-8", code: int = 200) -> Spoil:
    """Another page under the same URL."""
    raw = body.encode() if isinstance(body, str) else body
    return lambda _: Answer(status=code, body=raw, content_type=content_type)


def changed(change: Callable[[bytes], bytes]) -> Spoil:
    """The good page with its bytes changed."""
    return lambda answer: replace(answer, body=change(answer.body))


def substituted(old: str, new: str) -> Spoil:
    """The good page with one text in place of another, which must be there."""

    def change(body: bytes) -> bytes:
        assert old.encode() in body, f"{old!r} is not on the page"
        return body.replace(old.encode(), new.encode())

    return changed(change)


def cut(share: float = 0.5) -> Spoil:
    """Only the first part of the page, honestly declared."""
    return changed(lambda body: body[: int(len(body) * share)])


def length_lie(extra: int = 1000) -> Spoil:
    """Fewer bytes than declared."""
    return lambda answer: replace(answer, declared_length=len(answer.body) + extra)


def drip(every_s: float = 0.001, *, headers: bool = False) -> Spoil:
    """A byte at a time, the head of the answer as well if asked."""
    return lambda answer: replace(answer, drip_every_s=every_s, drip_from=0 if headers else -1)


def reset(answer: Answer) -> Answer:
    """The connection is cut without a word."""
    return replace(answer, reset=True)


def silent(answer: Answer) -> Answer:
    """No byte ever comes."""
    return replace(answer, silent=True)


def gzip_bomb(size: int = 50_000_000) -> Spoil:
    """A small compressed body that is huge inside."""
    return lambda _: Answer(body=gzip.compress(b" " * size, 1), headers={"Content-Encoding": "gzip"})


def with_headers(headers: Mapping[str, str], *, content_type: str | None = None) -> Spoil:
    """The good page under other headers."""
    return lambda answer: replace(
        answer, headers={**answer.headers, **headers}, content_type=content_type or answer.content_type
    )


CAPTCHA_IDS = ("gsc_captcha_ccl", "gs_captcha_ccl", "rc-doscaptcha-body")


def captcha(mark: str = "gsc_captcha_ccl", *, code: int = 200) -> Spoil:
    """A page that asks to show that one is not a robot."""
    return instead(
        f"<!doctype html><html><head><title>Google Scholar</title></head><body><div id='gs_top'>"
        f"<div id='{mark}' class='{mark}'><h1>Please show you&#39;re not a robot</h1>"
        f"<form id='gs_captcha_f'></form></div></div></body></html>",
        code=code,
    )


def consent(answer: Answer) -> Answer:
    """A page that asks for consent to cookies, in place of the profile."""
    return replace(
        answer,
        body=b"<!doctype html><html><head><title>Before you continue</title></head><body>"
        b"<form action='https://consent.google.com/save' method='POST'><button>Accept all</button></form></body></html>",
    )


def sorry(answer: Answer) -> Answer:
    """The page about unusual traffic."""
    return replace(
        answer,
        body=b"<html><head><title>Sorry...</title></head><body><h1>We're sorry...</h1><p>... but your computer or "
        b"network may be sending automated queries.</p></body></html>",
    )


OLD_LAYOUTS = {
    "2011": "<div class='g-section'><span id='cit-name-display'>Robin Quill</span><table class='cit-table'>"
    "<tr class='cit-table item'><td><a class='cit-dark-large-link' href='/citations?view_op=view_citation'>A title"
    "</a></td></tr></table></div>",
    "2019": "<!doctype html><html><body><div id='gsc_prf_in'>Robin Quill</div><table id='gsc_a_t'><tr class='gsc_a_tr'>"
    "<td class='gsc_a_t'><a class='gsc_a_at' href='javascript:void(0)' data-href='/citations?view_op=view_citation&amp;"
    "citation_for_view=QXrobinAAAAJ:aaaaaaaaaaaa'>A title</a><div class='gs_gray'>R Quill</div></td></tr></table>"
    "<button id='gsc_bpf_more' disabled></button><div id='gs_ftr'></div></body></html>",
}
