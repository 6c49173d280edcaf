"""Changes put into the text of a list: each entry's as one, and only where the list then reads as it should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scholarsync.lists.mend import Change
from scholarsync.lists.model import Edit, Entry, Form, Listing, apply
from scholarsync.model import Record
from scholarsync.normalise import normalise
from scholarsync.normalise.titles import title_key
from scholarsync.normalise.venues import venue_key

PROSE = frozenset({"html", "markdown"})
"""Forms whose entries may be read a little otherwise when a neighbour changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """A list with the changes that it took."""

    listing: Listing
    done: tuple[Change, ...]
    left: tuple[Change, ...]
    """Those that could not be made safely, or that the list has no way to say."""


def amend(form: Form, listing: Listing, own: Sequence[Record], changes: Sequence[Change]) -> Amended:
    """The list with the changes: all at once where that reads back, else entry by entry.

    Args:
        form: how the list is edited.
        listing: the list.
        own: the records of its entries.
        changes: what is asked for.
    """
    by_entry: dict[int, list[Change]] = {}
    for change in changes:
        by_entry.setdefault(change.entry, []).append(change)
    whole = _attempt(form, listing, own, by_entry)
    if whole is not None:
        new, done = whole
    else:
        new, done = listing, []
        for number, some in sorted(by_entry.items()):
            if (one := _attempt(form, new, own, {number: some})) is not None:
                new, done = one[0], [*done, *one[1]]
    made = {(change.entry, change.field) for change in done}
    left = tuple(
        change for change in changes
        if (change.entry, change.field) not in made and not _states(_record(new, change.entry), change)
    )  # fmt: skip
    return Amended(listing=new, done=tuple(done), left=left)


def _attempt(
    form: Form, listing: Listing, own: Sequence[Record], by_entry: Mapping[int, Sequence[Change]]
) -> tuple[Listing, list[Change]] | None:
    """The list with all changes of some entries and the changes that were made; None where it does not read back."""
    edits: list[Edit] = []
    done: list[Change] = []
    for number, changes in by_entry.items():
        some = _edits_of(form, listing, number, own[number], changes)
        stated = {edit.field for edit in some}
        edits += some
        done += [change for change in changes if change.field in stated]
        if "arxiv_id" in stated - {change.field for change in changes}:
            done.append(
                replace(changes[0], field="arxiv_id", old=None, value=own[number].arxiv_id or "", source="the list")
            )
    if not edits:
        return listing, []
    new = form.read(apply(listing.files, _joined(edits)))
    return (new, done) if _reads_back(listing, new, done) else None


def _edits_of(form: Form, listing: Listing, number: int, own: Record, changes: Sequence[Change]) -> list[Edit]:
    entry = listing.entries[number]
    filled = {change.field: change.value for change in changes if change.kind == "filled"}
    upgraded = {change.field: change.value for change in changes if change.kind == "upgraded"}
    edits = list(form.fill(listing, entry, filled)) if filled else []
    if upgraded:
        edits += form.revise(listing, entry, upgraded)
        if own.arxiv_id:  # stood perhaps only in the venue that is replaced
            edits += form.fill(listing, entry, {"arxiv_id": own.arxiv_id})
    return edits


def _joined(edits: Sequence[Edit]) -> list[Edit]:
    """Insertions at one place as one, in their order; one change said twice once."""
    joined: dict[tuple[str, int, int], Edit] = {}
    for edit in dict.fromkeys(edits):
        at = (edit.file, edit.start, edit.end)
        joined[at] = (
            replace(edit, text=joined[at].text + edit.text) if at in joined and edit.start == edit.end else edit
        )
    return list(joined.values())


def _reads_back(old: Listing, new: Listing, done: Sequence[Change]) -> bool:
    """Whether the changed entries say what they should and keep their names, and all others are as they were."""
    if len(new.entries) != len(old.entries):
        return False
    changed = {change.entry for change in done}
    for number, (before, after) in enumerate(zip(old.entries, new.entries, strict=True)):
        if number not in changed and not says_same(before, after, prose=new.form in PROSE):
            return False
        if number in changed and (before.draft.key, before.draft.title) != (after.draft.key, after.draft.title):
            return False
    return all(_states(_record(new, change.entry), change) for change in done)


def _record(listing: Listing, number: int) -> Record:
    return normalise(listing.entries[number].draft, source=listing.source)


def says_same(before: Entry, after: Entry, *, prose: bool) -> bool:
    """Whether two entries say the same, wherever they stand; in prose their title is enough."""
    if prose:
        return before.draft.title == after.draft.title
    plain = [replace(entry.draft, id="", section=None, evidence=()) for entry in (before, after)]
    return plain[0] == plain[1]


def _states(record: Record, change: Change) -> bool:
    value = getattr(record, change.field)
    said = "" if value is None else str(value)
    if change.field == "venue":
        return venue_key(said) == venue_key(change.value)
    if change.field in {"url", "title"}:
        return bool(said) and title_key(said) == title_key(change.value)
    return said == change.value
