"""`scholarsync show`: one work with all its fields."""

from __future__ import annotations

import click

from scholarsync.cli.opened import find_work, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json, work_row


@click.command(name="show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The work as a JSON object.")
@click.pass_context
def command(ctx: click.Context, *, name: str, as_json: bool) -> None:
    """Show one work with all its fields.

    NAME is a citation key, a record's key, a DOI, an arXiv id, or words that only one work has.

    Example: scholarsync show quillfeather2024sparse
    """
    with store_of(settings_of(ctx)) as store:
        work = find_work(store, name)
    row = work_row(work)
    if as_json:
        print_json(row)
        return
    for field, value in row.items():
        if value not in (None, [], {}, False):
            text = ", ".join(map(str, value)) if isinstance(value, list) and field != "versions" else value
            click.echo(clean(f"{field:16} {text}"))
