"""Keys of YAML items and front matter: what each says about a publication, in any theme's words."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from scholarsync.lists.nodes import Value
from scholarsync.model import Draft, Record
from scholarsync.normalise.names import split_names

SLOTS = {
    "title": "title titel titre título paper-title",
    "authors": "authors author autoren auteurs autores creators creator authorlist author-list",
    "venue": "venue journal booktitle conference container-title journal-title published-in publication where "
    "proceedings appeared-in journaltitle outlet in",
    "year": "year jahr année ano pub-year publication-year",
    "date": "date issued pubdate pub-date publication-date date-published published",
    "doi": "doi",
    "arxiv_id": "arxiv arxiv-id arxivid eprint",
    "url": "url link html website paperurl paper-url paper-link external-link publisher-url href permalink-external",
    "pdf": "pdf url-pdf pdf-url paper pdf-link",
    "type": "type category publication-types pubtype pub-type kind entrytype publication-type",
    "volume": "volume vol",
    "number": "number issue",
    "pages": "pages page pp",
    "publisher": "publisher",
    "abstract": "abstract",
    "note": "note",
    "status": "status",
    "citation": "citation",
    "key": "id key slug bibkey citekey cite-key citation-key ref",
}  # fmt: skip
SLOT_OF = {word: slot for slot, words in SLOTS.items() for word in words.split()}
TYPE_WORDS = {"1": "conference", "2": "article", "3": "preprint", "4": "report", "5": "book", "6": "chapter",
              "7": "thesis", "8": "patent", "manuscripts": "article", "conferences": "conference"}  # fmt: skip
"""Words and numbers of themes for kinds of publication."""
MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,200}>|&#?\w{2,8};")
WEB = re.compile(r"https?://", re.IGNORECASE)
TRUE = frozenset({"true", "yes", "1", "y", "on"})
OWNER_ALIASES = frozenset({"admin", "me"})
LINKED_TITLE = re.compile(r"\[([^\[\]]{3,400})\]\((\S{1,500}?)\)")


def slot_of(key: str) -> str | None:
    """What a key says, or None for one of the list's own."""
    return SLOT_OF.get(re.sub(r"[\s_]+", "-", key.strip().lower()))


def is_record(mapping: Mapping[str, Value]) -> bool:
    """Whether a mapping is a publication: it has a title and something else of one."""
    slots = {slot_of(key) for key, value in mapping.items() if value or value == ""}
    title = next((value for key, value in mapping.items() if slot_of(key) == "title"), None)
    return isinstance(title, str) and bool(title.strip()) and len(slots - {"title", "key", None}) >= 1


def flat(mapping: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    """The keys of a mapping and of those inside it that only sort (``ids``, ``links``, ``hugoblox``)."""
    for key, value in mapping.items():
        if isinstance(value, dict) and slot_of(key) is None:
            yield from flat(value)
        else:
            yield key, value


def draft_of(mapping: Mapping[str, Value], *, name: str, key: str | None = None, owner: str | None = None) -> Draft:
    """The draft that a mapping spells.

    Args:
        mapping: keys to values, as written.
        name: id of the draft within its list.
        key: its key on the list, where that is no field of the mapping.
        owner: whose name aliases like "admin" stand for, when it is known.
    """
    slots: dict[str, Value] = {}
    links: list[tuple[str, str]] = []
    for word, value in flat(mapping):
        slot = slot_of(word)
        if slot is not None and value and slot not in slots:
            slots[slot] = value
        links += list(_links(word, value))
    title, own_link = _title(_text(slots.get("title")))
    authors = tuple(_authors(slots.get("authors"))) or _cited_authors(_text(slots.get("citation")), title)
    named = tuple(owner if a.lower() in OWNER_ALIASES and owner else a for a in authors)
    kept = tuple(author for author in named if author.lower() not in OWNER_ALIASES)
    year, date = _text(slots.get("year")), _date(slots.get("date"))
    words = " ".join([title or "", *kept, _text(slots.get("venue")) or ""])
    return Draft(
        id=name, title=title, authors=kept, coauthors_only=len(kept) < len(named), year=year, date=date,
        venue=_venue(_text(slots.get("venue"))), type=_type(slots.get("type")), volume=_text(slots.get("volume")),
        number=_text(slots.get("number")), pages=_text(slots.get("pages")), publisher=_text(slots.get("publisher")),
        doi=_text(slots.get("doi")), arxiv_id=_text(slots.get("arxiv_id")),
        url=_text(slots.get("url")) if WEB.match(_text(slots.get("url")) or "") else own_link,
        links=tuple(links), ids=(("selected", "true"),) if _is_selected(mapping) else (),
        status=_text(slots.get("status")), note=_text(slots.get("note")),
        abstract=_text(slots.get("abstract")), key=key if key is not None else _text(slots.get("key")),
        markup="html" if MARKUP.search(words) else "text",
    )  # fmt: skip


def _is_selected(mapping: Mapping[str, Value]) -> bool:
    """Whether a person picked it: ``selected: true`` and the like."""
    marks = {key.lower(): value for key, value in mapping.items() if isinstance(value, str)}
    return any(marks.get(word, "").lower() in TRUE for word in ("selected", "featured", "highlight", "highlighted"))


def _text(value: Value | None) -> str | None:
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str)), None)
    return " ".join(value.split()) or None if isinstance(value, str) else None


