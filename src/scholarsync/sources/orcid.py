"""ORCID: the works of a researcher's public record, in the JSON of its API (version 3.0).

Works come in groups, one for each work as ORCID sees it, with a summary from every source
that stated it; each summary is a draft, the one that the researcher prefers first in its
group.  Summaries name no authors; single works (``work`` and ``bulk`` answers) do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from scholarsync.errors import ConfigError, Missing, Unreadable
from scholarsync.model import Draft, Fault, Page, Reading, Request, Watch
from scholarsync.sources import Source

API = "https://pub.orcid.org"
ORCID = re.compile(
    r"(?:https?://)?(?:(?:www\.|pub\.)?orcid\.org/)?(?:v3\.0/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dXx])(?:/\w*)?/?"
)
KINDS = {"doi": "doi", "arxiv": "arxiv_id", "isbn": "isbn", "issn": "issn", "pmid": "pmid", "pmc": "pmcid",
         "eid": "scopus", "wosuid": "wos", "bibcode": "ads", "mr": "mr", "zbl": "zbl", "dblp": "dblp",
         "handle": "handle", "urn": "urn", "uri": "uri", "other-id": "other", "ssrn": "ssrn", "hal": "hal"}  # fmt: skip
"""ORCID's words for identifiers and ours."""
MARKS = (b'"group"', b'"work-summary"', b'"put-code"', b'"activities-summary"')

Node = Mapping[str, Any]  # Any: JSON from anywhere


def start(watch: Watch) -> tuple[Request, ...]:
    """The works of one ORCID iD.

    Raises:
        ConfigError: the locator is no ORCID iD, or its check digit is wrong.
    """
    found = ORCID.fullmatch(watch.locator.strip())
    if found is None or not is_orcid(found[1].upper()):
        raise ConfigError(f"orcid: {watch.locator!r} is neither an ORCID iD, its check digit right, nor a file")
    base = watch.options.get("base_url", API).rstrip("/")
    return (Request(url=f"{base}/v3.0/{found[1].upper()}/works"),)


def is_orcid(text: str) -> bool:
    """Whether the check digit fits (ISO 7064, mod 11-2)."""
    digits = text.replace("-", "")
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11] == digits[-1]


def parse(page: Page) -> Reading:
    """Every summary of every group, in the order of the record.

    Raises:
        Missing: ORCID knows no such record.
        Unreadable: another document than works.
    """
    document = _loaded(page)
    if "response-code" in document and "group" not in document:
        message = document.get("developer-message") or document.get("user-message") or document["response-code"]
        raise (Missing if document["response-code"] == 404 else Unreadable)(f"{page.url}: ORCID answers {message!r}")
    groups = _groups(document)
    if groups is None:
        raise Unreadable(f"{page.url}: expected ORCID's works, found other JSON")
    drafts, faults = [], []
    for number, works in enumerate(groups, 1):
        for work in works:
            draft = _draft(work, group=f"{number}, one of {len(works)}")
            if draft is None:
                faults.append(Fault(where=f"group {number}", reason="a work without put-code or title"))
            else:
                drafts.append(draft)
    return Reading(drafts=tuple(drafts), faults=tuple(faults))


