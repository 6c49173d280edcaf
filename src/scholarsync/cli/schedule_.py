"""`scholarsync schedule`: a cron line, systemd units or a GitHub workflow, filled in."""

from __future__ import annotations

import getpass
import json
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import click

from scholarsync.cli.opened import settings_of
from scholarsync.config import Settings
from scholarsync.errors import InputError

NOTICES_S = 150
"""Seconds that a run may take beyond its own limit: to end, and to tell of it."""
PLACE = re.compile(r"@([a-z_]+)@")
PROGRAM = re.compile(r"([\w.-]+/[\w.-]+)@([\w./-]+)", re.ASCII)
HOSTED = re.compile(r"(?:https|ssh)://(?:git@)?github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a home of the job is filled in with."""

    settings: Settings
    config: Path
    hour: int
    minute: int
    program: str | None
    """The repository of this program at a commit or tag, for GitHub."""


@click.command(name="schedule")
@click.argument("kind", type=click.Choice(["cron", "systemd", "github"]))
@click.option("--hour", type=click.IntRange(0, 23), default=5, show_default=True)
@click.option("--minute", type=click.IntRange(0, 59), default=17, show_default=True)
@click.option("--program", metavar="OWNER/REPO@REF", help="For github: where this program is taken from.")
@click.pass_context
def command(ctx: click.Context, *, kind: str, hour: int, minute: int, program: str | None) -> None:
    """Print a cron line, systemd units or a GitHub workflow, filled in from the settings.

    The cron line joins the others with: (crontab -l; scholarsync schedule cron) | crontab -
    The units are for the system's manager and run as you. The workflow calls the one in the repository
    of this program, and is to be kept in the repository of the homepage.

    Example: scholarsync schedule systemd
    """
    writers: dict[str, Callable[[Job], str]] = {"cron": cron, "systemd": systemd, "github": github}
    config = Path(ctx.obj).resolve()
    if not str(config).isprintable():
        raise InputError(f"{str(config)!r}: a path with control characters cannot be scheduled")
    job = Job(settings=settings_of(ctx), config=config, hour=hour, minute=minute, program=program)
    click.echo(writers[kind](job), nl=False)


def cron(job: Job) -> str:
    """One line of a crontab; what the job prints is mailed by cron."""
    words = [program(), "--config", str(job.config), "sync"]
    line = f"cd {shlex.quote(str(job.config.parent))} && {shlex.join(words)}"
    return f"{job.minute} {job.hour} * * * {line.replace('%', chr(92) + '%')}\n"


def systemd(job: Job) -> str:
    """A hardened service and its timer, one after the other."""
    settings = job.settings
    written = [settings.store, *(settings.path(table.path) for table in settings.file.lists)]
    folders = {_standing(path.resolve().parent) for path in written}
    service = filled(
        "scholarsync.service",
        {
            "user": getpass.getuser(),
            "folder": str(settings.folder).replace("%", "%%"),  # not unquoted, see systemd.exec(5)
            "program": _word(program()).replace("$", "$$"),
            "config": _word(str(job.config)).replace("$", "$$"),
            "limit_s": f"{settings.file.limits.run_s + NOTICES_S:.0f}",
            "writable": " ".join(sorted(_word(str(folder)) for folder in folders)),
        },
    )
    return f"{service}\n{filled('scholarsync.timer', {'time': f'{job.hour:02}:{job.minute:02}:00'})}"


def github(job: Job) -> str:
    """A workflow for the homepage's repository, which calls the one of this program's.

    Raises:
        InputError: a path of the settings lies outside the repository, or nothing says where the program is.
    """
    settings = job.settings
    root = next((parent for parent in job.config.parents if (parent / ".git").exists()), job.config.parent)
    repository, ref = _origin(job.program)
    for path in (settings.store, *(settings.path(table.path) for table in settings.file.lists)):
        if not path.resolve().is_relative_to(root):
            raise InputError(f"{path}: lies outside {root}, which would be the repository")
    values = {
        "minute": str(job.minute), "hour": str(job.hour), "repository": repository, "ref": ref,
        "config": json.dumps(job.config.relative_to(root).as_posix()),
        "store": json.dumps(settings.store.resolve().relative_to(root).as_posix()),
        "minutes": str(int(settings.file.limits.run_s + NOTICES_S) // 60 + 10),
    }  # fmt: skip
    return filled("caller.yml", values)


def filled(name: str, values: Mapping[str, str]) -> str:
    """A home with its places filled in."""
    text = (files("scholarsync.cli") / "homes" / name).read_text("utf-8")
    return PLACE.sub(lambda place: values[place[1]], text)


def program() -> str:
    """The absolute path of this program."""
    return str(Path(sys.argv[0]).resolve())


def _standing(folder: Path) -> Path:
    """The folder, or the next above it that is there: systemd starts nothing whose paths are missing."""
    return next(place for place in (folder, *folder.parents) if place.is_dir())


def _origin(given: str | None) -> tuple[str, str]:
    """Repository and commit of this program: as given, or as pip noted where it came from (PEP 610).

    Raises:
        InputError: neither says.
    """
    if given is not None:
        if (named := PROGRAM.fullmatch(given)) is None:
            raise InputError(f"--program {given!r} is not OWNER/REPO@REF")
        return named[1], named[2]
    noted = json.loads(distribution("scholarsync").read_text("direct_url.json") or "{}")
    hosted, commit = HOSTED.fullmatch(noted.get("url", "")), noted.get("vcs_info", {}).get("commit_id")
    if hosted is None or not commit:
        raise InputError("nothing says where this program was installed from; name it with --program OWNER/REPO@REF")
    return hosted[1], commit


def _word(text: str) -> str:
    """One word of a unit's line (systemd.syntax(7)): quoted, with percent signs doubled."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"' if re.search(r"[^\w@%+=:,./-]", text, re.ASCII) else escaped
