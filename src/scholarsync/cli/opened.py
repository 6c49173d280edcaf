"""What commands start from: the settings, the store, the lock, the clock."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import click
from filelock import FileLock, Timeout

from scholarsync import sources, targets
from scholarsync.config import Settings, load
from scholarsync.errors import Busy, InputError, StoreError
from scholarsync.model import Work
from scholarsync.store import Store

VERSION = version("scholarsync")


def now() -> datetime:
    """The time, in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - the clock is read here and handed down


def exact_now() -> datetime:
    """The time, in UTC, with its fractions: what the pace of hosts is counted in."""
    return datetime.now(UTC)  # noqa: TID251 - as above


def settings_of(ctx: click.Context) -> Settings:
    """The settings of the file that ``--config`` names."""
    return load(Path(ctx.obj), sources=frozenset(sources.load()), targets=frozenset(targets.load()))


def store_of(settings: Settings) -> Store:
    """The store of the settings, which must be there."""
    return Store(settings.store, create=False)


@contextlib.contextmanager
def only_run(settings: Settings, *, wait_s: float) -> Iterator[None]:
    """Hold the lock that lets one run at a time touch a store.

    Raises:
        Busy: another run holds it still after `wait_s` seconds.
        StoreError: the lock file cannot be made.
    """
    path = settings.store.with_name(settings.store.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        lock.acquire(timeout=wait_s)
    except Timeout as error:
        raise Busy(f"another run works on {settings.store}; try later, or wait for it with --wait SECONDS") from error
    except OSError as error:
        advice = f"run the job as a user that may write in {path.parent}, or name another store"
        raise StoreError(f"{path}: {error.strerror or error}; {advice}") from error
    try:
        yield
    finally:
        lock.release()


def check_person(settings: Settings, name: str | None) -> None:
    """Refuse a name that the settings do not know; a list without works would look like an answer.

    Raises:
        InputError: the message has the names that are known.
    """
    names = [person.name for person in settings.people]
    if name is not None and name not in names:
        known = f"one of {', '.join(map(repr, names))}" if names else "known: the settings name no people"
        raise InputError(f"--person {name!r} is not {known}")


def find_work(store: Store, name: str) -> Work:
    """The one work that a citation key, record key, DOI, arXiv id or words of a title name.

    Raises:
        InputError: none does, or several.
    """
    works = store.derived.works()
    low = name.lower()
    for matches in (
        [w for w in works if name in {w.label, w.key} or name in w.records],
        [w for w in works if low in {w.chosen.doi, w.chosen.arxiv_id}],
    ):
        if len(matches) == 1:
            return matches[0]
    found = store.derived.works(store.derived.search(name, limit=6))
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(f"no work is called {name!r}; 'scholarsync search' looks for words")
    names = "; ".join(f"{work.label or work.key}: {work.chosen.title}" for work in found[:5])
    raise InputError(f"{name!r} is not one work: {names}")
