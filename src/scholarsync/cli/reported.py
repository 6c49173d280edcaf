"""A run's report as lines for people and as a JSON object for programs."""

from __future__ import annotations

import re

import click

from scholarsync.model import JSON
from scholarsync.sync import FAILED, Report
from scholarsync.sync.derive import Change

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
WORDS = {
    "new": "new", "published": "published", "corrected": "corrected", "joined": "joined", "cited": "citations",
    "rebuilt": "rebuilt",
}  # fmt: skip


def clean(text: str) -> str:
    """Text from a page without what a terminal would take for a command."""
    return CONTROL.sub("�", text)


def warn(text: str) -> None:
    """One line on stderr."""
    click.echo(f"scholarsync: {clean(text)}", err=True)


def report_lines(report: Report) -> list[str]:
    """What a run did; nothing when nothing happened."""
    lines = [change_line(change) for change in report.changes]
    lines += [f"written: {published.path} ({published.works} works)" for published in report.lists if published.changed]
    lines += [f"{published.path}: {note}" for published in report.lists for note in published.notes]
    return [clean(line) for line in lines]


def fault_lines(report: Report) -> list[str]:
    """What failed or came only in part, and until when it rests."""
    lines = []
    for pull in report.pulls:
        if pull.outcome in FAILED:
            rest = f"; rests until {pull.rest_until:%Y-%m-%d %H:%M} UTC" if pull.rest_until else ""
            lines.append(f"{pull.watch.key}: {pull.outcome}: {pull.detail}{rest}")
    lines += report.faults
    lines += [published.fault for published in report.lists if published.fault]
    return [clean(line) for line in lines]


def change_line(change: Change) -> str:
    """One change in one line."""
    detail = f" ({change.detail})" if change.detail else ""
    return f"{WORDS[change.kind]}: {change.title or change.work}{detail}"


def report_row(report: Report) -> dict[str, JSON]:
    """The report as a JSON object."""
    return {
        "exit_code": report.exit_code,
        "watches": [
            {
                "watch": pull.watch.key, "outcome": pull.outcome, "detail": pull.detail, "requests": pull.requests,
                "listed": pull.listed, "total": pull.total,
                "rest_until": pull.rest_until.isoformat() if pull.rest_until else None,
            }
            for pull in report.pulls
        ],
        "resting": [{"watch": watch.key, "until": until.isoformat()} for watch, until in report.resting],
        "faults": list(report.faults),
        "changes": [
            {"kind": c.kind, "work": c.work, "title": c.title, "detail": c.detail} for c in report.changes
        ],
        "lists": [
            {"path": p.path, "changed": p.changed, "works": p.works, "notes": list(p.notes), "fault": p.fault}
            for p in report.lists
        ],
    }  # fmt: skip
