"""BibTeX and BibLaTeX files: exports of any service, and lists kept by hand.

`formats.bibtex` takes the file apart; here the fields of an entry, in the many ways people
use them, become those of a draft.  LaTeX is left to `normalise`, except in addresses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from scholarsync.errors import ConfigError, Unreadable
from scholarsync.formats import bibtex
from scholarsync.model import Draft, Fault, Page, Reading, Request, Watch
from scholarsync.normalise.dates import parse_month
from scholarsync.normalise.identifiers import parse_arxiv_id
from scholarsync.normalise.names import SUFFIX, split_names
from scholarsync.sources import Source
from scholarsync.sources.homepage.decode import decode

Fields = Mapping[str, str]

CONTAINERS = ("journal", "journaltitle", "booktitle", "maintitle")
INSTITUTIONS = ("school", "institution", "organization")
LINKS = (
    "pdf", "html", "arxiv", "code", "github", "software", "data", "dataset", "slides", "poster", "video", "talk",
    "website", "project", "demo", "blog", "supp", "supplementary", "preprint", "biburl", "openreview",
)  # fmt: skip
"""Fields of well-known list themes that hold an address."""
IDS = {"isbn": "isbn", "issn": "issn", "pmid": "pmid", "pubmed": "pmid", "pmcid": "pmcid", "pmc": "pmcid",
       "mrnumber": "mr", "zblnumber": "zbl", "adsurl": "ads", "inspirehep": "inspire"}  # fmt: skip
OWN = frozenset(
    "title subtitle author key url doi abstract note label ids pages keywords file crossref xref xdata eprint "
    "eprinttype archiveprefix annote annotation timestamp biburl bibsource date-added date-modified arxiv pdf code "
    "slides".split()
)
"""What an entry never takes from the one it refers to."""
NO_PUBLICATION = frozenset({"xdata", "set", "control", "ieeetranbstctl", "bibnote", "customa", "settings"})
EPRINTS = frozenset({"misc", "online", "unpublished", "electronic", "webpage"})
STATUS = re.compile(
    r"^\W{0,3}(?:in press|to appear|forthcoming|accepted|submitted|under (?:review|revision)|"
    r"in (?:preparation|revision|review)|advance(?:d)? online|online first|withdrawn|retracted)\b",
    re.IGNORECASE,
)
HEADER = re.compile(rb"@[ \t]{0,9}[A-Za-z]{2,30}\s{0,9}[{(]\s{0,9}[^\s={}\"]{0,200}\s{0,9},", re.IGNORECASE)
URL = re.compile(r"https?://[^\s{}\"<>\\]+")
ESCAPED = re.compile(r"\\([_%&#~$])(?:\{\})?|\{\\textunderscore(?:\{\})?\}|\\textunderscore\b ?")
FIRST_DAY = re.compile(r"\d{4}-01-01")


def start(watch: Watch) -> tuple[Request, ...]:
    """The file, by its address.

    Raises:
        ConfigError: the locator is no address and no file that is there.
    """
    if urlsplit(watch.locator).scheme not in {"http", "https"}:
        raise ConfigError(f"bibtex: {watch.locator!r} is neither an http(s) address nor a file that is there")
    return (Request(url=watch.locator),)


def parse(page: Page) -> Reading:
    """Every entry of a file that is a publication, in file order.

    Raises:
        Unreadable: the file holds nothing of BibTeX.
    """
    text = decode(page.body, content_type=page.content_type)
    book = bibtex.parse(text)
    if text.lstrip()[:1] == "<" or not (book.entries or book.comments or book.strings):
        raise Unreadable(f"{page.url}: expected BibTeX, found no entry")
    known = {entry.key.lower(): _fields(entry) for entry in reversed(book.entries) if entry.key}
    containers = {
        name for key, fields in known.items() if (name := fields.get("crossref", "").lower()) not in {"", key}
    }
    if any(entry.type == "proceedings" and not _is_container(entry, containers) for entry in book.entries):
        containers = set()  # the list counts edited volumes among its publications
    faults = list(book.faults)
    drafts: list[Draft] = []
    seen: dict[str, int] = {}
    for entry in book.entries:
        if entry.type in NO_PUBLICATION or _is_container(entry, containers):
            continue
        fields = _inherited(_fields(entry), known)
        draft = _draft(entry, fields, base=page.final_url or page.url)
        if draft.title is None and draft.doi is None and draft.arxiv_id is None:
            faults.append(Fault(where=entry.key or f"@{entry.type}", reason="the entry has no title"))
            continue
        seen[draft.id] = count = seen.get(draft.id, 0) + 1
        drafts.append(draft if count == 1 else replace(draft, id=f"{draft.id}#{count}"))
    return Reading(drafts=tuple(drafts), faults=tuple(faults))


def recognises(page: Page) -> int:
    """By name, declared type or the first entry; HTML that shows an entry is not BibTeX."""
    if page.body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in {b"<", b"{", b"["}:
        return 0
    if urlsplit(page.url).path.lower().endswith((".bib", ".bibtex", ".biblatex")):
        return 95
    if page.content_type and "bibtex" in page.content_type.lower():
        return 95
    start = page.body.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] in {b"@", b"%"} and HEADER.search(start[:8000]):
        return 90
    return 0


def _fields(entry: bibtex.Entry) -> dict[str, str]:
    """The stated fields; of a name that occurs twice the first one, as BibTeX does."""
    fields: dict[str, str] = {}
    for field in entry.fields:
        if text := field.text.strip():
            fields.setdefault(field.name, text)
    return fields


def _is_container(entry: bibtex.Entry, containers: set[str]) -> bool:
    """Whether an entry is only there for others to refer to: proceedings or a book without an author."""
    return entry.key.lower() in containers and entry.value("author") is None


def _inherited(fields: Fields, known: Mapping[str, Fields]) -> dict[str, str]:
    """The fields with those of the entries referred to, up the chain; the nearest one counts."""
    full = dict(fields)
    waiting, seen = _references(fields), set[str]()
    while waiting and len(seen) < 20:
        kind, name = waiting.pop(0)
        parent = known.get(name)
        if parent is None or name in seen:
            continue
        seen.add(name)
        full = {**_handed_down(parent, kind), **full}
        waiting += _references(parent)
    return full


def _references(fields: Fields) -> list[tuple[str, str]]:
    named = [(kind, name.strip().lower()) for kind in ("xdata", "crossref") for name in fields.get(kind, "").split(",")]
    return [(kind, name) for kind, name in named if name]


def _handed_down(parent: Fields, kind: str) -> dict[str, str]:
    """What an entry takes from its parent: all of an xdata, of a container not what is the container's own."""
    if kind == "xdata":
        return dict(parent)
    taken = {name: text for name, text in parent.items() if name not in OWN}
    if "title" in parent:
        taken.setdefault("booktitle", parent["title"])
    return taken