def _title(text: str | None) -> tuple[str | None, str | None]:
    found = LINKED_TITLE.fullmatch(text or "")
    return (found[1], found[2] if WEB.match(found[2]) else None) if found else (text, None)


def _venue(text: str | None) -> str | None:
    if text is None:
        return None
    return re.sub(r"[*_]{1,2}(?=\S)([^*_]{1,300})[*_]{1,2}", r"\1", re.sub(r"</?[A-Za-z][^<>]{0,200}>", "", text))


def _date(value: Value | None) -> str | None:
    if isinstance(value, dict):  # CSL: issued: {date-parts: [[2024, 5]]}
        parts = value.get("date-parts")
        first = parts[0] if isinstance(parts, list) and parts else None
        return "-".join(str(part) for part in first) if isinstance(first, list) else None
    text = _text(value)
    return re.sub(r"^(\d{4}-\d{1,2}-\d{1,2})[T ].{0,40}$", r"\1", text) if text else None


def _type(value: Value | None) -> str | None:
    text = _text(value)
    return TYPE_WORDS.get(text, text) if text else None


def _authors(value: Value | None) -> Iterator[str]:
    if isinstance(value, str):
        names = split_names(re.sub(r"[*_]{2}", "", value))
        yield from names.names
        if names.truncated:
            yield "others"
    elif isinstance(value, dict):
        yield from _authors([value])
    elif isinstance(value, list):
        for item in value:
            name = _person(item) if isinstance(item, dict) else item if isinstance(item, str) else ""
            if name.strip():
                yield " ".join(name.split())


def _person(item: Mapping[str, Value]) -> str:
    low = {key.lower(): value for key, value in item.items() if isinstance(value, str)}
    family, given = low.get("family") or low.get("last") or low.get("lastname"), low.get("given") or low.get("first")
    return f"{family}, {given}" if family and given else low.get("name") or low.get("literal") or family or ""


def _cited_authors(citation: str | None, title: str | None) -> tuple[str, ...]:
    """The names before the title in a citation."""
    if not citation or not title:
        return ()
    plain = re.sub(r"</?[A-Za-z][^<>]{0,200}>|&quot;|[“”\"]", " ", citation)
    at = plain.lower().find(title[:25].lower().strip())
    head = re.sub(r"\(?\b(?:19|20)\d\d\b\)?[.,:]?\s*$", "", plain[:at].strip()) if at > 0 else ""
    return tuple(split_names(head.strip(" .,:'")).names) if head.strip(" .,:'") else ()


def _links(word: str, value: Value) -> Iterator[tuple[str, str]]:
    if isinstance(value, str) and WEB.match(value) and slot_of(word) not in {"doi", "arxiv_id", "title"}:
        yield word.removeprefix("url_"), value
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                named = {key.lower(): text for key, text in item.items() if isinstance(text, str)}
                address = named.get("url") or named.get("link") or named.get("href")
                if address and WEB.match(address):
                    yield named.get("name") or named.get("text") or named.get("type") or word, address


def value_for(slot: str, record: Record) -> str | None:
    """What a record says in a slot, as the text of one line."""
    arxiv = f"https://arxiv.org/abs/{record.arxiv_id}" if record.arxiv_id else None
    doi = f"https://doi.org/{record.doi}" if record.doi else None
    values = {
        "title": record.title, "venue": record.venue, "year": str(record.year) if record.year else None,
        "date": record.date, "doi": record.doi, "arxiv_id": record.arxiv_id, "url": record.url or doi or arxiv,
        "pdf": record.links.get("pdf"), "volume": record.volume, "number": record.number, "pages": record.pages,
        "publisher": record.publisher, "abstract": record.abstract,
    }  # fmt: skip
    value = values.get(slot)
    return shown(value) if value is not None and slot in {"title", "venue", "publisher", "abstract"} else value


def shown(text: str) -> str:
    """Plain text as themes show it: what a browser would take for markup is escaped."""
    return html.escape(text, quote=False) if "<" in text or MARKUP.search(text) else text
