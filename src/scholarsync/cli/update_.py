"""`scholarsync update`: a hand-kept list brought up to date, in place."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click

from scholarsync.cli.inputs import is_rows, read_place, read_rows, records_of
from scholarsync.cli.opened import check_person, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.config import Settings
from scholarsync.model import Record, Work, WorkType
from scholarsync.publish import ListRules
from scholarsync.sync.publishing import given_keys, keep_keys, names_of
from scholarsync.update import UpdateReport, update_list


@click.command(name="update")
@click.argument("place", metavar="LIST", type=click.Path(path_type=Path))
@click.option("--from", "files", multiple=True, help="Records from this file instead of the store; repeatable.")
@click.option("--person", help="Only this person's works.")
@click.option("--since", type=int, help="Only works of this year or later.")
@click.option("--until", type=int, help="Only works of this year or earlier.")
@click.option(
    "--type", "kinds", multiple=True, type=click.Choice(get_args(WorkType)), help="Only works of this type; repeatable."
)
@click.option("--limit", type=click.IntRange(min=1), help="At most so many entries.")
@click.option("--selected-only", is_flag=True, help="Only works marked as selected, or named with --select.")
@click.option("--select", "selected", multiple=True, help="A citation key, DOI or arXiv id picked by hand; repeatable.")
@click.option("--first-author-only", is_flag=True, help="Only works that the person leads.")
@click.option(
    "--exclude", multiple=True, help="A citation key, DOI or arXiv id that does not belong there; repeatable."
)
@click.option("--fill", is_flag=True, help="Add fields that entries lack (doi, pages, arXiv id, url …).")
@click.option("--upgrade", is_flag=True, help="Turn preprints into the publications they have become.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when the list is not up to date.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would be done.")
@click.option("--diff", is_flag=True, help="Show the change as a unified diff.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
@click.pass_context
def command(
    ctx: click.Context, *, place: Path, files: tuple[str, ...], person: str | None, since: int | None,
    until: int | None, kinds: tuple[str, ...], limit: int | None, selected_only: bool, selected: tuple[str, ...],
    first_author_only: bool, exclude: tuple[str, ...], fill: bool,
    upgrade: bool, check: bool, dry_run: bool, diff: bool, as_json: bool,
) -> None:  # fmt: skip
    """Bring a hand-kept list up to date, in place.

    LIST is a .bib file, a HugoBlox content/publication or academicpages _publications folder, a YAML data
    file, or a Markdown or HTML page.  What is missing is added in the list's own style; nothing else changes
    unless --fill or --upgrade asks for it.

    Example: scholarsync update papers.bib --from new.jsonl --diff
    """
    works, owners, settings = _given(files, person) if files else _stored(ctx, person)
    rules = ListRules(
        person=person, spellings=owners, since=since, until=until, types=kinds, limit=limit,
        selected_only=selected_only, selected=selected, first_author_only=first_author_only, exclude=exclude,
    )  # fmt: skip
    report = _updated(
        place, works, settings, rules=rules, fill=fill, upgrade=upgrade, write=not (check or dry_run), owners=owners
    )
    if as_json:
        print_json(dataclasses.asdict(report) | {"changed": report.changed, "current": report.current})
    else:
        _show(report, diff=diff)
    if check and not report.current:
        ctx.exit(1)


def _updated(
    place: Path, works: Sequence[Work | Record], settings: Settings | None, *, rules: ListRules, fill: bool,
    upgrade: bool, write: bool, owners: tuple[str, ...],
) -> UpdateReport:  # fmt: skip
    """The list updated; from the store with what was ruled there, and with the keys that the list gave before."""
    if settings is None:
        return update_list(place, works, rules=rules, fill=fill, upgrade=upgrade, write=write, owners=owners)
    with store_of(settings) as store:
        report = update_list(
            place, works, rules=rules, fill=fill, upgrade=upgrade, write=write, owners=owners,
            decisions=store.judgement.decisions(), reserved=given_keys(store, place),
        )  # fmt: skip
        if write:
            keep_keys(store, place, report.keys)
    return report


def _given(files: Sequence[str], person: str | None) -> tuple[Sequence[Record], tuple[str, ...], None]:
    records: list[Record] = []
    for file in files:
        if is_rows(file):
            records += read_rows(file)
        else:
            source, reading = read_place(file, base_url=None, contact=None)
            records += records_of(reading.drafts, source=source)
    numbered = [dataclasses.replace(record, key=f"{number}") for number, record in enumerate(records)]
    return numbered, (person,) if person else (), None


def _stored(ctx: click.Context, person: str | None) -> tuple[Sequence[Work], tuple[str, ...], Settings]:
    settings = settings_of(ctx)
    check_person(settings, person)
    with store_of(settings) as store:
        works = [work for work in store.derived.works() if work.people]
    names = tuple(name for p in settings.people if person in {None, p.name} for name in names_of(p))
    return works, names, settings


def _show(report: UpdateReport, *, diff: bool) -> None:
    if diff:
        click.echo(report.diff, nl=False)
    else:
        for one in report.added:
            click.echo(clean(f"added: {one.title}" + (f" [{one.key}]" if one.key else "") + f" ({one.source})"))
        for change in (*report.filled, *report.upgraded):
            click.echo(clean(f"{change.kind}: {change}"))
        for change in report.outdated:
            click.echo(clean(f"out of date: {change}"))
    for line in (*report.conflicts, *report.notes):
        click.echo(clean(f"scholarsync: {report.path}: {line}"), err=True)
