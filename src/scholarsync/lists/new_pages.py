"""A new page in a folder of pages: the head, the name and the body that the others have, for another work."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

import yaml

from scholarsync.errors import InputError
from scholarsync.formats import bibtex
from scholarsync.lists.bib_fields import fields_of, kind_of
from scholarsync.lists.bib_style import learn
from scholarsync.lists.clean import one_line, slug, web_address
from scholarsync.lists.fields import OWNER_ALIASES, slot_of, value_for
from scholarsync.lists.heads import head_of
from scholarsync.lists.items import Member, full_date, line_of, member
from scholarsync.lists.keys import new_key
from scholarsync.lists.model import Addition, Edit, Files, Listing, Unsafe
from scholarsync.lists.nodes import Pair, compose, pairs, quote_of, scalar, tight_end
from scholarsync.lists.sheets import Sheet, bib_beside, is_bundle, sheet_of, stem_of
from scholarsync.model import Author, Record
from scholarsync.normalise import normalise
from scholarsync.normalise.latex import to_text
from scholarsync.normalise.names import parse_name, same_person
from scholarsync.publish import free

DATED = re.compile(r"\d{4}-\d{1,2}-\d{1,2}-(?=.)")
BODY_LINK = re.compile(r"\[([^\[\]\n]{1,80})\]\((https?://[^()\s]{1,500})\)")


def add(listing: Listing, addition: Addition) -> Sequence[Edit]:
    """A new page, and a cite.bib beside it where most pages have one."""
    record = addition.record
    if not listing.entries:
        raise Unsafe("no page to take the fashion of a new one from; write the first one by hand")
    records = [normalise(entry.draft, source=listing.source) for entry in listing.entries]
    model, members, sheets = _model(listing, records, record)
    key, file = _new_name(listing, records, addition, model)
    text = _page(model, members, sheets, _with_alias(addition, listing, sheets), key)
    _check(text, file)
    edits = [Edit(file=file, start=0, end=0, text=text)]
    beside = [
        str(PurePosixPath(entry.file).with_name("cite.bib")) for entry in listing.entries if is_bundle(entry.file)
    ]
    known = [name for name in beside if name in listing.files]
    if is_bundle(file) and len(known) * 2 > len(listing.entries):
        edits.append(_citation_file(str(PurePosixPath(file).with_name("cite.bib")), listing, known, record))
    return edits


def _check(text: str, file: str) -> None:
    """That the head of a new page is what any reader of its notation takes.

    Raises:
        Unsafe: it is not.
    """
    try:
        head = head_of(text, name=file)
        if head is not None and head.fence == "---":
            compose(text[head.start : head.end], name=file)
    except InputError as error:
        raise Unsafe(f"{file}: a page like the others cannot be made ({error})") from error


def _model(listing: Listing, records: Sequence[Record], record: Record) -> tuple[Sheet, list[Member], list[Sheet]]:
    sheets = [sheet for entry in listing.entries if (sheet := sheet_of(entry.file, listing.files[entry.file]))]
    members = [
        member(sheet.head.node, text=sheet.text.text, offset=sheet.head.start, record=of)
        for sheet, of in zip(sheets, records, strict=True)
    ]
    common = Counter(pair.key for one in members for pair in one.pairs)

    def fitness(at: int) -> tuple[int, int, int, str]:
        usual = sum(common[pair.key] * 2 >= len(members) for pair in members[at].pairs)
        return usual, records[at].type == record.type, records[at].year or 0, sheets[at].file

    best = max(range(len(sheets)), key=fitness)
    return sheets[best], [members[best], *(one for at, one in enumerate(members) if at != best)], sheets


def _with_alias(addition: Addition, listing: Listing, sheets: Sequence[Sheet]) -> Record:
    """The record with the theme's alias in place of the owner, where the pages use one and it is known whose it is."""
    record = addition.record
    told = [(alias, name) for sheet in sheets for alias, name in _aliases(sheet, listing.files)]
    used = Counter(alias for alias, _ in told).most_common(1)
    owners = [parse_name(name) for name in {*addition.owners, *(name for _, name in told if name)}]
    if not used:
        return record
    authors = tuple(
        Author(literal=used[0][0]) if any(same_person(author, owner) == "same" for owner in owners) else author
        for author in record.authors
    )
    return replace(record, authors=authors)


