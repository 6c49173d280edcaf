"""`scholarsync list`: the works in the store, filtered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import click

from scholarsync import sources
from scholarsync.cli.opened import check_person, settings_of, store_of
from scholarsync.cli.shown import show_works
from scholarsync.errors import InputError
from scholarsync.model import Work, WorkType
from scholarsync.publish import ListRules, select


@click.command(name="list")
@click.option("--person", help="Only this person's.")
@click.option("--year", type=int, help="Only of this year.")
@click.option("--since", type=int, help="Only of this year or later.")
@click.option("--type", "kind", type=click.Choice(get_args(WorkType)), help="Only of this type.")
@click.option("--source", help="Only what this source lists: scholar, arxiv, homepage … or a watch.")
@click.option("--all", "everybody", is_flag=True, help="Also works that are nobody's in the settings.")
@click.option("--unsure", is_flag=True, help="Only works of which it is not clear whose they are; 'review' asks.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array of works.")
@click.pass_context
def command(
    ctx: click.Context, *, person: str | None, year: int | None, since: int | None, kind: str | None,
    source: str | None, everybody: bool, unsure: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show the works in the store, newest first.

    Example: scholarsync list --year 2024 --type article --json
    """
    settings = settings_of(ctx)
    check_person(settings, person)
    with store_of(settings) as store:
        stored = store.derived.works()
        in_doubt = {said.record for said in store.derived.attributions(person=person) if said.claim == "unsure"}
    if unsure:
        works = [work for work in stored if not in_doubt.isdisjoint(work.records)]
    else:
        works = [work for work in stored if everybody or work.people]
    rules = ListRules(person=None if unsure else person, since=year or since, until=year, types=(kind,) if kind else ())
    chosen = select(works, rules)
    if source is not None:
        _check_source(source, stored, known=frozenset(sources.load()) | {watch.key for watch in settings.watches})
        chosen = tuple(work for work in chosen if _lists(source, work))
    show_works(chosen, as_json=as_json)


def _lists(source: str, work: Work) -> bool:
    return any(key.startswith((f"{source}:", f"{source}#")) for key in work.records)


def _check_source(source: str, stored: Sequence[Work], *, known: frozenset[str]) -> None:
    """Refuse a name that is no source's and no watch's, now or when the works were stored."""
    if source not in known and not any(_lists(source, work) for work in stored):
        raise InputError(f"--source {source!r} is no source and no watch; 'scholarsync status' shows the watches")
