"""Files written whole: what a reader sees, and what a killed writer leaves."""

import fcntl
import os
import stat

import pytest

from scholarsync.files import replace_whole


def test_a_file_is_made_with_its_folders_and_replaced(tmp_path):
    path = tmp_path / "site/papers/list.html"
    replace_whole(path, b"first")
    replace_whole(path, b"second")

    assert path.read_bytes() == b"second"
    assert [found.name for found in path.parent.iterdir()] == ["list.html"]


def test_the_mode_of_a_file_is_kept(tmp_path):
    path = tmp_path / "list.html"
    path.write_bytes(b"")
    path.chmod(0o640)
    replace_whole(path, b"x")

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_a_killed_writer_left_is_swept(tmp_path):
    """Also of a file with a long name, whose leavings bear the first part of it."""
    for name in ("list.html", "n" * 240 + ".html"):
        leaving = tmp_path / f".{name[:50]}.abc123.part"
        leaving.write_bytes(b"half")
        replace_whole(tmp_path / name, b"x")

        assert not leaving.exists()


def test_what_is_being_written_is_no_leaving(tmp_path):
    other = tmp_path / ".list.html.abc123.part"
    other.write_bytes(b"half")
    with other.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        replace_whole(tmp_path / "list.html", b"x")

    assert other.read_bytes() == b"half"


@pytest.mark.parametrize("name", ["list.html.part", ".list.html", ".lists.html.abc.part", "list.html.orig"])
def test_other_files_are_left_alone(tmp_path, name):
    (tmp_path / name).write_bytes(b"somebody's")
    replace_whole(tmp_path / "list.html", b"x")

    assert (tmp_path / name).read_bytes() == b"somebody's"


def test_signs_of_patterns_in_a_name_are_signs(tmp_path):
    kept = tmp_path / ".list1.abc.part"
    kept.write_bytes(b"")
    replace_whole(tmp_path / "list[0-9]", b"x")
    replace_whole(tmp_path / "list*", b"x")

    assert kept.exists()


@pytest.mark.parametrize("call", ["fsync", "fchmod"])
def test_a_disk_that_refuses_costs_nothing(tmp_path, monkeypatch, call):
    path = tmp_path / "list.html"
    path.write_bytes(b"old")

    def refuse(*_):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, call, refuse)
    with pytest.raises(OSError, match="No space"):
        replace_whole(path, b"new")

    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("list.html", b"old")]


def test_a_file_that_was_swept_before_it_was_locked_is_made_again(tmp_path, monkeypatch):
    lock, met = fcntl.flock, []

    def late(handle, kind):
        if not met:
            met.append(next(tmp_path.glob(".list.html.*.part")))
            met[0].unlink()
        lock(handle, kind)

    monkeypatch.setattr(fcntl, "flock", late)
    replace_whole(tmp_path / "list.html", b"x")

    assert (tmp_path / "list.html").read_bytes() == b"x"
