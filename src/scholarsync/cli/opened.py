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
from scholarsync.config import ListTable, Settings, load
from scholarsync.errors import Busy, ConfigError, InputError, StoreError
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
    """The settings of the file that ``--config`` names, with lists that can be written.

    Raises:
        ConfigError: there are mistakes in it; all of them are in the message, a line each.
    """
    settings = load(Path(ctx.obj), sources=frozenset(sources.load()), targets=frozenset(targets.load()))
    mistakes = [
        f"{ctx.obj}: lists.{number}.path: {table.path!r}: {mistake}"
        for number, table in enumerate(settings.file.lists, 1)
        if (mistake := _mistake_of(table, settings)) is not None
    ]
    if mistakes:
        raise ConfigError("\n".join(mistakes))
    return settings


def _mistake_of(table: ListTable, settings: Settings) -> str | None:
    """Why a list could be neither made nor brought up to date; told before anything is fetched for it."""
    if not table.update:
        known = table.format is not None or targets.by_ending(table.path) is not None
        return None if known else "its ending tells no format; name one with format = …"
    path = settings.path(table.path)
    if path.is_dir() or not path.suffix:
        return None
    from scholarsync.lists import FORMS  # a fifth of a second that few settings need

    known = path.suffix.lower() in FORMS
    return None if known else f"not a kind of list that can be kept up to date; its ending is none of {' '.join(FORMS)}"


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

    A citation key that was given once names its work also when the work has another, or is nobody's now.

    Raises:
        InputError: none does, or several.
    """
    works = store.derived.works()
    low, given = name.lower(), store.judgement.labels().get(name)
    for matches in (
        [w for w in works if name in {w.label, w.key} or name in w.records],
        [w for w in works if low in {w.chosen.doi, w.chosen.arxiv_id}],
        [w for w in works if given in w.records],
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
