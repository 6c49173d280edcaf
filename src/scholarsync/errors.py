"""The exceptions of the program, each with the exit code of the command it ends.

::

    ScholarsyncError
    ├── ConfigError       2  settings or usage are wrong; nothing was touched
    ├── InputError        2  a file or page given on the command line cannot be read
    ├── SourceError       3  one watch failed
    │   ├── Unreachable      no answer, or one that says to come back later
    │   ├── Blocked          the service refuses robots here: captcha, sorry page, robots.txt
    │   ├── Missing          the service knows no such profile, author or page
    │   └── Unreadable       an answer that is not the page it should be
    ├── StoreError        5  locked, damaged, not ours, too new
    │   └── Busy         75  another run holds the lock
    └── PublishError      6  a list could not be written

A class exists only where a caller acts differently.  Exit code 0 is success, 1 a bug (or
"not up to date" of a ``--check``), 4 says that no watch at all succeeded.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

NONE_SUCCEEDED = 4
"""Exit code of a sync in which every watch failed; lists were left alone."""


class ScholarsyncError(Exception):
    """Whatever the program tells its user in one line instead of a traceback."""

    exit_code: ClassVar[int] = 1


class ConfigError(ScholarsyncError):
    """Settings or usage are wrong; nothing was touched."""

    exit_code = 2


class InputError(ScholarsyncError):
    """A file or page given on the command line cannot be read."""

    exit_code = 2


class SourceError(ScholarsyncError):
    """One watch failed; the others go on."""

    exit_code = 3
    outcome: ClassVar[str] = "unreachable"

    def __init__(self, message: str, *, retry_after: datetime | None = None) -> None:
        """Say what failed; `retry_after` is when the service asked to be left alone until."""
        super().__init__(message)
        self.retry_after = retry_after


class Unreachable(SourceError):
    """No answer in time, a network fault, or a server error."""


class Blocked(SourceError):
    """The service refuses robots here: captcha, sorry page, 403, 429, robots.txt."""

    outcome = "blocked"


class Missing(SourceError):
    """The service knows no such profile, author or page."""

    outcome = "missing"


class Unreadable(SourceError):
    """An answer without the landmarks of the page that was asked for."""

    outcome = "unreadable"


class StoreError(ScholarsyncError):
    """The database is locked, damaged, another program's, or of a newer version."""

    exit_code = 5


class Busy(StoreError):
    """Another run holds the lock."""

    exit_code = 75


class PublishError(ScholarsyncError):
    """A list could not be written; the old one stands."""

    exit_code = 6
