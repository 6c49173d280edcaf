"""Tells others of what a run changed or failed at: a command, e-mail, a webhook.

Nothing is sent when nothing happened, nor when all that happened is a failure that was
told before.  A notice that cannot be delivered is one line of warning, never a failed run.
"""

from __future__ import annotations

import json
import os
import smtplib
import ssl
import subprocess
from collections.abc import Mapping
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from threading import Thread
from urllib.parse import urlsplit

from scholarsync.cli.reported import fault_lines, report_lines, report_row
from scholarsync.cli.secret import SMTP_PASSWORD, SMTP_USER, WEBHOOK, withheld, without_secrets
from scholarsync.config import Notify, Settings
from scholarsync.errors import SourceError
from scholarsync.fetch import post_json
from scholarsync.sync import Report

TIMEOUT_S = 30
SMTPS = 465
"""The port on which TLS comes before the first word (RFC 8314)."""


def notify(settings: Settings, report: Report, *, secrets: Mapping[str, str], at: datetime) -> list[str]:
    """Send the report wherever the settings say; gives what could not be sent and why."""
    if not report.news:
        return []
    asked = settings.file.notify
    text = json.dumps(report_row(report), ensure_ascii=False)
    faults = []
    if asked.command:
        faults += _run(settings, text)
    if asked.email_to:
        faults += _mail(asked, report, secrets, at=at)
    if webhook := secrets.get(WEBHOOK, asked.webhook):
        faults += _post(webhook, text)
    return [withheld(fault, secrets) for fault in faults]


def _run(settings: Settings, text: str) -> list[str]:
    """The command, in the folder of the settings."""
    try:
        done = subprocess.run(  # noqa: S603 - the person's own command, no shell
            settings.file.notify.command, input=text.encode(), timeout=TIMEOUT_S, check=False,
            stdout=subprocess.DEVNULL, cwd=settings.folder, env=without_secrets(os.environ),
        )  # fmt: skip
    except OSError as error:
        return [f"notify.command: {settings.file.notify.command[0]}: {error.strerror or error}"]
    except subprocess.TimeoutExpired:
        return [f"notify.command: {settings.file.notify.command[0]}: not done within {TIMEOUT_S} s"]
    return [f"notify.command: exit {done.returncode}"] if done.returncode else []


def _post(webhook: str, text: str) -> list[str]:
    """The report as JSON; of the address only the host is told, for the rest of it is often the key."""
    try:
        post_json(webhook, text, timeout_s=TIMEOUT_S)
    except SourceError as error:
        return [f"notify.webhook: {str(error).replace(webhook, urlsplit(webhook).hostname or 'the address')}"]
    return []


def message_of(asked: Notify, report: Report, *, at: datetime) -> EmailMessage:
    """The report as a plain-text e-mail."""
    changes, faults = report_lines(report), fault_lines(report)
    message = EmailMessage()
    message["From"] = asked.email_from or asked.email_to[0]
    message["To"] = ", ".join(asked.email_to)
    told = [f"{len(report.changes)} changes"] * bool(changes) + [f"{len(faults)} faults"] * bool(faults)
    message["Subject"] = f"scholarsync: {', '.join(told)}"
    message["Date"] = format_datetime(at)
    message["Message-ID"] = make_msgid(domain="scholarsync.invalid")
    message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no "I am on holiday" in reply
    message.set_content("\n".join([*changes, *faults]) + "\n")
    return message


def _mail(asked: Notify, report: Report, secrets: Mapping[str, str], *, at: datetime) -> list[str]:
    """By SMTP, in a bounded time: its library counts from byte to byte, which a server that drips draws out."""
    failed: list[list[str]] = []
    worker = Thread(target=lambda: failed.append(_talk(asked, report, secrets, at=at)), daemon=True)
    worker.start()
    worker.join(TIMEOUT_S)
    return failed[0] if failed else [f"notify.smtp: {asked.smtp}: not done within {TIMEOUT_S} s"]


def _talk(asked: Notify, report: Report, secrets: Mapping[str, str], *, at: datetime) -> list[str]:
    """By SMTP; a password is sent under TLS with a server that its certificate vouches for, or not at all."""
    user, password = secrets.get(SMTP_USER), secrets.get(SMTP_PASSWORD)
    try:
        message = message_of(asked, report, at=at)
        parts = urlsplit(f"//{asked.smtp}")
        host, port = parts.hostname or "localhost", parts.port or smtplib.SMTP_PORT
        with _server(host, port) as server:
            if user and password:
                if port != SMTPS:
                    server.starttls(context=ssl.create_default_context())
                server.login(user, password)
            server.send_message(message)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        return [f"notify.smtp: {asked.smtp}: {error}"]
    return []


def _server(host: str, port: int) -> smtplib.SMTP:
    if port == SMTPS:
        return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_S, context=ssl.create_default_context())
    return smtplib.SMTP(host, port, timeout=TIMEOUT_S)
