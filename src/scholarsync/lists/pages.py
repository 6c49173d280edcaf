"""Folders with a page a publication: HugoBlox bundles and academicpages collections.

A new work is a new page in the folder's own fashion; the pages that are there are not touched,
but for fields that are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

import yaml

from scholarsync.errors import InputError
from scholarsync.formats import bibtex
from scholarsync.lists.fields import draft_of, is_record, slot_of
from scholarsync.lists.items import full_date, member, type_words
from scholarsync.lists.model import Edit, Entry, Files, Form, Listing
from scholarsync.lists.new_pages import add
from scholarsync.lists.nodes import Pair, pairs, quote_of, tight_end
from scholarsync.lists.sheets import Sheet, bib_beside, is_bundle, sheet_of, stem_of
from scholarsync.model import Draft, Fault, Record
from scholarsync.normalise.latex import to_text
from scholarsync.normalise.names import parse_name
from scholarsync.normalise.titles import title_key


def read(files: Files) -> Listing:
    """The pages of a folder that are publications."""
    entries, faults = [], []
    for file, text in files.items():
        if (
            file.endswith(".bib")
            or PurePosixPath(file).name.lower() in {"_index.md", "readme.md"}
            or file == "index.md"
        ):
            continue
        try:
            sheet = sheet_of(file, text)
        except InputError as error:
            faults.append(Fault(where=file, reason=str(error)))
            continue
        mapping = sheet.head.values if sheet else None
        if isinstance(mapping, dict) and is_record(mapping):
            draft = draft_of(mapping, name=file, key=stem_of(file))
            entries.append(Entry(draft=_with_bib(draft, file, files), file=file, end=len(text.text)))
    form = "hugo" if sum(is_bundle(entry.file) for entry in entries) * 2 > len(entries) else "academicpages"
    return Listing(form=form, files=files, entries=tuple(entries), faults=tuple(faults))


def _with_bib(draft: Draft, file: str, files: Files) -> Draft:
    """What the page leaves out, from the BibTeX beside it; only where that has the page's title."""
    if draft.venue and draft.authors and not draft.coauthors_only:
        return draft
    entry = bib_beside(file, files)
    if entry is None or title_key(to_text(entry.value("title") or "")) != title_key(draft.title or ""):
        return draft
    changes: dict[str, object] = {}
    if draft.coauthors_only or not draft.authors:
        names = tuple(parse_name(to_text(name)).name for name in bibtex.split_names(entry.value("author") or ""))
        changes |= {"authors": names, "coauthors_only": False} if names else {}
    if not draft.venue:
        venue = to_text(entry.value("journal") or entry.value("booktitle") or "")
        changes |= {"venue": venue} if venue else {}
    return Draft(**{name: getattr(draft, name) for name in draft.__slots__} | changes)


def fill(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """Empty keys get their value, absent ones are put at the end of the front matter."""
    sheet = sheet_of(entry.file, listing.files[entry.file])
    if sheet is None:
        return []
    used = Counter(pair.key for other in listing.entries if (s := sheet_of(other.file, listing.files[other.file]))
                   for pair in pairs(s.head.node) if slot_of(pair.key) in values)  # fmt: skip
    held = _held(sheet)
    edits = []
    for field, value in values.items():
        pair = held.get(field)
        if pair is not None and isinstance(pair.node, yaml.ScalarNode) and not pair.node.value:
            edits.append(_replaced(sheet, pair, field, value))
        elif pair is None and (word := next((key for key, _ in used.most_common() if slot_of(key) == field), None)):
            line = sheet.head.notation.line(word, sheet.head.notation.scalar(value, None)) + sheet.text.newline
            edits.append(Edit(file=entry.file, start=sheet.head.tail, end=sheet.head.tail, text=line, field=field))
    return edits


def _held(sheet: Sheet) -> dict[str | None, Pair]:
    return {slot_of(pair.key): pair for pair in pairs(sheet.head.node, offset=sheet.head.start)}


def _replaced(sheet: Sheet, pair: Pair, field: str, value: str) -> Edit:
    written = sheet.head.notation.scalar(value, quote_of(pair.node))
    blank = "" if sheet.text.text[pair.start - 1].isspace() else " "
    return Edit(file=sheet.file, start=pair.start, end=pair.end, text=blank + written, field=field)


def revise(listing: Listing, entry: Entry, values: Mapping[str, str]) -> Sequence[Edit]:
    """The values of keys that the page has; its name and address stay."""
    sheet = sheet_of(entry.file, listing.files[entry.file])
    if sheet is None:
        return []
    held, edits = _held(sheet), []
    for field, value in values.items():
        slot = "date" if field == "year" and "year" not in held else field
        pair = held.get(slot)
        if pair is not None and slot == "type":
            edits += _retyped(listing, sheet, pair, value)
        elif pair is not None and value and isinstance(pair.node, yaml.ScalarNode):
            edits.append(_replaced(sheet, pair, field, full_date(value) if slot == "date" else value))
    missing = {field: value for field, value in values.items() if field not in {*held, "type", "year"} and value}
    return [*edits, *fill(listing, entry, missing)]


def _retyped(listing: Listing, sheet: Sheet, pair: Pair, kind: str) -> list[Edit]:
    """The list's own words for a kind of publication, where other pages of the kind have them."""
    sheets = [s for other in listing.entries if (s := sheet_of(other.file, listing.files[other.file])) is not None]
    members = [
        member(s.head.node, text=s.text.text, offset=s.head.start, record=Record(key="", source="")) for s in sheets
    ]
    words = type_words(pair, kind, members)
    if not words or words.startswith(("\n", "\r\n")) is not _is_block(pair):
        return []
    end = pair.start + tight_end(pair.node) - int(pair.node.start_mark.index)
    return [Edit(file=sheet.file, start=pair.start, end=end, text=words.strip(), field="type")]


def _is_block(pair: Pair) -> bool:
    return isinstance(pair.node, yaml.SequenceNode) and not pair.node.flow_style


form = Form(name="pages", read=read, add=add, fill=fill, revise=revise)
