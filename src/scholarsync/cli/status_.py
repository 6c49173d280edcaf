"""`scholarsync status`: each watch: last good, last outcome, next due."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import click

from scholarsync.cli.opened import now, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.model import JSON, Watch
from scholarsync.store import Store
from scholarsync.sync.rests import Rests


@click.command(name="status")
@click.option("--json", "as_json", is_flag=True, help="A JSON array, one object a watch.")
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """Show each watch: when it was last good, how it ended last, when it is due next, what it no longer lists.

    Example: scholarsync status --json
    """
    settings = settings_of(ctx)
    with store_of(settings) as store:
        rests = Rests(store, settings, now())
        shared: dict[str, list[Watch]] = {}
        for watch in settings.watches:
            shared.setdefault(watch.key, []).append(watch)
        rows = [_row(store, watches, rests.until(watches[0])) for watches in shared.values()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(clean(_line(row)))
        for title in row["no_longer_listed"]:  # type: ignore[union-attr] # made a list below
            click.echo(clean(f"    no longer listed: {title}"))


def _row(store: Store, watches: Sequence[Watch], until: datetime | None) -> dict[str, JSON]:
    """What is known of one place, which several people may watch."""
    evidence, derived, watch = store.evidence, store.derived, watches[0]
    last, good = evidence.last_pull(watch.key), evidence.last_good(watch.key)
    gone = [s.draft.title or s.record for s in derived.sightings(watch=watch.key) if not s.listed and s.role == "list"]
    return {
        "watch": watch.key,
        "people": [each.person for each in watches],
        "last_good": good.at.isoformat() if good else None,
        "last_asked": last.at.isoformat() if last else None,
        "outcome": last.outcome if last else None,
        "detail": last.detail if last else None,
        "listed": good.listed if good else None,
        "total": good.total if good else None,
        "next_due": until.isoformat() if until else "now",
        "no_longer_listed": list(gone),
    }


def _line(row: dict[str, JSON]) -> str:
    if row["outcome"] is None:
        return f"{row['watch']}: never asked"
    listed = f", {row['listed']} listed" if row["listed"] is not None else ""
    detail = f" ({row['detail']})" if row["detail"] else ""
    good = f"last good {row['last_good']}" if row["last_good"] else "never good"
    return f"{row['watch']}: {row['outcome']}{detail}{listed}; {good}; next due {row['next_due']}"
