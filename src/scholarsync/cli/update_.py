"""`scholarsync update`: a hand-kept list brought up to date, in place."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import click

from scholarsync.cli.inputs import is_rows, read_place, read_rows, records_of
from scholarsync.cli.opened import settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.model import Record, Work
from scholarsync.publish import ListRules
from scholarsync.sync.publishing import names_of
from scholarsync.update import UpdateReport, update_list


@click.command(name="update")
@click.argument("place", metavar="LIST", type=click.Path(path_type=Path))
@click.option("--from", "files", multiple=True, help="Records from this file instead of the store; repeatable.")
@click.option("--person", help="Only this person's works.")
@click.option("--since", type=int, help="Only works of this year or later.")
@click.option("--until", type=int, help="Only works of this year or earlier.")
@click.option("--type", "kinds", multiple=True, help="Only works of this type; repeatable.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many entries.")
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
    until: int | None, kinds: tuple[str, ...], limit: int | None, first_author_only: bool, exclude: tuple[str, ...],
    fill: bool, upgrade: bool, check: bool, dry_run: bool, diff: bool, as_json: bool,
) -> None:  # fmt: skip
    """Bring a hand-kept list up to date, in place.

    LIST is a .bib file, a HugoBlox content/publication or academicpages _publications folder, a YAML data
    file, or a Markdown or HTML page.  What is missing is added in the list's own style; nothing else changes
    unless --fill or --upgrade asks for it.

    Example: scholarsync update papers.bib --from new.jsonl --diff
    """
    rules = ListRules(
        person=person, since=since, until=until, types=kinds, limit=limit, first_author_only=first_author_only,
        exclude=exclude,
    )  # fmt: skip
    works, owners = _given(files) if files else _stored(ctx, person)
    report = update_list(
        place, works, rules=rules, fill=fill, upgrade=upgrade, write=not (check or dry_run), owners=owners
    )
    if as_json:
        print_json(dataclasses.asdict(report) | {"changed": report.changed})
    else:
        _show(report, diff=diff)
    if check and report.changed:
        ctx.exit(1)


def _given(files: Sequence[str]) -> tuple[Sequence[Record], tuple[str, ...]]:
    records: list[Record] = []
    for file in files:
        if is_rows(file):
            records += read_rows(file)
        else:
            source, reading = read_place(file, base_url=None, contact=None)
            records += records_of(reading.drafts, source=source)
    return [dataclasses.replace(r, key=f"{number}") for number, r in enumerate(records)], ()


def _stored(ctx: click.Context, person: str | None) -> tuple[Sequence[Work], tuple[str, ...]]:
    settings = settings_of(ctx)
    with store_of(settings) as store:
        works = [work for work in store.derived.works() if work.people]
    return works, tuple(name for p in settings.people if person in {None, p.name} for name in names_of(p))


def _show(report: UpdateReport, *, diff: bool) -> None:
    if diff:
        click.echo(report.diff, nl=False)
    else:
        for one in report.added:
            click.echo(clean(f"added: {one.title}" + (f" [{one.key}]" if one.key else "") + f" ({one.source})"))
        for change in (*report.filled, *report.upgraded):
            click.echo(clean(f"{change.kind}: {change}"))
    for line in (*report.conflicts, *report.notes):
        click.echo(clean(f"scholarsync: {report.path}: {line}"), err=True)
