"""What nobody else may know: passwords and addresses that are passwords.

They come from the environment, or from a file that only its owner may read, and go into no
store, no report, no message and no other program's environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from scholarsync.config import Settings
from scholarsync.errors import ConfigError

SMTP_USER = "SCHOLARSYNC_SMTP_USER"
SMTP_PASSWORD = "SCHOLARSYNC_SMTP_PASSWORD"  # noqa: S105 - the name of one
WEBHOOK = "SCHOLARSYNC_WEBHOOK"
NAMES = (SMTP_USER, SMTP_PASSWORD, WEBHOOK)
OTHERS = 0o077
"""The bits of a mode that let anybody but the owner at a file."""
LIMIT = 10_000
"""Characters of a file of secrets that are read."""


def secrets_of(settings: Settings) -> Mapping[str, str]:
    """The secrets by name; the environment goes before the file that ``notify.secrets`` names.

    Raises:
        ConfigError: the file is not there, may be read by others, or holds something else.
    """
    named = settings.file.notify.secrets
    known = _read(settings.path(named)) if named is not None else {}
    return known | {name: os.environ[name] for name in NAMES if os.environ.get(name)}


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment for programs that need none of them."""
    return {name: value for name, value in environment.items() if name not in NAMES}


def withheld(text: str, secrets: Mapping[str, str]) -> str:
    """A text that is shown or logged, without the secrets that it may quote."""
    for name in secrets.keys() & {SMTP_PASSWORD, WEBHOOK}:
        text = text.replace(secrets[name], f"<{name}>")
    return text


def _read(path: Path) -> dict[str, str]:
    """Lines of ``NAME=value``, as systemd reads them from an EnvironmentFile."""
    try:
        with path.open(encoding="utf-8") as file:
            state = os.fstat(file.fileno())
            if state.st_mode & OTHERS:
                raise ConfigError(f"{path}: others may read these secrets; 'chmod 600 {path}' lets only you")
            text = file.read(LIMIT)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"notify.secrets: {path}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from error
    lines = enumerate(text.splitlines(), 1)
    return dict(_pair(path, number, line) for number, line in lines if line.strip() and not line.startswith("#"))


def _pair(path: Path, number: int, line: str) -> tuple[str, str]:
    name, equals, value = line.partition("=")
    if name.strip() not in NAMES or not equals or not value.strip():
        raise ConfigError(f"{path}:{number}: not NAME=value with one of {', '.join(NAMES)}")  # never the line itself
    return name.strip(), value.strip().strip("\"'")
