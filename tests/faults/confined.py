"""The command line in a child that may do less: no room on the disk, no right to write.

A child, because limits and rights that were given up do not come back.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import resource
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scholarsync.cli import main

CAP_VERSION = 0x20080522
OVERRIDES = (1 << 1) | (1 << 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: what lets root write where nobody may (capabilities(7))."""


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line that it said of its fault."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


def run(folder: Path, *words: str, confine: Callable[[], object] = lambda: None) -> Done:
    """Run a command in a child of its own, after it has given up what `confine` takes from it."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(reader)
            out, err, code = io.StringIO(), io.StringIO(), 70
            confine()
            sys.argv = ["scholarsync", *words]
            with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                try:
                    main()
                except SystemExit as leave:
                    code = int(leave.code or 0)
                except BaseException:  # noqa: BLE001 - the child has nobody else to tell
                    traceback.print_exc()
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(f"{code}\0{out.getvalue()}\0{err.getvalue()}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read().decode()
    ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if not told:  # a limit has ended it
        return Done(ended, "", "")
    code, said, complaint = told.split("\0")
    return Done(int(code), said, complaint)


def by_rights() -> None:
    """Obey the modes of files, as everybody but root does anyway."""
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAP_VERSION, 0)
    data = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; twice, for 64 capabilities
    assert libc.capget(header, data) == 0
    data[0] &= ~OVERRIDES
    data[1] &= ~OVERRIDES
    assert libc.capset(header, data) == 0


def file_size(limit: int) -> Callable[[], None]:
    """No file may grow beyond so many bytes: the system refuses the write that would do it."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
