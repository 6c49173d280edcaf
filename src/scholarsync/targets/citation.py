"""The pieces of a citation that the text targets share: names with marks, venue, links, order by year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Any
from urllib.parse import quote

from scholarsync.model import Author, Record, Work
from scholarsync.normalise import safe_url
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.normalise.venues import venue_key
from scholarsync.targets import ListOptions

UNPRINTABLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
"""Signs that no format needs and that hide or turn round what a reader sees."""
NOT_IN_URLS = re.compile(r"[\s\"<>\\^`{|}]")
MARKS = {"equal": "*", "corresponding": "✉"}
MEANINGS = {"equal": "equal contribution", "corresponding": "corresponding author"}
LINK_ORDER = ("doi", "arxiv", "pdf", "code")
ABBREVIATIONS = {
    "Advances in Neural Information Processing Systems": "NeurIPS",
    "Conference on Neural Information Processing Systems": "NeurIPS",
    "International Conference on Machine Learning": "ICML",
    "International Conference on Learning Representations": "ICLR",
    "IEEE/CVF Conference on Computer Vision and Pattern Recognition": "CVPR",
    "International Conference on Computer Vision": "ICCV",
    "European Conference on Computer Vision": "ECCV",
    "Annual Meeting of the Association for Computational Linguistics": "ACL",
    "Conference on Empirical Methods in Natural Language Processing": "EMNLP",
    "AAAI Conference on Artificial Intelligence": "AAAI",
    "International Joint Conference on Artificial Intelligence": "IJCAI",
    "IEEE International Conference on Robotics and Automation": "ICRA",
    "Journal of Machine Learning Research": "JMLR",
    "Proceedings of the National Academy of Sciences": "PNAS",
    "Physical Review Letters": "PRL",
    "Monthly Notices of the Royal Astronomical Society": "MNRAS",
}
"""Venues that everybody in their field calls by a short name; users extend the table."""


@dataclass(frozen=True, slots=True)
class Name:
    """One name of an author list as it is shown."""

    text: str
    mark: str
    owner: bool


def tidied(works: Sequence[Work]) -> list[Work]:
    """The works with every text on one line and without control signs, which no format can hold or should.

    A title or venue that is known only in part says so by its last sign.
    """
    return [
        replace(work, label=_line(work.label) or _line(work.key) or "work", chosen=_tidy(work.chosen)) for work in works
    ]


def _tidy(record: Record) -> Record:
    changed: dict[str, Any] = {  # Any: values by field name
        f.name: _line(text) for f in fields(record) if isinstance(text := getattr(record, f.name), str)
    }
    authors = tuple(
        replace(a, family=_line(a.family), given=_line(a.given), suffix=_line(a.suffix), literal=_line(a.literal))
        for a in record.authors
        if a.name.strip()
    )
    for name in ("title", "venue"):
        if getattr(record, f"{name}_truncated") and changed.get(name):
            changed[name] = f"{changed[name].rstrip('… .')} …"
    links = {_line(label) or "link": safe for label, url in record.links.items() if (safe := address(url))}
    ids = {kind: text for kind, value in record.ids.items() if (text := _line(value))}
    changed |= {"key": record.key, "authors": authors, "links": links, "ids": ids, "url": address(record.url)}
    return replace(record, **changed)


def address(url: str | None) -> str | None:
    """A web address with the signs escaped that no address may hold and some format ends one at; None for others."""
    safe = safe_url(_line(url))
    return NOT_IN_URLS.sub(lambda found: quote(found[0]), safe) if safe else None


def _line(text: str | None) -> str | None:
    return " ".join(UNPRINTABLE.sub("", text).split()) or None if text else None


def names(record: Record, options: ListOptions) -> tuple[Name, ...]:
    """The author list: marks as signs, the owners of the list told apart."""
    owners = [parse_name(name) for name in options.owners]
    sure = [any(same_person(author, owner) == "same" for owner in owners) for author in record.authors]
    return tuple(
        Name(
            author.name,
            _mark(author) if options.equal_marks else "",
            own if any(sure) else is_owner(author, owners),
        )
        for author, own in zip(record.authors, sure, strict=True)
    )


def is_owner(author: Author, owners: Sequence[Author]) -> bool:
    """Whether an author can be one of the owners of the list."""
    return any(same_person(author, owner) != "different" for owner in owners)


def _mark(author: Author) -> str:
    signs = (MARKS.get(mark, mark if len(mark) == 1 and not mark.isalnum() else "") for mark in author.marks)
    return "".join(dict.fromkeys(signs))


def legend(works: Iterable[Work], options: ListOptions) -> str | None:
    """What the marks on the names mean, where there are any."""
    if not options.equal_marks:
        return None
    used = {mark for work in works for author in work.chosen.authors for mark in author.marks}
    return ", ".join(f"{sign} {MEANINGS[mark]}" for mark, sign in MARKS.items() if mark in used) or None


def venue(record: Record, options: ListOptions) -> str | None:
    """The venue, or its short form where the list wants that."""
    if record.venue is None:
        return "arXiv" if record.arxiv_id and record.type in {None, "preprint"} else None
    return _short_forms(options).get(venue_key(record.venue), record.venue) if options.abbreviate else record.venue


def _short_forms(options: ListOptions) -> dict[str, str]:
    """Venue key to short form; the user's own go before the program's."""
    return {venue_key(name): short for name, short in {**ABBREVIATIONS, **options.abbreviations}.items()}


def details(record: Record) -> str:
    """Volume, number and pages: "7(2), 55-81"."""
    number = f"({record.number})" if record.number else ""
    parts = [f"{record.volume or ''}{number}", record.pages or ""]
    return ", ".join(part for part in parts if part)


def links(record: Record) -> dict[str, str]:
    """Label to safe URL: DOI and arXiv from the identifiers, the rest as found, in one order."""
    out = {}
    if record.doi:
        out["doi"] = f"https://doi.org/{quote(record.doi, safe='/:;()._-')}"
    if record.arxiv_id:
        out["arxiv"] = f"https://arxiv.org/abs/{quote(record.arxiv_id)}"
    for label, url in sorted(record.links.items(), key=lambda item: (_rank(item[0]), item[0])):
        safe = address(url)
        if safe is not None and label not in out and safe not in out.values():
            out[label] = safe
    own = address(record.url)
    if own is not None and not out:
        out["link"] = own
    return out


def _rank(label: str) -> int:
    return LINK_ORDER.index(label) if label in LINK_ORDER else len(LINK_ORDER)


def by_year(works: Sequence[Work]) -> list[tuple[str, list[Work]]]:
    """Works in their order, grouped under their year; "Undated" for those without."""
    return [(str(year or "Undated"), list(group)) for year, group in groupby(works, key=lambda work: work.chosen.year)]
