"""One work from its records: every field from the record that states it best.

What a person curated goes before everything else, a published version before a preprint, a complete value
before a cut one, then the rank of the source, then the newer record.  Nothing is lost: all identifiers and
links are kept, and `origin` says which record each value is from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from scholarsync.model import Author, Record, Version, Work
from scholarsync.normalise.types import type_of_venue
from scholarsync.reconcile.profile import PREPRINT_PREFIXES, kind_of
from scholarsync.reconcile.words import fold_words

_TOGETHER = (("volume", "number", "pages"), ("year", "date"), ("doi", "doi_version"), ("arxiv_id", "arxiv_version"))
"""Fields of which one says little without the other; the first one that is known leads."""
_PUBLISHED = (
    "year",
    "date",
    "venue",
    "venue_truncated",
    "type",
    "volume",
    "number",
    "pages",
    "publisher",
    "doi",
    "doi_version",
    "url",
    "status",
)
_ANY = ("arxiv_id", "arxiv_version", "collaboration", "note", "abstract", "label")

Ranking = Callable[[Record], Any]
"""A sort key; the smallest comes first."""


def choose(
    records: Sequence[Record], *, ranks: Mapping[str, int] | None = None, first_seen: Mapping[str, object] | None = None
) -> Work:
    """One work from the records that are one.

    Args:
        records: in any order, at least one.
        ranks: name of a source to its rank, the lower the better; unknown sources come last.
        first_seen: record key to anything that sorts by age; the oldest record names the work.
    """
    ranks = ranks or {}
    seen = first_seen or {}
    ordered = sorted(records, key=lambda record: (ranks.get(record.source, len(ranks)), _freshness(record), record.key))
    by_version = sorted(ordered, key=lambda record: (not is_curated(record), is_preprint(record)))
    key = min((record.key for record in records), key=lambda name: ((0, seen[name]) if name in seen else (1, ""), name))
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}

    def take(name: str, record: Record) -> None:
        values[name] = getattr(record, name)
        origin[name] = record.key

    _pick_plain(by_version, _PUBLISHED, take)
    _pick_plain(ordered, _ANY, take)
    _pick_title(by_version, take)
    _pick_authors(by_version, take)
    _pick_venue(by_version, take)
    _keep_together(by_version, values, take)
    _pick_doi(by_version, take)
    if values.get("type") == "preprint" and is_preprint(by_version[-1]) and not is_preprint(by_version[0]):
        values["type"] = type_of_venue(values.get("venue") or "", volume=values.get("volume"))
        del origin["type"]
    chosen = replace(
        Record(key=key, source="work"),
        **values,
        ids=_merged(by_version, "ids", origin),
        links=_merged(by_version, "links", origin),
        citations=max((record.citations for record in records if record.citations is not None), default=None),
    )
    return Work(
        key=key, chosen=chosen, origin=origin,
        records=tuple(sorted(record.key for record in records)), versions=_versions(by_version),
    )  # fmt: skip


def _speakers(name: str, by_version: Sequence[Record]) -> Sequence[Record]:
    """Who may state a field of the publication: a preprint's "accepted at X" is past once it is published."""
    if name != "status":
        return by_version
    published = [record for record in by_version if not is_preprint(record) and record.venue]
    return published or by_version


def is_curated(record: Record) -> bool:
    """Whether the record is the person's own correction."""
    return record.source.split(":", 1)[0] == "curated"


def is_preprint(record: Record) -> bool:
    """Whether the record states a preprint and not a publication."""
    return kind_of(record) == "preprint"


def _freshness(record: Record) -> tuple[int, str]:
    return (-(record.year or 0), record.date or "")


def _first(records: Sequence[Record], name: str) -> Record | None:
    return next((record for record in records if getattr(record, name) not in (None, "", ())), None)


def _pick_plain(records: Sequence[Record], names: Sequence[str], take: Callable[[str, Record], None]) -> None:
    for name in names:
        best = _first(_speakers(name, records), name)
        if best is not None:
            take(name, best)