def _draft(entry: bibtex.Entry, fields: Fields, *, base: str) -> Draft:
    arxiv = _arxiv_id(fields)
    note, year = fields.get("note"), fields.get("year")
    return Draft(
        id=entry.key or f"@{entry.type}",
        title=_joined(fields.get("title"), fields.get("subtitle")),
        authors=_authors(fields),
        year=year,
        date=_date(fields),
        venue=_venue(entry.type, fields),
        type="preprint" if entry.type in EPRINTS and arxiv and not _venue(entry.type, fields) else entry.type,
        volume=fields.get("volume"),
        number=fields.get("number") or fields.get("issue"),
        pages=fields.get("pages") or fields.get("eid") or fields.get("articleno"),
        publisher=fields.get("publisher"),
        doi=_address(fields["doi"]) if "doi" in fields else None,
        arxiv_id=arxiv,
        ids=_ids(fields),
        url=_url(fields),
        links=_links(fields, base),
        status=_status(fields),
        note=note,
        abstract=fields.get("abstract"),
        key=entry.key or None,
        markup="latex",
    )


def _ids(fields: Fields) -> tuple[tuple[str, str], ...]:
    """Other identifiers, and the mark that themes set on works which a person picked."""
    stated = tuple((kind, fields[name]) for name, kind in IDS.items() if name in fields)
    picked = fields.get("selected", "").lower() in {"true", "yes", "1"}
    return (*stated, ("selected", "true")) if picked else stated


def _joined(title: str | None, subtitle: str | None) -> str | None:
    if title is None or subtitle is None:
        return title or subtitle
    return f"{title}{' ' if title.endswith((':', '?', '!', '.')) else ': '}{subtitle}"


