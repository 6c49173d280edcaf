"""The nouns of the program: frozen values that every room hands to the next.

There are two kinds of fact, what a source answered (`Page`) and what a person ruled
(`Decision`); everything else here is computed from them and may be thrown away.
Missing is ``None`` (or an empty tuple), never ``""`` or ``0``: "unknown" and "different"
are never the same thing.  Nothing in this module does any work beyond deriving a value
from its own fields.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Policy = Literal["work", "publication", "version"]
"""What "same" means: all versions one; preprint + publication one; each version its own."""

WorkType = Literal[
    "article", "conference", "chapter", "book", "thesis", "report", "preprint",
    "patent", "dataset", "software", "poster", "talk", "review", "other",
]  # fmt: skip

Outcome = Literal["ok", "unchanged", "partial", "unreachable", "blocked", "missing", "unreadable", "resting"]
"""How one pull of one watch ended; only ``ok``, ``unchanged`` and ``partial`` are good answers."""

CJK_RANGES = (("\u2e80", "\u9fff"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"))
"""Han with radicals and Kana; Hangul syllables; compatibility ideographs."""

Verdict = Literal["same", "different", "unsure"]
Claim = Literal["mine", "not_mine", "unsure"]

JSON = str | int | float | bool | None | list["JSON"] | dict[str, "JSON"]
"""Any value that `json` reads or writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A place to look for one person's publications."""

    source: str
    """Name of the module in `sources` that reads it: ``scholar``, ``arxiv``, ``homepage``, ``bibtex`` …"""
    locator: str
    """What the source needs to find it: a profile id, a query, a URL, the path of a file."""
    person: str | None = None
    """Name of the person in the settings whose works are expected here."""
    identity: bool = False
    """Whether everything listed here is the person's own (own homepage, Scholar id, ORCID feed)."""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Identity of the watch: ``source:locator``."""
        return f"{self.source}:{self.locator}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One page to ask for."""

    url: str
    role: str = "list"
    """What the source takes the answer for: ``list``, ``detail``, ``subpage`` …; handed back on the page."""
    about: str | None = None
    """Id of the draft this page would complete; such a request is skipped when the store knows it already."""
    optional: bool = False
    """Whether a failure here leaves the watch partial instead of failing it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What came back for a request, byte for byte."""

    watch: str
    """Key of the watch it was fetched for."""
    url: str
    """URL as asked for; a path for a local file."""
    final_url: str | None = None
    """URL that answered after redirects, when another."""
    role: str = "list"
    about: str | None = None
    status: int = 200
    content_type: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    fetched_at: datetime | None = None
    body: bytes = b""

    @property
    def sha256(self) -> str:
        """Hex digest of the body; with the URL the identity of the page in the store."""
        return hashlib.sha256(self.body).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One publication as a page spells it: strings, nothing corrected."""

    id: str
    """Stable id within the source (Scholar's author_pub_id, the arXiv id, a citation key, a title key)."""
    title: str | None = None
    title_truncated: bool = False
    authors: tuple[str, ...] = ()
    """One string a person, in page order, in the page's own spelling ("Hill, SA", "J. Doe*")."""
    authors_truncated: bool | None = False
    """Whether the page cuts the list ("et al.", "…"); None when the source does not tell."""
    coauthors_only: bool = False
    """Whether the page names only the co-authors of its owner ("with X and Y")."""
    year: str | None = None
    date: str | None = None
    venue: str | None = None
    venue_truncated: bool = False
    type: str | None = None
    """As the source says it ("inproceedings", "Journal articles", "JOUR")."""
    volume: str | None = None
    number: str | None = None
    pages: str | None = None
    publisher: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    ids: tuple[tuple[str, str], ...] = ()
    """Other identifiers by kind: isbn, issn, pmid, dblp, scholar, openalex …"""
    url: str | None = None
    links: tuple[tuple[str, str], ...] = ()
    """(label, absolute URL) in page order."""
    status: str | None = None
    """ "in press", "under review at X", "withdrawn" …"""
    note: str | None = None
    abstract: str | None = None
    section: str | None = None
    """Heading the entry stands under."""
    key: str | None = None
    """Citation key, or the name of the file or folder that holds it, in a hand-kept list."""
    citations: int | None = None
    markup: Literal["text", "latex", "html"] = "text"
    """How the strings above are to be decoded."""
    evidence: tuple[tuple[str, str], ...] = ()
    """(field, the words or element of the page it was taken from)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One entry that could not be read, and why."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a source made of one page."""

    drafts: tuple[Draft, ...] = ()
    faults: tuple[Fault, ...] = ()
    more: tuple[Request, ...] = ()
    """Further pages to ask for."""
    partial: str | None = None
    """Why this is known not to be all ("100 shown, more exist"); None when nothing says so."""
    total: int | None = None
    """How many publications the source says there are."""
    citations: tuple[tuple[str, int], ...] = ()
    """(draft id, count) as of the page's day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """One name of an author list, taken apart as far as its spelling allows."""

    family: str | None = None
    """Family name with its particles ("van der Berg"); None for a literal."""
    given: str | None = None
    """Given names or initials as spelled, with dots where they are initials ("Ada B.", "J.-P.")."""
    suffix: str | None = None
    literal: str | None = None
    """A name that cannot be split: a collaboration, an organisation, a mononym."""
    variant: str | None = None
    """The form in another script ("陶明")."""
    marks: tuple[str, ...] = ()
    """Notes that stood on the name: "equal", "corresponding", or the sign itself."""
    collaboration: bool = False

    @property
    def name(self) -> str:
        """Full name in natural order."""
        if self.literal is not None:
            return self.literal
        parts = (self.given, self.family, self.suffix)
        if self.given and self.family and is_cjk(self.family) and is_cjk(self.given):
            return f"{self.family}{self.given}"
        return " ".join(part for part in parts if part)

    @property
    def sort_name(self) -> str:
        """ "Family, Given[, Suffix]" where the parts are known, else the literal."""
        if self.family is None:
            return self.literal or ""
        return ", ".join(part for part in (self.family, self.given, self.suffix) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One publication as ONE source states it, normalised."""

    key: str
    """``source:id``; for records from a file of many, any unique text."""
    source: str
    title: str | None = None
    title_truncated: bool = False
    authors: tuple[Author, ...] = ()
    authors_truncated: bool | None = False
    coauthors_only: bool = False
    collaboration: str | None = None
    year: int | None = None
    date: str | None = None
    """ISO 8601 with the precision that is known: ``2024``, ``2024-05`` or ``2024-05-17``."""
    venue: str | None = None
    venue_truncated: bool = False
    type: WorkType | None = None
    volume: str | None = None
    number: str | None = None
    pages: str | None = None
    """ "12-34", with a plain hyphen."""
    publisher: str | None = None
    doi: str | None = None
    """Bare, lower case, without version."""
    doi_version: int | None = None
    arxiv_id: str | None = None
    """Bare, without version."""
    arxiv_version: int | None = None
    ids: Mapping[str, str] = field(default_factory=dict)
    url: str | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    """Label (``pdf``, ``code``, ``slides``, ``doi``, ``arxiv`` …) to http(s) URL."""
    status: str | None = None
    note: str | None = None
    abstract: str | None = None
    label: str | None = None
    """Citation key or file name of a hand-kept list."""
    citations: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """How two records compare in one field."""

    field: str
    left: str | None
    right: str | None
    verdict: Literal["agree", "clash", "near", "unknown"]
    weight: float | None = None
    """What the field added to the score (positive: speaks for the same work)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What was judged of one pair of records, and why."""

    left: str
    right: str
    verdict: Verdict
    rule: str
    """Name of the decision, veto, rule or model that decided."""
    score: float
    """Between 0 (surely different) and 1 (surely same)."""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something a person ruled; the newest one of a subject holds."""

    kind: Literal["same", "different", "mine", "not_mine", "value", "coauthor", "forget"]
    """``forget`` takes back whatever was ruled of the same subject."""
    subject: tuple[str, ...]
    """same/different: two record keys; mine/not_mine: (record key, person); value: (record key, field);
    coauthor: (name, person), with the value "yes" or "no"."""
    value: str | None = None
    by: str
    at: datetime
    why: str | None = None
    hint: tuple[str, ...] = ()
    """Title, year and first author of each record, so that the ruling outlives a renamed record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One stated form of a work: its preprint or its publication."""

    kind: Literal["preprint", "published"]
    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    records: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One publication: its records, its versions, and for every field the value chosen."""

    key: str
    """Key of its oldest record; kept when records join or leave."""
    chosen: Record
    """The value chosen for every field, in the shape of a record (its own key and source are the work's)."""
    origin: Mapping[str, str] = field(default_factory=dict)
    """Field name to the key of the record the value was taken from."""
    records: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()
    label: str | None = None
    """Citation key: given once, never changed."""
    people: tuple[str, ...] = ()
    """Names in the settings of the people whose work it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody whose list is kept."""

    name: str
    variants: tuple[str, ...] = ()
    orcid: str | None = None
    homepages: tuple[str, ...] = ()
    watches: tuple[Watch, ...] = ()


def is_cjk(text: str) -> bool:
    """Whether the text is written in Han, Kana or Hangul throughout."""
    return bool(text) and all(any(low <= c <= high for low, high in CJK_RANGES) for c in text)
