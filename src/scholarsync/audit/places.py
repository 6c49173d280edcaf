"""Where works stand: missing or gone from a source that should list them, and listed twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from scholarsync.audit.model import KINDS, Finding, Listing, are_other_people, finding, is_preprint
from scholarsync.model import Record, Work
from scholarsync.normalise.titles import title_key
from scholarsync.normalise.venues import venue_key


def places(work: Work, records: Mapping[str, Record], listings: Sequence[Listing]) -> Iterable[Finding]:
    """Every source that lacks a work which it should list, or lists it more than once."""
    held = set(work.records)
    for listing in listings:
        here = sorted(held & listing.listed)
        if not here and _belongs(work, listing):
            kind = "gone" if held & listing.gone else "missing"
            yield finding(kind, work, where=listing.watch, detail=KINDS[kind])
        if len(here) > 1:
            preprints = sum(is_preprint(records[key]) for key in here if key in records)
            both = ", preprint and publication" if 0 < preprints < len(here) else ""
            yield finding("twice", work, where=listing.watch, detail=f"{len(here)} entries{both}", records=tuple(here))


def _belongs(work: Work, listing: Listing) -> bool:
    """Whether a watch that does not list the work should: it is whole, the person's own, and of the right kind."""
    if not (listing.complete and listing.identity and listing.person in work.people):
        return False
    on_arxiv = work.chosen.arxiv_id is not None or work.chosen.type == "preprint"
    return on_arxiv or not listing.watch.startswith("arxiv:")


def repeated(
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
                    yield finding("twice", work_of[entry.key], where=listing.watch, detail=detail, records=both)


def _nothing_tells(left: Record, right: Record) -> bool:
    """Whether two entries of one title name the same people and no other year, place, pages or identifier."""
    venues = {venue_key(record.venue) for record in (left, right) if record.venue}
    values = ((r.year, r.doi, r.arxiv_id, r.type, r.pages, r.volume) for r in (left, right))
    told = any(mine and theirs and mine != theirs for mine, theirs in zip(*values, strict=True))
    return not told and len(venues) < 2 and not are_other_people(left.authors, right.authors)
