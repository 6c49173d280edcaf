"""Connections and pipes that the other side has closed."""

import signal
import subprocess
import sys
from pathlib import Path

from faults.killing import call, made, write_pages

PROGRAM = Path(sys.executable).with_name("scholarsync")


def test_a_server_that_hangs_up_cannot_end_the_job(tmp_path):
    """Writing to a socket that is closed is an error of one watch, not a signal that kills all of them."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python has it, whatever ran before
    assert call(made(tmp_path / "job"), "status") == 5

    assert signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN


def test_a_reader_that_has_seen_enough_is_no_error_worth_a_word(tmp_path):
    job = made(tmp_path / "job")
    write_pages(job, 7)
    assert call(job, "sync") == 0
    listing = subprocess.Popen([PROGRAM, "list"], cwd=job, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    listing.stdout.close()
    _, said = listing.communicate()

    assert said == b""
