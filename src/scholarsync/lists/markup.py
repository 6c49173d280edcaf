"""Hand-kept HTML and Markdown pages: a new entry after the pattern of those that are there.

The homepage source reads the page; its drafts are found again in the text, and an entry near
the place of the new one serves as its template.  The result is read back before it is taken.
Where a page has a marked block, new entries go there; where no template reads back well, the
page is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scholarsync import sources
from scholarsync.lists.bib_style import most
from scholarsync.lists.files import encode
from scholarsync.lists.found import (
    Located,
    Source,
    content_end,
    heading_start,
    locate,
    run_end,
    source_of,
    token_at,
)
from scholarsync.lists.links import fill, revise
from scholarsync.lists.model import Addition, Edit, Entry, Files, Form, Listing, Text, Unsafe, apply
from scholarsync.lists.place import Place, Standing, find_place, group_year
from scholarsync.lists.shared import NOTHING, Common, in_common, next_number
from scholarsync.lists.template import Unfit, instantiate
from scholarsync.model import Author, Draft, Page, Record
from scholarsync.normalise import normalise
from scholarsync.normalise.names import parse_name
from scholarsync.normalise.titles import title_key
from scholarsync.normalise.venues import venue_key

TRIES = 8
EMPTY_OF_ONE = re.compile(
    r"<(\w{1,20})\b[^<>]{0,300}\s(?:data|id|href|src|data-[\w-]{1,40})=[^<>]{0,300}>\s{0,40}</\1>"
)
EMPTY = re.compile(r"<(strong|em|b|i|span|a|small)>\s{0,40}</\1>")
"""Elements without content behind an entry: what a script fills in by the id of one paper."""
BLOCK = re.compile(r"<!--\s{0,9}scholarsync:begin\b[^<>]{0,200}-->[ \t]*\r?\n?")
BLOCK_END = re.compile(r"[ \t]*<!--\s{0,9}scholarsync:end\b[^<>]{0,200}-->")


def read(files: Files) -> Listing:
    """The entries that the homepage source finds on the page."""
    name, text = next(iter(files.items()))
    kind = "text/html" if name.lower().endswith(("html", "htm", "php")) else "text/markdown"
    page = Page(watch=f"file:{name}", url=name, body=encode(text), content_type=kind)
    reading = sources.load()["homepage"].parse(page)
    entries = tuple(Entry(draft=draft, file=name, group=draft.section) for draft in reading.drafts)
    return Listing(
        form="markdown" if kind == "text/markdown" else "html", files=files, entries=entries, faults=reading.faults
    )


def add(listing: Listing, addition: Addition) -> Sequence[Edit]:
    """One insertion that reads back as the record, after the pattern of a neighbour."""
    name, text = next(iter(listing.files.items()))
    record = addition.record
    owners = tuple(parse_name(owner) for owner in addition.owners)
    source = source_of(text.text, markdown=listing.form == "markdown")
    found = locate(source, [entry.draft for entry in listing.entries])
    known = [one for one in found if one is not None and one.start >= 0]
    best: tuple[int, Edit | None] = (0, None)
    for edit in _attempts(source, known, record, owners, name=name, text=text):
        rating = _reads_back(listing, edit, record)
        if rating > best[0]:
            best = (rating, edit)
        if rating == BEST:
            break
    if best[1] is not None:
        return [best[1]]
    raise Unsafe(f"{name}: no entry of the page serves as a pattern for {record.title!r}; "
                 "put <!-- scholarsync:begin --> and <!-- scholarsync:end --> where new entries may go")  # fmt: skip


def _attempts(
    source: Source, known: Sequence[Located], record: Record, owners: Sequence[Author], *, name: str, text: Text
) -> Iterator[Edit]:
    common = in_common(source, known)
    block = BLOCK.search(source.text)
    if block is not None and BLOCK_END.search(source.text, block.end()):
        yield from _in_block(source, known, record, common, owners, name=name, text=text, at=block.end())
        return
    if not known:
        return
    records = [normalise(one.draft, source="homepage") for one in known]
    place = find_place([Standing(record=r, group=k.draft.section) for r, k in zip(records, known, strict=True)], record)
    common = replace(common, number=next_number(source, known, place.index))
    models = _models(known, records, record, place, _gaps(source, known))
    for model in models[:TRIES]:
        try:
            body, tail = _written(source, known[model], record, common, owners=owners, text=text)
        except Unfit:
            continue
        yield from _edits(source, known, place, body, tail, name=name)


def _gaps(source: Source, known: Sequence[Located]) -> list[bool]:
    """Whether an entry has behind it what most have."""
    gaps = [source.text[content_end(source, k, k.stop) : k.stop] if k.stop > k.title[1] else None for k in known]
    usual = most(" ".join(gap.split()) for gap in gaps if gap is not None)
    return [gap is not None and " ".join(gap.split()) == usual for gap in gaps]


def _models(
    known: Sequence[Located], records: Sequence[Record], record: Record, place: Place, usual: Sequence[bool]
) -> list[int]:
    """Entries in the order in which they would serve as a pattern."""

    def cost(at: int) -> tuple[float, int]:
        mine = records[at]
        lacks = sum(getattr(record, f) is not None and getattr(mine, f) is None for f in ("year", "venue"))
        lacks += 2 * (not mine.authors)
        other_kind = mine.type != record.type
        same_part = known[at].draft.section != (place.group or known[at].draft.section)
        extra = (not usual[at]) + (mine.note is not None) + (mine.status is not None)
        return 10 * lacks + 2 * other_kind + 3 * same_part + 2 * extra + 0.1 * min(abs(at - place.index), 60), at

    whole = [
        at for at, one in enumerate(known)
        if one.stop > one.title[1] and at + 1 < len(known) and known[at + 1].draft.section == one.draft.section
    ]  # fmt: skip
    last = [at for at in range(len(known)) if at not in set(whole)]
    return sorted(whole, key=cost) + sorted(last, key=cost)


def _written(
    source: Source, one: Located, record: Record, common: Common, *, owners: Sequence[Author], text: Text
) -> tuple[str, str]:
    """A new entry after the pattern of another, and what stands between two entries there."""
    limit = one.stop if one.stop > one.title[1] else run_end(source, one)
    end = content_end(source, one, limit)
    body = instantiate(source, one, record, common=common, end=end, encoding=text.encoding, owners=owners)
    tail = source.text[end : one.stop] if one.stop > end else ""
    if re.search(r"[^\W\d_]|\d{4}|#", re.sub(r"<!--.{0,2000}?-->|<[^<>]{0,200}>", "", tail, flags=re.DOTALL)):
        raise Unfit("more than a gap stands behind it")
    kept = re.sub(
        r"<!--.{0,2000}?-->|<\?.{0,2000}?\?>", lambda c: c[0] if c[0] in common.remarks else "", tail, flags=re.DOTALL
    )
    kept = re.sub(r"\s(?:id|name)=(?:\"[^\"]*\"|'[^']*')", "", kept)
    if not kept.strip():
        kept = tail
    kept = EMPTY.sub("", EMPTY_OF_ONE.sub("", kept))
    joined = one.stop == end > one.title[1]
    return body, kept if kept or joined else text.newline + _indent(source, one)


def _indent(source: Source, one: Located) -> str:
    lead = source.text[source.text.rfind("\n", 0, one.start) + 1 : one.start]
    return lead if not lead.strip() else ""


def _edits(
    source: Source, known: Sequence[Located], place: Place, body: str, tail: str, *, name: str
) -> Iterator[Edit]:
    if place.opens:
        edit = _new_part(source, known, place, body, tail, name=name)
        if edit is not None:
            yield edit
        return
    if place.joins_above or place.index >= len(known):
        above = known[place.index - 1]
        limit = above.stop if above.stop > above.title[1] else run_end(source, above)
        if place.index < len(known) and (section := known[place.index].draft.section):
            limit = (
                heading_start(source, section, above.title[1], max(known[place.index].start, above.title[1])) or limit
            )
        at = content_end(source, above, limit)
        yield Edit(file=name, start=at, end=at, text=tail + body)
        return
    at = known[place.index].start
    yield Edit(file=name, start=at, end=at, text=body + tail)


def _new_part(
    source: Source, known: Sequence[Located], place: Place, body: str, tail: str, *, name: str
) -> Edit | None:
    """A heading for a new year with the entry under it, after the pattern of the part that follows."""
    follower = min(place.index, len(known) - 1)
    one = known[follower]
    old = group_year(one.draft.section)
    after = known[follower - 1].title[1] if follower else 0
    start = heading_start(source, one.draft.section or "", after, one.start)
    if old is None or start is None:
        return None
    head = source.text[start : one.start]
    closers = _closers(source, start, one.start)
    if place.joins_above or place.index >= len(known):
        at = content_end(source, known[-1], run_end(source, known[-1]))
        if closers:
            return None
        return Edit(file=name, start=at, end=at, text=tail + re.sub(old, place.opens or old, head) + body)
    newline = "\r\n" if "\r\n" in head else "\n"
    lead = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    lead = lead if not lead.strip() else ""
    gap = tail if not closers else "".join(newline + lead + closer for closer in closers) + newline + newline + lead
    return Edit(file=name, start=start, end=start, text=re.sub(old, place.opens or old, head) + body + gap)


def _closers(source: Source, start: int, stop: int) -> list[str]:
    """Closing tags of the elements that are opened between two offsets and left open, the innermost first."""
    low, high = token_at(source, start), token_at(source, stop - 1)
    opened = [t for t in source.tokens[low : high + 1] if t.kind == "open" and t.start >= start and t.mate is not None
              and t.mate > high]  # fmt: skip
    mates = [source.tokens[token.mate] for token in reversed(opened) if token.mate is not None]
    return [source.text[mate.start : mate.end] for mate in mates]


def _in_block(
    source: Source, known: Sequence[Located], record: Record, common: Common, owners: Sequence[Author], *, name: str,
    text: Text, at: int,
) -> Iterator[Edit]:  # fmt: skip
    """At the top of the marked block: after a neighbour's pattern, else in a plain one."""
    for one in [one for one in known if one.stop > one.title[1]][:3]:
        try:
            body, tail = _written(source, one, record, common, owners=owners, text=text)
        except Unfit:
            continue
        yield Edit(
            file=name,
            start=at,
            end=at,
            text=_indent(source, one) + body + (tail if "\n" in tail else tail + text.newline),
        )
    yield Edit(file=name, start=at, end=at, text=_plain(source, record, text, at))


