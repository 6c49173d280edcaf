"""The other direction: what is missing or wrong on the sources themselves.

Pure: works, the records that each watch lists, and what was judged of them go in; findings
come out, in a fixed order.  A finding is worth a person's time only if it is likely true, so
what may differ rightly (a preprint and its publication, an abbreviated venue, a cut list) is
not called a disagreement.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from scholarsync.model import Author, Record, Work
from scholarsync.normalise.identifiers import identifiers_in
from scholarsync.normalise.names import same_person
from scholarsync.normalise.titles import fold, title_key
from scholarsync.normalise.venues import is_preprint_venue, venue_key

KINDS = {
    "missing": "not listed there",
    "gone": "no longer listed",
    "disagree": "sources disagree",
    "wrong-id": "an identifier or link of another paper",
    "shared-id": "one identifier or link on two works",
    "two-ids": "two identifiers on one work",
    "broken": "a link that cannot work",
    "namesake": "may be a namesake's",
    "twice": "listed twice",
}
"""Kinds of finding, in the order of the report."""
FURNITURE = frozenset({"homepage", "project", "code", "website", "data", "github", "publisher", "journal"})
"""Links that two works may share."""
EDITION = re.compile(r"\([^()]*\)|\b\d+(?:st|nd|rd|th)\b|'?\b\d{2,4}\b", re.IGNORECASE)
"""What venues of one name differ in: a short form in brackets, the number or year of the meeting."""


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
class Doubt:
    """A record of which it is not clear whether it is somebody's, and why."""

    record: str
    person: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a person may want to mend at a source."""

    kind: str
    work: str
    """Citation key of the work, or its own key."""
    title: str
    where: str
    """The watch, the field, or the person."""
    detail: str
    records: tuple[str, ...] = ()


def audit(
    works: Sequence[Work], records: Mapping[str, Record], listings: Sequence[Listing], doubts: Iterable[Doubt]
) -> tuple[Finding, ...]:  # fmt: skip
    """All findings about somebody's works.

    Args:
        works: the works in the store.
        records: all records by key.
        listings: what each watch lists.
        doubts: records of which it is not clear whether they are somebody's.
    """
    theirs = [work for work in works if work.people]
    found = [finding for work in theirs for finding in _of_work(work, records, listings)]
    found += _shared(theirs, records)
    found += _repeated(theirs, records, listings)
    work_of = {key: work for work in works for key in work.records}
    found += [
        _finding("namesake", work_of[doubt.record], where=doubt.person, detail=doubt.reason, records=(doubt.record,))
        for doubt in doubts
        if doubt.record in work_of
    ]
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(sorted(set(found), key=lambda f: (order[f.kind], f.where, f.title, f.work, f.detail, f.records)))


def _of_work(work: Work, records: Mapping[str, Record], listings: Sequence[Listing]) -> Iterable[Finding]:
    members = [records[key] for key in work.records if key in records]
    yield from _places(work, records, listings)
    yield from _disagreements(work, members)
    yield from _many_ids(work, members)
    yield from _broken(work, members)


# where it stands ---------------------------------------------------------------------------------


def _places(work: Work, records: Mapping[str, Record], listings: Sequence[Listing]) -> Iterable[Finding]:
    held = set(work.records)
    for listing in listings:
        here = sorted(held & listing.listed)
        if not here and _belongs(work, listing):
            kind = "gone" if held & listing.gone else "missing"
            yield _finding(kind, work, where=listing.watch, detail=KINDS[kind])
        if len(here) > 1:
            preprints = sum(_is_preprint(records[key]) for key in here if key in records)
            both = ", preprint and publication" if 0 < preprints < len(here) else ""
            yield _finding("twice", work, where=listing.watch, detail=f"{len(here)} entries{both}", records=tuple(here))


def _belongs(work: Work, listing: Listing) -> bool:
    """Whether a watch that does not list the work should: it is whole, the person's own, and of the right kind."""
    if not (listing.complete and listing.identity and listing.person in work.people):
        return False
    on_arxiv = work.chosen.arxiv_id is not None or work.chosen.type == "preprint"
    return on_arxiv or not listing.watch.startswith("arxiv:")


