"""What leads from a work to another: identifiers that are another paper's, swapped links, links that lead nowhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from scholarsync.audit.model import Finding, finding, is_preprint
from scholarsync.model import Record, Work
from scholarsync.normalise.identifiers import identifiers_in

FURNITURE = frozenset({"homepage", "project", "code", "website", "data", "github", "publisher", "journal"})
"""Links that two works may share."""


def many_ids(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    """Identifiers of one work that cannot all be its own; a preprint's DOI beside the publication's can."""
    for field in ("doi", "arxiv_id"):
        counted = [record for record in members if field == "arxiv_id" or not is_preprint(record)]
        ids: dict[str, list[Record]] = defaultdict(list)
        for record in counted:
            if value := getattr(record, field):
                ids[value].append(record)
        if len(ids) > 1:
            said = "; ".join(f"{', '.join(r.source for r in held)}: {value}" for value, held in sorted(ids.items()))
            keys = tuple(record.key for _, held in sorted(ids.items()) for record in held)
            yield finding("two-ids", work, where=field, detail=said, records=keys)


def broken(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    """Links that lead nowhere, as their spelling alone tells."""
    for record in members:
        for label, url in (*record.links.items(), ("url", record.url or "")):
            if reason := _fault_of(url):
                yield finding("broken", work, where=label, detail=f"{url} ({reason})", records=(record.key,))


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


def shared(works: Sequence[Work], records: Mapping[str, Record]) -> Iterable[Finding]:
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
                yield finding("wrong-id", work, where=field, detail=detail, records=tuple(stating))
        if owner is None:
            first = by_key[min(held)]
            detail = f"{value} stands on {'; '.join(sorted(_named(by_key[key]) for key in held))}"
            stated = tuple(sorted(key for keys in held.values() for key in keys))
            yield finding("shared-id", first, where=field, detail=detail, records=stated)


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