def _aliases(sheet: Sheet, files: Files) -> Iterator[tuple[str, str | None]]:
    """(alias, the name that the BibTeX beside has in its place) of a page's authors."""
    values = sheet.head.values
    named = next((v for k, v in values.items() if slot_of(k) == "authors"), None) if isinstance(values, dict) else None
    names = [one for one in named if isinstance(one, str)] if isinstance(named, list) else []
    entry = bib_beside(sheet.file, files)
    beside = bibtex.split_names(entry.value("author") or "") if entry is not None else ()
    for at, name in enumerate(names):
        if name.lower() in OWNER_ALIASES:
            yield name, to_text(beside[at]) if len(beside) == len(names) else None


def _new_name(listing: Listing, records: Sequence[Record], addition: Addition, model: Sheet) -> tuple[str, str]:
    record = addition.record
    stems = [stem_of(entry.file) for entry in listing.entries]
    dated = sum(bool(DATED.match(stem)) for stem in stems) * 2 > len(stems)
    bare = [DATED.sub("", stem) if dated else stem for stem in stems]
    words = " ".join((record.title or "").partition(":")[0].split()[:8]) or (record.title or "")
    made = new_key(record, list(zip(bare, records, strict=True)), default=slug(words))
    name = re.sub(r"[^\w.-]+", "-", made, flags=re.ASCII).strip(".-") or "publication"
    stem = f"{full_date(record.date or str(record.year or '1970'))}-{name}" if dated else name
    key = free(stem, {name.lower() for name in (*stems, *addition.reserved)})
    path = PurePosixPath(model.file)
    folder = path.parent.parent if is_bundle(model.file) else path.parent
    if re.fullmatch(r"(19|20)\d\d", folder.name) and record.year:
        folder = folder.with_name(str(record.year))
    return key, str(folder / key / path.name if is_bundle(model.file) else folder / f"{key}{path.suffix}")


def _page(model: Sheet, members: Sequence[Member], sheets: Sequence[Sheet], record: Record, key: str) -> str:
    """The model's page with the record in place of its own publication."""
    text, newline = model.text.text, model.text.newline
    shared = Counter(line.strip() for sheet in sheets for line in set(sheet.text.text.splitlines()))
    at, parts = model.head.start, [text[: model.head.start]]
    for pair in pairs(model.head.node, offset=model.head.start):
        between = text[at : pair.key_start]
        at = model.head.start + tight_end(pair.node)
        line = _line(pair, model, members, record, key)
        if line is not None:
            kept = [
                row for row in between.split("\n")[1:-1] if shared[row.strip()] * 2 >= len(sheets) or not row.strip()
            ]
            parts += ["".join(row + "\n" for row in kept), line, newline]
    head = re.sub(r"(\r?\n)(?:[ \t]*\r?\n){2,}", r"\1\1", "".join(parts))
    return head + model.head.fence + newline + _body(model, sheets, record)


def _line(pair: Pair, model: Sheet, members: Sequence[Member], record: Record, key: str) -> str | None:
    newline = model.text.newline
    say, write = model.head.notation.line, model.head.notation.scalar
    slot = slot_of(pair.key)
    written = str(pair.node.value) if isinstance(pair.node, yaml.ScalarNode) else ""
    if slot == "citation":
        return say(pair.key, write(_citation(written, record), quote_of(pair.node) or "'"))
    if pair.key.lower() in {"permalink", "slug"}:
        address = re.sub(r"[^/]+(?=/?$|\.html?$)", key, written, count=1)
        return say(pair.key, write(address, quote_of(pair.node)))
    if slot == "date" and record.date is None and record.year is None:
        return None
    if isinstance(pair.node, yaml.MappingNode) and not pair.node.flow_style and slot is None:
        return _nested(pair, model, record)
    line = line_of(pair, record, members, key=key, indent="", newline=newline, notation=model.head.notation)
    if line is not None or slot in {"title", "authors", "date", "year"}:
        return line
    if isinstance(pair.node, yaml.ScalarNode) and (not written or slot in {"doi", "venue", "url", "pdf", "abstract"}):
        return say(pair.key, write("", quote_of(pair.node))) if quote_of(pair.node) else None
    return None