def _plain(source: Source, record: Record, text: Text, at: int) -> str:
    pattern = "- A. Name. **A long placeholder title**. *Venue of it*, 1900.\n"
    opened = [source.tokens[i].name for i in range(token_at(source, max(at - 1, 0))) if source.tokens[i].kind == "open"]
    if not source.markdown:
        tag = "li" if most(opened[-1:]) in {"ul", "ol"} else "p"
        pattern = f"<{tag}>A. Name. <b>A long placeholder title</b>. <i>Venue of it</i>, 1900.</{tag}>\n"
    model = source_of(pattern, markdown=source.markdown)
    title = model.stream.find("A long placeholder title")
    assert title is not None, "the pattern has its title"
    draft = Draft(
        id="pattern", title="A long placeholder title", authors=("A. Name",), venue="Venue of it", year="1900"
    )
    one = Located(draft, title, title[0], start=0, stop=len(pattern))
    written = instantiate(model, one, record, common=NOTHING, end=len(pattern), encoding=text.encoding, owners=())
    return written.rstrip("\n") + text.newline


BEST = 5


def _reads_back(listing: Listing, edit: Edit, record: Record) -> int:
    """How much of the record the page says after the edit: 0 where an old entry or the title suffers, BEST for all."""
    new = read(apply(listing.files, [edit]))
    old_titles = [entry.draft.title for entry in listing.entries]
    new_titles = [entry.draft.title for entry in new.entries]
    if len(new_titles) != len(old_titles) + 1:
        return 0
    at = next((n for n, (a, b) in enumerate(zip(old_titles, new_titles, strict=False)) if a != b), len(old_titles))
    if new_titles[at + 1 :] != old_titles[at:]:
        return 0
    fresh = normalise(new.entries[at].draft, source="homepage")
    if title_key(fresh.title or "") != title_key(record.title or ""):
        return 0
    if fresh.doi not in {record.doi, None} or fresh.arxiv_id not in {record.arxiv_id, None}:
        return 0  # an id of the pattern's own paper
    people = [author.family for author in fresh.authors] == [author.family for author in record.authors]
    venue = venue_key(fresh.venue or "") == venue_key(record.venue or "")
    figures = (fresh.volume, fresh.number, fresh.pages) == (record.volume, record.number, record.pages)
    return 1 + people + (fresh.year in {record.year, None}) + venue + figures


html = Form(name="html", read=read, add=add, fill=fill, revise=revise)
markdown = Form(name="markdown", read=read, add=add, fill=fill, revise=revise)
