"""`scholarsync list`: the works in the store, filtered."""

from __future__ import annotations

import click

from scholarsync.cli.opened import settings_of, store_of
from scholarsync.cli.shown import show_works
from scholarsync.publish import ListRules, select


@click.command(name="list")
@click.option("--person", help="Only this person's.")
@click.option("--year", type=int, help="Only of this year.")
@click.option("--since", type=int, help="Only of this year or later.")
@click.option("--type", "kind", help="Only of this type: article, conference, preprint, book, thesis …")
@click.option("--source", help="Only what this source lists: scholar, arxiv, homepage … or a watch.")
@click.option("--all", "everybody", is_flag=True, help="Also works that are nobody's in the settings.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array of works.")
@click.pass_context
def command(
    ctx: click.Context, *, person: str | None, year: int | None, since: int | None, kind: str | None,
    source: str | None, everybody: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show the works in the store, newest first.

    Example: scholarsync list --year 2024 --type article --json
    """
    with store_of(settings_of(ctx)) as store:
        works = [work for work in store.derived.works() if everybody or work.people]
    rules = ListRules(person=person, since=year or since, until=year, types=(kind,) if kind else ())
    chosen = select(works, rules)
    if source is not None:
        chosen = tuple(w for w in chosen if any(key.startswith((f"{source}:", f"{source}#")) for key in w.records))
    show_works(chosen, as_json=as_json)
