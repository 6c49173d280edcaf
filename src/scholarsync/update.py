"""A hand-kept list brought up to date in place: what is missing added, what is asked for mended.

The file is the person's word.  Every byte that is not part of an agreed change stays; a value
that stands there is never replaced by another source's, only told; and before anything is
written the new text is read back: all old entries as they were, and the new ones among them.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scholarsync.lists import open_list
from scholarsync.lists.amend import PROSE, amend, says_same
from scholarsync.lists.files import load, save
from scholarsync.lists.matching import Matching, match
from scholarsync.lists.mend import Change, changes_of, is_ahead
from scholarsync.lists.model import Addition, Entry, Files, Form, Listing, Unsafe, apply
from scholarsync.lists.place import SELECTION
from scholarsync.model import Decision, Record, Work
from scholarsync.normalise import normalise
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.normalise.titles import title_key
from scholarsync.publish import ListRules, order_key, select
from scholarsync.reconcile import choose

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
    outdated: tuple[Change, ...] = ()
    """What an upgrade would change, where none was asked for."""
    conflicts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    diff: str = ""
    keys: tuple[str, ...] = ()
    """All keys and file names of the list as it is then."""

    @property
    def current(self) -> bool:
        """Whether nothing is missing on the list and nothing out of date."""
        return not (self.changed or self.outdated)

    @property
    def changed(self) -> bool:
        """Whether the list differs from what it was."""
        return bool(self.diff)


def update_list(
    path: Path, works: Sequence[Work | Record], *, rules: ListRules = EVERYTHING, fill: bool = False,
    upgrade: bool = False, write: bool = True, decisions: Sequence[Decision] = (), owners: tuple[str, ...] = (),
    reserved: frozenset[str] = frozenset(),
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
        reserved: keys and file names that the list gave once, also to entries that are gone.

    Raises:
        InputError: the list cannot be read.
        PublishError: the list cannot take the change safely, or cannot be written; it stands as it was.
    """
    form, listing = open_list(path)
    before, own = listing.files, records_of(listing)
    matching = match(own, [_record(work) for work in works], decisions=decisions)
    wanted, notes = _belonging(works, matching, rules, listing, path)
    notes += _doubts(own, works, matching, wanted)
    changes, conflicts = changes_of(_pairs(own, works, matching), fill=fill, upgrade=True)
    conflicts = _clashes(own, works, matching) + (conflicts if fill or upgrade else [])
    outdated = [] if upgrade else [change for change in changes if change.kind == "upgraded"]
    amended = amend(form, listing, own, [change for change in changes if change not in outdated])
    listing, added = _with_all(form, amended.listing, wanted, owners=owners, reserved=reserved)
    report = UpdateReport(
        path=str(path), entries=len(own), added=added, conflicts=tuple(conflicts), outdated=tuple(outdated),
        notes=(*notes, *(f"left to you: {change}" for change in amended.left)),
        filled=tuple(change for change in amended.done if change.kind == "filled"),
        upgraded=tuple(change for change in amended.done if change.kind == "upgraded"),
        keys=tuple(entry.draft.key for entry in listing.entries if entry.draft.key),
        diff=diff_of(before, listing.files),
    )  # fmt: skip
    if write and report.changed:
        if load(path) != before:
            raise Unsafe(f"{path}: changed while it was being updated; nothing was written")
        save(path, before, listing.files)
    return report


def _record(work: Work | Record) -> Record:
    return work.chosen if isinstance(work, Work) else work


def _pairs(
    own: Sequence[Record], works: Sequence[Work | Record], matching: Matching
) -> dict[int, tuple[Record, Work | Record]]:
    """What is known of every entry: of several records the first, but a publication before a preprint's own."""
    pairs: dict[int, tuple[Record, Work | Record]] = {}
    for number, entry in sorted(matching.there.items()):
        if entry not in pairs or (
            is_ahead(own[entry], _record(works[number])) and not is_ahead(own[entry], _record(pairs[entry][1]))
        ):
            pairs[entry] = own[entry], works[number]
    return pairs


def _clashes(own: Sequence[Record], works: Sequence[Work | Record], matching: Matching) -> list[str]:
    return [
        f"{_name(_record(works[number]))}: its identifier stands at {_name(own[entry])}"
        for number, entry in sorted(matching.clashing.items())
    ]


