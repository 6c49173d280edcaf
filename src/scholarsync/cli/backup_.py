"""`scholarsync backup`: a consistent copy of the store while it is in use."""

from __future__ import annotations

from pathlib import Path

import click

from scholarsync.cli.opened import now, settings_of, store_of


@click.command(name="backup")
@click.argument("target", required=False, type=click.Path(path_type=Path))
@click.pass_context
def command(ctx: click.Context, *, target: Path | None) -> None:
    """Copy the store, consistently, while it is in use.

    TARGET is a file or folder; by default a dated file beside the store.

    Example: scholarsync backup /mnt/backups/
    """
    settings = settings_of(ctx)
    dated = f"{settings.store.stem}-{now():%Y%m%dT%H%M%SZ}.db"
    path = target or settings.store.parent
    if path.is_dir():
        path = path / dated
    with store_of(settings) as store:
        store.backup(path)
    click.echo(path)
