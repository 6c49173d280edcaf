"""`scholarsync sync`: fetch, reconcile, write the lists; silent when nothing happened."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

import click

from scholarsync.cli.network import asking, fetcher_of
from scholarsync.cli.notify import notify
from scholarsync.cli.opened import VERSION, now, only_run, settings_of
from scholarsync.cli.reported import clean, fault_lines, report_lines, report_row, warn
from scholarsync.cli.secret import secrets_of
from scholarsync.config import Settings
from scholarsync.errors import Busy, ConfigError, InputError, StoreError
from scholarsync.store import Store
from scholarsync.sync import Report, Run, check_watches, chosen_watches, sync, untold
from scholarsync.sync.rests import Rests


@click.command(name="sync")
@click.option("--only", multiple=True, metavar="NAME", help="Only this source, person, locator or watch; repeatable.")
@click.option("--force", is_flag=True, help="Also ask watches that rest after a block.")
@click.option(
    "--believe",
    multiple=True,
    metavar="NAME",
    help="Take this watch's answer as it is, also if it lists far less than before; repeatable.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be asked; fetch and write nothing.")
@click.option("--no-publish", is_flag=True, help="Leave the lists alone.")
@click.option(
    "--wait", type=click.FloatRange(min=0), default=0, show_default=True, help="Seconds to wait for another run."
)
@click.option("--json", "as_json", is_flag=True, help="The report as one JSON object on stdout.")
@click.option("--quiet", "-q", is_flag=True, help="No progress, also on a terminal.")
@click.pass_context
def command(
    ctx: click.Context, *, only: tuple[str, ...], force: bool, believe: tuple[str, ...], dry_run: bool,
    no_publish: bool, wait: float, as_json: bool, quiet: bool,
) -> None:  # fmt: skip
    """Fetch all watches, reconcile, and write the lists.

    Prints what is new or changed, one line a failed watch on stderr, and nothing when nothing happened.

    Example: scholarsync sync --only arxiv --json
    """
    settings = settings_of(ctx)
    if not settings.watches:
        raise ConfigError(f"{ctx.obj}: no place to look is named; add one under [[people.watches]]")
    for option, name in [*(("--only", name) for name in only), *(("--believe", name) for name in believe)]:
        if not chosen_watches(settings, [name]):
            raise InputError(f"{option} {name!r}: no source, person or watch has that name; see 'scholarsync status'")
    believed = frozenset(watch.key for watch in chosen_watches(settings, believe)) if believe else frozenset[str]()
    check_watches(chosen_watches(settings, only))
    at, secrets = now(), secrets_of(settings)
    if dry_run:
        _say_plan(settings, at=at, only=only, force=force, as_json=as_json)
        return
    try:
        with only_run(settings, wait_s=wait), Store(settings.store) as store:
            with store.write():
                number = store.evidence.start_run("sync", version=VERSION, at=at)
            with running(store, settings, number, at=at, quiet=quiet) as run:
                report = sync(replace(run, believed=believed), only=only, force=force, publish=not no_publish)
            report.changes[:0] = untold(store, number)
            tell(report, as_json=as_json)
            _notify(settings, report, secrets)
            with store.write():
                store.evidence.finish_run(number, at=now(), exit_code=report.exit_code)
    except Busy:
        raise
    except StoreError as error:
        _notify(settings, Report(faults=[str(error)]), secrets)
        raise
    ctx.exit(report.exit_code)


@contextlib.contextmanager
def running(store: Store, settings: Settings, number: int, *, at: datetime, quiet: bool) -> Iterator[Run]:
    """A run with its way to the network, and its time."""
    with fetcher_of(settings, store.pace) as fetcher:
        end = time.monotonic() + settings.file.limits.run_s
        yield Run(
            store=store, settings=settings, at=at, id=number,
            ask=lambda watch: asking(fetcher, watch, settings, end=end),
            progress=progress(quiet=quiet), time_left=lambda: time.monotonic() < end,
        )  # fmt: skip


def _notify(settings: Settings, report: Report, secrets: Mapping[str, str]) -> None:
    for fault in notify(settings, report, secrets=secrets, at=now()):
        warn(fault)


def tell(report: Report, *, as_json: bool) -> None:
    """The report on stdout, what failed on stderr."""
    if as_json:
        click.echo(json.dumps(report_row(report), ensure_ascii=False, indent=1))
    else:
        for line in report_lines(report):
            click.echo(line)
    for line in fault_lines(report):
        warn(line)


def progress(*, quiet: bool) -> Callable[[str], None]:
    """Steps as they come, on stderr when that is a terminal."""
    if quiet or not sys.stderr.isatty():
        return lambda _: None
    return lambda text: click.echo(click.style(text, dim=True), err=True)


def _say_plan(settings: Settings, *, at: datetime, only: tuple[str, ...], force: bool, as_json: bool) -> None:
    """What would be asked; a store that is not there yet is not made."""
    resting: dict[str, datetime] = {}
    watches = chosen_watches(settings, only)
    if settings.store.exists() and not force:
        with Store(settings.store) as store:
            rests = Rests(store, settings, at)
            resting = {watch.key: until for watch in watches if (until := rests.until(watch)) is not None}
    told = {watch.key: resting[watch.key].isoformat() if watch.key in resting else None for watch in watches}
    if as_json:
        rows = [{"watch": watch.key, "person": watch.person, "rests_until": told[watch.key]} for watch in watches]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for name, rest in told.items():
        click.echo(clean(f"{name}: " + (f"rests until {rest}" if rest else "would be asked")))
