"""How often a host is asked: one booking at a time, held across processes by whoever stores it."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

STALE_S = 120.0
"""A booking further ahead than this was made under a clock that has since been set back."""


class Pace(Protocol):
    """Keeps, for every host, the time from which it may be asked again."""

    def reserve(self, host: str, *, now: float, gap_s: float) -> float:
        """Book the next free moment of a host, in one step that no other process can come between.

        An implementation reads when the host is free (see `next_free`), writes that moment plus the
        gap as the new one, and gives the moment.

        Args:
            host: name of the host, or of the service whose hosts share one pace.
            now: seconds since the epoch, of a clock that all processes share.
            gap_s: seconds between two requests.

        Returns:
            When the request may be made, `now` or later.
        """
        ...


def next_free(booked: float | None, *, now: float) -> float:
    """When a host may be asked that was booked until then (None: never before)."""
    if booked is None or booked - now > STALE_S:
        return now
    return max(now, booked)


@dataclass(slots=True)
class MemoryPace:
    """The pace of one process."""

    booked: dict[str, float] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def reserve(self, host: str, *, now: float, gap_s: float) -> float:
        """Book the next free moment of a host."""
        with self._lock:
            start = next_free(self.booked.get(host), now=now)
            self.booked[host] = start + gap_s
        return start
