"""`scholarsync decide`: what a person rules, remembered for ever."""

from __future__ import annotations

import getpass
import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
from pydantic import TypeAdapter, ValidationError

from scholarsync.cli.network import no_net
from scholarsync.cli.opened import VERSION, find_work, now, only_run, settings_of, store_of
from scholarsync.cli.sync_ import tell
from scholarsync.config import Settings
from scholarsync.errors import InputError
from scholarsync.model import Decision, Record, Work
from scholarsync.store import Store
from scholarsync.sync import Report, Run, derive
from scholarsync.sync.derive import with_value
from scholarsync.sync.publishing import publish_lists
from scholarsync.sync.questions import ruling, taken_back

DECISION = TypeAdapter(Decision)
RULED = ("title", "authors", "year", "date", "venue", "type", "volume", "number", "pages", "publisher", "doi",
         "arxiv_id", "url", "status", "note", "abstract")  # fmt: skip
"""Fields that a person can state in one line of text."""


@click.command(name="decide")
@click.argument(
    "kind", type=click.Choice(["same", "different", "mine", "not-mine", "value", "forget", "export", "import"])
)
@click.argument("names", nargs=-1)
@click.option("--person", help="Whose, for mine and not-mine, where the settings name several people.")
@click.option("--why", help="The reason, kept with the ruling.")
@click.option("--by", default=getpass.getuser, show_default="you", help="Who rules.")
@click.pass_context
def command(
    ctx: click.Context, *, kind: str, names: tuple[str, ...], person: str | None, why: str | None, by: str
) -> None:
    """Rule what the program cannot know; the newest ruling of a subject holds, for ever.

    \b
    same A B             two works or records are one
    different A B        two works or records are not one
    mine A               a work is the person's
    not-mine A           it is not
    value A FIELD TEXT   what a field of a work says
    forget A B           take back a ruling on a pair ...
    forget A [FIELD]     ... or on whose it is, or on a field
    forget NAME          ... or on a co-author's name that 'review' showed
    export FILE          write all rulings to a text file ("-": stdout)
    import FILE          read them from one

    A and B are citation keys, record keys, DOIs, arXiv ids or words that only one work has.

    Example: scholarsync decide different marrow2021a marrow2021b --why "talk and paper"
    """  # noqa: D301 - \b is click's mark for text that is not re-wrapped
    settings = settings_of(ctx)
    with only_run(settings, wait_s=10), store_of(settings) as store:
        if kind == "export":
            _export(store, names)
            return
        decisions = _imported(names) if kind == "import" else _ruled(store, settings, kind, names, person)
        at = now()
        with store.write():
            for decision in decisions:
                stamped = decision if kind == "import" else _stamped(decision, by=by, at=at, why=why)
                store.judgement.add(stamped)
        report = apply(store, settings, at=at)
    tell(report, as_json=False)


def apply(store: Store, settings: Settings, *, at: datetime) -> Report:
    """Compute the works anew with the rulings that hold, and write the lists."""
    with store.write():
        number = store.evidence.start_run("decide", version=VERSION, at=at)
    run = Run(store=store, settings=settings, at=at, id=number, ask=no_net)
    report = Report()
    derive(run, report)
    report.lists = publish_lists(store, settings, at=at)
    with store.write():
        store.evidence.finish_run(number, at=at, exit_code=0)
    return report


def _ruled(store: Store, settings: Settings, kind: str, names: tuple[str, ...], person: str | None) -> list[Decision]:
    counts = {
        "same": (2, 2),
        "different": (2, 2),
        "mine": (1, 1),
        "not-mine": (1, 1),
        "value": (3, 3),
        "forget": (1, 2),
    }
    least, most = counts[kind]
    if not least <= len(names) <= most:
        raise InputError(
            f"decide {kind} takes {least if least == most else f'{least} or {most}'} names, {len(names)} given"
        )
    if kind == "forget" and len(names) == 1 and (ticks := _ticks(store, names[0], person)):
        return list(map(taken_back, ticks))
    keys = [_record_keys(store, name) for name in (names if kind in {"same", "different"} else names[:1])]

    def records(*names: str) -> tuple[Record, ...]:
        return store.derived.records(names)

    if kind in {"same", "different"} and (names[0] == names[1] or (kind == "different" and keys[0] == keys[1])):
        raise InputError(
            f"decide {kind}: {' and '.join(map(repr, names))} are one work already; name two, or its records' keys"
        )
    if kind == "same":
        whole = [find_work(store, name).records for name in names]
        return [ruling("same", records(a, b)) for a in whole[0] for b in whole[1] if a != b]
    if kind == "different":
        apart = [ruling("different", records(a, b)) for a in keys[0] for b in keys[1] if a != b]
        return [*_joins_within(store, {*keys[0], *keys[1]}), *apart]
    if kind in {"mine", "not-mine"}:
        who = _person(settings, person)
        return [ruling(kind.replace("-", "_"), records(key), who) for key in keys[0]]
    if kind == "value":
        work = find_work(store, names[0])
        _check_value(work.chosen, names[1], names[2])
        return [ruling("value", records(keys[0][0]), names[1], value=names[2])]
    return _forgotten(store, settings, names, keys[0], person)


