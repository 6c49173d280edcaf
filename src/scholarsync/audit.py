"""The other direction: what is missing or wrong on the sources themselves.

Pure: works, the records that each watch lists, and what was judged of them go in; findings
come out, in a fixed order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scholarsync.model import Person, Record, Work
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.normalise.titles import title_key
from scholarsync.normalise.venues import is_preprint_venue, venue_key

KINDS = {
    "missing": "not listed there",
    "disagree": "sources disagree",
    "shared-id": "one identifier or link on two works",
    "two-ids": "two identifiers on one work",
    "namesake": "may be a namesake's",
    "twice": "listed twice",
    "gone": "no longer listed",
}
"""Kinds of finding, in the order of the report."""
FURNITURE = frozenset({"homepage", "project", "code"})
"""Links that two works may share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What one watch lists now."""

    watch: str
    person: str | None
    complete: bool
    """Whether its newest answer was whole: only then may something be called missing there."""
    identity: bool
    listed: frozenset[str]
    """Keys of the records it lists."""
    gone: frozenset[str] = frozenset()
    """Keys of the records it listed once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a person may want to mend at a source."""

    kind: str
    work: str
    """Citation key of the work, or its own key."""
    title: str
    where: str
    """The watch, or the field."""
    detail: str
    records: tuple[str, ...] = ()


def audit(
    works: Sequence[Work], records: Mapping[str, Record], listings: Sequence[Listing], people: Sequence[Person],
    unsure: Mapping[str, str],
) -> tuple[Finding, ...]:  # fmt: skip
    """All findings about somebody's works.

    Args:
        works: the works in the store.
        records: all records by key.
        listings: what each watch lists.
        people: whose works they are.
        unsure: record key to the reason why it is not clear whose it is.
    """
    theirs = [work for work in works if work.people]
    found = [finding for work in theirs for finding in _of_work(work, records, listings, people)]
    found += _shared(theirs, records)
    found += [
        _finding("namesake", work, where=key, detail=unsure[key], records=(key,))
        for work in works
        for key in work.records
        if key in unsure
    ]
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(sorted(set(found), key=lambda f: (order[f.kind], f.where, f.title, f.work, f.detail)))


def _of_work(
    work: Work, records: Mapping[str, Record], listings: Sequence[Listing], people: Sequence[Person]
) -> Iterable[Finding]:
    members = [records[key] for key in work.records if key in records]
    held = set(work.records)
    for listing in listings:
        here = sorted(held & listing.listed)
        if not here and _belongs(work, listing):
            kind = "gone" if held & listing.gone else "missing"
            yield _finding(kind, work, where=listing.watch, detail=KINDS[kind])
        if len(here) > 1:
            yield _finding("twice", work, where=listing.watch, detail=f"{len(here)} entries", records=tuple(here))
    yield from _disagreements(work, members)
    yield from _strangers(work, people)


def _belongs(work: Work, listing: Listing) -> bool:
    """Whether a watch that does not list the work should: it is whole, the person's own, and of the right kind."""
    if not (listing.complete and listing.identity and listing.person in work.people):
        return False
    on_arxiv = work.chosen.arxiv_id is not None or work.chosen.type == "preprint"
    return on_arxiv or not listing.watch.startswith("arxiv:")


def _disagreements(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    """Values of whole records that cannot all be right."""
    published = [r for r in members if not _is_preprint(r)]
    checks = {
        "title": [(r, title_key(r.title)) for r in members if r.title and not r.title_truncated],
        "year": [(r, str(r.year)) for r in published if r.year],
        "venue": [(r, venue_key(r.venue)) for r in published if r.venue and not r.venue_truncated],
        "authors": [
            (r, str(len(r.authors)))
            for r in members
            if r.authors and r.authors_truncated is False and not r.coauthors_only
        ],
    }
    for field, values in checks.items():
        if len({value for _, value in values if value}) > 1:
            said = "; ".join(f"{record.source}: {_said(record, field)}" for record, _ in values)
            yield _finding(
                "disagree", work, where=field, detail=said, records=tuple(record.key for record, _ in values)
            )
    for field in ("doi", "arxiv_id"):
        ids = {value: r for r in (published if field == "doi" else members) if (value := getattr(r, field))}
        if len(ids) > 1:
            said = "; ".join(f"{record.source}: {value}" for value, record in sorted(ids.items()))
            yield _finding("two-ids", work, where=field, detail=said, records=tuple(r.key for r in ids.values()))


def _clash(values: set[str]) -> bool:
    """Whether values differ in more than that one says less ("Robotics", "Made-up Robotics")."""
    longest = max((set(value.split()) for value in values), key=len, default=set())
    return any(not set(value.split()) <= longest for value in values)


def _said(record: Record, field: str) -> str:
    if field == "authors":
        return f"{len(record.authors)} authors"
    return str(getattr(record, field))


def _is_preprint(record: Record) -> bool:
    return record.type == "preprint" or bool(record.venue and is_preprint_venue(record.venue))


def _strangers(work: Work, people: Sequence[Person]) -> Iterable[Finding]:
    """A whole author list that names nobody like the person whose work it is said to be."""
    chosen = work.chosen
    if not chosen.authors or chosen.authors_truncated is not False or chosen.coauthors_only or chosen.collaboration:
        return
    for person in people:
        if person.name in work.people:
            names = [parse_name(name) for name in (person.name, *person.variants)]
            if all(same_person(author, name) == "different" for author in chosen.authors for name in names):
                listed = ", ".join(author.name for author in chosen.authors)
                yield _finding("namesake", work, where=person.name, detail=f"names nobody like {person.name}: {listed}")


def _shared(works: Sequence[Work], records: Mapping[str, Record]) -> Iterable[Finding]:
    """Identifiers and links that stand on two works: one of them points to another paper."""
    holders: dict[tuple[str, str], dict[str, tuple[Work, str]]] = defaultdict(dict)
    for work in works:
        for key in work.records:
            record = records.get(key)
            if record is None:
                continue
            urls = {
                ("link", url) for label, url in record.links.items() if label not in {"homepage", "project", "code"}
            }
            ids = {("doi", record.doi), ("arxiv_id", record.arxiv_id), *urls}
            for field, value in ids:
                if value:
                    holders[field, value].setdefault(work.key, (work, key))
    for (field, value), held in holders.items():
        if len(held) == 2 or (len(held) > 2 and field != "link"):  # a link on many works is the page's own furniture
            titles = "; ".join(sorted(f"{work.chosen.title!r} ({key})" for work, key in held.values()))
            first = min(held.values(), key=lambda pair: pair[0].key)[0]
            yield _finding("shared-id", first, where=field, detail=f"{value} stands on {titles}")


def _finding(kind: str, work: Work, *, where: str, detail: str, records: tuple[str, ...] = ()) -> Finding:
    return Finding(
        kind=kind,
        work=work.label or work.key,
        title=work.chosen.title or "(no title)",
        where=where,
        detail=detail,
        records=records,
    )
