"""What is known of a person, and what was judged of a record: the nouns of this room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scholarsync.model import Claim, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonEvidence:
    """All that is known of the person whose works are looked for."""

    name: str
    variants: tuple[str, ...] = ()
    """Other spellings of the name."""
    known: Sequence[Record] = ()
    """Works that are the person's for certain: ruled so, or from an identity watch."""
    rejected: Sequence[Record] = ()
    """Works ruled not to be the person's."""
    orcid: str | None = None
    coauthors: tuple[str, ...] = ()
    """Names ticked as co-authors: evidence, not proof."""
    strangers: tuple[str, ...] = ()
    """Names shown for ticking and left unticked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Whether one record is the person's, and why."""

    key: str
    verdict: Claim
    reason: str
    score: float
    """Between 0 (surely another's) and 1 (surely the person's)."""
    thin: bool = False
    """Whether "mine" rests on title, venue or name alone, without a co-author: worth a look."""
