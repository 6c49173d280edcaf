"""Bytes over the wire: one request, one answer, within a deadline, a size and the allowed addresses.

Three things that HTTP libraries leave open are closed here.  A read timeout counts from
byte to byte, so a server that drips keeps a request alive for ever: every receive, of head
and body alike, looks at the clock first.  A small compressed body can be huge: the size is
counted after decompression.  A name can resolve to a private address, now or at the next
look: names are resolved once, where the connection is made, and the address that was
checked is the one connected to.

No redirect is followed, no cookie kept, no proxy or .netrc read; what an answer means is
for others to say.
"""

from __future__ import annotations

import http.client
import io
import queue
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http.cookiejar import DefaultCookiePolicy
from typing import Any, Self

import requests  # noqa: TID251 - this is the room that opens connections
from requests.adapters import HTTPAdapter  # noqa: TID251 - the same
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import (
    DecodeError,
    HTTPError,
    LocationValueError,
    NameResolutionError,
    NewConnectionError,
    ReadTimeoutError,
)

from scholarsync.errors import Unreachable
from scholarsync.fetch.addresses import is_public

CHUNK = 65536
ACCEPT = "text/html, application/json;q=0.9, */*;q=0.8"
"""Pages first, then JSON: ORCID answers XML to whoever does not ask for JSON."""


class Broken(Unreachable):
    """The connection broke before the answer was whole: worth another try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server sent back for one request."""

    url: str
    status: int
    reason: str
    headers: Mapping[str, str]
    """Looked up without regard to case."""
    body: bytes = b""


@dataclass(slots=True, kw_only=True)
class Stopwatch:
    """Until when the request under way may go on; shared with the connections."""

    ticks: Callable[[], float]
    connect_s: float
    read_s: float
    url: str = ""
    until: float = float("inf")

    def left(self, at_most: float) -> float:
        """Seconds the next step may take.

        Raises:
            Unreachable: none are left.
        """
        left = self.until - self.ticks()
        if left <= 0:
            raise Unreachable(f"{self.url}: not finished before the deadline")
        return min(left, at_most)


class Wire:
    """A session of guarded connections; close it, or use it as a context manager."""

    def __init__(
        self, *, agent: str, allow_private: bool = False, connect_s: float = 10, read_s: float = 30,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.stopwatch = Stopwatch(ticks=ticks, connect_s=connect_s, read_s=read_s)
        self._session = _Session()
        self._session.trust_env = False
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._session.headers.update({"User-Agent": agent, "Accept-Encoding": "gzip, deflate", "Accept": ACCEPT})
        adapter = _Adapter(self.stopwatch, allow_private=allow_private)
        for prefix in ("http://", "https://"):
            self._session.mount(prefix, adapter)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._session.close()

    def ask(
        self, method: str, url: str, *, until: float, limit_bytes: int, headers: Mapping[str, str] | None = None,
        data: bytes | None = None,
    ) -> Answer:  # fmt: skip
        """Make one request and read its answer to the end.

        Args:
            method: GET or POST.
            url: where to.
            until: deadline, in ticks.
            limit_bytes: the largest body that is read, after decompression.
            headers: besides the session's own.
            data: what a POST sends.

        Raises:
            Broken: the connection broke on the way.
            Unreachable: no answer in time, too large, a refused address, a fault of TLS or of the URL.
        """
        watch = self.stopwatch
        watch.url, watch.until = url, until
        timeout = (watch.left(watch.connect_s), watch.left(watch.read_s))
        with _translated(url):
            response = self._session.request(
                method, url, headers=headers, data=data, timeout=timeout, stream=True, allow_redirects=False
            )
            try:
                body = self._read(response, limit_bytes)
            except BaseException:
                response.close()
                raise
        return Answer(
            url=url, status=response.status_code, reason=response.reason or "", headers=response.headers, body=body
        )

    def _read(self, response: requests.Response, limit_bytes: int) -> bytes:
        body = bytearray()
        while chunk := response.raw.read1(CHUNK, decode_content=True):
            self.stopwatch.left(0)
            body += chunk
            if len(body) > limit_bytes:
                raise Unreachable(f"{response.url}: larger than {limit_bytes} bytes")
        return bytes(body)


class _Session(requests.Session):
    """A session that leaves redirects alone, also their bodies, which requests would read without a limit."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        del resp
        return None


class _translated:  # noqa: N801 - a context manager, read as a verb
    """Turns the exceptions of the HTTP libraries into ours."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None:
            return
        for kinds, outcome, words in _MEANINGS:
            if isinstance(error, kinds) or isinstance(_root(error), kinds):
                raise outcome(f"{self.url}: {words or _told(error)}") from error


def _root(error: BaseException) -> BaseException | None:
    """The exception inside requests' and urllib3's wrappers."""
    inner: Any = error.args[0] if error.args else None  # untyped: whatever the libraries put there
    inner = getattr(inner, "reason", inner)
    return inner if isinstance(inner, BaseException) else None


def _told(error: BaseException) -> str:
    root = _root(error) or error
    cause = root.__cause__ if isinstance(root, NewConnectionError) and root.__cause__ else root
    while inner := next((part for part in cause.args if isinstance(part, BaseException)), None):
        cause = inner
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return f"{type(cause).__name__}: {cause}"[:300]


_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], type[Unreachable], str | None], ...] = (
    ((requests.exceptions.SSLError,), Unreachable, None),
    ((NameResolutionError,), Unreachable, "no such host"),
    ((requests.exceptions.Timeout, ReadTimeoutError, TimeoutError), Unreachable, "no answer in time"),
    ((DecodeError,), Unreachable, "the body is not compressed as it says"),
    ((NewConnectionError,), Unreachable, None),
    (
        (requests.exceptions.InvalidURL, LocationValueError, UnicodeError),
        Unreachable,
        "not a URL that can be asked for",
    ),
    ((requests.exceptions.ConnectionError, HTTPError, http.client.HTTPException, ConnectionError), Broken, None),
    ((requests.exceptions.RequestException, OSError, ValueError), Unreachable, None),
)
"""What the libraries raise, the first that fits; None: their own words."""


