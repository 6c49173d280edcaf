"""A hand-kept list brought up to date in place: what is missing added, what is asked for mended.

The file is the person's word.  Every byte that is not part of an agreed change stays; a value
that stands there is never replaced by another source's, only told; and before anything is
written the new text is read back: all old entries as they were, and the new ones among them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scholarsync.lists import open_list
from scholarsync.lists.amend import PROSE, amend, says_same
from scholarsync.lists.files import load, save
from scholarsync.lists.matching import match
from scholarsync.lists.mend import Change, changes_of
from scholarsync.lists.model import Addition, Entry, Files, Form, Listing, Unsafe, apply
from scholarsync.model import Decision, Record, Work
from scholarsync.normalise import normalise
from scholarsync.normalise.titles import title_key
from scholarsync.publish import ListRules, order_key, select
from scholarsync.reconcile import choose

SELECTION = re.compile(
    r"\b(?:selected|selection|featured|highlights?|recent|representative|ausgewählte|choisies)\b", re.IGNORECASE
)


EVERYTHING = ListRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A work that the list did not have."""

    title: str
    key: str | None
    """Its citation key, slug or file name on the list, where the form has such."""
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateReport:
    """What an update did, or would do."""

    path: str
    entries: int = 0
    """How many the list had."""
    added: tuple[Added, ...] = ()
    filled: tuple[Change, ...] = ()
    upgraded: tuple[Change, ...] = ()
    conflicts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    diff: str = ""

    @property
    def changed(self) -> bool:
        """Whether the list differs from what it was."""
        return bool(self.diff)


def update_list(
    path: Path, works: Sequence[Work | Record], *, rules: ListRules = EVERYTHING, fill: bool = False,
    upgrade: bool = False, write: bool = True, decisions: Sequence[Decision] = (), owners: tuple[str, ...] = (),
) -> UpdateReport:  # fmt: skip
    """Add what the list lacks, and fill or upgrade its entries where that is asked for.

    Args:
        path: the file or folder.
        works: works, or records that are first joined to works.
        rules: which of them belong on the list.
        fill: whether fields that entries lack are put in.
        upgrade: whether preprints become the publications they have turned into.
        write: whether the list is written; else the report says what would be done.
        decisions: what a person ruled of records.
        owners: names of the list's owner.

    Raises:
        InputError: the list cannot be read.
        PublishError: the list cannot take the change safely, or cannot be written; it stands as it was.
    """
    form, listing = open_list(path)
    before = listing.files
    given = [work.chosen if isinstance(work, Work) else work for work in works]
    own = records_of(listing)
    matching = match(own, given, decisions=decisions)
    notes = [f"not added: {_name(given[n])} may be {_name(own[e])}" for n, e in sorted(matching.doubtful.items())]
    conflicts = [
        f"{_name(given[n])}: its identifier stands at {_name(own[e])}" for n, e in sorted(matching.clashing.items())
    ]
    mended: list[Change] = []
    if fill or upgrade:
        pairs = {e: (own[e], works[n]) for n, e in sorted(matching.there.items(), reverse=True)}
        mended, told = changes_of(pairs, fill=fill, upgrade=upgrade)
        conflicts += told
        amended = amend(form, listing, own, mended)
        listing, mended = amended.listing, list(amended.done)
        notes += [f"left to you: {change}" for change in amended.left]
    missing = _belonging([_as_work(works, members) for members in matching.absent], rules, listing, notes)
    added = []
    for work in sorted(missing, key=order_key, reverse=True):
        listing, key = _add(form, listing, Addition(record=work.chosen, owners=owners))
        added.append(Added(title=work.chosen.title or "", key=key, source=_source(work)))
    report = UpdateReport(
        path=str(path), entries=len(own), added=tuple(reversed(added)), conflicts=tuple(conflicts), notes=tuple(notes),
        filled=tuple(c for c in mended if c.kind == "filled"),
        upgraded=tuple(c for c in mended if c.kind == "upgraded"),
        diff=diff_of(before, listing.files),
    )  # fmt: skip
    if write and report.changed:
        if load(path) != before:
            raise Unsafe(f"{path}: changed while it was being updated; nothing was written")
        save(path, before, listing.files)
    return report


def records_of(listing: Listing) -> list[Record]:
    """The records of a list's entries."""
    return [normalise(entry.draft, source=listing.source) for entry in listing.entries]


def _name(record: Record) -> str:
    return record.label or f'"{record.title}"'


def _source(work: Work) -> str:
    return work.origin.get("title", work.chosen.source).split(":", 1)[0]


def _as_work(works: Sequence[Work | Record], members: Sequence[int]) -> Work:
    chosen = [works[number] for number in members]
    made = [work for work in chosen if isinstance(work, Work)]
    if made:
        return made[0]
    records = [replace(record, key=f"{record.source}:{record.key}") for record in chosen if isinstance(record, Record)]
    work = choose(records, ranks={})
    source = {record.key: record.source for record in records}
    return replace(
        work, chosen=replace(work.chosen, source=source.get(work.origin.get("title", ""), records[0].source))
    )


def _belonging(works: Sequence[Work], rules: ListRules, listing: Listing, notes: list[str]) -> Sequence[Work]:
    """The works that the list wants, told where it wants fewer than there are."""
    named = [work for work in works if work.chosen.title]
    sections = {entry.draft.section for entry in listing.entries}
    if (
        named
        and rules == ListRules()
        and sections
        and all(section and SELECTION.search(section) for section in sections)
    ):
        notes.append(f"a selection ({min(filter(None, sections))!r}): {len(named)} other works were not added")
        return ()
    rules = replace(rules, person=None) if not any(work.people for work in named) else rules
    room = None if rules.limit is None else max(rules.limit - len(listing.entries), 0)
    return select(named, replace(rules, limit=None))[:room]


def _add(form: Form, listing: Listing, addition: Addition) -> tuple[Listing, str | None]:
    """The list with one record more, read back; and the key it has there."""
    files = apply(listing.files, form.add(listing, addition))
    new = form.read(files)
    fresh = added_entry(listing, new)
    title = addition.record.title or ""
    if fresh is None or title_key(normalise(fresh.draft, source=new.source).title or "") != title_key(title):
        raise Unsafe(f"{next(iter(listing.files))}: {title!r} cannot be added in a way that reads back; {OFFER}")
    return new, fresh.draft.key


OFFER = "put <!-- scholarsync:begin --> and <!-- scholarsync:end --> where new entries may go"


def added_entry(old: Listing, new: Listing) -> Entry | None:
    """The one entry that was added, when all old ones are there as they were and in their order."""
    if len(new.entries) != len(old.entries) + 1:
        return None
    prose = new.form in PROSE
    pairs = zip(old.entries, new.entries, strict=False)
    at = next((n for n, (a, b) in enumerate(pairs) if not says_same(a, b, prose=prose)), len(old.entries))
    rest = zip(old.entries[at:], new.entries[at + 1 :], strict=True)
    return new.entries[at] if all(says_same(a, b, prose=prose) for a, b in rest) else None


def diff_of(before: Files, after: Files) -> str:
    """A unified diff of all files that differ."""
    parts: list[str] = []
    for name in sorted(after):
        old = before[name].text if name in before else ""
        if old != after[name].text or name not in before:
            lines = difflib.unified_diff(
                old.splitlines(keepends=True), after[name].text.splitlines(keepends=True),
                f"a/{name}" if name in before else "/dev/null", f"b/{name}",
            )  # fmt: skip
            parts += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
    return "".join(parts)
