"""Changes of entries on HTML and Markdown pages: a link more in its row, and the venue of a preprint replaced.

Entries of a page are prose, so little can be said in them for certain.  A DOI or arXiv id is added
as one more link where the entry has a row of links and another entry shows how such a link looks;
the run of words that names a preprint server is replaced where it is the only one.  All else is left
to the person.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from scholarsync.lists.clean import page_text
from scholarsync.lists.found import Located, Source, ancestors, content_end, locate, run_end, source_of, token_at
from scholarsync.lists.model import Edit, Entry, Listing
from scholarsync.lists.shared import label_of
from scholarsync.lists.template import fitting, leading_to
from scholarsync.model import Draft

ADDRESS_OF = {"doi": "https://doi.org/{}", "arxiv_id": "https://arxiv.org/abs/{}"}
HOST_OF = {"doi": "doi.org/", "arxiv_id": "arxiv.org/abs/"}
ID_IN_LABEL = re.compile(r"10\.\d{4,9}/[^\s<>\"]{1,200}|\b\d{4}\.\d{4,5}(?:v\d+)?\b")
GAP = re.compile(r"(?:[\s|·•,;/–—-]|&nbsp;|&middot;|&bull;|&#\d{2,4};){1,24}\Z")
BRACKETS = {"[": "]", "(": ")"}
LONGEST_LABEL = 60
SERVER = re.compile(
    r"\b(?:(?:arXiv|bioRxiv|medRxiv|ChemRxiv|PsyArXiv|SSRN)\b(?:\.org)?(?:\s(?:e-?prints?|preprints?)\b)?"
    r"(?:,?\s?(?:arXiv)?:?\s?(?:\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,12}(?:\.[A-Z]{2})?/\d{7})\b)?(?:\s?\[[\w.-]{2,20}\])?"
    r"|CoRR\b(?:,?\s(?:abs/\d{4}\.\d{4,5})\b)?)",
)
"""What names a preprint server, with the id it gave."""


@dataclass(frozen=True, slots=True)
class _Link:
    """A link with the elements that hold nothing else."""

    first: int
    """Index of its opening token."""
    last: int
    start: int
    end: int
    """Offsets of the whole."""
    label: str


@lru_cache(maxsize=2)
def _taken_apart(text: str, drafts: tuple[Draft, ...], *, markdown: bool) -> tuple[Source, tuple[Located | None, ...]]:
    source = source_of(text, markdown=markdown)
    return source, tuple(locate(source, drafts))


def _places(listing: Listing) -> tuple[Source, tuple[Located | None, ...]]:
    text = next(iter(listing.files.values())).text
    return _taken_apart(text, tuple(e.draft for e in listing.entries), markdown=listing.form == "markdown")


def fill(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """A DOI and an arXiv id as links of their own behind the entry's last one."""
    source, places = _places(listing)
    one = places[listing.entries.index(entry)]
    if one is None or one.start < 0:
        return []
    here = source.text[one.start : max(one.stop, one.title[1])]
    rows = [list(_links(source, place)) for place in places if place is not None and place.start >= 0]
    row = list(_links(source, one))
    edits = []
    for field in sorted(values.keys() & ADDRESS_OF.keys()):
        address = fitting(ADDRESS_OF[field].format(values[field]), markdown=source.markdown)
        model = _model(source, rows, field)
        behind = _behind(source, row, rows)
        if address is not None and model is not None and behind is not None and values[field] not in here:
            written = _like(source, model, address, values[field])
            at, before, after = behind
            edits.append(Edit(file=entry.file, start=at, end=at, text=before + written + after, field=field))
    return edits


def _links(source: Source, one: Located) -> Iterator[_Link]:
    """The links of an entry behind its title, long ones left out."""
    limit = one.stop if one.stop > one.title[1] else run_end(source, one)
    stop = content_end(source, one, limit)
    for index in range(token_at(source, one.title[1]), len(source.tokens)):
        token = source.tokens[index]
        if token.start >= stop:
            return
        if token.kind != "open" or token.href is None or token.mate is None or token.start < one.title[1]:
            continue
        label = label_of(source, index)
        if label and len(label) <= LONGEST_LABEL and not source.text[token.start : token.end].count("javascript:"):
            yield _with_wraps(source, index, token.mate, label)


def _with_wraps(source: Source, first: int, last: int, label: str) -> _Link:
    low, high = first, last
    while low > 0 and source.tokens[low - 1].kind == "open" and source.tokens[low - 1].mate == high + 1:
        low, high = low - 1, high + 1
    return _Link(first, last, source.tokens[low].start, source.tokens[high].end, label)