def _authors(fields: Fields) -> tuple[str, ...]:
    """The authors, else the editors; also where commas or semicolons stand for "and"."""
    names = bibtex.split_names(fields.get("author") or fields.get("editor") or "")
    parted: list[str] = []
    for name in names:
        parts = [part.strip() for part in name.split(",")]
        listed = ";" in name or len(parts) > 3 or (len(parts) == 3 and not SUFFIX.match(parts[1]))
        whole = "{" in name.partition(",")[0][:1]
        parted += split_names(name).names if listed and not whole else (name,)
    return tuple(" ".join(name.split()) for name in parted)


def _date(fields: Fields) -> str | None:
    """The date as far as it is stated; programs that know the year alone write the first of January."""
    date, year, month = fields.get("date"), fields.get("year"), fields.get("month")
    if date is not None and not (year and FIRST_DAY.fullmatch(date)):
        return date.partition("/")[0]
    if year is None or month is None or not year.isdecimal():
        return None
    number = parse_month(re.sub(r"\d+", " ", month)) or parse_month(month)
    day = re.search(r"(?<!\d)([12]?\d|3[01])(?!\d)", fields.get("day") or ("" if month.isdecimal() else month))
    if number is None:
        return None
    return f"{year}-{number:02}-{int(day[1]):02}" if day else f"{year}-{number:02}"


def _venue(kind: str, fields: Fields) -> str | None:
    """Where it appeared: journal or book, the institution of a thesis or report, else the publisher."""
    named = next((fields[name] for name in CONTAINERS if name in fields), None)
    if named is not None:
        return named
    if kind.endswith("thesis") or "report" in kind:
        return next((fields[name] for name in INSTITUTIONS if name in fields), None)
    if kind in {"inproceedings", "conference", "incollection", "inbook", "proceedings", "talk", "presentation"}:
        return fields.get("eventtitle") or fields.get("series")
    said = fields.get("howpublished")
    return said if said is not None and URL.search(said) is None else fields.get("publisher")


def _status(fields: Fields) -> str | None:
    """What is said of its way to print, in whichever field."""
    pubstate = fields.get("pubstate")
    if pubstate is not None and pubstate.lower() != "published":
        return pubstate
    return next((fields[name] for name in ("note", "year", "howpublished") if STATUS.match(fields.get(name, ""))), None)


def _arxiv_id(fields: Fields) -> str | None:
    """The arXiv id from the fields for it, or from a journal that is arXiv."""
    scheme = (fields.get("archiveprefix") or fields.get("eprinttype") or "").lower()
    eprint = _address(fields.get("eprint", ""))
    candidates = [fields.get("arxiv", ""), fields.get("arxivid", ""), fields.get("arxiv_id", "")]
    if scheme in {"", "arxiv"} and eprint:
        subject = fields.get("primaryclass") or fields.get("eprintclass") or ""
        old = re.fullmatch(r"\d{7}(?:v\d+)?", eprint)
        candidates.insert(0, f"{subject.partition('.')[0]}/{eprint}" if old and subject else eprint)
    journal = fields.get("journal") or fields.get("journaltitle") or fields.get("howpublished") or ""
    if re.search(r"\b(?:arxiv|corr)\b", journal, re.IGNORECASE):
        candidates += [journal, fields.get("volume", "").removeprefix("abs/"), fields.get("pages", "")]
    return next((text for text in candidates if text and parse_arxiv_id(text) is not None), None)


def _address(text: str) -> str:
    """An address without LaTeX's escapes."""
    if "\\" in text:
        text = ESCAPED.sub(lambda found: found[1] or "_", text)
    return text.replace("{", "").replace("}", "").strip()


def _url(fields: Fields) -> str | None:
    """The address in "url", else one that stands in another field."""
    for name in ("url", "howpublished", "link", "ee", "note"):
        if found := URL.search(_address(fields.get(name, "").replace("\\url", " "))):
            return found[0].rstrip(".,;)")
    return None


def _links(fields: Fields, base: str) -> tuple[tuple[str, str], ...]:
    links = []
    for name in LINKS:
        address = _address(fields.get(name, ""))
        if address.startswith(("http://", "https://")):
            links.append((name, address))
        elif base.startswith("http") and re.fullmatch(r"/?[\w./~-]+\.(?:pdf|html?|zip)", address):
            links.append((name, urljoin(base, address)))
    return tuple(links)


source = Source(name="bibtex", start=start, parse=parse, recognises=recognises, rank=60)
