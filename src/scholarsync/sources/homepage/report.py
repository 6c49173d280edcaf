"""The account of a reading in words: sections taken or refused, styles learnt, evidence of each record."""

from __future__ import annotations

from collections.abc import Iterator

from scholarsync.model import Draft, Page
from scholarsync.sources.homepage.read import Account, read_page

WIDEST = 100


def explain(page: Page) -> str:
    """How a page is read, so that a wrong reading can be understood and reported."""
    return "\n".join(_lines(read_page(page)))


def _lines(account: Account) -> Iterator[str]:
    yield "lists"
    for ruling in account.rulings:
        verdict = "taken" if ruling.taken else "refused"
        yield _cut(f"  {verdict:8}{len(ruling.taken):4} of {ruling.candidates:4}  {ruling.where}: {ruling.why}")
    yield ""
    yield "styles"
    for group, style in account.styles.items():
        heading, _, signature = group.partition("|")
        yield _cut(f"  {heading or 'no heading'} ({signature}): {style.describe()}")
    yield ""
    yield "records"
    for draft in account.drafts:
        yield from _record(draft)


def _record(draft: Draft) -> Iterator[str]:
    yield _cut(f"  {draft.year or '????'}  {draft.title}")
    shown = {
        "title": draft.title,
        "authors": "; ".join(draft.authors) + (" …" if draft.authors_truncated else ""),
        "year": draft.year,
        "venue": draft.venue,
    }
    for name, source in draft.evidence:
        yield _cut(f"        {name:8} {shown.get(name) or '-'}")
        yield _cut(f"                 from {source}")


def _cut(text: str) -> str:
    text = " ".join(text.split("\n"))
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
