"""What a watch on arXiv may name, and what to ask for then."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode

from scholarsync.errors import ConfigError
from scholarsync.model import Request, Watch
from scholarsync.normalise.identifiers import parse_arxiv_id

API = "https://export.arxiv.org"
SITE = "https://arxiv.org"
PAGE_SIZE = 2000
"""The most that arXiv gives in one answer."""
IDS_AT_ONCE = 100
ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")
AUTHOR_ID = re.compile(r"(?:https?://arxiv\.org/a/)?([a-z][a-z-]*(?:_[a-z]+)*_\d{1,4})(?:\.atom2?|\.html)?")
FIELD = re.compile(r"(?:^|[\s(])(?:au|ti|abs|co|jr|cat|rn|id|all):", re.IGNORECASE)


def start(watch: Watch) -> tuple[Request, ...]:
    """The first page of a query, an author's feed, or the entries of ids, a hundred a request.

    Raises:
        ConfigError: the locator is none of these.
    """
    locator = watch.locator.strip()
    if found := ORCID.fullmatch(locator) or AUTHOR_ID.fullmatch(locator):
        return (Request(url=f"{_base(watch, SITE)}/a/{found[1]}.atom"),)
    if FIELD.search(locator):
        return (Request(url=_query(_base(watch, API), search_query=locator)),)
    ids = _ids(locator)
    return tuple(
        Request(url=_query(_base(watch, API), id_list=",".join(ids[at : at + IDS_AT_ONCE])))
        for at in range(0, len(ids), IDS_AT_ONCE)
    )


def _ids(locator: str) -> list[str]:
    words = [word for word in re.split(r"[\s,;]+", locator) if word]
    ids = []
    for word in words:
        found = parse_arxiv_id(word)
        if found is None:
            raise ConfigError(
                f"arxiv: {locator!r} is neither an arXiv author id ('quill_r_1'), an ORCID iD, a query "
                "('au:\"Quill, Robin\"'), a list of arXiv ids, nor a file that is there"
            )
        ids.append(found.bare)
    if not ids:
        raise ConfigError("arxiv: the locator is empty")
    return list(dict.fromkeys(ids))


def _base(watch: Watch, usual: str) -> str:
    return watch.options.get("base_url", usual).rstrip("/")


def _query(base: str, **what: str) -> str:
    """Oldest first: what is added later shifts no page."""
    order = {} if "id_list" in what else {"sortBy": "submittedDate", "sortOrder": "ascending"}
    parameters = {**what, "start": "0", "max_results": str(PAGE_SIZE), **order}
    return f"{base}/api/query?{urlencode(parameters, quote_via=quote, safe=',')}"
