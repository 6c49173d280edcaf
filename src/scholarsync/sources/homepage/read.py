"""A homepage read from bytes to drafts, with an account of how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scholarsync.model import Draft, Page
from scholarsync.normalise.titles import title_key
from scholarsync.sources.homepage.accept import Ruling, accept, group_of
from scholarsync.sources.homepage.blocks import Document
from scholarsync.sources.homepage.body import Body, body_of
from scholarsync.sources.homepage.candidate import Candidate
from scholarsync.sources.homepage.decode import decode
from scholarsync.sources.homepage.entries import find_candidates
from scholarsync.sources.homepage.fields import Rest, read_rest
from scholarsync.sources.homepage.hidden import Hidden, draft_of, read_hidden, twin_of
from scholarsync.sources.homepage.islands import read_islands
from scholarsync.sources.homepage.lexicon import fold
from scholarsync.sources.homepage.links import Links, read_links
from scholarsync.sources.homepage.markdown import to_html
from scholarsync.sources.homepage.people import NOBODY, NameList, split_list
from scholarsync.sources.homepage.plain import is_html, is_markdown, read_plain
from scholarsync.sources.homepage.scan import scan
from scholarsync.sources.homepage.sections import Section, classify
from scholarsync.sources.homepage.shapes import strip_marks
from scholarsync.sources.homepage.structured import read_structured
from scholarsync.sources.homepage.style import Entry, Style, learn, read_all
from scholarsync.sources.homepage.tree import read_html, title_of_prolog, without_prolog

QUOTED_BEGINNING = re.compile(r"“[^“”]{2,80}”|„[^„“”]{2,80}[“”]|«[^«»]{2,80}»")
"""A quotation that begins a title without being all of it, or that stands whole."""
UNPUBLISHED_TAIL = re.compile(
    r"(?:\s?\((?:version|ver\.|revised)\s[^()]{1,50}\))?"
    r"(?:,\s(?:(?:unpublished )?lecture notes?|preprint|manuscript))?$",
    re.IGNORECASE,
)
"""What titles of lists without markup trail when they stand in no journal."""
LONGEST_OWNER = 4
LONGEST_FOLD = 4000
TRUSTED = 0.6
"""Length of a hidden text that may be the rest of an author list, and trust in its names."""
LEAST_SCORE = 0.4
"""A reading below this has no title worth the name."""
MOST_ENTRIES = 4000
"""Entries that one page is read for, ten times the longest list seen on a person's page; more is told as partial."""


@dataclass(slots=True)
class Account:
    """How a page was read."""

    drafts: list[Draft] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    styles: dict[str, Style] = field(default_factory=dict)
    document: Document | None = None
    left_out: int = 0
    """Entries beyond the most that one page is read for."""


def read_page(page: Page) -> Account:
    """Read a page of any of the kinds this source knows."""
    text = decode(page.body, content_type=page.content_type)
    return read_document(_document(text, page.url), base=page.final_url or page.url)


def _document(text: str, name: str) -> Document:
    if is_html(text, name):
        return read_html(text)
    if is_markdown(text, name):
        return replace(read_html(to_html(without_prolog(text))), title=title_of_prolog(text))
    return read_plain(text)


def read_document(document: Document, *, base: str) -> Account:
    """Read a page taken apart."""
    account = Account(document=document)
    candidates, _ = find_candidates(document.root, default=_default_section(document))
    account.rulings = accept(candidates)
    taken = [candidate for ruling in account.rulings for candidate in ruling.taken]
    taken.sort(key=lambda candidate: candidate.cells[0].order if candidate.cells else 0)
    account.left_out = max(0, len(taken) - MOST_ENTRIES)
    taken = taken[:MOST_ENTRIES]
    bodies = [(body_of(candidate), group_of(candidate)) for candidate in taken]
    entries = read_all(bodies)
    account.styles = learn(entries)
    twins = read_hidden(document.root.all_hidden()) + read_structured(document)
    bracket = _brackets_are_remarks(entries)
    for candidate, entry in zip(taken, entries, strict=True):
        draft = _draft(candidate, entry, twins=twins, base=base, bracket=bracket)
        if draft is not None and not _is_owner(draft, document):
            account.drafts.append(draft)
    if not account.drafts:
        account.drafts = [
            draft_of(twin, about=title_key(twin.fields["title"])[:120], base=base)
            for twin in read_islands(document.islands)
        ]
    account.drafts = _distinct(account.drafts)
    return account


