"""arXiv: an author query, an author's own feed, a list of ids, or a saved feed.

Feeds are read by the ``arxiv`` package's parser, one entry at a time, so that one bad entry
takes no other with it.  What that parser lets pass is checked here: another document in
place of a feed, a cut one, a count that does not fit what came, ids that were asked for and
did not come, entries twice or without authors.

An author query finds namesakes as well and says nothing of identity; the feed of an arXiv
author id or an ORCID iD holds what the author has claimed.
"""

from __future__ import annotations

from lxml import etree

from scholarsync.errors import Unreadable
from scholarsync.model import Page, Reading
from scholarsync.sources import Source
from scholarsync.sources.arxiv.document import ATOM, root_of
from scholarsync.sources.arxiv.feed import read_feed
from scholarsync.sources.arxiv.locators import start
from scholarsync.sources.arxiv.oai import read_records

HEAD = 4000


def parse(page: Page) -> Reading:
    """Read a feed, or saved records of arXiv's harvesting interface.

    Raises:
        Unreadable: an error, another document, or part of one in place of the feed.
    """
    root = root_of(page)
    if root.tag == f"{ATOM}feed":
        return read_feed(page, root)
    name = etree.QName(root).localname
    if name in {"OAI-PMH", "ListRecords", "GetRecord", "record"}:
        return read_records(page, root)
    raise Unreadable(f"{page.url}: {name!r} in place of a feed")


def recognises(page: Page) -> int:
    """An Atom feed or harvested records that speak of arXiv."""
    head = page.body[:HEAD]
    if b"<feed" in head and b"http://www.w3.org/2005/Atom" in head:
        return 95 if b"arxiv.org" in page.body[: 5 * HEAD].lower() else 10
    if b"oai:arXiv.org" in head or b"openarchives.org/OAI/arXiv" in head or b"OAI/arXiv" in head:
        return 90
    return 0


source = Source(name="arxiv", start=start, parse=parse, recognises=recognises, rank=70, scoped=False)
