"""Tells others of what a run changed or failed at: a command, e-mail, a webhook.

Nothing is sent when nothing happened.  A notice that cannot be delivered is one line of
warning, never a failed run.  Secrets come from the environment only.
"""

from __future__ import annotations

import json
import os
import smtplib
import subprocess
from email.message import EmailMessage

from scholarsync.cli.reported import report_lines, report_row
from scholarsync.config import Notify
from scholarsync.errors import SourceError
from scholarsync.fetch import post_json
from scholarsync.store.evidence import GOOD
from scholarsync.sync import Report

TIMEOUT_S = 30


def notify(settings: Notify, report: Report) -> list[str]:
    """Send the report wherever the settings say; gives what could not be sent and why."""
    failed = [pull for pull in report.pulls if pull.outcome not in GOOD]
    if not report_lines(report) and not failed:
        return []
    text = json.dumps(report_row(report), ensure_ascii=False)
    faults = []
    if settings.command:
        faults += _run(settings.command, text)
    if settings.email_to:
        faults += _mail(settings, report)
    if settings.webhook:
        try:
            post_json(settings.webhook, text, timeout_s=TIMEOUT_S)
        except SourceError as error:
            faults.append(f"notify.webhook: {error}")
    return faults


def _run(command: tuple[str, ...], text: str) -> list[str]:
    try:
        done = subprocess.run(command, input=text.encode(), timeout=TIMEOUT_S, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - the person's own command, no shell
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"notify.command: {error}"]
    return [f"notify.command: exit {done.returncode}"] if done.returncode else []


def message_of(settings: Notify, report: Report) -> EmailMessage:
    """The report as a plain-text e-mail."""
    failed = [p for p in report.pulls if p.outcome not in GOOD]
    message = EmailMessage()
    message["From"] = settings.email_from or settings.email_to[0]
    message["To"] = ", ".join(settings.email_to)
    message["Subject"] = f"scholarsync: {len(report.changes)} changes" + (f", {len(failed)} failed" if failed else "")
    lines = report_lines(report) + [f"{pull.watch.key}: {pull.outcome}: {pull.detail}" for pull in failed]
    message.set_content("\n".join(lines) + "\n")
    return message


def _mail(settings: Notify, report: Report) -> list[str]:
    host, _, port = settings.smtp.partition(":")
    user, password = os.environ.get("SCHOLARSYNC_SMTP_USER"), os.environ.get("SCHOLARSYNC_SMTP_PASSWORD")
    try:
        with smtplib.SMTP(host, int(port or 25), timeout=TIMEOUT_S) as server:
            if user and password:
                server.starttls()
                server.login(user, password)
            server.send_message(message_of(settings, report))
    except (OSError, smtplib.SMTPException, ValueError) as error:
        return [f"notify.email_to: {error}"]
    return []
