"""Choose and order the works of a list, name them for ever, write a file whole or not at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path, PurePosixPath

from anyascii import anyascii

from scholarsync.errors import PublishError
from scholarsync.files import replace_whole
from scholarsync.model import Record, Work
from scholarsync.normalise.identifiers import parse_doi
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
    spellings: tuple[str, ...] = ()
    """Further spellings of the person's name, for `first_author_only`."""
    since: int | None = None
    until: int | None = None
    types: tuple[str, ...] = ()
    limit: int | None = None
    selected_only: bool = False
    """Only works that `selected` names, or that a record marks by the identifier ``selected``."""
    selected: tuple[str, ...] = ()
    """Citation keys, DOIs, arXiv ids or record keys of the works picked by hand."""
    first_author_only: bool = False
    exclude: tuple[str, ...] = ()
    """Citation keys, DOIs, arXiv ids or record keys, as a person writes them."""


def select(works: Sequence[Work], rules: ListRules) -> tuple[Work, ...]:
    """The works of a list in its order: newest first, then by title and key, so that no two orders are possible."""
    chosen = sorted((work for work in works if _belongs(work, rules)), key=order_key)
    return tuple(chosen[: rules.limit])


def order_key(work: Work) -> tuple[int, str, str, str]:
    """Newest year first, undated last; within a year later dates first, vague ones after those more exact."""
    chosen = work.chosen
    within = "".join(chr(0x10FF - ord(sign)) for sign in (chosen.date or "")[4:]) + "\uffff"
    return (-chosen.year if chosen.year is not None else 1, within, title_key(chosen.title or ""), work.key)


def _belongs(work: Work, rules: ListRules) -> bool:
    chosen = work.chosen
    year = chosen.year
    return (
        (rules.person is None or rules.person in work.people)
        and (rules.since is None or (year is not None and year >= rules.since))
        and (rules.until is None or (year is not None and year <= rules.until))
        and (not rules.types or (chosen.type or "other") in rules.types)
        and (not rules.selected_only or chosen.ids.get("selected") == "true" or _is_named(work, rules.selected))
        and (not rules.first_author_only or _leads(work, rules))
        and not _is_named(work, rules.exclude)
    )


def _is_named(work: Work, names: Sequence[str]) -> bool:
    """Whether one of the names, as a person may write them, is the work's."""
    if not names:
        return False
    chosen = work.chosen
    ids = {chosen.doi, chosen.arxiv_id, *(v.doi for v in work.versions), *(v.arxiv_id for v in work.versions)}
    own = {name.casefold() for name in (work.key, work.label, chosen.label, *work.records, *ids) if name}
    return any(_plain_name(name) in own for name in names)


def _plain_name(name: str) -> str:
    """A name without what people write around an identifier ("https://doi.org/…", "arXiv:…")."""
    doi = parse_doi(name) if "10." in name else None
    return doi.bare if doi else name.strip().casefold().removeprefix("arxiv:").strip()


def _leads(work: Work, rules: ListRules) -> bool:
    """Whether the person, or anybody whose work it is, leads the author list, alone or as one of equals."""
    people = [parse_name(name) for name in (*([rules.person] if rules.person else work.people), *rules.spellings)]
    authors = work.chosen.authors
    leading = list(takewhile(lambda author: "equal" in author.marks, authors)) or list(authors[:1])
    return any(same_person(author, person) != "different" for author in leading for person in people)


# labels ------------------------------------------------------------------------------------------


def labels(
    works: Sequence[Work], *, taken: Mapping[str, str], is_given: Callable[[str], bool] = lambda _: False
) -> dict[str, str]:
    """A citation key for every work: what was given stays, a new one is lastYEARword with a letter where that is taken.

    Args:
        works: all works that need one.
        taken: work key to the label it was given before.
        is_given: whether a label was ever given, also to a work that is gone; case does not matter.

    Returns:
        Work key to label; no two alike.
    """
    out = {work.key: taken[work.key] for work in works if work.key in taken}
    used = {label.lower() for label in taken.values()}

    def is_used(label: str) -> bool:
        return label.lower() in used or is_given(label)

    tried: Counter[str] = Counter()
    for work in sorted(works, key=lambda work: (order_key(work)[2:], work.key)):
        if work.key not in out:
            label = _own_label(work.chosen, is_used)
            if label is None:
                stem = label_stem(work.chosen)
                label, tried[stem] = _first_free(stem, is_used, start=tried[stem])
            out[work.key] = label
            used.add(label.lower())
    return out


def _own_label(record: Record, is_used: Callable[[str], bool]) -> str | None:
    """The key that a source gives the record, if it may be used."""
    own = record.label
    return own if own and re.fullmatch(r"[A-Za-z0-9][\w:.+/-]{0,80}", own) and not is_used(own) else None


def free(stem: str, used: AbstractSet[str]) -> str:
    """The stem, with the first letters behind it that make it unlike all used names, which are in lower case."""
    return _first_free(stem, lambda name: name.lower() in used)[0]


def _first_free(stem: str, is_used: Callable[[str], bool], *, start: int = 0) -> tuple[str, int]:
    """The first free name from a number on, none, then "a" to "z", then "aa", and its number."""
    number = start
    while is_used(name := stem + _letters(number)):
        number += 1
    return name, number


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

    A symbolic link is written through; the mode of an existing file is kept.  Files of the folder
    that the mapping does not name stay.

    Returns:
        Whether anything was written.

    Raises:
        PublishError: it cannot be written; what was there stands.
    """
    if isinstance(text, Mapping):
        places = [(_inside(path, name), content) for name, content in sorted(text.items())]
        written = [write_whole(place, content) for place, content in places]
        return any(written)
    try:
        body = text if isinstance(text, bytes) else text.encode("utf-8")
        real = path.resolve()
        if real.is_file() and real.read_bytes() == body:
            return False
        replace_whole(real, body)
    except OSError as error:
        raise PublishError(f"{path}: {error.strerror or error}; the old list stands") from error
    except (RuntimeError, ValueError) as error:  # a loop of links; a lone surrogate or a NUL in text or path
        raise PublishError(f"{path}: {error}; the old list stands") from error
    return True


def _inside(folder: Path, name: str) -> Path:
    """A file of a folder.

    Raises:
        PublishError: the name would lead out of it.
    """
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise PublishError(f"{folder}: {name!r} would lie outside of it")
    path = folder.joinpath(*parts)
    try:
        within = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError) as error:
        raise PublishError(f"{path}: {error}") from error
    if not within:
        raise PublishError(f"{folder}: {name!r} would lie outside of it")
    return path
