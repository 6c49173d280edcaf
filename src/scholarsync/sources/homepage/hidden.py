"""BibTeX that a page carries out of sight, as evidence for the entry it belongs to.

Only what the visible entry lacks is taken from it: the whole author list where the page
cuts it, a year, a venue.  A block whose title is another work's is evidence of nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qs

from rapidfuzz import fuzz

from scholarsync.model import Draft
from scholarsync.normalise.latex import to_text
from scholarsync.sources.homepage.lexicon import fold

ENTRY = re.compile(r"@\s{0,9}([A-Za-z]{3,20})\s{0,9}[{(]\s{0,9}([^,\s{}]{0,200})\s{0,9},")
FIELD = re.compile(r"([A-Za-z][\w-]{1,30})\s{0,20}=\s{0,20}")
MOST_ENTRIES = 3000


@dataclass(frozen=True, slots=True)
class Hidden:
    """A structured twin of a visible entry."""

    key: str | None
    type: str
    fields: dict[str, str]
    origin: str
    """bibtex or coins."""

    @property
    def authors(self) -> tuple[str, ...]:
        """Persons as the block spells them."""
        names = re.split(r"\s+and\s+", self.fields.get("author", "").strip())
        return tuple(name for name in names if name and name.lower() != "others")

    @property
    def is_cut(self) -> bool:
        """Whether it says that there are more authors."""
        return bool(re.search(r"\band\s+others\b", self.fields.get("author", "")))

    @property
    def venue(self) -> str | None:
        """Container: journal, book or school."""
        return next(
            (
                self.fields[name]
                for name in ("journal", "booktitle", "journaltitle", "school", "institution")
                if self.fields.get(name)
            ),
            None,
        )


def read_hidden(texts: Iterable[str]) -> list[Hidden]:
    """All structured twins in hidden texts."""
    found: list[Hidden] = []
    for text in texts:
        if text.startswith("coins:"):
            twin = _coins(text[6:])
            if twin is not None:
                found.append(twin)
        elif "@" in text:
            found.extend(_bibtex(text))
        if len(found) > MOST_ENTRIES:
            break
    return found


def twin_of(title: str, twins: Iterable[Hidden]) -> Hidden | None:
    """The twin that names this very title."""
    folded = fold(title).replace(" ", "")
    best, best_score = None, 88.0
    for twin in twins:
        other = fold(twin.fields.get("title", "")).replace(" ", "")
        if not other:
            continue
        score = 100.0 if other == folded else fuzz.ratio(other, folded)
        if score > best_score:
            best, best_score = twin, score
    return best


def _bibtex(text: str) -> list[Hidden]:
    starts = list(ENTRY.finditer(text))
    out = []
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        fields = _fields(text[start.end() : end])
        if "title" in fields:
            out.append(Hidden(start.group(2) or None, start.group(1).lower(), fields, "bibtex"))
    return out


def _fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    position = 0
    while (found := FIELD.search(text, position)) is not None:
        value, position = _value(text, found.end())
        fields.setdefault(found.group(1).lower(), " ".join(to_text(value).split()))
    return fields


def _value(text: str, start: int) -> tuple[str, int]:
    """A braced, quoted or bare value, and where it ends."""
    opening = text[start : start + 1]
    if opening not in ("{", '"'):
        end = re.compile(r"[,\n}]").search(text, start)
        stop = end.start() if end else len(text)
        return text[start:stop].strip(), stop
    depth = 0
    for index in range(start, len(text)):
        character = text[index]
        if character == "{" and (index == 0 or text[index - 1] != "\\"):
            depth += 1
        elif character == "}" and (index == 0 or text[index - 1] != "\\"):
            depth -= 1
            if opening == "{" and depth == 0:
                return text[start + 1 : index], index + 1
        elif character == '"' and opening == '"' and depth == 0 and index > start:
            return text[start + 1 : index], index + 1
    return text[start + 1 :], len(text)


def _coins(text: str) -> Hidden | None:
    values = parse_qs(text.replace("&amp;", "&"))
    names = {
        "rft.atitle": "title",
        "rft.title": "booktitle",
        "rft.jtitle": "journal",
        "rft.date": "year",
        "rft.volume": "volume",
        "rft.issue": "number",
    }
    fields = {name: values[key][0] for key, name in names.items() if values.get(key)}
    if "title" not in fields and "booktitle" in fields:
        fields["title"] = fields.pop("booktitle")
    if values.get("rft.au"):
        fields["author"] = " and ".join(values["rft.au"])
    return Hidden(None, "article" if "journal" in fields else "misc", fields, "coins") if "title" in fields else None


def draft_of(twin: Hidden, *, about: str, base: str) -> Draft:
    """The publication that a twin alone describes, under the id `about`."""
    fields = twin.fields
    return Draft(
        id=about,
        title=fields.get("title"),
        authors=twin.authors,
        authors_truncated=twin.is_cut,
        year=fields.get("year"),
        date=fields.get("date"),
        venue=twin.venue,
        type=twin.type if twin.type != "misc" else None,
        volume=fields.get("volume"),
        number=fields.get("number"),
        pages=fields.get("pages"),
        publisher=fields.get("publisher"),
        doi=fields.get("doi"),
        arxiv_id=fields.get("arxiv"),
        url=base if "://" in base else None,
        links=(("pdf", fields["pdf"]),) if fields.get("pdf", "").startswith("http") else (),
        abstract=fields.get("abstract"),
        key=twin.key,
        evidence=(("all", twin.origin),),
    )
