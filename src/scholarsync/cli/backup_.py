"""`scholarsync backup`: a consistent copy of the store while it is in use."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import click

from scholarsync.cli.opened import now, settings_of, store_of

ABANDONED_S = 3600.0
"""A copy that has not grown for so long has nobody who writes it."""


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
        sweep(path, f"{settings.store.stem}-*.db.part*")
        path = path / dated
    with store_of(settings) as store:
        store.backup(path)
    click.echo(path)


def sweep(folder: Path, pattern: str) -> None:
    """Remove what backups that were killed half-way left under dated names, which no later one would write over."""
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError):  # another's, or gone already
            if time.time() - path.stat().st_mtime > ABANDONED_S:
                path.unlink()
