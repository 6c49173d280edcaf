"""Choose and order the works of a list, name them for ever, write a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from anyascii import anyascii

from scholarsync.errors import PublishError
from scholarsync.model import Record, Work
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.normalise.titles import fold, title_key

FILLERS = frozenset(
    "a an the on of for and in to with from at by towards toward is are how why what do does der die das ein eine "
    "zur zum und von le la les un une de des du el los las una y e o os as".split(),
)
"""Words that a citation key does not take from a title."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRules:
    """Which works a list gets; everything by default."""

    person: str | None = None
    since: int | None = None
    until: int | None = None
    types: tuple[str, ...] = ()
    limit: int | None = None
    selected_only: bool = False
    """Only works marked ``selected`` by a hand-kept or curated record."""
    first_author_only: bool = False
    exclude: tuple[str, ...] = ()
    """Citation keys, DOIs, arXiv ids or record keys."""


def select(works: Sequence[Work], rules: ListRules) -> tuple[Work, ...]:
    """The works of a list in its order: newest first, then by title and key, so that no two orders are possible."""
    chosen = sorted((work for work in works if _belongs(work, rules)), key=order_key)
    return tuple(chosen[: rules.limit])


def order_key(work: Work) -> tuple[int, str, str, str]:
    """Newest year first, undated last; within a year later dates first, those without a month after them."""
    chosen = work.chosen
    within = "".join(chr(0x10FF - ord(sign)) for sign in (chosen.date or "")[4:]) or "\uffff"
    return (-chosen.year if chosen.year is not None else 1, within, title_key(chosen.title or ""), work.key)


def _belongs(work: Work, rules: ListRules) -> bool:
    chosen = work.chosen
    year = chosen.year
    names = {work.label, work.key, chosen.doi, chosen.arxiv_id, *work.records}
    return (
        (rules.person is None or rules.person in work.people)
        and (rules.since is None or (year is not None and year >= rules.since))
        and (rules.until is None or (year is not None and year <= rules.until))
        and (not rules.types or chosen.type in rules.types)
        and (not rules.selected_only or chosen.ids.get("selected") == "true")
        and (not rules.first_author_only or _leads(work, rules))
        and not names.intersection(rules.exclude)
    )


def _leads(work: Work, rules: ListRules) -> bool:
    """Whether the person, or anybody whose work it is, is the first author."""
    people = [rules.person] if rules.person is not None else work.people
    first = work.chosen.authors[0] if work.chosen.authors else None
    return first is not None and any(same_person(first, parse_name(name)) != "different" for name in people if name)


# labels ------------------------------------------------------------------------------------------


def labels(
    works: Sequence[Work], *, taken: Mapping[str, str], reserved: frozenset[str] = frozenset()
) -> dict[str, str]:
    """A citation key for every work: what was given stays, a new one is lastYEARword with a letter where that is taken.

    Args:
        works: all works that need one.
        taken: work key to the label it was given before.
        reserved: labels that were ever given, also to works that are gone.

    Returns:
        Work key to label; no two alike.
    """
    out = {work.key: taken[work.key] for work in works if work.key in taken}
    used = {label.lower() for label in (*reserved, *taken.values())}
    for work in sorted(works, key=lambda work: (order_key(work)[2:], work.key)):
        if work.key not in out:
            label = free_label(work.chosen, used)
            out[work.key] = label
            used.add(label.lower())
    return out


def free_label(record: Record, used: set[str]) -> str:
    """The key a record would have, with the first suffix that is free: none, then "a" to "z", then "aa"."""
    own = record.label
    if own and re.fullmatch(r"[A-Za-z0-9][\w:.+/-]{0,80}", own) and own.lower() not in used:
        return own
    stem = label_stem(record)
    number = 0
    while (label := stem + _letters(number)).lower() in used:
        number += 1
    return label


def label_stem(record: Record) -> str:
    """The stem of a citation key in ASCII: first author's family name, year, first telling word of the title."""
    first = record.authors[0] if record.authors else None
    family = re.sub(r"[^a-z0-9]", "", anyascii((first.family or first.literal or "") if first else "").lower())
    latin = [word for word in fold(record.title or "").split() if word < "\u0530"]  # kanji would be read as Chinese
    words = [re.sub(r"[^a-z0-9]", "", anyascii(word).lower()) for word in latin]
    word = next((word for word in words if word and word not in FILLERS), "")
    return f"{family or 'anon'}{record.year or ''}{word[:20]}"


def _letters(number: int) -> str:
    out = ""
    while number:
        number, rest = divmod(number - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


# files -------------------------------------------------------------------------------------------


def write_whole(path: Path, text: str | bytes | Mapping[str, str]) -> bool:
    """Write a file, or the files of a folder, whole or not at all; one that would stay as it is is not touched.

    A symbolic link is written through; the mode of an existing file is kept.

    Returns:
        Whether anything was written.

    Raises:
        PublishError: it cannot be written; what was there stands.
    """
    if isinstance(text, Mapping):
        written = [write_whole(_inside(path, name), content) for name, content in text.items()]
        return any(written)
    body = text if isinstance(text, bytes) else text.encode("utf-8")
    try:
        real = path.resolve()
        if real.is_file() and real.read_bytes() == body:
            return False
        real.parent.mkdir(parents=True, exist_ok=True)
        _replace(real, body)
    except OSError as error:
        raise PublishError(f"{path}: {error.strerror or error}; the old list stands") from error
    return True


def _replace(path: Path, body: bytes) -> None:
    """Through a temporary file beside it, on disk before it takes the name."""
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)  # noqa: PTH101 - by the name that mkstemp gave
        os.replace(name, path)  # noqa: PTH105 - atomic by POSIX
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)  # noqa: PTH108 - as above
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _inside(folder: Path, name: str) -> Path:
    """A file of a folder.

    Raises:
        PublishError: the name would lead out of it.
    """
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise PublishError(f"{folder}: {name!r} would lie outside of it")
    return path
