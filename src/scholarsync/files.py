"""A file written whole or not at all: under another name first, on the disk before it takes its own.

A run that is killed in between leaves the other name behind.  Such a leaving is known by
its form and by nobody's lock on it, and whoever writes the file next takes it away.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import tempfile
from pathlib import Path

ENDING = ".part"
"""How the names of unfinished files end."""


def replace_whole(path: Path, body: bytes) -> None:
    """Put a body in the place of a file, or make the file; a reader sees the old one or the new one.

    The mode of an existing file is kept.  Folders on the way are made.

    Raises:
        OSError: it cannot be written; what was there stands.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    _sweep(path)
    handle, name = _unfinished(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
            Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _settle(path.parent)


def _unfinished(path: Path) -> tuple[int, str]:
    """A new file beside the path, locked, so that nobody takes it for a leaving."""
    while True:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=_stem(path), suffix=ENDING)
        fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)  # swept away before it was locked


def _sweep(path: Path) -> None:
    """Take away what killed runs left of a file."""
    for leaving in path.parent.glob(f"{glob.escape(_stem(path))}*{ENDING}"):
        with contextlib.suppress(OSError), leaving.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            leaving.unlink()


def _stem(path: Path) -> str:
    return f".{path.name[:50]}."


def _settle(folder: Path) -> None:
    """Make the new name itself durable, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
