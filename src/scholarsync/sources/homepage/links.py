"""The links of an entry: their labels, and the identifiers that they and the text spell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from scholarsync.normalise.identifiers import identifiers_in, parse_arxiv_id, parse_doi
from scholarsync.sources.homepage.lexicon import fold

LABELS = (
    ("code", r"code|source(?: code)?|github|repo(?:sitory)?|software|package|implementation"),
    ("slides", r"slides?|presentation|talk slides"),
    ("poster", r"poster"),
    ("video", r"video|talk|youtube|recording|movie"),
    ("data", r"data(?:set)?s?|replication.*|materials"),
    ("bibtex", r"bib(?:tex)?|cite|citation|bib file"),
    ("supplement", r"supp.*|appendix|online appendix"),
    ("project", r"project.*|web ?page|web ?site|page|homepage"),
    ("demo", r"demo|app|interactive"),
    ("pdf", r"(?:e?-?pdf|paper|preprint|full ?text|download|ps|ps\.gz)(?:\W.*)?|.*\bpdf"),
    ("arxiv", r"arxiv.*"),
    ("doi", r"doi.*"),
)
LABEL_RES = tuple((name, re.compile(rf"^(?:{words})$")) for name, words in LABELS)
OTHER_WORK = re.compile(
    r"\b(?:data ?set|data|code|software|slides|poster|video|supp\w*|materials?|erratum|corrigendum|review of|"
    r"project|replication|comment|reply|media|press|news|blog|preregistration|appendix)\b",
    re.IGNORECASE,
)
DATA_DOI = re.compile(r"10\.(?:7910|5281|5061|17632|6084|17605|17026|18710|34740)/", re.IGNORECASE)
"""DOIs of Dataverse, Zenodo, Dryad, Mendeley Data, figshare, OSF and the like."""
PREPRINT_DOI = re.compile(
    r"^10\.(?:48550|1101|31234|31219|20944|21203|2139|5281|6084|17605|5194/egusphere|26434|36227|13140)\b",
    re.IGNORECASE,
)
TEXT_DOI = re.compile(r"(?:\bdoi\s{0,2}[:.]?\s{0,2}|doi\.org/)\s?(10\.\S+)|(?<![\w./])(10\.\d{4,9}/\S+)", re.IGNORECASE)
TEXT_ARXIV = re.compile(
    r"\barxiv(?:\s?preprint)?(?:\s?:?\s?arxiv)?\s?[:.]?\s?\[?(?:abs/)?((?:\d{4}\.\d{4,5}|"
    r"[a-z-]{2,9}(?:\.[A-Z]{2})?/\d{7})(?:v\d{1,2})?)",
    re.IGNORECASE,
)
NOT_PAPERS = re.compile(
    r"scholar\.google|twitter\.com|x\.com/|linkedin\.com|orcid\.org|mailto:|facebook\.com", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Links:
    """What an entry's links say."""

    doi: str | None
    arxiv_id: str | None
    ids: tuple[tuple[str, str], ...]
    url: str | None
    labelled: tuple[tuple[str, str], ...]


def read_links(links: Sequence[tuple[str, str]], text: str, *, base: str, title: str) -> Links:
    """Identifiers and labelled absolute links of one entry.

    Args:
        links: (text, href) in page order.
        text: The entry's words.
        base: URL that relative links start from.
        title: The title as printed, to know the link that leads to the work itself.
    """
    labelled: list[tuple[str, str]] = []
    main: str | None = None
    titled = fold(title)
    for label, href in links:
        absolute = absolute_url(href, base)
        if absolute is None or NOT_PAPERS.search(absolute):
            continue
        if (
            main is None
            and titled
            and fold(label)
            and (fold(label) in titled or titled in fold(label))
            and len(fold(label)) > 8
        ):
            main = absolute
        else:
            labelled.append((_label(label, absolute), absolute))
    doi = _best_doi(links, text, title)
    arxiv = _best_arxiv(links, text, title)
    ids = _other_ids(href for _, href in links)
    return Links(doi, arxiv, ids, main, tuple(dict(labelled[::-1]).items())[::-1])


