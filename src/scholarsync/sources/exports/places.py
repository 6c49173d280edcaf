"""What any export may hold in any field: addresses among words, ten authors, dates between slashes."""

from __future__ import annotations

import re

from scholarsync.normalise.identifiers import parse_arxiv_id

URL = re.compile(r"https?://[^\s<>\"{}|\\^`]+", re.IGNORECASE)
MOST_NAMES = 10
"""As many authors as Scholar exports at most."""


def without_urls(text: str | None) -> tuple[str | None, tuple[str, ...]]:
    """A field without the addresses that people paste into it, and these."""
    if text is None or "://" not in text:
        return text, ()
    found = tuple(url.rstrip(".,;)") for url in URL.findall(text))
    return " ".join(URL.sub(" ", text).split()).strip(" ,;:()") or None, found


def arxiv_id_of(venue: str | None) -> str | None:
    """The arXiv id in "arXiv preprint arXiv:3101.00001"; other venues name none."""
    if venue is None or "arxiv" not in venue.lower():
        return None
    found = parse_arxiv_id(venue)
    return found.bare if found else None


def may_be_cut(authors: tuple[str, ...]) -> bool | None:
    """Whether a list from Scholar's export names all authors: unknown for one as long as they get."""
    return None if len(authors) == MOST_NAMES else False


def iso_date(text: str | None) -> str | None:
    """ "2031/05/17/" and "2031/05//spring" as ISO; other spellings as they are."""
    if text is None or "/" not in text:
        return text
    parts = text.split("/")
    if not re.fullmatch(r"\d{4}", parts[0].strip()):
        return text
    known = [parts[0].strip()]
    for part in parts[1:3]:
        if not re.fullmatch(r"\d{1,2}", part.strip()):
            break
        known.append(part.strip().zfill(2))
    return "-".join(known)
