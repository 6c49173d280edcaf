"""What people ruled of pairs of records: the newest ruling of a pair holds, and ``forget`` takes it back."""

from __future__ import annotations

from collections.abc import Sequence

from scholarsync.model import Decision
from scholarsync.reconcile.cluster import RULED_OUT, RULED_SAME, Pair


def ruled_pairs(decisions: Sequence[Decision], keys: Sequence[str]) -> dict[Pair, float]:
    """The score that people gave to pairs, by the places of the two records; records that are gone are skipped."""
    places = {key: place for place, key in enumerate(keys)}
    ruled: dict[Pair, float] = {}
    for decision in sorted(decisions, key=lambda decision: decision.at):
        if decision.kind not in ("same", "different", "forget") or len(decision.subject) != 2:
            continue
        one, other = (places.get(key) for key in decision.subject)
        if one is None or other is None or one == other:
            continue
        pair = (min(one, other), max(one, other))
        if decision.kind == "forget":
            ruled.pop(pair, None)
        else:
            ruled[pair] = RULED_SAME if decision.kind == "same" else RULED_OUT
    return ruled
