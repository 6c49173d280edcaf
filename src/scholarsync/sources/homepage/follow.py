"""Further pages of the same site worth reading: the full list, and the page an entry links to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urldefrag, urlsplit

from scholarsync.model import Draft, Request
from scholarsync.sources.homepage.blocks import Block
from scholarsync.sources.homepage.lexicon import fold
from scholarsync.sources.homepage.links import absolute_url

MOST_LISTS = 5
MOST_DETAILS = 60
LIST_LINK = re.compile(
    r"^(?:(?:see |view |the |my |our |complete |full |all |more |list of |selected |a |here is )*(?:publications?|"
    r"papers|pubs|articles|preprints|bibliography|"
    r"research papers|publication list|full list|complete list|working papers|publikationen|veroffentlichungen|"
    r"schriftenverzeichnis|publicaciones|"
    r"publicacoes|pubblicazioni|publicaties|publikationer|publikacje|liste des publications|mes publications|論文|"
    r"論文リスト|研究業績|発表文献|业绩|论文|论文列表|"
    r"发表论文|学术论文|논문|публикации)(?: list| page| archive| here)?|full list|complete list|full publication "
    r"list|see "
    r"all|view all|all papers)$"
)
"""Texts of links, folded, that lead to a list of publications."""

DOCUMENT = re.compile(
    r"\.(?:pdf|ps|gz|zip|tar|bib|ris|docx?|pptx?|key|mp4|mov|avi|mp3|png|jpe?g|gif|svg|webp|txt|md|tex|csv|xlsx?|"
    r"json|xml|rss|atom)$",
    re.IGNORECASE,
)


def list_requests(root: Block, *, base: str, own: Iterable[str]) -> tuple[Request, ...]:
    """Pages of this host that the page names as its list of publications."""
    seen = {_place(url) for url in own}
    found: list[Request] = []
    for line in root.lines():
        for piece in line.pieces:
            if piece.look.href is None or not LIST_LINK.match(fold(piece.text)):
                continue
            url = _same_site(piece.look.href, base)
            if url is None or _place(url) in seen:
                continue
            seen.add(_place(url))
            found.append(Request(url=url, role="subpage", optional=True))
            if len(found) == MOST_LISTS:
                return tuple(found)
    return tuple(found)


def detail_requests(drafts: Sequence[Draft], *, base: str) -> tuple[Request, ...]:
    """The pages that entries link to on this host, for entries that do not say all themselves."""
    found: dict[str, Request] = {}
    for draft in drafts:
        if draft.authors and not draft.authors_truncated and draft.year and draft.venue:
            continue
        url = _same_site(draft.url, base) if draft.url else None
        if url is None or _place(url) == _place(base):
            continue
        found.setdefault(_place(url), Request(url=url, role="detail", about=draft.id, optional=True))
        if len(found) == MOST_DETAILS:
            break
    return tuple(found.values())


def _same_site(href: str, base: str) -> str | None:
    url = absolute_url(href, base)
    if url is None:
        return None
    url = urldefrag(url).url
    there, here = urlsplit(url), urlsplit(base)
    if there.hostname != here.hostname or there.port != here.port or DOCUMENT.search(there.path):
        return None
    return url


def _place(url: str) -> str:
    """A URL without what does not change the page."""
    parts = urlsplit(urldefrag(url).url)
    path = re.sub(r"(?:/index\.html?|/)$", "", parts.path)
    return f"{parts.netloc}{path}?{parts.query}"