def _doubts(
    own: Sequence[Record], works: Sequence[Work | Record], matching: Matching, wanted: Sequence[Work]
) -> list[str]:
    """Works that may stand on the list already, and so are not added; of selections nothing is told."""
    return [
        f"not added: {_name(_record(works[number]))} may be {_name(own[entry])}"
        for number, entry in sorted(matching.doubtful.items())
        if wanted or not matching.absent
    ]


def _with_all(
    form: Form, listing: Listing, works: Sequence[Work], *, owners: tuple[str, ...], reserved: frozenset[str]
) -> tuple[Listing, tuple[Added, ...]]:
    """The list with works more, the oldest put in first: at once where the form can, else one by one."""
    ordered = sorted(works, key=order_key, reverse=True)
    additions = [Addition(record=work.chosen, owners=owners, reserved=reserved) for work in ordered]
    if form.add_all is not None and len(additions) > 1:
        new = form.read(apply(listing.files, form.add_all(listing, additions)))
        fresh = added_entries(listing, new)
        keys = {_title(entry, new): entry.draft.key for entry in fresh or ()}
        if fresh is not None and sorted(keys) == sorted(title_key(a.record.title or "") for a in additions):
            return new, tuple(_added(work, keys[title_key(work.chosen.title or "")]) for work in reversed(ordered))
    added: list[Added] = []
    for work, addition in zip(ordered, additions, strict=True):
        listing, key = _add(form, listing, addition)
        added.insert(0, _added(work, key))
    return listing, tuple(added)


def _added(work: Work, key: str | None) -> Added:
    return Added(title=work.chosen.title or "", key=key, source=_source(work))


def _title(entry: Entry, listing: Listing) -> str:
    return title_key(normalise(entry.draft, source=listing.source).title or "")


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


def _belonging(
    works: Sequence[Work | Record], matching: Matching, rules: ListRules, listing: Listing, path: Path
) -> tuple[Sequence[Work], list[str]]:
    """The missing works that the list wants, told where it wants fewer than there are."""
    missing = [work for members in matching.absent if (work := _as_work(works, members)).chosen.title]
    sections = [entry.draft.section or "" for entry in listing.entries]
    named = next((part for part in (path.stem, min(sections, default="")) if SELECTION.search(part)), None)
    is_selection = SELECTION.search(path.stem) or (sections and all(map(SELECTION.search, sections)))
    if missing and is_selection and replace(rules, person=None, spellings=()) == EVERYTHING:
        return (), [f"a selection ({named!r}): {len(missing)} other works were not added"]
    if rules.person is not None and not any(work.people for work in missing):
        theirs = [work for work in missing if _may_be_of(work, rules)]
        rest = len(missing) - len(theirs)
        notes = [f"{rest} works that do not name {rules.person} were not added"] if rest else []
        missing, rules = theirs, replace(rules, person=None, spellings=(rules.person, *rules.spellings))
    else:
        notes = []
    room = None if rules.limit is None else max(rules.limit - len(listing.entries), 0)
    return select(missing, replace(rules, limit=None))[:room], notes


def _may_be_of(work: Work, rules: ListRules) -> bool:
    """Whether an author of a work that nobody has been asked about can be the list's person."""
    people = [parse_name(name) for name in (rules.person or "", *rules.spellings) if name]
    return any(same_person(author, person) != "different" for author in work.chosen.authors for person in people)


def _add(form: Form, listing: Listing, addition: Addition) -> tuple[Listing, str | None]:
    """The list with one record more, read back; and the key it has there."""
    files = apply(listing.files, form.add(listing, addition))
    new = form.read(files)
    fresh = added_entry(listing, new)
    title = addition.record.title or ""
    if fresh is None or _title(fresh, new) != title_key(title):
        raise Unsafe(f"{next(iter(listing.files))}: {title!r} cannot be added in a way that reads back; {OFFER}")
    return new, fresh.draft.key


OFFER = "put <!-- scholarsync:begin --> and <!-- scholarsync:end --> where new entries may go"


def added_entry(old: Listing, new: Listing) -> Entry | None:
    """The one entry that was added, when all old ones are there as they were and in their order."""
    found = added_entries(old, new)
    return found[0] if found is not None and len(found) == 1 else None


def added_entries(old: Listing, new: Listing) -> list[Entry] | None:
    """The entries that were added, when all old ones are there as they were and in their order."""
    prose, rest, fresh = new.form in PROSE, list(reversed(old.entries)), []
    for entry in new.entries:
        if rest and says_same(rest[-1], entry, prose=prose):
            rest.pop()
        else:
            fresh.append(entry)
    return None if rest else fresh


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
