"""Keys of a terminal, one by one: none is echoed, and none that is typed ahead is lost."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator

import click

try:
    import termios
    import tty
except ImportError:  # there is no such terminal on Windows
    tty = None  # type: ignore[assignment]  # asked for below

KEY = re.compile(r"\x1b[\[O][0-9;]*[^0-9;]|\x1b\x1b?|.", re.DOTALL)
"""A key: what an arrow or function key sends is one."""
LEAVE = "q"


@contextlib.contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """A function that waits for the next key, in lower case; the end of the input and Ctrl-D are a ``q``."""
    if tty is None:
        yield lambda: click.getchar().lower()
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        keys = _keys(terminal)
        yield lambda: next(keys)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(terminal: int) -> Iterator[str]:
    with open(terminal, "rb", buffering=0, closefd=False) as stream:
        while data := stream.read(1024):
            yield from (key.lower() for key in KEY.findall(data.decode(errors="replace").replace("\x04", LEAVE)))
    while True:
        yield LEAVE
