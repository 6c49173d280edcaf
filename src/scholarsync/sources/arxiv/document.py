"""The XML of an answer, whole and without tricks, or the reason why it is not."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from scholarsync.errors import Unreadable
from scholarsync.model import Page

ATOM = "{http://www.w3.org/2005/Atom}"
CONTROLS = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|&#(?:x0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F])|0*(?:[0-8]|1[124-9]|2\d|3[01]));"
)
"""Characters that XML forbids and feeds hold nevertheless, as bytes and as references."""


def root_of(page: Page) -> etree._Element:
    """The root of the page's document; not one that was cut, as recovering parsers would give.

    Raises:
        Unreadable: empty, HTML or text, not well-formed, or with a document type of its own.
    """
    body = page.body.strip()
    if not body:
        raise Unreadable(f"{page.url}: an empty answer in place of a feed")
    head = body[:1000].lower()
    if b"<!doctype html" in head or b"<html" in head:
        raise Unreadable(f"{page.url}: an HTML page in place of a feed")
    if not body.lstrip(b"\xef\xbb\xbf").startswith(b"<"):
        raise Unreadable(f"{page.url}: plain text in place of a feed")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(CONTROLS.sub(b" ", body), parser=parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(f"{page.url}: cut short or not well-formed ({error.msg})") from error
    info: Any = root.getroottree().docinfo  # the stubs know it by half
    if info.doctype:
        raise Unreadable(f"{page.url}: a document with a type declaration, which feeds have not")
    return root
