"""A record boiled down to what is compared: folded words, surnames, numbers, identifiers.

A `Profile` is a flat tuple so that a million of them can be held, sent between processes and compared
quickly.  It is a function of one record alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from sys import intern
from typing import NamedTuple

from scholarsync.model import Author, Record
from scholarsync.reconcile.words import Marks, bits, fold_words, is_generic, marks_of, word_set

ARXIV_DOI = "10.48550/arxiv."
PREPRINT_PREFIXES = (
    "10.48550/", "10.1101/", "10.64898/", "10.31234/", "10.31219/", "10.31235/", "10.31222/", "10.2139/ssrn",
    "10.21203/rs", "10.26434/", "10.20944/preprints", "10.36227/techrxiv", "10.22541/", "10.33774/", "10.14293/s2199",
    "10.35542/", "10.31223/", "10.21428/", "10.20935/", "10.32388/",
)  # fmt: skip
"""DOI prefixes of preprint servers."""
DATA_PREFIXES = ("10.5281/", "10.6084/", "10.5061/", "10.17605/", "10.7910/", "10.5063/", "10.15468/")
"""DOI prefixes of places for data, code and slides, where every upload gets a DOI of its own."""
UNIQUE_IDS = word_set("pmid pmcid openalex s2 mag dblp scholar hal eid wosuid bibcode inspire")
"""Kinds of identifier of which one names one publication; an ISBN names the book of many chapters."""
PUBLISHED = frozenset({"journal", "conference", "chapter", "book"})
"""Kinds of which two with different DOIs are two."""

_PREPRINT_WORDS = word_set(
    """arxiv corr biorxiv medrxiv psyarxiv ssrn techrxiv chemrxiv eartharxiv socarxiv preprint preprints osf
    researchsquare hal eprint eprints"""
)
_CONFERENCE_WORDS = word_set(
    """proc proceedings conference conf symposium symp workshop workshops colloquium congress meeting convention
    aaai acl cikm coling colt cvpr eccv edbt emnlp focs iccv icdcs icde icdt iclr icml icra icse ijcai infocom kdd
    naacl neurips nips nsdi osdi pldi pods podc popl sigcomm siggraph sigir sigmod soda sosp spaa stoc uai usenix
    vldb wsdm www chi icip icassp ecml pkdd eacl isca asplos hpca ccs ndss fse ase issta cav lics interspeech"""
)
_EVENT_WORDS = word_set("proc proceedings conference conf symposium symp workshop workshops congress meeting")
_JOURNAL_WORDS = word_set(
    """journal j trans transactions letters lett annals magazine review reviews bulletin archives quarterly newsletter
    record acta zeitschrift revue revista jahrbuch pvldb endowment"""
)
_REPORT_WORDS = word_set("report reports thesis dissertation tr technical tech memo manuscript unpublished phd masters")
_NAMED_CONFERENCES = ("very large data bases", "neural information processing systems", "large databases")
_TYPE_KINDS = {
    "preprint": "preprint", "article": "journal", "review": "journal", "conference": "conference",
    "poster": "conference", "talk": "conference", "chapter": "chapter", "book": "book",
    "thesis": "report", "report": "report",
}  # fmt: skip
_YEAR = re.compile(r"(?:19[5-9]|20[0-4])\d")
_DOI_VERSION = re.compile(r"(?<=\d)[./]v\d{1,2}$")
"""The end of a DOI that names one revision of a publication ("10.5555/river.2-191.v2")."""
_SUBTITLE = re.compile(r"[:?.] | (?:--?|–|—) ")
_DIGITS = re.compile(r"\d+")
_PAGE = re.compile(r"[a-z]{0,2}\d+")


class Profile(NamedTuple):
    """What is compared of one record; empty, 0 or ``()`` is unknown."""

    key: str
    words: tuple[str, ...] = ()
    """Folded words of the title."""
    weight: float = 0.0
    """How much the words say together, in bits."""
    head: int = 0
    """How many of them stand before the subtitle; all when there is none."""
    cut: bool = False
    """Whether the source cut the title."""
    marks: Marks = Marks()
    generic: bool = False
    families: tuple[str, ...] = ()
    """Last word of each family name, in order."""
    initials: tuple[str, ...] = ()
    """First letters of the given names of each, "" where none are known."""
    given: tuple[str, ...] = ()
    """First given name of each where it is spelt out."""
    names_cut: bool = False
    coauthors_only: bool = False
    year: int = 0
    venue: tuple[str, ...] = ()
    kind: str = ""
    """``preprint``, ``journal``, ``conference``, ``chapter``, ``book``, ``report``, ``other``, or unknown."""
    volume: str = ""
    number: str = ""
    first_page: str = ""
    last_page: str = ""
    doi: str = ""
    arxiv: str = ""
    ids: tuple[str, ...] = ()
    """Other identifiers that name one publication, ``kind:value``."""
    source: str = ""

    @property
    def squeezed(self) -> str:
        """Title without blanks: what is left when spacing and hyphens differ."""
        return "".join(self.words)


def profile_of(record: Record) -> Profile:
    """What is compared of the record."""
    names = [family_and_given(author) for author in record.authors]
    return build(
        key=record.key,
        title=record.title or "",
        cut=record.title_truncated,
        names=names,
        names_cut=record.authors_truncated is not False,
        coauthors_only=record.coauthors_only,
        year=record.year or 0,
        venue=record.venue or "",
        type=record.type or "",
        volume=record.volume or "",
        number=record.number or "",
        pages=record.pages or "",
        doi=record.doi or "",
        arxiv=record.arxiv_id or "",
        ids=record.ids,
        source=record.source,
    )


def kind_of(record: Record) -> str:
    """The kind of publication that the record states; see `Profile.kind`."""
    doi = "" if (record.doi or "").startswith(ARXIV_DOI) else record.doi or ""
    return _kind(
        record.type or "",
        _venue(record.venue or "")[1],
        volume=record.volume or "",
        doi=doi,
        arxiv=record.arxiv_id or ("arxiv" if record.doi and not doi else ""),
    )


def build(
    *,
    key: str,
    title: str,
    names: Sequence[tuple[str, str, str]],
    cut: bool = False,
    names_cut: bool = False,
    coauthors_only: bool = False,
    year: int = 0,
    venue: str = "",
    type: str = "",  # noqa: A002 - named as the field of the record is
    volume: str = "",
    number: str = "",
    pages: str = "",
    doi: str = "",
    arxiv: str = "",
    ids: Mapping[str, str] | None = None,
    source: str = "",
) -> Profile:
    """A profile from the values of a record."""
    words = fold_words(title)
    doi = _DOI_VERSION.sub("", doi)
    venue_words, venue_kind = _venue(venue)
    if not year:
        year = next((int(word) for word in venue_words if _YEAR.fullmatch(word)), 0)
    first, last = _pages(pages) if pages else ("", "")
    volume, number = (volume and _first_number(volume)), (number and _first_number(number))
    if doi.startswith(ARXIV_DOI):
        arxiv, doi = arxiv or doi[len(ARXIV_DOI) :], ""
    return Profile(
        key, words, sum(map(bits, words)), _head_length(title, words), cut or title.rstrip().endswith(("…", "...")),
        marks_of(words), is_generic(words),
        tuple(name[0] for name in names), tuple(name[1] for name in names), tuple(name[2] for name in names),
        names_cut, coauthors_only, year, venue_words,
        _kind(type, venue_kind, volume=volume, doi=doi, arxiv=arxiv), volume, number, first, last, doi, arxiv,
        tuple(sorted(f"{kind}:{value}" for kind, value in ids.items() if kind in UNIQUE_IDS)) if ids else (),
        source,
    )  # fmt: skip


@lru_cache(maxsize=131072)
def family_and_given(author: Author) -> tuple[str, str, str]:
    """Last word of the family name, initials, and the first given name where it is spelt out."""
    if author.family is None:
        words = fold_words(author.literal or "")
        return (words[-1] if words else "", "", "")
    family = fold_words(author.family)
    given = author.given or ""
    return name_parts(family, given)


def name_parts(family: Sequence[str], given: str) -> tuple[str, str, str]:
    """The three parts from a folded family name and given names as spelt."""
    initials, spelt = _given(given)
    return (family[-1] if family else "", initials, spelt)


@lru_cache(maxsize=131072)
def _given(given: str) -> tuple[str, str]:
    initials: list[str] = []
    spelt = ""
    for place, word in enumerate(given.replace(".", " ").replace("-", " ").split()):
        folded = fold_words(word)
        if word.isupper() and len(word) < 4:
            initials += "".join(folded)
        elif folded:
            initials.append(folded[0][0])
            spelt = folded[0] if place == 0 and len(folded[0]) > 1 else spelt
    return intern("".join(initials)), spelt


def _head_length(title: str, words: Sequence[str]) -> int:
    found = _SUBTITLE.search(title, 1)
    if found is None:
        return len(words)
    length = len(fold_words(title[: found.start()]))
    return length if 0 < length < len(words) else len(words)


@lru_cache(maxsize=65536)
def _venue(venue: str) -> tuple[tuple[str, ...], str]:
    words = fold_words(venue)
    if words[:1] == ("in",):
        words = words[1:]
    seen = set(words)
    if seen & _PREPRINT_WORDS:
        kind = "preprint"
    elif seen & _JOURNAL_WORDS and not seen & _EVENT_WORDS:
        kind = "journal"
    elif seen & _CONFERENCE_WORDS or any(name in " ".join(words) for name in _NAMED_CONFERENCES):
        kind = "conference"
    elif seen & _REPORT_WORDS:
        kind = "report"
    else:
        kind = ""
    return words, kind


def _kind(type_: str, venue_kind: str, *, volume: str, doi: str, arxiv: str) -> str:
    stated = _TYPE_KINDS.get(type_, "other" if type_ else "")
    if venue_kind == "preprint" or stated == "preprint" or doi.startswith(PREPRINT_PREFIXES):
        return "preprint"
    if doi.startswith(DATA_PREFIXES):
        return "other"
    if stated and stated != "journal":
        return stated
    if venue_kind:
        return venue_kind
    if arxiv and not doi and not volume:
        return "preprint"
    return stated or ("journal" if volume else "")


def _pages(pages: str) -> tuple[str, str]:
    found = _PAGE.findall(pages.lower())
    if not found:
        return "", ""
    first, last = found[0].removeprefix("p").removeprefix("p"), found[-1] if len(found) > 1 else ""
    if last.isdigit() and first.isdigit() and len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    return first.lstrip("0"), last.lstrip("0")


def _first_number(text: str) -> str:
    found = _DIGITS.search(text)
    return (found[0].lstrip("0") or "0") if found else text.lower().strip()