def _is_owner(draft: Draft, document: Document) -> bool:
    """Whether an entry says nothing but the name that the page's own title has as well."""
    if draft.year or draft.authors or draft.venue or draft.doi or draft.arxiv_id:
        return False
    title = fold(draft.title or "")
    owner = 1 < len(title.split()) <= LONGEST_OWNER and title in fold(document.title)
    return owner and split_list(draft.title or "").trust >= TRUSTED


def _default_section(document: Document) -> Section:
    """What the page's own title, or the menu's name for it, says of lists without a heading."""
    for name in (document.title[:80], document.here):
        if name and classify(name)[0] == "papers":
            return Section(None, "papers", None, None, name)
    return Section()


def _brackets_are_remarks(entries: Sequence[Entry]) -> bool:
    """Whether nearly all titles of the page end in a bracket, which then is no part of them."""
    ends = [re.search(r"\([^()]{3,80}\)\s?[*†]?$", _title_text(entry)) for entry in entries if entry.best is not None]
    return len(ends) >= 4 and sum(end is not None for end in ends) >= 0.6 * len(ends)


def _title_text(entry: Entry) -> str:
    assert entry.best is not None
    return entry.body.text[entry.best.title.start : entry.best.title.end]


def _draft(candidate: Candidate, entry: Entry, *, twins: list[Hidden], base: str, bracket: bool) -> Draft | None:
    best, body = entry.best, entry.body
    if best is None or best.title.score < LEAST_SCORE - 1.5 or not re.search(r"\w", _title_text(entry)):
        return None
    title = _clean_title(_title_text(entry), bracket=bracket)
    if not title:
        return None
    rest = read_rest(body, best, heading_year=candidate.section.year)
    if rest.is_plan and not body.links:
        return None
    links = read_links(body.links, f"{body.text}\n{body.citation or ''}", base=base, title=title)
    own = read_hidden(candidate.hidden)
    twin = twin_of(title, own) or twin_of(title, twins)
    names, cut = _authors(body, best.people.names, twin, candidate.hidden)
    return _filled(
        candidate,
        title,
        names,
        cut=cut,
        coauthors=best.people.place == "with",
        rest=rest,
        links=links,
        twin=twin,
        evidence=_evidence(entry, rest),
    )