class _Adapter(HTTPAdapter):
    """requests' adapter over connections of our own."""

    def __init__(self, stopwatch: Stopwatch, *, allow_private: bool) -> None:
        self._options: dict[str, Any] = {"stopwatch": stopwatch, "allow_private": allow_private}
        super().__init__(max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **pool_kwargs: Any) -> None:  # noqa: FBT001, FBT002 - the signature is requests'
        super().init_poolmanager(connections, maxsize, block, **pool_kwargs)
        manager: PoolManager = self.poolmanager
        made: Any = {"http": partial(_Pool, **self._options), "https": partial(_TlsPool, **self._options)}
        manager.pool_classes_by_scheme = made  # called like the classes they stand for


class _Connection(HTTPConnection):
    """A connection to a checked address whose receives look at the clock."""

    def __init__(self, *args: Any, stopwatch: Stopwatch, allow_private: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stopwatch, self._allow_private = stopwatch, allow_private
        self.response_class = partial(_timed_response, stopwatch)  # type: ignore[assignment] # called like the class

    def _new_conn(self) -> socket.socket:
        return _connect(self, self._stopwatch, allow_private=self._allow_private)


class _TlsConnection(HTTPSConnection):
    """The same under TLS."""

    def __init__(self, *args: Any, stopwatch: Stopwatch, allow_private: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stopwatch, self._allow_private = stopwatch, allow_private
        self.response_class = partial(_timed_response, stopwatch)  # type: ignore[assignment] # called like the class

    def _new_conn(self) -> socket.socket:
        return _connect(self, self._stopwatch, allow_private=self._allow_private)


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _TlsPool(HTTPSConnectionPool):
    ConnectionCls = _TlsConnection


def _connect(connection: HTTPConnection, stopwatch: Stopwatch, *, allow_private: bool) -> socket.socket:
    """Resolve the host once, leave out what may not be asked, and connect to the first that answers."""
    try:
        found = _resolved(connection._dns_host, connection.port, stopwatch)  # noqa: SLF001 - as urllib3 asks: a trailing dot stays
    except socket.gaierror as error:
        raise NameResolutionError(connection.host, connection, error) from error
    allowed = [entry for entry in found if allow_private or is_public(str(entry[4][0]))]
    if not allowed:
        # Not an OSError: urllib3 would take that for a fault worth another try.
        raise Unreachable(
            f"{stopwatch.url}: {connection.host} is {found[0][4][0]}, a private address; "
            "allow_private_addresses = true in the settings allows such"
        )
    fault: OSError | None = None
    for family, kind, protocol, _, address in allowed:
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(stopwatch.left(stopwatch.connect_s))
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.connect(address)
        except OSError as error:
            sock.close()
            fault = error
        except BaseException:
            sock.close()
            raise
        else:
            return sock
    raise NewConnectionError(connection, f"cannot connect: {fault}") from fault


Resolved = Sequence[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[Any, ...]]]


def _resolved(host: str, port: int, stopwatch: Stopwatch) -> Resolved:
    """The addresses of a host; the system's resolver knows no deadline, so it is left behind when time is up."""
    answers: queue.Queue[Resolved | OSError | UnicodeError] = queue.Queue()

    def resolve() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=resolve, name=f"resolve {host}", daemon=True).start()
    try:
        answer = answers.get(timeout=stopwatch.left(stopwatch.connect_s))
    except queue.Empty:
        raise Unreachable(f"{stopwatch.url}: the name of {host} is not resolved in time") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _timed_response(stopwatch: Stopwatch, sock: socket.socket, *args: Any, **kwargs: Any) -> http.client.HTTPResponse:
    return http.client.HTTPResponse(_TimedSocket(sock, stopwatch), *args, **kwargs)  # type: ignore[arg-type] # it only makes a file of it


class _TimedSocket:
    """As much of a socket as an HTTP answer is read from."""

    def __init__(self, sock: socket.socket, stopwatch: Stopwatch) -> None:
        self._sock, self._stopwatch = sock, stopwatch

    def makefile(self, mode: str) -> io.BufferedReader:
        del mode  # always "rb"
        return io.BufferedReader(_TimedReceives(self._sock, self._stopwatch))


class _TimedReceives(io.RawIOBase):
    """Reads a socket, and before every receive looks whether there is time left."""

    def __init__(self, sock: socket.socket, stopwatch: Stopwatch) -> None:
        self._sock, self._stopwatch = sock, stopwatch
        self._raw = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(self._stopwatch.left(self._stopwatch.read_s))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
        super().close()
