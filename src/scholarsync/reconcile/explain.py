"""A pair field by field: what each side states, how the two compare, and what that added to the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from scholarsync.model import Evidence, Policy, Record
from scholarsync.reconcile import model
from scholarsync.reconcile.compare import FEATURES, compare
from scholarsync.reconcile.judge import POLICIES
from scholarsync.reconcile.profile import profile_of

Said = Literal["agree", "clash", "near", "unknown"]

_LEADING: Mapping[str, tuple[str, float, float]] = {
    "title": ("share", 1.0, 0.5), "authors": ("names_share", 1.0, 0.5), "venue": ("venue", 0.85, 0.4),
    "volume": ("volume", 1.0, 0.5), "number": ("number", 1.0, 0.5), "pages": ("first_page", 1.0, 0.5),
    "doi": ("doi", 1.0, 0.5), "arxiv_id": ("arxiv", 1.0, 0.5), "ids": ("ids", 1.0, 0.5),
    "source": ("same_source", 1.0, 0.5),
}  # fmt: skip
"""Field to the figure that sums it up, from where it agrees, and below what it clashes."""


def evidence_of(left: Record, right: Record, *, policy: Policy) -> tuple[tuple[float, ...], tuple[Evidence, ...]]:
    """The figures of a pair and the same as evidence, one piece a field of which anything is known."""
    one, other = profile_of(left), profile_of(right)
    row = compare(one, other)
    figures = {name: value for (_, name), value in zip(FEATURES, row, strict=True)}
    _, moved = model.shares(model.load(), (*row, POLICIES[policy]))
    weights: dict[str, float] = {}
    for field, name in FEATURES:
        weights[field] = weights.get(field, 0.0) + moved.get(name, 0.0)
    evidence = []
    for field in dict.fromkeys(field for field, _ in FEATURES):
        if field == "known":
            continue
        mine, yours = stated(left, field), stated(right, field)
        if mine or yours:
            evidence.append(
                Evidence(
                    field=field, left=mine, right=yours, verdict=_said(field, figures, mine, yours),
                    weight=round(weights[field], 3),
                )
            )  # fmt: skip
    return row, tuple(evidence)


def stated(record: Record, field: str) -> str | None:
    """What a record says in a field, as one line."""
    if field == "authors":
        names = ", ".join(author.name for author in record.authors)
        return (names + (" …" if record.authors_truncated and names else "")) or None
    if field == "ids":
        return ", ".join(f"{kind}:{value}" for kind, value in sorted(record.ids.items())) or None
    if field == "venue" and record.type and not record.venue:
        return f"({record.type})"
    value = getattr(record, field, None)
    return None if value is None or value == "" else str(value)


def _said(field: str, figures: Mapping[str, float], mine: str | None, yours: str | None) -> Said:
    if not mine or not yours:
        return "unknown"
    if field == "year":
        return "agree" if figures["year_gap"] == 0 else "near" if figures["year_gap"] == 1 else "clash"
    name, agrees, clashes = _LEADING[field]
    value = figures[name]
    if value < 0 or (field == "source" and not value):  # two sources say nothing against each other
        return "unknown"
    return "agree" if value >= agrees else "clash" if value < clashes else "near"