def _authors(body: Body, names: NameList, twin: Hidden | None, hidden: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """The authors as printed; the hidden list where the printed one is cut or absent."""
    if not names.names and body.citation:
        names = _from_citation(body.citation)
    names = _unfolded(names, hidden)
    if (
        twin is not None
        and twin.authors
        and not twin.is_cut
        and (not names.names or (names.truncated and len(twin.authors) > len(names.names) and _fits(names, twin)))
    ):
        return twin.authors, False
    return names.names, names.truncated


def _unfolded(names: NameList, hidden: Sequence[str]) -> NameList:
    """A list that ends in "and 3 more" with those that wait out of sight beside it."""
    if not names.truncated or not names.names:
        return names
    for text in hidden:
        rest = split_list(text) if len(text) < LONGEST_FOLD and "@" not in text else NOBODY
        if rest.trust >= TRUSTED and rest.names:
            whole = rest.names if rest.names[0] == names.names[0] else names.names + rest.names
            return replace(rest, names=whole)
    return names


def _fits(names: NameList, twin: Hidden) -> bool:
    """Whether the printed names are among the hidden ones."""
    hidden = fold(" ".join(twin.authors)).split()
    first = fold(names.names[0]).split()
    return any(word in hidden for word in first if len(word) > 1)


def _from_citation(citation: str) -> NameList:
    stops = scan(citation)
    if not stops:
        return NOBODY
    names = split_list(citation[: stops[-1].end])
    return names if names.trust >= 0.6 else NOBODY


def _clean_title(text: str, *, bracket: bool) -> str:
    text = " ".join(text.split())
    if bracket:
        text = re.sub(r"\s?\([^()]{3,80}\)\s?[*†]?$", "", text)
    text = re.sub(r"[\s*†‡]+$", "", text)
    text = UNPUBLISHED_TAIL.sub("", text)
    text = re.sub(
        r"\s?[\[(](?:forthcoming|in press|to appear|accepted|submitted|under review|in progress|in preparation|r&r|"
        r"working paper|draft|policy brief[^\])]{0,30}|data ?set|report|book|chapter)[\])]\.?$",
        "",
        text,
        flags=re.IGNORECASE,
    )
    text = (
        re.sub(r"^[\s\"“”„«`‘'•·]+|[\s,;:]+$", "", text)
        if text.count('"') % 2 or (text[:1] in "“„«`" and not QUOTED_BEGINNING.match(text))
        else text.strip(" ,;:")
    )
    text = re.sub(r"(?:''|’’|[\"”“»″])+$", "", text) if not _balanced(text) else text
    text = re.sub(
        r"[\s,.(]+(?:\d{1,2}(?:st|nd|rd|th)|revised|second|third|fourth|fifth) (?:edn?|edition)\b\.?\)?$",
        "",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(
        r"\s\[(?:version|in press|oral|poster|spotlight|invited|accepted|preprint|forthcoming|submitted|under "
        r"review|pdf|J|C)\b[^\[\]]{0,80}\]$",
        "",
        text,
        flags=re.IGNORECASE,
    )
    return text.rstrip(",;: ").removesuffix(".").strip() if not text.endswith("...") else text


def _balanced(text: str) -> bool:
    return (
        text.count("“") == text.count("”")
        and text.count('"') % 2 == 0
        and text.count("«") == text.count("»")
        and text.count("``") == text.count("''")
    )


def _filled(
    candidate: Candidate, title: str, names: tuple[str, ...], *, cut: bool, coauthors: bool, rest: Rest, links: Links,
    twin: Hidden | None, evidence: tuple[tuple[str, str], ...],
) -> Draft:  # fmt: skip
    fields = twin.fields if twin is not None else {}
    return Draft(
        id=title_key(title)[:120] or title[:120],
        title=title,
        authors=tuple(name for name in (strip_marks(name) for name in names) if name),
        authors_truncated=cut,
        coauthors_only=coauthors,
        year=rest.year or fields.get("year"),
        date=rest.date,
        venue=rest.venue or (twin.venue if twin is not None else None),
        type=candidate.section.type or (twin.type if twin is not None else None),
        volume=rest.volume or fields.get("volume"),
        number=rest.number or fields.get("number"),
        pages=rest.pages or fields.get("pages"),
        publisher=fields.get("publisher"),
        doi=links.doi or fields.get("doi"),
        arxiv_id=links.arxiv_id,
        ids=links.ids,
        url=links.url,
        links=links.labelled,
        status=rest.status,
        section=candidate.section.text,
        key=(twin.key if twin is not None else None) or candidate.name,
        evidence=evidence,
    )


def _evidence(entry: Entry, rest: Rest) -> tuple[tuple[str, str], ...]:
    assert entry.best is not None
    people = entry.best.people
    return (
        ("title", entry.best.title.kind),
        ("authors", f"{people.place}: {entry.body.text[people.start : people.end][:80]}"),
        ("year", rest.year_place),
        ("venue", rest.venue_from),
    )


def _distinct(drafts: list[Draft]) -> list[Draft]:
    """One draft a publication: an entry that repeats another in all it says is dropped, namesakes get a number."""
    kept: dict[str, list[Draft]] = {}
    out: list[Draft] = []
    for draft in drafts:
        same = kept.setdefault(draft.id, [])
        if any(_repeats(draft, other) for other in same):
            continue
        same.append(draft)
        out.append(draft if len(same) == 1 else replace(draft, id=f"{draft.id}~{len(same)}"))
    return out


def _repeats(one: Draft, other: Draft) -> bool:
    """Whether two entries of one title say the same throughout."""
    same_people = one.authors == other.authors or not one.authors or not other.authors
    same_place = (one.year, fold(one.venue or "")) == (other.year, fold(other.venue or ""))
    return (
        same_people and same_place and (one.doi == other.doi or None in (one.doi, other.doi)) and one.type == other.type
    )