def _ticks(store: Store, name: str, person: str | None) -> list[Decision]:
    """The rulings that a name is, or is not, a co-author's."""
    return [
        decision
        for decision in store.judgement.decisions()
        if decision.kind == "coauthor" and decision.subject[0] == name and person in {None, decision.subject[1]}
    ]


def _check_value(chosen: Record, field: str, text: str) -> None:
    """Refuse a field that there is not, and a text that the field would not show."""
    if field not in RULED:
        raise InputError(f"decide value: no field {field!r}; fields are {', '.join(RULED)}")
    changed = with_value(replace(chosen, date=None, year=None), field, text)
    if text.strip() and getattr(changed, field) in (None, (), ""):
        raise InputError(f"decide value: {text!r} cannot be read as {field}")


def _joins_within(store: Store, keys: set[str]) -> list[Decision]:
    """Takes back earlier rulings that joined the works which are now taken apart."""
    touched = {record for key in keys for record in find_work(store, key).records}
    return [
        taken_back(decision)
        for decision in store.judgement.decisions()
        if decision.kind == "same" and set(decision.subject) <= touched
    ]


def _forgotten(
    store: Store, settings: Settings, names: tuple[str, ...], keys: list[str], person: str | None
) -> list[Decision]:
    """Take back every ruling that the names can mean and that holds."""
    held = store.judgement.decisions()
    other: set[str] = set()
    if len(names) == 2:
        fields = {d.subject[1] for d in held if d.kind == "value"}
        other = {names[1]} if names[1] in fields else set(_record_keys(store, names[1]))
    else:
        other = {_person(settings, person)}
    out = [taken_back(d) for d in held if set(d.subject) & set(keys) and set(d.subject) & other]
    if not out:
        raise InputError(f"nothing was ruled of {' and '.join(names)}")
    return out


def _record_keys(store: Store, name: str) -> list[str]:
    """A record alone when its key is given, else all records of the work, oldest first."""
    if store.derived.records([name]):
        return [name]
    work: Work = find_work(store, name)
    return [work.key, *(key for key in work.records if key != work.key)]


def _person(settings: Settings, name: str | None) -> str:
    names = [person.name for person in settings.people]
    if name is None and len(names) == 1:
        return names[0]
    if name not in names:
        raise InputError(f"--person is one of {', '.join(map(repr, names))}")
    return name


def _stamped(decision: Decision, *, by: str, at: datetime, why: str | None) -> Decision:

    return replace(decision, by=by, at=at, why=why)


def _export(store: Store, names: tuple[str, ...]) -> None:
    """One JSON object a line: readable, mergeable, importable."""
    lines = [
        json.dumps(
            {
                "kind": d.kind, "subject": list(d.subject), "value": d.value, "by": d.by, "at": d.at.isoformat(),
                "why": d.why, "hint": list(d.hint),
            },
            ensure_ascii=False,
        )
        for d in store.judgement.decisions()
    ]  # fmt: skip
    text = "".join(f"{line}\n" for line in lines)
    if not names or names[0] == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(names[0]).write_text(text, "utf-8")
    except OSError as error:
        raise InputError(f"{names[0]}: {error.strerror or error}") from error


def _imported(names: tuple[str, ...]) -> list[Decision]:
    if len(names) != 1:
        raise InputError("decide import takes the name of one file")
    try:
        lines = Path(names[0]).read_text("utf-8-sig").split("\n")
    except OSError as error:
        raise InputError(f"{names[0]}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{names[0]}: not UTF-8 text") from error
    return [_read(line, where=f"{names[0]}:{number}") for number, line in enumerate(lines, 1) if line.strip()]


def _read(line: str, *, where: str) -> Decision:
    """One line as a ruling that the store may hold for ever.

    Raises:
        InputError: it is none; the message says in what.
    """
    mistake = f"{where}: not a ruling as 'decide export' writes it"
    try:
        decision = DECISION.validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"{mistake}: {place + ': ' if place else ''}{first['msg']}") from error
    if len(decision.subject) != 2:
        raise InputError(f"{mistake}: subject: two names are needed")
    if decision.at.tzinfo is None:
        raise InputError(f"{mistake}: at: has no time zone")
    return decision
