"""The lists of the settings, written or updated from the works in the store."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version

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
    works = [work for work in store.derived.works() if work.people]
    return tuple(_publish(store, settings, table, works, at=at, write=write) for table in settings.file.lists)


def _publish(
    store: Store, settings: Settings, table: ListTable, works: Sequence[Work], *, at: datetime, write: bool
) -> Published:
    rules = rules_of(table, settings)
    chosen = select(works, rules)
    path = settings.path(table.path)
    try:
        if table.update:
            report = update_list(
                path, chosen, rules=rules, fill=table.fill, upgrade=table.upgrade, write=write,
                decisions=store.judgement.decisions(), owners=rules.spellings,
            )  # fmt: skip
            notes = (*report.conflicts, *report.notes) if report.changed else ()
            return Published(path=table.path, changed=report.changed, works=len(chosen), notes=notes)
        if not chosen and not path.exists():
            return Published(path=table.path, changed=False, works=0)
        digest = _digest(table, settings, chosen)
        if store.derived.meta(f"published:{table.path}") == digest and path.exists():
            return Published(path=table.path, changed=False, works=len(chosen))
        text = _target_of(table).render(chosen, options_of(table, settings, at=at))
        changed = write_whole(path, text) if write else True
        if write:
            with store.write():
                store.derived.put_meta(f"published:{table.path}", digest)
        return Published(path=table.path, changed=changed, works=len(chosen))
    except PublishError as error:
        return Published(path=table.path, changed=False, works=len(chosen), fault=str(error))
    except ConfigError:
        raise
    except ScholarsyncError as error:
        return Published(path=table.path, changed=False, works=len(chosen), fault=f"{table.path}: {error}")


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


def _digest(table: ListTable, settings: Settings, works: Sequence[Work]) -> str:
    """Of all that a list is made from, so that one that would come out the same is not made."""
    template = settings.path(table.template) if table.template else None
    text = template.read_text("utf-8") if template and template.is_file() else ""
    parts = [version("scholarsync"), table.model_dump_json(), text, repr(settings.people)]
    parts += [json.dumps(settings.file.abbreviations, sort_keys=True), *(repr(work) for work in works)]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
