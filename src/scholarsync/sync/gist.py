"""The digest of a page without what changes at every load.

Two answers with one gist are the same page: nonces, form tokens, scripts, styles, comments
and time stamps of the server differ, what it says and where it links does not.
"""

from __future__ import annotations

import hashlib
import re

VOLATILE = (
    re.compile(rb"<!--[^>]{0,5000}-->"),
    re.compile(rb"<(script|style|noscript)\b[^<]*(?:<(?!/\1\b)[^<]*)*</\1\s*>", re.IGNORECASE),
    re.compile(rb"<(?:meta|input|link)\b[^>]{0,5000}>", re.IGNORECASE),
    re.compile(
        rb"\s(?:nonce|integrity|data-[\w-]{1,40}|id|style|class)=(?:\"[^\"]{0,5000}\"|'[^']{0,5000}')", re.IGNORECASE
    ),
    re.compile(rb"(?:[?&]|&amp;)(?:v|ver|t|ts|_|cb|sid|phpsessid|hl|oe)=[\w.-]{1,100}", re.IGNORECASE),
    re.compile(
        rb"(?<![-\w])(?:last[ -](?:updated?|modified|built|build|changed?)|generated|rendered)(?:\s(?:on|at|in))?"
        rb"[\s:]{1,5}"
        rb"(?=[^<\n]{0,60}?(?:(?:19|20)\d\d\b|\d:\d\d|\d\s?(?:s|ms|seconds)\b))"
        rb"(?:(?:\d[\d:.,/+TZ-]{0,40}(?:st|nd|rd|th|s|ms)?|[(]?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)"
        rb"(?:day)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|utc|gmt|[a-z]{1,3}t|[ap]\.?m\.?|at|"
        rb"seconds)[.,)]{0,2}(?:\s{1,3}|(?=<|$))){1,12}",
        re.IGNORECASE,
    ),
)
BLANKS = re.compile(rb"\s+")
STRUCTURED = re.compile(
    rb"ld\+json|citation_|dc\.title|bibtex|(?<![\w-])[\"'\\]{0,3}(?:title|name)[\"'\\]{0,3}\s{0,5}:\s{0,5}[\"'\\`\[{]",
    re.IGNORECASE,
)
"""Signs of data that a program reads, in scripts as well: all of such a page counts."""


def gist(body: bytes) -> str:
    """Hex digest of what a page says; of all of it when it is no HTML or carries structured data."""
    head = body[:2000].lstrip().lower()
    if b"<html" in head or b"<!doctype html" in head:
        if STRUCTURED.search(body):
            return hashlib.sha256(body).hexdigest()
        for pattern in VOLATILE:
            body = pattern.sub(b"", body)
        body = BLANKS.sub(b" ", body)
    return hashlib.sha256(body).hexdigest()
