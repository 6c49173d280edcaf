"""The lists of the settings, written or updated from the works in the store."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path

from scholarsync import targets
from scholarsync.config import ListTable, Settings
from scholarsync.errors import ConfigError, PublishError, ScholarsyncError
from scholarsync.model import Person, Work
from scholarsync.publish import ListRules, select, write_whole
from scholarsync.store import Store
from scholarsync.targets import ListOptions, Target
from scholarsync.update import update_list


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What became of one list."""

    path: str
    changed: bool
    works: int
    notes: tuple[str, ...] = ()
    fault: str | None = None


def publish_lists(store: Store, settings: Settings, *, at: datetime, write: bool = True) -> tuple[Published, ...]:
    """Write every list of the settings that would differ; one that cannot be written leaves the others alone."""

    @cache
    def works() -> tuple[Work, ...]:
        return tuple(work for work in store.derived.works() if work.people)

    return tuple(_publish(store, settings, table, works, at=at, write=write) for table in settings.file.lists)


def _publish(
    store: Store,
    settings: Settings,
    table: ListTable,
    works: Callable[[], tuple[Work, ...]],
    *,
    at: datetime,
    write: bool,
) -> Published:
    """One list; nothing is read of the works when neither they, the settings nor the file are other than last time."""
    basis = f"basis:{table.path}"
    count, _, known = (store.derived.meta(basis) or "").partition(" ")
    if known and known == _basis(store, settings, table):
        return Published(path=table.path, changed=False, works=int(count))
    rules = rules_of(table, settings)
    chosen = select(works(), replace(rules, limit=None) if table.update else rules)
    try:
        published = (_update if table.update else _render)(store, settings, table, chosen, at=at, write=write)
    except PublishError as error:
        return Published(path=table.path, changed=False, works=len(chosen), fault=str(error))
    except ConfigError:
        raise
    except ScholarsyncError as error:
        return Published(path=table.path, changed=False, works=len(chosen), fault=f"{table.path}: {error}")
    if write:
        with store.write():
            store.derived.put_meta(basis, f"{len(chosen)} {_basis(store, settings, table)}")
    return published


def _update(
    store: Store, settings: Settings, table: ListTable, chosen: Sequence[Work], *, at: datetime, write: bool
) -> Published:
    """Bring a hand-kept list up to date in place."""
    del at  # what is hand-kept bears no date of ours
    rules = rules_of(table, settings)
    path = settings.path(table.path)
    report = update_list(
        path, chosen, rules=rules, fill=table.fill, upgrade=table.upgrade, write=write,
        decisions=store.judgement.decisions(), owners=rules.spellings, reserved=given_keys(store, path),
    )  # fmt: skip
    if write:
        keep_keys(store, path, report.keys)
    notes = (*report.conflicts, *report.notes) if report.changed else ()
    return Published(path=table.path, changed=report.changed, works=len(chosen), notes=notes)


def _render(
    store: Store, settings: Settings, table: ListTable, chosen: Sequence[Work], *, at: datetime, write: bool
) -> Published:
    """Make a list anew, if it would say anything else than the last one."""
    path = settings.path(table.path)
    if not chosen and not path.exists():
        return Published(path=table.path, changed=False, works=0)
    digest = _digest(table, settings, [repr(work) for work in chosen])
    if store.derived.meta(f"published:{table.path}") == f"{digest} {_standing(path)}" and path.exists():
        return Published(path=table.path, changed=False, works=len(chosen))
    text = _target_of(table).render(chosen, options_of(table, settings, at=at))
    changed = write_whole(path, text) if write else True
    if write:
        with store.write():
            store.derived.put_meta(f"published:{table.path}", f"{digest} {_standing(path)}")
    return Published(path=table.path, changed=changed, works=len(chosen))


def given_keys(store: Store, path: Path) -> frozenset[str]:
    """The keys and file names that a hand-kept list has ever had, as far as was seen: none is given again."""
    kept = store.derived.meta(f"keys:{path.resolve()}")
    return frozenset(json.loads(kept)) if kept else frozenset()


def keep_keys(store: Store, path: Path, keys: Iterable[str]) -> None:
    """Remember the keys that a hand-kept list has."""
    before = given_keys(store, path)
    if after := before.union(keys) - before:
        with store.write():
            store.derived.put_meta(f"keys:{path.resolve()}", json.dumps(sorted(before | after)))


def _target_of(table: ListTable) -> Target:
    """The target of a list.

    Raises:
        ConfigError: it takes no template, and the list has one.
    """
    target = targets.load()[format_of(table)]
    if table.template is not None and not target.templated:
        raise ConfigError(f"lists: {table.path!r}: format {target.name} takes no template")
    return target


def format_of(table: ListTable) -> str:
    """Name of the target a list is written with.

    Raises:
        ConfigError: the ending of the path does not tell.
    """
    if table.format is not None:
        return table.format
    target = targets.by_ending(table.path)
    if target is not None:
        return target.name
    raise ConfigError(f"lists: {table.path!r}: its ending tells no format; name one with format = …")


def _spellings(table: ListTable, settings: Settings) -> tuple[str, ...]:
    """All names of the people whose list it is."""
    return tuple(name for person in settings.people if table.person in {None, person.name} for name in names_of(person))


def rules_of(table: ListTable, settings: Settings) -> ListRules:
    """Which works a list gets."""
    return ListRules(
        person=table.person, since=table.since, until=table.until, types=table.types, limit=table.limit,
        selected_only=table.selected_only, selected=table.selected, spellings=_spellings(table, settings),
        first_author_only=table.first_author_only, exclude=table.exclude,
    )  # fmt: skip


def options_of(table: ListTable, settings: Settings, *, at: datetime) -> ListOptions:
    """How a list looks.

    Raises:
        ConfigError: its template cannot be read.
    """
    template = None
    if table.template is not None:
        try:
            template = settings.path(table.template).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"lists: template {table.template!r}: {error}") from error
    return ListOptions(
        title=table.title, owners=_spellings(table, settings),
        abbreviations=settings.file.abbreviations, abbreviate=table.abbreviate, group_by_year=table.group_by_year,
        equal_marks=table.equal_marks, site=table.site, template=template, updated=at.isoformat(),
    )  # fmt: skip


def names_of(person: Person) -> tuple[str, ...]:
    """All spellings of a person's name."""
    return (person.name, *person.variants)


def _basis(store: Store, settings: Settings, table: ListTable) -> str:
    """Digest of all that can make a list come out otherwise, without looking at a work."""
    standing = _standing(settings.path(table.path))
    return _digest(table, settings, [str(store.derived.revision()), str(store.judgement.newest()), standing])


def _standing(path: Path) -> str:
    """Digest of a list as it stands: one that was edited, or fetched back from an older day, is seen to be other."""
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return hashlib.sha256("\n".join(f"{file} {_sum(file)}" for file in files).encode("utf-8", "replace")).hexdigest()


def _digest(table: ListTable, settings: Settings, made_from: Sequence[str]) -> str:
    """Of what a list is made from, so that one that would come out the same is not made."""
    template = _sum(settings.path(table.template)) if table.template else ""
    parts = [version("scholarsync"), table.model_dump_json(), template, repr(settings.people)]
    parts += [json.dumps(settings.file.abbreviations, sort_keys=True), *made_from]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _sum(file: Path) -> str:
    """Digest of a file's bytes; nothing for one that cannot be read."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
