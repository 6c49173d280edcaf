"""A mail server on 127.0.0.1: takes messages, asks for a password under TLS when it is given a certificate.

::

    with Mailbox() as box:
        ...                         # something sends to box.address
        assert box.messages[0]["Subject"] == "…"
"""

from __future__ import annotations

import base64
import email
import email.policy
import socketserver
import ssl
import threading
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Self


@dataclass(slots=True)
class Mailbox:
    """The server and what came to it; a context manager that serves while it is open."""

    tls: ssl.SSLContext | None = None
    """Offer STARTTLS with this certificate."""
    logins: dict[str, str] = field(default_factory=dict)
    """User to password; empty: everybody may send."""
    refusal: str | None = None
    """What is answered to every recipient, when nobody is one."""
    messages: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)
    """Every line as it came over the wire, those under TLS left out."""
    _server: socketserver.ThreadingTCPServer | None = None

    @property
    def port(self) -> int:
        assert self._server is not None, "the server runs inside 'with'"
        return int(self._server.server_address[1])

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        box = self

        class Handler(socketserver.StreamRequestHandler):
            timeout = 10

            def handle(self) -> None:
                conversation = Conversation(box, self)
                try:
                    conversation.hold()
                except OSError:
                    """A client that hangs up is part of the play."""
                finally:
                    conversation.lines.close()
                    conversation.socket.close()

        socketserver.ThreadingTCPServer.daemon_threads = True
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()


class Conversation:
    """One client's, as far as RFC 5321 needs it."""

    def __init__(self, box: Mailbox, handler: socketserver.StreamRequestHandler) -> None:
        self.box, self.socket = box, handler.request
        self.lines = self.socket.makefile("rb")
        self.secure, self.known = False, not box.logins

    def hold(self) -> None:
        self.say("220 made-up.example")
        while line := self.hear():
            word = line.split(maxsplit=1)[0].upper() if line.split() else b""
            answer = getattr(self, f"on_{word.decode('ascii', 'replace').lower()}", None)
            if answer is None:
                self.say("502 not known here")
            elif answer(line) is False:
                break

    def say(self, text: str) -> None:
        self.socket.sendall(f"{text}\r\n".encode())

    def hear(self) -> bytes:
        line = self.lines.readline()
        if not self.secure:
            self.box.heard.append(line)
        return line.rstrip(b"\r\n") if line else b""

    def on_ehlo(self, _: bytes) -> None:
        offers = ["made-up.example"]
        offers += ["STARTTLS"] if self.box.tls and not self.secure else []
        offers += ["AUTH PLAIN"] if self.box.logins and (self.secure or not self.box.tls) else []
        for number, offer in enumerate(offers):
            self.say(f"250{' ' if number == len(offers) - 1 else '-'}{offer}")

    on_helo = on_ehlo

    def on_starttls(self, _: bytes) -> bool | None:
        assert self.box.tls is not None
        self.say("220 go on")
        try:
            self.socket = self.box.tls.wrap_socket(self.socket, server_side=True)
        except (ssl.SSLError, OSError):  # a client that does not trust the certificate
            return False
        self.lines, self.secure = self.socket.makefile("rb"), True
        return None

    def on_auth(self, line: bytes) -> None:
        _, user, password = base64.b64decode(line.split()[2]).decode().split("\0")
        self.known = self.box.logins.get(user) == password
        self.say("235 welcome" if self.known else f"535 no {password} of {user}")

    def on_mail(self, _: bytes) -> None:
        self.say("250 ok" if self.known else "530 who are you?")

    def on_rcpt(self, line: bytes) -> None:
        self.box.recipients.append(line.decode().partition("<")[2].rstrip(">"))
        self.say(f"550 {self.box.refusal}" if self.box.refusal else "250 ok")

    def on_data(self, _: bytes) -> None:
        self.say("354 go on")
        body = []
        while (line := self.lines.readline()) != b".\r\n":
            body.append(line.removeprefix(b"."))
        self.box.messages.append(email.message_from_bytes(b"".join(body), policy=email.policy.default))  # type: ignore[arg-type] # the policy makes it one
        self.say("250 ok")

    def on_rset(self, _: bytes) -> None:
        self.say("250 ok")

    on_noop = on_rset

    def on_quit(self, _: bytes) -> bool:
        self.say("221 bye")
        return False