def _nested(pair: Pair, model: Sheet, record: Record) -> str | None:
    """A key that only sorts ("hugoblox: ids: doi: …"), with what the record has for those below."""
    lines = list(_nested_lines(pair.node, record))
    return model.text.newline.join([f"{pair.key}:", *lines]) if lines else None


def _nested_lines(node: yaml.Node, record: Record) -> Iterator[str]:
    for inner in pairs(node):
        lead = " " * node.start_mark.column
        value = value_for(slot_of(inner.key) or "", record)
        if isinstance(inner.node, yaml.MappingNode) and (below := list(_nested_lines(inner.node, record))):
            yield from (f"{lead}{inner.key}:", *below)
        elif (
            isinstance(inner.node, yaml.ScalarNode) and value is not None and slot_of(inner.key) in {"doi", "arxiv_id"}
        ):
            yield f"{lead}{inner.key}: {scalar(value, quote=quote_of(inner.node))}"


def _citation(old: str, record: Record) -> str:
    """A citation in one line, with the owner's name as bold as in the others."""
    bold = [parse_name(name) for name in re.findall(r"<(?:b|strong)>([^<>]{2,80})</", old)]
    names = []
    for author in record.authors:
        name = html.escape(one_line(author.name), quote=False)
        names.append(f"<b>{name}</b>" if any(same_person(author, owner) == "same" for owner in bold) else name)
    who = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""
    title = html.escape(one_line(record.title or ""), quote=False).rstrip(".")
    venue = html.escape(one_line(record.venue or ""), quote=False)
    venue = f"<i>{venue}</i>" if "<i>" in old and venue else venue
    if re.search(r"\((?:19|20)\d\d\)", old):
        return " ".join(part for part in (f"{who}.", f"({record.year}).", f'"{title}."', venue and f"{venue}.") if part)
    tail = ", ".join(part for part in (venue, str(record.year or "")) if part)
    return " ".join(part for part in (who and f"{who}.", f'"{title}."', tail and f"{tail}.") if part)


def _body(model: Sheet, sheets: Sequence[Sheet], record: Record) -> str:
    """A link as the other pages have it, and the abstract under their heading."""
    bodies = [re.sub(r"<!--.{0,20000}?-->", "", sheet.text.text[sheet.head.end :], flags=re.DOTALL) for sheet in sheets]
    newline, out = model.text.newline, ""
    labels = Counter(found[1] for body in bodies if (found := BODY_LINK.search(body[:600])))
    address = web_address(value_for("pdf", record) or value_for("url", record))
    if labels and labels.total() * 2 > len(bodies) and address and not set("()") & set(address):
        out += f"[{labels.most_common(1)[0][0]}]({address}){newline}"
    heading = Counter(m[0] for body in bodies if (m := re.search(r"^#{1,4} Abstract", body, re.MULTILINE)))
    if record.abstract and heading:
        abstract = html.escape(one_line(record.abstract), quote=False).replace("{{", "&#123;{").replace("{%", "&#123;%")
        out += newline.join(["", heading.most_common(1)[0][0], abstract, ""])
    return out


def _citation_file(file: str, listing: Listing, known: Sequence[str], record: Record) -> Edit:
    """A cite.bib in the style of the others, with a key unlike theirs."""
    pieces = {
        name: [p for p in bibtex.parse(listing.files[name].text).pieces if isinstance(p, bibtex.Entry)]
        for name in known
    }
    name = next((name for name in reversed(known) if pieces[name]), None)
    some = pieces[name] if name else []
    text = listing.files[name].text if name else ""
    newline = listing.files[name].newline if name else "\n"
    kind = kind_of(record, some)
    style = learn(text, some, index=0, kind=kind, newline=newline)
    taken = [(piece.key, Record(key="", source="")) for few in pieces.values() for piece in few]
    entry = style.write(kind, new_key(record, taken), fields_of(record, kind, some, unicode=not text.isascii()))
    return Edit(file=file, start=0, end=0, text=entry + newline)
