"""A server on 127.0.0.1 that plays the services: Scholar, arXiv, ORCID-like feeds and homepages, with faults on demand.

::

    with Services() as services:
        services.profiles["QXrobinAAAAJ"] = Profile(name="Robin Quill", articles=some_articles(3))
        services.plan("/citations", status(503), NORMAL)      # the first request fails, the rest is as usual
        ...
        assert [seen.path for seen in services.log] == [...]

What a path answers by itself is made by the module `answers`; a fault is a function that
spoils such an answer (see `faults`).  Planned faults are used up one a request, in order;
the last one stays.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit

from upstream.answers import Answer, Paper, Profile, arxiv_answer, arxiv_author_answer, scholar_answer
from upstream.faults import Spoil

SCHOLAR_ROBOTS = """User-agent: *
Disallow: /search
Disallow: /scholar
Disallow: /citations?
Allow: /citations?user=
Disallow: /citations?*cstart=
Disallow: /citations?user=*%40
Disallow: /citations?user=*@
"""
"""The rules as Scholar states them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One request as it came."""

    method: str
    path: str
    query: str
    """As sent, not decoded: robots.txt looks at the order."""
    headers: Mapping[str, str]
    """Names in lower case."""
    at: float
    """Monotonic seconds."""
    concurrent: int
    """How many requests, this one included, were being answered."""

    @property
    def target(self) -> str:
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def parameters(self) -> dict[str, str]:
        return {name: values[-1] for name, values in parse_qs(self.query, keep_blank_values=True).items()}


@dataclass(slots=True)
class Services:
    """The services and what is in them; a context manager that serves while it is open."""

    profiles: dict[str, Profile] = field(default_factory=dict)
    """Scholar's, by id."""
    papers: list[Paper] = field(default_factory=list)
    """arXiv's."""
    pages: dict[str, Answer | str] = field(default_factory=dict)
    """Homepages and the rest, by path with its query; text is HTML."""
    robots: str | None = SCHOLAR_ROBOTS
    """None: there is no such file."""
    log: list[Seen] = field(default_factory=list)
    _plans: dict[str, list[Spoil]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _busy: int = 0
    _closing: threading.Event = field(default_factory=threading.Event)
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None

    def plan(self, prefix: str, *faults: Spoil) -> None:
        """Spoil the answers to targets that begin so: one fault a request, the last one from then on."""
        self._plans[prefix] = list(faults)

    @property
    def url(self) -> str:
        assert self._server is not None, "the server runs inside 'with'"
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def targets(self) -> list[str]:
        """Paths with queries in the order they were asked for, robots.txt left out."""
        return [seen.target for seen in self.log if seen.path != "/robots.txt"]

    def __enter__(self) -> Self:
        services = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 10

            def do_GET(self) -> None:
                services._serve(self)

            do_HEAD = do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name of the base class
                """The log is the test's."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                """A client that hangs up is part of the play."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        assert self._server is not None
        assert self._thread is not None
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        with self._lock:
            self._busy += 1
            seen = Seen(
                method=handler.command, path=parts.path, query=parts.query, at=time.monotonic(),
                headers={k.lower(): v for k, v in handler.headers.items()}, concurrent=self._busy,
            )  # fmt: skip
            self.log.append(seen)
            spoil = self._next_fault(seen.target)
        try:
            answer = self._normal(seen)
            _send(handler, spoil(answer) if spoil else answer, self._closing)
        finally:
            with self._lock:
                self._busy -= 1

    def _next_fault(self, target: str) -> Spoil | None:
        matching = [prefix for prefix in self._plans if target.startswith(prefix)]
        if not matching:
            return None
        faults = self._plans[max(matching, key=len)]
        return faults.pop(0) if len(faults) > 1 else faults[0]

    def _normal(self, seen: Seen) -> Answer:
        if seen.target in self.pages:
            page = self.pages[seen.target]
            return conditional(Answer(body=page.encode()) if isinstance(page, str) else page, seen)
        if seen.path == "/robots.txt" and self.robots is not None:
            return Answer(content_type="text/plain", body=self.robots.encode())
        if seen.path == "/citations":
            return scholar_answer(self.profiles, seen.parameters)
        if seen.path == "/api/query":
            return arxiv_answer(self.papers, seen.parameters)
        if seen.path.startswith("/a/") and seen.path.endswith(".atom"):
            return arxiv_author_answer(self.papers)
        return Answer(status=404, body=b"<!doctype html><title>Not found</title><p>not found</p>")


def conditional(answer: Answer, seen: Seen) -> Answer:
    """304 where the validators that came with the request still hold."""
    etag, since = answer.headers.get("ETag"), answer.headers.get("Last-Modified")
    if etag and seen.headers.get("if-none-match") == etag:
        return Answer(status=304, headers=answer.headers)
    if since and not seen.headers.get("if-none-match") and seen.headers.get("if-modified-since") == since:
        return Answer(status=304, headers=answer.headers)
    return answer


def _send(handler: BaseHTTPRequestHandler, answer: Answer, closing: threading.Event) -> None:
    """Write an answer as it is meant, faults of the wire included."""
    if answer.silent:
        closing.wait()
        handler.close_connection = True
        return
    if answer.reset:
        # Linger 0 makes close() send RST instead of FIN.
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        handler.connection.close()
        handler.close_connection = True
        return
    head = [f"HTTP/1.1 {answer.status} {answer.reason}"]
    headers = {"Content-Length": str(len(answer.body)), **dict(answer.headers)}
    if answer.content_type is not None:
        headers["Content-Type"] = answer.content_type
    if answer.declared_length is not None:
        headers["Content-Length"] = str(answer.declared_length)
        headers["Connection"] = "close"
        handler.close_connection = True
    head += [f"{name}: {value}" for name, value in headers.items()]
    data = ("\r\n".join(head) + "\r\n\r\n").encode("latin-1")
    if handler.command != "HEAD" and answer.status != 304:
        data += answer.body
    if answer.drip_from is None:
        handler.wfile.write(data)
        return
    handler.close_connection = True
    at = answer.drip_from if answer.drip_from >= 0 else data.index(b"\r\n\r\n") + 4
    handler.wfile.write(data[:at])
    for byte in data[at:]:
        handler.wfile.write(bytes((byte,)))
        if closing.wait(answer.drip_every_s):
            return
