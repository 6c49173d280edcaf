"""Citation keys and slugs as a list makes them: the pattern is read off the keys that are there.

A key is taken apart into what the record explains (family name, year, a word of the title) and
the signs between; the commonest such shape that can be filled is the list's pattern.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from anyascii import anyascii

from scholarsync.model import Record
from scholarsync.publish import FILLERS, free, label_stem

Shape = tuple[str, ...]
MOST_WORDS = 8
OF_PROCEEDINGS = frozenset(
    "proceedings proc conference international annual symposium workshop journal transactions".split()
)
"""Words of a venue that no key takes."""
UPPER_PARTS = frozenset({"family", "initials", "venue"})


def new_key(
    record: Record, known: Sequence[tuple[str, Record]], *, default: str | None = None,
    reserved: AbstractSet[str] = frozenset(),
) -> str:  # fmt: skip
    """A key for a new record, made as most of the known keys are, and unlike all of them.

    Args:
        record: what it is for.
        known: the keys of the list, each with its record.
        default: what the key is made from where the others show no pattern.
        reserved: keys that were given once, also to what is gone.
    """
    taken = {key.lower() for key, _ in known} | {key.lower() for key in reserved}
    return free(stem_like(shapes_of(known), record, default=default), taken)


def shapes_of(known: Sequence[tuple[str, Record]]) -> tuple[Shape, ...]:
    """The commonest shapes of keys that enough of a list's keys have, the commonest first."""
    shapes = Counter(shape for key, of in known if key and (shape := _shape(key, of)) is not None)
    return tuple(shape for shape, votes in shapes.most_common(3) if votes >= 2 and votes * 5 >= len(known))


def stem_like(shapes: Sequence[Shape], record: Record, *, default: str | None = None) -> str:
    """A key of the first shape that the record can fill, not yet unlike others."""
    filled = (_fill(shape, record) for shape in shapes)
    return next((stem for stem in filled if stem), None) or default or label_stem(record)


def _parts(record: Record) -> list[tuple[str, str]]:
    """(name, text) of what a key may be made of, the telling ones first."""
    parts: list[tuple[str, str]] = []
    if record.authors:
        first = record.authors[0]
        family = _ascii(first.family or first.literal or "")
        parts += [("family", family), ("Family", family)] if family else []
    parts += _people_parts(record)
    if record.year:
        parts += [("year", str(record.year)), ("yy", str(record.year)[2:])]
    parts += _venue_parts(record.venue)
    words = _words(record.title or "")
    if words:
        whole = "-".join(words)
        parts += [("title-", whole), ("title_", whole.replace("-", "_"))]
        parts += [(f"word{at}", word) for at, word in enumerate(words[:MOST_WORDS])]
    return [(name, text) for name, text in parts if text]


def _people_parts(record: Record) -> list[tuple[str, str]]:
    """What keys are made of besides the first author: who else, and the first letters of all."""
    families = [name for author in record.authors if (name := _ascii(author.family or author.literal or ""))]
    parts = [("others", families[1] if len(families) == 2 else "etal")] if len(families) > 1 else []
    if len(families) > 1:
        letters = "".join(name[0] for name in families[: 4 if len(families) < 5 else 3])
        return [*parts, ("family2", families[1]), ("initials", letters)]
    return [("initials", families[0][:3])] if families else []


def _venue_parts(venue: str | None) -> list[tuple[str, str]]:
    """The short forms that keys have of a venue, the likeliest last: its first word, its letters, one it states."""
    words = re.findall(r"[^\W\d_]+", venue or "")
    named = next((word for word in reversed(words) if 2 <= len(word) <= 10 and word.isupper()), "")
    telling = [word for word in words if word[0].isupper() and word.lower() not in FILLERS | OF_PROCEEDINGS]
    letters = "".join(word[0] for word in telling) if len(telling) > 1 else ""
    return [("venue", _ascii(text)) for text in (telling[0] if telling else "", letters, named)]


def _ascii(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", anyascii(text).lower())


def _words(title: str) -> list[str]:
    words = re.findall(r"[a-z0-9]+", anyascii(title).lower())
    return [word for word in words if word not in FILLERS] or words


def _shape(key: str, record: Record) -> Shape | None:
    """The key as names of parts and the signs between; None where something stays unexplained."""
    low, at, shape = key.lower(), 0, list[str]()
    parts = [(name, text) for name, text in _parts(record) if name != "Family"]
    while at < len(low):
        fits = [
            (len(text), name) for name, text in parts if low.startswith(text, at) and _ends_well(low, at, text, name)
        ]
        if fits:
            length, name = max(fits, key=lambda fit: fit[0])
            spelled = key[at : at + length]
            shape.append(_cased(name, spelled))
            at += length
        elif not low[at].isalnum():
            shape.append("=" + key[at])
            at += 1
        elif shape and shape[-1] in {"year", "yy"} and re.fullmatch("[a-z]{1,2}", low[at:]):
            break  # letters that tell works of a year apart
        else:
            return None
    return tuple(shape) if any(not part.startswith("=") for part in shape) else None


def _ends_well(key: str, at: int, text: str, name: str) -> bool:
    """A year or a word is not the beginning of a longer number."""
    after = key[at + len(text) : at + len(text) + 1]
    return not (name in {"year", "yy"} and after.isdigit())


def _cased(name: str, spelled: str) -> str:
    if name.startswith(("year", "yy", "title")):
        return name
    if name in UPPER_PARTS and len(spelled) > 1 and spelled.isupper():
        return name.upper()
    return name.capitalize() if spelled[:1].isupper() else name


def _fill(shape: Shape, record: Record) -> str | None:
    parts = dict(_parts(record))
    out = []
    for part in shape:
        if part.startswith("="):
            out.append(part[1:])
            continue
        text = parts.get(part.lower()) or (parts.get("word0") if part.lower().startswith("word") else None)
        if text is None and part.lower() == "others" and len(record.authors) == 1:
            out = out[:-1] if out and not out[-1].isalnum() else out
            continue
        if text is None:
            return None
        if part.startswith("title"):
            text = _shortened(text, joint=part[-1])
        out.append(text.upper() if part.isupper() else text.capitalize() if part[:1].isupper() else text)
    return "".join(out)


def _shortened(text: str, *, joint: str) -> str:
    while len(text) > 60 and joint in text:
        text = text.rpartition(joint)[0]
    return text[:60]