def _pick_title(records: Sequence[Record], take: Callable[[str, Record], None]) -> None:
    titled = [record for record in records if record.title]
    if not titled:
        return
    spelt = {record.key: fold_words(record.title or "") for record in titled}
    support = Counter(spelt.values())
    best = min(
        titled,
        key=lambda record: (
            not is_curated(record),
            record.title_truncated,
            is_preprint(record),
            -support[spelt[record.key]],
        ),
    )
    same = spelt[best.key]
    twins = [record for record in titled if spelt[record.key] == same]
    if not is_curated(best):
        best = max(twins, key=lambda record: true_case(record.title or ""))
    take("title", best)
    take("title_truncated", best)


def true_case(title: str) -> int:
    """How far a title's capitals look like its author's: capitals within it count, all capitals do not."""
    if title.isupper():
        return -1
    words = title.split()
    inner = sum(any(sign.isupper() for sign in word[1:]) for word in words)
    later = sum(word[0].isupper() for word in words[1:])
    return 2 * inner + min(later, len(words))


def _pick_authors(records: Sequence[Record], take: Callable[[str, Record], None]) -> None:
    named = [record for record in records if record.authors]
    if not named:
        return
    longest = max(len(record.authors) for record in named)
    best = min(
        named,
        key=lambda record: (
            not is_curated(record),
            record.coauthors_only,
            record.authors_truncated is not False and len(record.authors) < longest,
            -sum(_spelt(author) for author in record.authors),
        ),
    )
    for name in ("authors", "authors_truncated", "coauthors_only"):
        take(name, best)


def _spelt(author: Author) -> float:
    """How much of a name is spelt out."""
    given = (author.given or "").split()
    return 1 + sum(0.5 if len(word.strip(".-")) > 1 and not word.isupper() else 0.1 for word in given) if given else 0.5


def _pick_venue(records: Sequence[Record], take: Callable[[str, Record], None]) -> None:
    with_venue = [record for record in records if record.venue]
    if with_venue:
        best = min(with_venue, key=lambda record: (not is_curated(record), is_preprint(record), record.venue_truncated))
        take("venue", best)
        take("venue_truncated", best)


def _keep_together(records: Sequence[Record], values: Mapping[str, Any], take: Callable[[str, Record], None]) -> None:
    """Volume, number and pages from one record, and the date from the one that has the year."""
    for group in _TOGETHER:
        known = [record for record in records if getattr(record, group[0]) is not None]
        if not known or values.get(group[0]) is None:
            continue
        best = max(
            (
                record
                for record in known
                if is_preprint(record) == is_preprint(known[0]) and getattr(record, group[0]) == values[group[0]]
            ),
            key=lambda record: sum(getattr(record, name) is not None for name in group),
            default=None,
        )
        if best is not None:
            for name in group:
                if getattr(best, name) is not None:
                    take(name, best)


def _pick_doi(records: Sequence[Record], take: Callable[[str, Record], None]) -> None:
    """The DOI of the publication; one of a preprint server only where there is no other."""
    with_doi = [record for record in records if record.doi]
    proper = [record for record in with_doi if not (record.doi or "").startswith(PREPRINT_PREFIXES)]
    if with_doi:
        best = (proper or with_doi)[0]
        take("doi", best)
        take("doi_version", best)


def _merged(records: Sequence[Record], name: str, origin: dict[str, str]) -> dict[str, str]:
    merged: dict[str, str] = {}
    for record in records:
        for kind, value in getattr(record, name).items():
            if kind not in merged:
                merged[kind] = value
                origin[f"{name}.{kind}"] = record.key
    return merged


def _versions(records: Sequence[Record]) -> tuple[Version, ...]:
    """The published form and the preprint, where they are known."""
    versions = []
    for preprint in (False, True):
        group = [record for record in records if is_preprint(record) is preprint]
        if group:
            found = {name: getattr(_first(group, name), name, None) for name in ("year", "venue", "doi", "arxiv_id")}
            versions.append(
                Version(
                    kind="preprint" if preprint else "published", records=tuple(sorted(r.key for r in group)), **found
                )
            )
    return tuple(versions)


assert set(_PUBLISHED) | set(_ANY) <= {field.name for field in fields(Record)}
