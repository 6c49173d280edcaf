"""Saved records of arXiv's harvesting interface, in its own format and in Dublin Core; never asked for."""

from __future__ import annotations

import re
from datetime import datetime

from lxml import etree

from scholarsync.errors import Unreadable
from scholarsync.model import Draft, Fault, Page, Reading
from scholarsync.normalise.identifiers import parse_arxiv_id
from scholarsync.sources.arxiv.entries import Entry, draft_of, squeezed


def read_records(page: Page, root: etree._Element) -> Reading:
    """All records of a harvest.

    Raises:
        Unreadable: the interface complains, or there is no record.
    """
    records = [root] if etree.QName(root).localname == "record" else root.findall(".//{*}record")
    complaint = root.find("{*}error")
    if complaint is not None or not records:
        said = squeezed(complaint.text or "") if complaint is not None else "no record"
        raise Unreadable(f"{page.url}: {said[:200]}")
    drafts: dict[str, Draft] = {}
    faults = []
    for number, record in enumerate(records, 1):
        try:
            draft = draft_of(_entry(record))
        except ValueError as error:
            where = record.findtext("{*}header/{*}identifier") or f"record {number}"
            faults.append(Fault(where=where, reason=str(error)))
        else:
            drafts.setdefault(draft.id, draft)
    part = "part of a harvest" if root.find(".//{*}resumptionToken") is not None else None
    return Reading(drafts=tuple(drafts.values()), faults=tuple(faults), partial=part)


def _entry(record: etree._Element) -> Entry:
    own = record.find("{*}metadata/{*}arXiv")
    if own is not None:
        return _of_arxiv(own)
    core = record.find("{*}metadata/{*}dc")
    if core is not None:
        return _of_dublin_core(core, record.findtext("{*}header/{*}identifier") or "")
    raise ValueError("a record that was deleted, or in a format that is not read")


def _of_arxiv(own: etree._Element) -> Entry:
    names = []
    for author in own.findall("{*}authors/{*}author"):
        parts = (author.findtext(f"{{*}}{part}") for part in ("forenames", "keyname", "suffix"))
        names.append(" ".join(squeezed(part) for part in parts if part))
    values = {name: own.findtext(f"{{*}}{name}") or "" for name in ("id", "title", "abstract", "comments", "doi")}
    return Entry(
        id=values["id"], title=values["title"], authors=tuple(names), abstract=values["abstract"],
        published=_day(own.findtext("{*}created")), comment=values["comments"], doi=values["doi"],
        reference=own.findtext("{*}journal-ref") or "",
        categories=(
            *(own.findtext("{*}categories") or "").split(),
            own.findtext("{*}msc-class") or "",
            own.findtext("{*}acm-class") or "",
        ),
    )  # fmt: skip


def _of_dublin_core(core: etree._Element, identifier: str) -> Entry:
    said = {
        name: [e.text or "" for e in core.findall(f"{{*}}{name}")]
        for name in ("title", "creator", "identifier", "date")
    }
    others = [text for text in said["identifier"] if parse_arxiv_id(text) is None]
    dois = [text.removeprefix("doi:") for text in others if text.startswith("doi:")]
    references = [text for text in others if not re.match(r"doi:|https?:", text)]
    names = [" ".join(part.strip() for part in reversed(name.split(",", 1))) for name in said["creator"]]
    texts = [e.text or "" for e in core.findall("{*}description")]
    comments = [squeezed(t)[len("Comment:") :] for t in texts if squeezed(t).startswith("Comment:")]
    abstracts = [t for t in texts if not squeezed(t).startswith("Comment:")]
    return Entry(
        id=identifier.removeprefix("oai:arXiv.org:"), title=" ".join(said["title"][:1]), authors=tuple(names),
        published=_day(next(iter(said["date"]), None)), abstract=" ".join(abstracts[:1]),
        comment=" ".join(comments[:1]), reference=" ".join(references[:1]), doi=" ".join(dois[:1]),
    )  # fmt: skip


def _day(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text.strip()) if text else None
