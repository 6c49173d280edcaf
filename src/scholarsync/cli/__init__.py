"""Commands, exit codes and the clock: builds everything and hands it down.

Each command lives in a module of its own that is imported only when it is called, so that
``scholarsync --help`` answers at once.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from typing import NoReturn

import click

from scholarsync.errors import ScholarsyncError

COMMANDS = {
    "init": "Write a commented config.toml from a few answers.",
    "sync": "Fetch all watches, reconcile, and write the lists.",
    "rebuild": "Compute records and works again from the stored pages.",
    "list": "Show the works in the store.",
    "search": "Find works by words of title, author, venue or abstract.",
    "show": "Show one work with all its fields.",
    "explain": "Show where every value of a work comes from and why its records were joined.",
    "decide": "Rule: same, different, mine, not-mine, or the value of a field.",
    "review": "Answer the questions the program could not decide.",
    "export": "Print works as BibTeX, CSL-JSON, JSON, CSV, Markdown, HTML and more.",
    "update": "Bring a hand-kept list up to date, in place.",
    "audit": "Say what is missing or wrong on the sources.",
    "status": "Show each watch: last good, last outcome, next due.",
    "extract": "Read one page or file and print its records.",
    "dedupe": "Join the records of files that are one work.",
    "attribute": "Judge which records of a name are one person's.",
    "backup": "Copy the store, consistently, while it is in use.",
    "doctor": "Check settings, store, network, clock and versions.",
    "schedule": "Print a cron line, systemd units or a GitHub workflow, filled in.",
}
"""Command to the sentence that the overview shows; each is ``command`` in the module of its name."""


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and lists them without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"scholarsync.cli.{cmd_name.replace('-', '_')}_")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, from the table alone."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="scholarsync")
@click.option("--config", "-c", type=click.Path(dir_okay=False), default="config.toml", show_default=True,
              envvar="SCHOLARSYNC_CONFIG", help="The settings file.")  # fmt: skip
@click.pass_context
def group(ctx: click.Context, config: str) -> None:
    """Keep a researcher's publication list right.

    Fetches the records from Google Scholar, arXiv and homepages into one SQLite store,
    reconciles duplicates, and keeps the homepage's publication list current.

    \b
    Exit codes: 0 all well, 1 a check failed, 2 settings or usage, 3 some watches failed,
    4 none succeeded, 5 the store, 6 a list could not be written, 75 another run is going on.
    """  # noqa: D301 - \b is click's mark for text that is not re-wrapped
    ctx.obj = config
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        ctx.color = False


def main() -> NoReturn:
    """Run the command line; every error of the user's or a service's is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # pages hold signs that a narrow terminal cannot show
    try:
        # Outside of standalone mode click gives back the code of ctx.exit() instead of raising it.
        code = group.main(standalone_mode=False, prog_name="scholarsync")
    except click.exceptions.Exit as leave:
        sys.exit(leave.exit_code)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except ScholarsyncError as error:
        click.echo(f"scholarsync: {error}", err=True)
        sys.exit(error.exit_code)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        click.echo(f"scholarsync: standard output: {error.strerror}", err=True)
        os._exit(6)
    except KeyboardInterrupt:
        os._exit(130)
    sys.exit(code if isinstance(code, int) else 0)