def _model(source: Source, rows: Sequence[Sequence[_Link]], field: str) -> _Link | None:
    """A link of the page that leads where the new one shall, of the commonest label that names the place or the id."""
    found = [link for row in rows for link in row if HOST_OF[field] in (source.tokens[link.first].href or "")]
    word = field.removesuffix("_id")
    named = [link for link in found if word in link.label or ID_IN_LABEL.search(link.label)]
    usual = Counter(ID_IN_LABEL.sub("", link.label) for link in named).most_common(1)
    return next((link for link in named if ID_IN_LABEL.sub("", link.label) == usual[0][0]), None) if usual else None


def _like(source: Source, model: _Link, address: str, value: str) -> str:
    text, opening, closing = source.text, source.tokens[model.first], source.tokens[model.last]
    inner = ID_IN_LABEL.sub(lambda _: value, text[opening.end : closing.start])
    before, after = text[model.start : opening.start], text[closing.end : model.end]
    if source.markdown and opening.name == "md-a":
        return f"{before}[{inner}]({address}){after}"
    return (
        before
        + leading_to(text[opening.start : opening.end], address)
        + inner
        + text[closing.start : closing.end]
        + after
    )


def _behind(source: Source, row: Sequence[_Link], rows: Sequence[Sequence[_Link]]) -> tuple[int, str, str] | None:
    """Where a link more goes in a row, and the signs around it; None where the page does not show what parts links."""
    if not row:
        return None
    single = [_brackets(source, link) for some in rows for link in some]
    own = sum(one is not None for one in single) * 2 > len(single)
    gaps = Counter(_gap(source, a, b, own=own) for some in rows for a, b in pairwise(some))
    usual = next((gap for gap, _ in gaps.most_common() if gap is not None), " " if own else None)
    last = row[-1]
    brackets = _brackets(source, last) if own else None
    if usual is None or (own and brackets is None):
        return None
    opening, closing = brackets or ("", "")
    return last.end + len(closing), usual + opening, closing


def _brackets(source: Source, link: _Link) -> tuple[str, str] | None:
    """The brackets that a link has for itself."""
    before, after = source.text[link.start - 1 : link.start], source.text[link.end : link.end + 1]
    return (before, after) if before in BRACKETS and BRACKETS[before] == after else None


def _gap(source: Source, left: _Link, right: _Link, *, own: bool) -> str | None:
    """What parts two links, without their own brackets."""
    between = source.text[left.end : right.start]
    if own:
        between = between[1:-1] if _brackets(source, left) and _brackets(source, right) else ""
    return between if GAP.match(between) else None


def revise(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """The venue and the year of a preprint, where the entry names its server and its year just once."""
    source, places = _places(listing)
    one = places[listing.entries.index(entry)]
    if one is None or one.start < 0 or not values.get("venue"):
        return []
    stop = content_end(source, one, one.stop if one.stop > one.title[1] else run_end(source, one))
    texts = list(_free_texts(source, one, stop))
    runs = _matches(SERVER, source, texts)
    if len(runs) != 1:
        return []
    start, end = runs[0]
    encoding = next(iter(listing.files.values())).encoding
    venue = _venue(source, one, runs[0], values["venue"], encoding)
    edits = [Edit(file=entry.file, start=start, end=end, text=venue, field="venue")]
    year = entry.draft.year
    if year and values.get("year"):
        alone = re.compile(rf"(?<![\w./-]){re.escape(year)}(?![\w/]|-\d)")
        years = [span for span in _matches(alone, source, texts) if span[1] <= start or span[0] >= end]
        edits += [
            Edit(file=entry.file, start=a, end=b, text=values["year"], field="year")
            for a, b in years
            if len(years) == 1
        ]
    return [*edits, *fill(listing, entry, {field: value for field, value in values.items() if value})]


def _free_texts(source: Source, one: Located, stop: int) -> Iterator[tuple[int, int]]:
    """The stretches of an entry's text that are neither its title nor in a link."""
    for index in range(token_at(source, one.start), len(source.tokens)):
        token = source.tokens[index]
        if token.start >= stop:
            return
        if token.kind != "text" or any(source.tokens[at].href is not None for at in ancestors(source, index)):
            continue
        start, end = max(token.start, one.start), min(token.end, stop)
        for low, high in ((start, min(end, one.title[0])), (max(start, one.title[1]), end)):
            if low < high:
                yield low, high


def _matches(pattern: re.Pattern[str], source: Source, texts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return [found.span() for low, high in texts for found in pattern.finditer(source.text, low, high)]


def _venue(source: Source, one: Located, run: tuple[int, int], venue: str, encoding: str) -> str:
    """The new venue; an id that stands nowhere else in the entry is kept behind it."""
    written = page_text(venue, markdown=source.markdown, encoding=encoding)
    number = ID_IN_LABEL.search(source.text, *run)
    if number is None:
        return written
    stop = one.stop if one.stop > one.title[1] else run_end(source, one)
    elsewhere = source.text[one.start : run[0]] + source.text[run[1] : stop]
    return written if number[0] in elsewhere else f"{written}, arXiv:{number[0]}"
