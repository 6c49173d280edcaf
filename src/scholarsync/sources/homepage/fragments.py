"""Title, authors and venue on lines of their own, put together by the pattern they repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from scholarsync.sources.homepage.blocks import ITEMS
from scholarsync.sources.homepage.candidate import Candidate, Item
from scholarsync.sources.homepage.evidence import Cell
from scholarsync.sources.homepage.lexicon import is_link_label
from scholarsync.sources.homepage.shapes import begins_with_name


def join_fragments(items: Sequence[Item]) -> list[Item]:
    """Title, authors and venue on lines of their own, put together by the pattern they repeat."""
    out: list[Item] = []
    run: list[Candidate] = []
    for item in items:
        if isinstance(item, Candidate) and item.tag not in ITEMS:
            run.append(item)
        else:
            out.extend(_join_run(run))
            run = []
            out.append(item)
    out.extend(_join_run(run))
    return out


def _join_run(run: list[Candidate]) -> list[Item]:
    kinds = _settled(_named_alike(run, [fragment_kind(item) for item in run]))
    starts = _starts(kinds)
    if not starts:
        return list(run)
    joined: list[Item] = list(run[: starts[0]])
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(run)
        end = _end_of(kinds, start, end)
        parts = run[start:end]
        entry = Candidate(
            [cell for part in parts for cell in part.cells],
            "entry",
            [],
            None,
            "joined-" + "".join(kinds[start:end])[:2],
        )
        entry.hidden = [text for part in parts for text in part.hidden]
        entry.name = next((part.name for part in parts if part.name), None)
        joined.append(entry)
        joined.extend(run[end : starts[number + 1] if number + 1 < len(starts) else len(run)])
    return joined


def _named_alike(run: Sequence[Candidate], kinds: list[str]) -> list[str]:
    """Parts of the class name that whole entries have are whole too, however little they say."""
    named = Counter(item.signature for item in run if "." in item.signature)
    whole = Counter(item.signature for item, kind in zip(run, kinds, strict=True) if kind == "W")
    sure = {name for name, count in named.items() if whole[name] >= 3 and whole[name] * 10 >= count * 7}
    return ["W" if item.signature in sure and kind != "L" else kind for item, kind in zip(run, kinds, strict=True)]


def _settled(kinds: list[str]) -> list[str]:
    """Two or three capitalised words are a person below a title, a title elsewhere."""
    settled: list[str] = []
    for kind in kinds:
        settled.append(kind if kind != "P" else "A" if settled and settled[-1] == "T" else "T")
    return settled


def fragment_kind(item: Candidate) -> str:
    """Title, Authors, Venue, Links, Whole entry, Person perhaps, or other text (N)."""
    if item.kind is None:
        item.kind = _fragment_kind(item)
    return item.kind


def _fragment_kind(item: Candidate) -> str:
    cell = item.cells[0]
    text = item.text
    if is_row_of_links(cell) and len(item.cells) == 1:
        return "L"
    evidence = item.evidence
    if evidence.people >= 1.2 and evidence.free <= 4 and evidence.venue <= 0.5:
        return "A"
    if evidence.people >= 1.2 and (
        evidence.strong or (evidence.year >= 1 and evidence.free >= 8 and begins_with_name(text))
    ):
        return "W"
    if evidence.year >= 1 and evidence.words <= 40:
        return "V"
    if evidence.words <= 4 and evidence.people > 0 and not evidence.venue:
        return "P"
    if (
        evidence.newsy
        or evidence.words > 40
        or evidence.words < 2
        or (re.search(r"[.;:]$", text.strip()) and evidence.words > 25)
    ):
        return "N"
    return "T"


def _starts(kinds: list[str]) -> list[int]:
    """Where entries begin: titles with authors or a venue right below; or authors with a title below."""
    titles = [i for i, kind in enumerate(kinds) if kind == "T" and i + 1 < len(kinds) and kinds[i + 1] in "AV"]
    authors = [
        i
        for i, kind in enumerate(kinds)
        if kind == "A" and i + 2 < len(kinds) and kinds[i + 1] == "T" and kinds[i + 2] in "VL"
    ]
    wholes = [i for i, kind in enumerate(kinds) if kind == "W"]
    if len(authors) > len(titles):
        return sorted({*authors, *wholes})
    return sorted({*titles, *wholes})


def _end_of(kinds: list[str], start: int, limit: int) -> int:
    """An entry takes what belongs to it and at most one remark."""
    end, notes = start + 1, 0
    if kinds[start] == "W":  # whole by itself
        while end < limit and kinds[end] == "L":
            end += 1
        return end
    while end < limit:
        if kinds[end] in "NT":
            notes += 1
            if notes > 1:
                break
        end += 1
    return end


def is_row_of_links(cell: Cell) -> bool:
    """Whether a line is "PDF | Code | Slides" and the like."""
    parts = [part for part in re.split(r"[\[\]()|/·•,;\s]{2,}|\s[-–]\s", cell.text) if part.strip()]
    return bool(parts) and sum(is_link_label(part) for part in parts) * 2 >= len(parts)
