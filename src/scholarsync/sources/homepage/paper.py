"""The page of one paper: what it says of the entry that led there, and the paper it is about itself."""

from __future__ import annotations

from rapidfuzz import fuzz

from scholarsync.model import Draft
from scholarsync.normalise.titles import title_key
from scholarsync.sources.homepage.hidden import draft_of, read_hidden
from scholarsync.sources.homepage.read import Account
from scholarsync.sources.homepage.structured import read_structured


def detail_draft(account: Account, *, about: str, base: str) -> Draft | None:
    """What the page of one paper says of it: from its machine-readable data, else its entry of that title."""
    document = account.document
    if document is not None:
        twins = read_structured(document) + read_hidden(document.root.all_hidden())
        twin = next((twin for twin in twins if _is_about(twin.fields.get("title", ""), about)), None)
        if twin is not None:
            return draft_of(twin, about=about, base=base)
    return next((draft for draft in account.drafts if draft.id == about), None)


def own_paper(account: Account, *, base: str) -> Draft | None:
    """The paper that a page is about, when its citation_* tags name one whose title the page also shows."""
    document = account.document
    if document is None or account.drafts:
        return None
    shown = title_key(document.root.text[:20_000])
    for twin in read_structured(document):
        key = title_key(twin.fields.get("title", ""))
        if twin.origin == "citation_*" and len(key) > 8 and key in shown:
            return draft_of(twin, about=key[:120], base=base)
    return None


def _is_about(title: str, about: str) -> bool:
    key = title_key(title)[:120]
    return bool(key) and (key == about.partition("~")[0] or fuzz.ratio(key, about.partition("~")[0]) >= 90)
