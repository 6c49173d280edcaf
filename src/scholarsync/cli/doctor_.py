"""`scholarsync doctor`: settings, store, network, robots, clock, versions; and what to do."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import sqlite3  # noqa: TID251 - only its version
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Literal
from urllib.parse import urlsplit

import click

from scholarsync import sources
from scholarsync.cli.network import fetcher_of
from scholarsync.cli.opened import VERSION, now, settings_of
from scholarsync.cli.reported import clean
from scholarsync.cli.secret import secrets_of
from scholarsync.cli.shown import print_json
from scholarsync.config import PLACEHOLDER, Settings
from scholarsync.errors import ConfigError, SourceError, StoreError
from scholarsync.fetch.pace import MemoryPace, Pace
from scholarsync.model import JSON, Request, Watch
from scholarsync.store import Store
from scholarsync.sync.rests import Rests

LIBRARIES = ("arxiv", "beautifulsoup4", "lxml", "requests", "scholarly", "sqlite-utils")
OLDEST_SQLITE = (3, 37)
"""STRICT tables came with it."""
LOOK_S = 15.0
ROOM_BYTES = 100_000_000
Level = Literal["ok", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    level: Level
    what: str
    advice: str = ""


@click.command(name="doctor")
@click.option("--offline", is_flag=True, help="Ask no server.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array of findings.")
@click.pass_context
def command(ctx: click.Context, *, offline: bool, as_json: bool) -> None:
    """Check settings, store, network, robots, clock and versions, and say what to do.

    Exits 1 when something is bad.

    Example: scholarsync doctor --offline
    """
    findings = list(_all(ctx, offline=offline))
    if as_json:
        rows: list[JSON] = [{"level": f.level, "what": f.what, "advice": f.advice or None} for f in findings]
        print_json(rows)
    else:
        for finding in findings:
            advice = f": {finding.advice}" if finding.advice else ""
            click.echo(clean(f"{finding.level:4}  {finding.what}{advice}"))
    ctx.exit(1 if any(finding.level == "bad" for finding in findings) else 0)


def _all(ctx: click.Context, *, offline: bool) -> Iterator[Finding]:
    yield from _versions()
    try:
        settings = settings_of(ctx)
    except ConfigError as error:
        yield from (Finding("bad", "settings", line) for line in str(error).splitlines())
        return
    yield from _settings(settings)
    yield from _places(settings)
    yield from _store(settings)
    if not offline:
        yield from _network(settings)


def _versions() -> Iterator[Finding]:
    yield Finding("ok", f"scholarsync {VERSION}, Python {platform.python_version()}, {platform.system()}")
    found = tuple(map(int, sqlite3.sqlite_version.split(".")))
    old = found < OLDEST_SQLITE
    yield Finding(
        "bad" if old else "ok", f"SQLite {sqlite3.sqlite_version}", "install Python with a newer one" if old else ""
    )
    for name in LIBRARIES:
        try:
            yield Finding("ok", f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding("bad", name, "is not installed; install scholarsync again")


def _settings(settings: Settings) -> Iterator[Finding]:
    watches = settings.watches
    yield Finding(
        "ok", f"settings: {len(settings.people)} people, {len(watches)} watches, {len(settings.file.lists)} lists"
    )
    asks_servers = any("path" not in watch.options for watch in watches)
    if asks_servers and settings.file.contact == PLACEHOLDER:
        yield Finding("bad", "contact", "put your e-mail address or a URL there; sync asks no server without it")
    if not watches:
        yield Finding("warn", "no watches", "name a place to look in [[people.watches]]")
    for watch in watches:
        try:
            if "path" not in watch.options:
                sources.load()[watch.source].start(watch)
        except ConfigError as error:
            yield Finding("bad", watch.key, str(error))


def _places(settings: Settings) -> Iterator[Finding]:
    """Where lists are written, and where secrets stand."""
    for number, table in enumerate(settings.file.lists, 1):
        path = settings.path(table.path)
        folder = next(parent for parent in path.resolve().parents if parent.exists())
        if not os.access(folder, os.W_OK):
            yield Finding("bad", f"lists.{number}: {table.path}", f"the job may not write in {folder}")
        if table.update and not path.exists():
            yield Finding("bad", f"lists.{number}: {table.path}", "is to be kept up to date, and is not there")
    try:
        secrets_of(settings)
    except ConfigError as error:
        yield Finding("bad", "secrets", str(error))


def _store(settings: Settings) -> Iterator[Finding]:
    path = settings.store
    folder = next(parent for parent in path.parents if parent.exists())
    if not os.access(folder, os.W_OK):
        yield Finding("bad", f"{folder}", "the job may not write there")
    if shutil.disk_usage(folder).free < ROOM_BYTES:
        yield Finding("warn", f"{folder}", "less than 100 MB are free")
    if not path.exists():
        yield Finding("ok", f"store: {path} is not there yet; sync makes it")
        return
    try:
        with Store(path) as store:
            wrong = store.check()
            yield from (
                Finding("bad", f"store: {line}", "restore a backup, or move the file away and sync") for line in wrong
            )
            damaged = [] if wrong else list(store.evidence.damaged())
            yield from (Finding("bad", f"store: {line}") for line in damaged)
            if not wrong and not damaged:
                yield Finding("ok", f"store: {path} is sound, {len(store.derived.works())} works")
            yield from _clock(store, now())
    except StoreError as error:
        yield Finding("bad", "store", str(error))


def _clock(store: Store, at: datetime) -> Iterator[Finding]:
    pulls = [pull for watch in store.evidence.watches() if (pull := store.evidence.last_pull(watch)) is not None]
    ahead = [pull for pull in pulls if pull.at > at]
    if ahead:
        yield Finding(
            "warn",
            "clock",
            f"is behind the newest run ({max(p.at for p in ahead):%Y-%m-%d %H:%M} UTC): was it set back?",
        )
    else:
        yield Finding("ok", f"clock: {at:%Y-%m-%d %H:%M} UTC")


def _network(settings: Settings) -> Iterator[Finding]:
    """Ask one page of every host that is watched, robots.txt first; one that rests is left alone."""
    hosts: dict[str, tuple[Watch, str]] = {}
    for watch in settings.watches:
        if "path" not in watch.options:
            try:
                request = sources.load()[watch.source].start(watch)[0]
            except ConfigError:
                continue
            hosts.setdefault(urlsplit(request.url).netloc, (watch, request.url))
    if not hosts or settings.file.contact == PLACEHOLDER:
        return
    with contextlib.ExitStack() as stack:
        pace: Pace = MemoryPace()
        rests: Rests | None = None
        if settings.store.exists():
            with contextlib.suppress(StoreError):  # told already
                store = stack.enter_context(Store(settings.store))
                pace, rests = store.pace, Rests(store, settings, now())
        fetcher = stack.enter_context(fetcher_of(settings, pace))
        for host, (watch, url) in hosts.items():
            until = rests.asked_until(watch) if rests else None
            if until is not None:
                yield Finding(
                    "warn", f"{host} rests until {until:%Y-%m-%d %H:%M} UTC", "nothing to do; it is not asked"
                )
                continue
            try:
                fetcher.fetch(Request(url=url), watch="doctor", deadline=time.monotonic() + LOOK_S)
                yield Finding("ok", f"{host} answers")
            except SourceError as error:
                yield Finding("warn", f"{host}: {error.outcome}", str(error))