def _repeated(
    works: Sequence[Work], records: Mapping[str, Record], listings: Sequence[Listing]
) -> Iterable[Finding]:  # fmt: skip
    """Entries of one page that nothing tells apart: reconciling keeps them two, a reader takes them for one."""
    work_of = {key: work for work in works for key in work.records}
    for listing in listings:
        alike: dict[str, list[Record]] = defaultdict(list)
        for key in sorted(listing.listed & records.keys() & work_of.keys()):
            if not records[key].title_truncated:
                alike[title_key(records[key].title or "")].append(records[key])
        for title, entries in alike.items():
            for number, entry in enumerate(entries):
                twin = next((other for other in entries[:number] if _nothing_tells(entry, other)), None)
                if title and twin is not None and work_of[entry.key] is not work_of[twin.key]:
                    also = work_of[twin.key].label or twin.key
                    detail = f"2 entries that nothing tells apart; the other is {also}"
                    both = (twin.key, entry.key)
                    yield _finding("twice", work_of[entry.key], where=listing.watch, detail=detail, records=both)


def _nothing_tells(left: Record, right: Record) -> bool:
    """Whether two entries of one title name the same people and no other year, place, pages or identifier."""
    venues = {venue_key(record.venue) for record in (left, right) if record.venue}
    values = ((r.year, r.doi, r.arxiv_id, r.type, r.pages, r.volume) for r in (left, right))
    told = any(mine and theirs and mine != theirs for mine, theirs in zip(*values, strict=True))
    return not told and len(venues) < 2 and not _other_people(left.authors, right.authors)


# what is said of it ------------------------------------------------------------------------------