def absolute_url(href: str, base: str) -> str | None:
    """An http(s) URL, or None for what is no place on the net."""
    href = re.sub(r"[\s\u200b]+", "", href.strip()) if "://" in href else href.strip()
    if not href or href.startswith(("#", "javascript:", "data:", "mailto:", "tel:")):
        return None
    try:
        absolute = urljoin(base, href)
        parts = urlsplit(absolute)
    except ValueError:
        return None
    return absolute if parts.scheme in ("http", "https") and parts.netloc else None


def _label(text: str, url: str) -> str:
    words = fold(text)
    for name, pattern in LABEL_RES:
        if pattern.match(words):
            return name
    if "arxiv.org" in url:
        return "arxiv"
    if "doi.org" in url:
        return "doi"
    if url.lower().endswith(".pdf"):
        return "pdf"
    if "github.com" in url:
        return "code"
    return words[:40] or "url"


def _best_doi(links: Sequence[tuple[str, str]], text: str, title: str) -> str | None:
    """The DOI of the work: one that is labelled so, in its title or in its text; not that of its data or code."""
    scored: list[tuple[float, int, str]] = []
    for order, (label, href) in enumerate(links):
        found = identifiers_in(href).doi or parse_doi(href)
        in_label = parse_doi(label.strip("⟨⟩〈〉"))
        if found is None and in_label is None:
            continue
        doi = found or in_label
        if (
            in_label is not None
            and doi is not None
            and len(in_label.bare) > len(doi.bare)
            and in_label.bare.startswith(doi.bare[:7])
        ):
            doi = in_label  # the href is cut, the text whole
        if doi is None:
            continue
        scored.append((_doi_worth(label, href, doi.bare, title), -order, doi.bare))
    for order, found_text in enumerate(TEXT_DOI.finditer(re.sub(r"[⟨⟩〈〉]", " ", text))):
        parsed = parse_doi(found_text.group(1) or found_text.group(2))
        if parsed is not None:
            worth = 3.2 - 2.0 * bool(PREPRINT_DOI.match(parsed.bare)) - 2.0 * bool(DATA_DOI.match(parsed.bare))
            scored.append((worth, -50 - order, parsed.bare))
    return max(scored)[2] if scored else None


def _doi_worth(label: str, href: str, doi: str, title: str) -> float:
    worth = 1.0
    worth += 2.0 * bool(re.search(r"doi\.org/", href, re.IGNORECASE))
    worth += 1.0 * bool(re.search(r"\bdoi\b|10\.\d{4}", label, re.IGNORECASE))
    worth += 1.0 * (len(fold(label)) > 8 and (fold(label) in fold(title) or fold(title) in fold(label)))
    worth -= 3.0 * bool(OTHER_WORK.search(label) and len(label) < 40)
    worth -= 1.5 * bool(PREPRINT_DOI.match(doi)) + 2.0 * bool(DATA_DOI.match(doi))
    return worth


def _best_arxiv(links: Sequence[tuple[str, str]], text: str, title: str) -> str | None:
    scored: list[tuple[float, int, str]] = []
    for order, (label, href) in enumerate(links):
        found = identifiers_in(href).arxiv_id if "arxiv" in href.lower() else None
        if found is None:
            continue
        worth = (
            1.0
            + bool(re.search(r"arxiv|pdf|paper|preprint", label, re.IGNORECASE))
            - 2.0 * bool(OTHER_WORK.search(label))
        )
        worth -= 0.5 * (len(fold(label)) > 8 and fold(label) in fold(title))
        scored.append((worth, -order, found.bare))
    for found_text in TEXT_ARXIV.finditer(text):
        parsed = parse_arxiv_id(found_text.group(1))
        if parsed is not None:
            scored.append((2.5, -50, parsed.bare))
    return max(scored)[2] if scored else None


def _other_ids(hrefs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    ids: dict[str, str] = {}
    for href in hrefs:
        for kind, value in dict(identifiers_in(href).ids).items():
            ids.setdefault(kind, value)
    return tuple(ids.items())
