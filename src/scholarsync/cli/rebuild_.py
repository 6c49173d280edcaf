"""`scholarsync rebuild`: everything derived, computed again from the stored pages."""

from __future__ import annotations

import click

from scholarsync.cli.network import no_net
from scholarsync.cli.opened import VERSION, now, only_run, settings_of, store_of
from scholarsync.cli.sync_ import progress, tell
from scholarsync.sync import Run, rebuild


@click.command(name="rebuild")
@click.option("--no-publish", is_flag=True, help="Leave the lists alone.")
@click.option(
    "--wait", type=click.FloatRange(min=0), default=0, show_default=True, help="Seconds to wait for another run."
)
@click.option("--json", "as_json", is_flag=True, help="The report as one JSON object on stdout.")
@click.pass_context
def command(ctx: click.Context, *, no_publish: bool, wait: float, as_json: bool) -> None:
    """Compute records and works again from the stored pages.

    For use after an upgrade: a better parser mends what was read with an older one. Nothing is fetched.

    Example: scholarsync rebuild
    """
    settings = settings_of(ctx)
    at = now()
    with only_run(settings, wait_s=wait), store_of(settings) as store:
        with store.write():
            number = store.evidence.start_run("rebuild", version=VERSION, at=at)
        run = Run(store=store, settings=settings, at=at, id=number, ask=no_net, progress=progress(quiet=False))
        report = rebuild(run, publish=not no_publish)
        with store.write():
            store.evidence.finish_run(number, at=now(), exit_code=report.exit_code)
    tell(report, as_json=as_json)
    ctx.exit(report.exit_code)
