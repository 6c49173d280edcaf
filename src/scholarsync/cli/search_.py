"""`scholarsync search`: works by their words."""

from __future__ import annotations

import click

from scholarsync.cli.opened import settings_of, store_of
from scholarsync.cli.shown import show_works


@click.command(name="search")
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="A JSON array of works.")
@click.pass_context
def command(ctx: click.Context, *, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find works by words of title, author, venue or abstract; best first.

    Case and accents do not matter; Chinese, Japanese and Korean text is found by any part of it.

    Example: scholarsync search quillfeather sparse
    """
    with store_of(settings_of(ctx)) as store:
        works = store.derived.works(store.derived.search(" ".join(words), limit=limit))
    show_works(works, as_json=as_json)