def recognises(page: Page) -> int:
    """JSON with the words of ORCID's API."""
    if page.body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{":
        return 0
    if b'"work-summary"' in page.body and b'"put-code"' in page.body:
        return 98
    head = page.body[:4000]
    if b'"group"' in head and re.search(rb'"path"\s*:\s*"/\d{4}-\d{4}-\d{4}-\d{3}[\dX]/works', page.body):
        return 95
    return 90 if b'"put-code"' in head and b'"external-ids"' in page.body else 0


def _loaded(page: Page) -> dict[str, Any]:
    try:
        document = json.loads(page.body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{page.url}: expected ORCID's JSON: {error}") from error
    if not isinstance(document, dict):
        raise Unreadable(f"{page.url}: expected ORCID's works, found a JSON {type(document).__name__}")
    return document


def _groups(document: Node) -> list[list[Node]] | None:
    """The works of every group: of a list of works, a whole record, a bulk answer or a single work."""
    activities = _node(document, "activities-summary")
    works = _node(activities, "works") if activities else document
    if isinstance(works.get("group"), list):
        return [_preferred_first(list(_nodes(group.get("work-summary")))) for group in _nodes(works["group"])]
    if isinstance(document.get("bulk"), list):
        return [[_node(item, "work")] for item in _nodes(document["bulk"]) if "work" in item]
    return [[document]] if "put-code" in document else None


def _preferred_first(works: list[Node]) -> list[Node]:
    """The summaries of a group by ORCID's own order: the highest display index is the one it shows."""
    return sorted(works, key=lambda work: -_whole(work.get("display-index")))


def _draft(work: Node, *, group: str) -> Draft | None:
    code, titles = work.get("put-code"), _node(work, "title")
    title = _value(titles, "title")
    if not isinstance(code, int) or title is None:
        return None
    subtitle = _value(titles, "subtitle")
    ids = _ids(_node(work, "external-ids"))
    date = _date(_node(work, "publication-date"))
    said_by = _value(_node(work, "source"), "source-name")
    return Draft(
        id=str(code),
        title=title if subtitle is None or subtitle.lower() in title.lower() else f"{title}: {subtitle}",
        authors=tuple(_authors(_node(work, "contributors"))),
        year=date.partition("-")[0] if date else None,
        date=date,
        venue=_value(work, "journal-title"),
        type=work.get("type") if isinstance(work.get("type"), str) else None,
        doi=ids.pop("doi", None),
        arxiv_id=ids.pop("arxiv_id", None),
        ids=(("orcid", str(code)), *ids.items()),
        url=_value(work, "url"),
        abstract=work.get("short-description") if isinstance(work.get("short-description"), str) else None,
        markup="html" if "<" in title else "text",
        evidence=(("group", group), *((("source", said_by),) if said_by else ())),
    )


def _ids(external: Node) -> dict[str, str]:
    """The work's own identifiers, the first of a kind; not those of what it is part of or a version of."""
    ids: dict[str, str] = {}
    for one in _nodes(external.get("external-id")):
        kind = KINDS.get(str(one.get("external-id-type")).lower().replace("_", "-"))
        value = _value(one, "external-id-normalized") or one.get("external-id-value")
        if kind and isinstance(value, str) and value.strip() and one.get("external-id-relationship") in {"self", None}:
            ids.setdefault(kind, value.strip())
    return ids


def _date(date: Node) -> str | None:
    """The day of publication as far as it is stated; when a record was edited says nothing of it."""
    parts = []
    for name, length in (("year", 4), ("month", 2), ("day", 2)):
        value = _value(date, name)
        if value is None or not value.isdecimal() or int(value) == 0:
            break
        parts.append(value.zfill(length))
    return "-".join(parts) or None


def _authors(contributors: Node) -> Iterator[str]:
    for one in _nodes(contributors.get("contributor")):
        role = _node(one, "contributor-attributes").get("contributor-role")
        name = _value(one, "credit-name")
        if name and (role is None or "author" in str(role).lower() or "writing" in str(role).lower()):
            yield name


def _node(parent: Node, name: str) -> Node:
    found = parent.get(name)
    return found if isinstance(found, dict) else {}


def _nodes(found: Any) -> list[Node]:  # Any: JSON from anywhere
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _value(parent: Node, name: str) -> str | None:
    """The text in ``{"name": {"value": …}}``."""
    found = parent.get(name)
    text = found.get("value") if isinstance(found, dict) else found
    return " ".join(text.split()) or None if isinstance(text, str) else None


def _whole(value: Any) -> int:  # Any: JSON from anywhere
    return int(value) if isinstance(value, int | str) and str(value).isdecimal() else 0


source = Source(name="orcid", start=start, parse=parse, recognises=recognises, rank=65, scoped=False)
