"""Identifiers read out of URLs and text: DOI, arXiv id, ISBN, ISSN, PMID, ORCID iD.

DOI syntax: https://www.doi.org/doi-handbook/HTML/doi-name-syntax.html; arXiv's: https://info.arxiv.org/help/arxiv_identifier.html.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import unquote

DOI = re.compile(r"(?<![\w.])10\.\d{4,9}(?:\.\d{1,9}){0,3}/[^\s\"'{}|\\^`„“”«»]{1,300}", re.IGNORECASE)
VIEW = re.compile(
    r"/(?:full(?:text)?|abstract|abs|pdf|epdf|html?|meta|summary|references|citation|download|issuetoc|suppl_file/.{0,200})"
    r"(?:[/?#].*)?$|\.(?:full(?:\.pdf|-text)?|abstract|short|pdf|html?)$",
    re.IGNORECASE,
)
LABEL = re.compile(r"\[[^\W\d_ ]{2,20}\]|[⟩〉》」]")
"""A page's own label or bracket that runs on from a DOI: "10.5555/a1[oral]"."""
RXIV_VERSION = re.compile(r"^(10\.1101/[\d.]+?)v(\d{1,3})$", re.IGNORECASE)
DATACITE_VERSION = re.compile(
    r"^(10\.(?:6084/m9\.figshare|17605/osf\.io|31219/osf\.io|31234/osf\.io)[./][\w.]+?)[._]v(\d{1,3})$", re.IGNORECASE
)
JOURNAL_DOI = re.compile(r"^10\.\d{4,9}/\(issn\)", re.IGNORECASE)
"""What names a journal and none of its papers: "10.1111/(ISSN)1365-2745/accepted"."""
PREPRINTS_ORG = re.compile(r"^(10\.20944/preprints[\d.]+?)\.v(\d{1,3})$", re.IGNORECASE)
ARXIV_DOI = re.compile(r"^10\.48550/arxiv\.(.+)$", re.IGNORECASE)
ARXIV_NEW = r"\d{4}\.\d{4,5}"
ARXIV_OLD = r"[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2})?/\d{7}"
ARXIV = re.compile(
    rf"(?:arxiv\.org/(?:abs|pdf|html|ps|format|e-print|a|list)/|alphaxiv\.org/abs/|ar5iv(?:\.labs\.arxiv)?\.org/(?:html|abs)/|arxiv\s?[:.]?\s?(?:e-?print\s|preprint\s|id\s)?(?:arxiv\s?:\s?)?|huggingface\.co/papers/)"
    rf"({ARXIV_NEW}|{ARXIV_OLD})(?:v(\d{{1,3}}))?(?![\d/])",
    re.IGNORECASE,
)
ARXIV_ALONE = re.compile(
    rf"^(?:arxiv\s?:\s?)?({ARXIV_NEW}|{ARXIV_OLD})(?:v(\d{{1,3}}))?(?:\.pdf)?(?:\s?\[[\w.-]+\])?$", re.IGNORECASE
)
ISBN = re.compile(r"(?<![\d-])(97[89][- ]?(?:\d[- ]?){9}\d|(?:\d[- ]?){9}[\dXx])(?![\d-])")
PMID = re.compile(r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|\bPMID:?\s?)(\d{4,9})\b", re.IGNORECASE)
PMCID = re.compile(r"\b(PMC\d{4,9})\b")
OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:[\w=&;]{0,80}?)id=([\w-]{8,14})", re.IGNORECASE)
ACL = re.compile(
    r"(?:aclanthology\.org|aclweb\.org/anthology)/([A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9_-]+\.\d{1,4})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Doi:
    """A DOI, bare and lower case, its preprint server's version taken off."""

    bare: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class ArxivId:
    """An arXiv id without its version."""

    bare: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Identifiers:
    """What a URL or text names."""

    doi: Doi | None = None
    arxiv_id: ArxivId | None = None
    ids: dict[str, str] = field(default_factory=dict)


@lru_cache(maxsize=100_000)
def parse_doi(text: str) -> Doi | None:
    """The first DOI in a text or URL, or None; also one written with LaTeX or percent escapes."""
    text = html.unescape(text) if "&" in text else text
    text = text.replace("\\_", "_").replace("\\%", "%").replace("{", "").replace("}", "").replace("$", "")
    if "%" in text:
        text = unquote(text)
    if found := DOI.search(text):
        bare = _trimmed(found[0], in_url="://" in text[: found.start()])
        for pattern in (RXIV_VERSION, DATACITE_VERSION, PREPRINTS_ORG):
            if version := pattern.match(bare):
                return Doi(version[1], int(version[2]))
        return Doi(bare) if "/" in bare and not bare.endswith("/") and not JOURNAL_DOI.match(bare) else None
    return None


def _trimmed(doi: str, *, in_url: bool) -> str:
    """Without what a sentence or a page's URL put behind it."""
    doi = re.sub(r"[\u200b\u2060\ufeff]|%E2%80%8B", "", doi, flags=re.IGNORECASE)
    if in_url:
        doi = re.split(r"[?#&]", doi, maxsplit=1)[0]
        doi = VIEW.sub("", doi)
    if (">" in doi or "<" in doi) and not re.search(r"<\d+:", doi):
        doi = re.split(r"[<>](?![\d\w:;.()-]{0,40}>?\d)", doi, maxsplit=1)[0]
    doi = LABEL.split(VIEW.sub("", doi), maxsplit=1)[0]
    while doi:
        last = doi[-1]
        if last in ".,;:'\"*!?…、。，" or (
            last in ")]>" and doi.count(last) > doi.count({")": "(", "]": "[", ">": "<"}[last])
        ):
            doi = doi[:-1]
            continue
        break
    return doi.lower().rstrip("/")


@lru_cache(maxsize=100_000)
def parse_arxiv_id(text: str) -> ArxivId | None:
    """The arXiv id that a text or URL is or names, or None; old archives keep their names."""
    text = text.strip()
    found = ARXIV_ALONE.match(text) or ARXIV.search(text)
    if found is None and "48550" in text and (doi := parse_doi(text)) and (inner := ARXIV_DOI.match(doi.bare)):
        found = ARXIV_ALONE.match(inner[1])
    if found is None or not _plausible(found[1]):
        return None
    bare = found[1] if "/" not in found[1] else _old_style(found[1])
    return ArxivId(bare, int(found[2]) if found[2] else None)


def _plausible(bare: str) -> bool:
    """Whether the month of the id is one; ids begin with the year and month."""
    digits = bare.rsplit("/", 1)[-1]
    return "01" <= digits[2:4] <= "12"


def _old_style(bare: str) -> str:
    archive, number = bare.split("/")
    name, dot, subject = archive.partition(".")
    return f"{name.lower()}{dot}{subject.upper()}/{number}"


def identifiers_in(text: str) -> Identifiers:
    """All identifiers that one URL or line of text names."""
    arxiv = parse_arxiv_id(text)
    doi = parse_doi(text)
    if doi is not None and ARXIV_DOI.match(doi.bare):
        doi = None
    ids = {}
    for name, pattern in (("pmid", PMID), ("pmcid", PMCID), ("openreview", OPENREVIEW), ("acl", ACL)):
        if found := pattern.search(text):
            ids[name] = found[1]
    if "isbn" in text.lower() and (found := ISBN.search(text)) and is_isbn(found[1]):
        ids["isbn"] = re.sub(r"[- ]", "", found[1]).upper()
    return Identifiers(doi, arxiv, ids)


def is_isbn(text: str) -> bool:
    """Whether the check digit fits (ISO 2108)."""
    digits = re.sub(r"[- ]", "", text).upper()
    if re.fullmatch(r"[0-9]{9}[0-9X]", digits):
        return sum((10 - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits)) % 11 == 0
    if re.fullmatch(r"97[89][0-9]{10}", digits):
        return sum((1, 3)[i % 2] * int(d) for i, d in enumerate(digits)) % 10 == 0
    return False


def is_issn(text: str) -> bool:
    """Whether the check digit fits (ISO 3297)."""
    digits = text.replace("-", "").upper()
    if not re.fullmatch(r"[0-9]{7}[0-9X]", digits):
        return False
    return sum((8 - i) * (10 if d == "X" else int(d)) for i, d in enumerate(digits)) % 11 == 0
