"""`scholarsync schedule`: a cron line, systemd units or a GitHub workflow, filled in."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import click

from scholarsync.cli.opened import settings_of
from scholarsync.config import Settings
from scholarsync.errors import InputError

SERVICE = """\
# ~/.config/systemd/user/scholarsync.service
[Unit]
Description=Keep the publication list right
Documentation=man:systemd.service(5)
After=network-online.target
Wants=network-online.target

[Service]
Type=oneshot
WorkingDirectory={folder}
ExecStart={program} --config {config} sync
# 3: some watches failed, 75: another run is going on; neither is a broken service.
SuccessExitStatus=3 75
TimeoutStartSec={run_s:.0f}
Nice=10
NoNewPrivileges=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths={writable}
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
UMask=0077
"""
TIMER = """\
# ~/.config/systemd/user/scholarsync.timer
[Unit]
Description=Keep the publication list right, daily

[Timer]
OnCalendar=*-*-* {hour:02}:{minute:02}:00
RandomizedDelaySec=1h
Persistent=true

[Install]
WantedBy=timers.target

# Then: systemctl --user daemon-reload && systemctl --user enable --now scholarsync.timer
"""
WORKFLOW = """\
# .github/workflows/scholarsync.yml
name: scholarsync
on:
  schedule:
    - cron: "{minute} {hour} * * *"
  workflow_dispatch:
concurrency:
  group: scholarsync
  cancel-in-progress: false
permissions:
  contents: write
jobs:
  sync:
    runs-on: ubuntu-latest
    timeout-minutes: {minutes}
    # Commits of this job do not start it again: it runs by the clock and by hand only.
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: "3.12"
      - name: Restore the store
        uses: actions/cache/restore@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
        with:
          path: {store}
          key: scholarsync-store-${{{{ github.run_id }}}}
          restore-keys: scholarsync-store-
      - run: pip install scholarsync=={version}
      - name: Sync
        # Exit code 3 says that some watches failed: the lists are good, the job goes on.
        run: scholarsync --config {config} sync || test $? -eq 3
      - name: Keep the store
        if: always()
        uses: actions/cache/save@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
        with:
          path: {store}
          key: scholarsync-store-${{{{ github.run_id }}}}
      - name: Commit what changed
        run: |
          git add -- {lists}
          if git diff --cached --quiet; then exit 0; fi
          git config user.name "github-actions[bot]"
          git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
          git commit -m "Update the publication list"
          git push
"""


@click.command(name="schedule")
@click.argument("kind", type=click.Choice(["cron", "systemd", "github"]))
@click.option("--hour", type=click.IntRange(0, 23), default=5, show_default=True)
@click.option("--minute", type=click.IntRange(0, 59), default=17, show_default=True)
@click.pass_context
def command(ctx: click.Context, *, kind: str, hour: int, minute: int) -> None:
    """Print a cron line, systemd units or a GitHub workflow, filled in from the settings.

    Example: scholarsync schedule cron | crontab -
    """
    writers: dict[str, Callable[..., str]] = {"cron": cron, "systemd": systemd, "github": github}
    config = Path(ctx.obj).resolve()
    click.echo(writers[kind](settings_of(ctx), config, hour=hour, minute=minute), nl=False)


def cron(settings: Settings, config: Path, *, hour: int, minute: int) -> str:
    """One line of a crontab; what the job prints is mailed by cron."""
    del settings
    words = [program(), "--config", str(config), "sync"]
    line = f"cd {shlex.quote(str(config.parent))} && {shlex.join(words)}"
    return f"{minute} {hour} * * * {line.replace('%', chr(92) + '%')}\n"


def systemd(settings: Settings, config: Path, *, hour: int, minute: int) -> str:
    """A hardened user service and its timer, one after the other."""
    folders = {settings.store.parent, *(settings.path(table.path).parent for table in settings.file.lists)}
    service = SERVICE.format(
        folder=_unit(settings.folder), program=_unit(program()), config=_unit(config),
        run_s=settings.file.limits.run_s + 60, writable=" ".join(sorted(_unit(folder) for folder in folders)),
    )  # fmt: skip
    return f"{service}\n{TIMER.format(hour=hour, minute=minute)}"


def github(settings: Settings, config: Path, *, hour: int, minute: int) -> str:
    """A workflow that commits only real changes.

    Raises:
        InputError: a path of the settings lies outside the settings' folder, which is the repository there.
    """
    from importlib.metadata import version

    paths = [settings.store, *(settings.path(table.path) for table in settings.file.lists)]
    for path in paths:
        if not path.resolve().is_relative_to(config.parent):
            raise InputError(f"{path}: lies outside {config.parent}, which would be the repository")
    inside = [shlex.quote(str(path.resolve().relative_to(config.parent))) for path in paths]
    return WORKFLOW.format(
        hour=hour, minute=minute, store=inside[0], lists=" ".join(inside[1:]) or ".", config=shlex.quote(config.name),
        minutes=int(settings.file.limits.run_s // 60) + 10, version=version("scholarsync"),
    )  # fmt: skip


def program() -> str:
    """The absolute path of this program."""
    return str(Path(sys.argv[0]).resolve())


def _unit(path: Path | str) -> str:
    """A path as systemd reads it: blanks and percent signs escaped (systemd.syntax(7))."""
    return str(path).replace("\\", "\\\\").replace("%", "%%").replace(" ", "\\x20")