def _disagreements(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    """Values of whole records of one version that cannot all be right."""
    published = [record for record in members if not _is_preprint(record)]
    preprints = [record for record in members if _is_preprint(record)]
    for group in (published, preprints):
        titled = [record for record in group if record.title and not record.title_truncated]
        if len({title_key(record.title or "") for record in titled}) > 1:
            yield _differing("title", work, titled)
        listed = [r for r in group if r.authors and r.authors_truncated is False and not r.coauthors_only]
        if any(_other_people(listed[0].authors, record.authors) for record in listed[1:]):
            yield _differing("authors", work, listed)
    dated = [record for record in published if record.year]
    if len({record.year for record in dated}) > 1:
        yield _differing("year", work, dated)
    placed = [record for record in published if record.venue and not record.venue_truncated]
    if any(_clash(one.venue or "", other.venue or "") for one in placed for other in placed):
        yield _differing("venue", work, placed)


def _differing(field: str, work: Work, records: Sequence[Record]) -> Finding:
    """What each record says, records that say the same together."""
    said: dict[str, list[str]] = {}
    for record in records:
        text = _said(record, field)
        said.setdefault(fold(text), [text]).append(record.source)
    detail = "; ".join(f"{', '.join(dict.fromkeys(sources))}: {text}" for text, *sources in said.values())
    return _finding("disagree", work, where=field, detail=detail, records=tuple(record.key for record in records))


def _said(record: Record, field: str) -> str:
    if field == "authors":
        return f"{len(record.authors)} ({', '.join(author.name for author in record.authors)})"
    return str(getattr(record, field))


def _is_preprint(record: Record) -> bool:
    return record.type == "preprint" or bool(record.venue and is_preprint_venue(record.venue))


def _other_people(left: Sequence[Author], right: Sequence[Author]) -> bool:
    """Whether two whole lists differ in length or name somebody else at some place."""
    if len(left) != len(right):
        return True
    return any(same_person(one, other) == "different" for one, other in zip(left, right, strict=True))


def _clash(left: str, right: str) -> bool:
    """Whether two venues differ in more than that one says less or is short for the other."""
    one, other = (venue_key(EDITION.sub(" ", venue)).split() for venue in (left, right))
    shorter, longer = sorted((one, other), key=len)
    if all(any(word.startswith(short) or short.startswith(word) for word in longer) for short in shorter):
        return False
    return not (_is_acronym(left, right) or _is_acronym(right, left))


def _is_acronym(short: str, long: str) -> bool:
    """Whether a word of one name is made of first letters of the other ("ICKT", "… Conference on Kite Theory")."""
    letters = "".join(word[0] for word in fold(long).split())
    return any(len(word) > 2 and word.isupper() and _in_order(word.lower(), letters) for word in short.split())


def _in_order(word: str, letters: str) -> bool:
    rest = iter(letters)
    return all(letter in rest for letter in word)


# identifiers and links ---------------------------------------------------------------------------


def _many_ids(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    for field in ("doi", "arxiv_id"):
        counted = [record for record in members if field == "arxiv_id" or not _is_preprint(record)]
        ids: dict[str, list[Record]] = defaultdict(list)
        for record in counted:
            if value := getattr(record, field):
                ids[value].append(record)
        if len(ids) > 1:
            said = "; ".join(f"{', '.join(r.source for r in held)}: {value}" for value, held in sorted(ids.items()))
            keys = tuple(record.key for _, held in sorted(ids.items()) for record in held)
            yield _finding("two-ids", work, where=field, detail=said, records=keys)


def _broken(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    """Links that lead nowhere, as their spelling alone tells."""
    for record in members:
        for label, url in (*record.links.items(), ("url", record.url or "")):
            if reason := _fault_of(url):
                yield _finding("broken", work, where=label, detail=f"{url} ({reason})", records=(record.key,))


def _fault_of(url: str) -> str | None:
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return "not a URL"
    if host in {"http", "https"}:
        return "two addresses in one"
    if host == "localhost" or host.startswith(("127.", "192.168.", "10.")) or host.endswith((".local", ".localhost")):
        return "an address of one computer"
    if "." not in host and ":" not in host:
        return "no host"
    if host in {"doi.org", "dx.doi.org", "www.doi.org"}:
        ids = identifiers_in(url)
        return None if ids.doi or ids.arxiv_id else "no DOI in it"
    return None


def _shared(works: Sequence[Work], records: Mapping[str, Record]) -> Iterable[Finding]:
    """Identifiers and links that stand on two works: at one of them they point to another paper."""
    holders: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    by_key = {work.key: work for work in works}
    for work in works:
        for key in work.records:
            for name in _pointers(records[key]) if key in records else ():
                holders[name][work.key].append(key)
    for (field, value), held in sorted(holders.items()):
        if len(held) < 2 or (field == "link" and len(held) > 2):  # a link on many works is the page's own furniture
            continue
        owner = _owner(field, value, held, by_key)
        for key, stating in held.items():
            work = by_key[key]
            if owner is not None and key != owner.key:
                detail = f"{value} is of {_named(owner)}"
                yield _finding("wrong-id", work, where=field, detail=detail, records=tuple(stating))
        if owner is None:
            first = by_key[min(held)]
            detail = f"{value} stands on {'; '.join(sorted(_named(by_key[key]) for key in held))}"
            stated = tuple(sorted(key for keys in held.values() for key in keys))
            yield _finding("shared-id", first, where=field, detail=detail, records=stated)


def _pointers(record: Record) -> Iterable[tuple[str, str]]:
    """(kind, value) of everything in a record that names one paper: its identifiers, those in its links, its links."""
    named = {("doi", record.doi), ("arxiv_id", record.arxiv_id)}
    for label, url in (*record.links.items(), ("url", record.url or "")):
        ids = identifiers_in(url)
        named |= {("doi", ids.doi.bare)} if ids.doi else set()
        named |= {("arxiv_id", ids.arxiv_id.bare)} if ids.arxiv_id else set()
        if ids.doi or ids.arxiv_id:
            continue
        if label not in FURNITURE and label != "url":
            named.add(("link", url))
    return [(field, value) for field, value in named if value]


def _owner(field: str, value: str, held: Mapping[str, Sequence[str]], works: Mapping[str, Work]) -> Work | None:
    """The one work that a shared identifier surely is of: the one with that and no other, stated by most records."""
    if field == "link":
        return None
    own = [key for key in held if getattr(works[key].chosen, field) == value]
    ranked = sorted(own, key=lambda key: (-len(held[key]), key))
    if not ranked or (len(ranked) > 1 and len(held[ranked[0]]) == len(held[ranked[1]])):
        return None
    return works[ranked[0]]


def _named(work: Work) -> str:
    return f"{work.chosen.title!r} [{work.label or work.key}]"


def _finding(kind: str, work: Work, *, where: str, detail: str, records: tuple[str, ...] = ()) -> Finding:
    return Finding(
        kind=kind,
        work=work.label or work.key,
        title=work.chosen.title or "(no title)",
        where=where,
        detail=detail,
        records=records,
    )
