"""What sources say of one work: values of whole records of one version that cannot all be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scholarsync.audit.model import Finding, are_other_people, finding, is_preprint
from scholarsync.model import Record, Work
from scholarsync.normalise.titles import fold, title_key
from scholarsync.normalise.venues import venue_key

EDITION = re.compile(r"\([^()]*\)|\b\d+(?:st|nd|rd|th)\b|'?\b\d{2,4}\b", re.IGNORECASE)
"""What venues of one name differ in: a short form in brackets, the number or year of the meeting."""


def disagreements(work: Work, members: Sequence[Record]) -> Iterable[Finding]:
    """Values of whole records of one version that cannot all be right."""
    published = [record for record in members if not is_preprint(record)]
    preprints = [record for record in members if is_preprint(record)]
    for group in (published, preprints):
        titled = [record for record in group if record.title and not record.title_truncated]
        if len({title_key(record.title or "") for record in titled}) > 1:
            yield _differing("title", work, titled)
        listed = [r for r in group if r.authors and r.authors_truncated is False and not r.coauthors_only]
        if any(are_other_people(listed[0].authors, record.authors) for record in listed[1:]):
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
    return finding("disagree", work, where=field, detail=detail, records=tuple(record.key for record in records))


def _said(record: Record, field: str) -> str:
    if field == "authors":
        return f"{len(record.authors)} ({', '.join(author.name for author in record.authors)})"
    return str(getattr(record, field))


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
