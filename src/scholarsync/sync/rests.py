"""When a watch may be asked again: the rest after a block, a service's own word, the interval of the settings.

A service that is one (Scholar, arXiv, ORCID) rests as a whole: who blocks the robot that asks
for one profile has seen the robot, and it does not come back for the next profile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from scholarsync import sources
from scholarsync.config import Settings
from scholarsync.model import Watch
from scholarsync.store import Store
from scholarsync.store.evidence import GOOD, Pull
from scholarsync.sync.pull import REST_DAYS

RESTS = frozenset(timedelta(days=days) for days in REST_DAYS)
LEEWAY = timedelta(hours=1)
"""How much sooner than a day, two or four later a watch may be asked: a timer's next turn is never to the second."""


@dataclass(slots=True)
class Rests:
    """Who rests at a time, from what the store knows and what a run has met since."""

    store: Store
    settings: Settings
    at: datetime
    heeded: bool = True
    """Whether rests of earlier runs count; those that this run brings about always do."""
    _services: dict[str, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for watch in self.settings.watches if self.heeded else ():
            if (service := service_of(watch)) is not None and service not in self._services:
                newest = self._newest(self.kin(watch))
                if newest is not None and (until := self._still(newest, newest.rest_until)) is not None:
                    self._services[service] = until

    def until(self, watch: Watch) -> datetime | None:
        """When a watch may be asked again, if not yet."""
        shared = self._services.get(service_of(watch) or "")
        own = self._own(watch) if self.heeded else None
        return max(filter(None, (own, shared)), default=None)

    def asked_until(self, watch: Watch) -> datetime | None:
        """When a watch may be asked again that has blocked or asked for a pause; the settings' interval is no rest."""
        last = self.store.evidence.last_pull(watch.key)
        own = self._still(last, last.rest_until) if last is not None else None
        return max(filter(None, (own, self._services.get(service_of(watch) or ""))), default=None)

    def note(self, pull: Pull) -> None:
        """What has just come of a watch: one that is sent away takes its service along."""
        service = service_of(pull.watch)
        if service is not None and pull.rest_until is not None:
            self._services[service] = pull.rest_until

    def kin(self, watch: Watch) -> tuple[str, ...]:
        """Keys of the watches that ask the same service, itself among them."""
        service = service_of(watch)
        if service is None:
            return (watch.key,)
        return tuple(dict.fromkeys(other.key for other in self.settings.watches if service_of(other) == service))

    def _own(self, watch: Watch) -> datetime | None:
        last = self.store.evidence.last_pull(watch.key)
        if last is None:
            return None
        until = last.rest_until
        if until is None and last.outcome in GOOD and self.settings.file.limits.every_h:
            interval = timedelta(hours=self.settings.file.limits.every_h)
            until = last.at + interval - min(LEEWAY, interval / 10)
        return self._still(last, until)

    def _still(self, last: Pull, until: datetime | None) -> datetime | None:
        """A rest that is not over; a clock that was set back must not silence a watch."""
        if until is not None and until - last.at in RESTS:
            until -= LEEWAY
        return None if until is None or until <= self.at or last.at > self.at else until

    def _newest(self, watches: tuple[str, ...]) -> Pull | None:
        pulls = [pull for key in watches if (pull := self.store.evidence.last_pull(key)) is not None]
        return max(pulls, key=lambda pull: pull.id or 0, default=None)


def service_of(watch: Watch) -> str | None:
    """The one service that a watch asks together with others of its source; none for a page or a file of its own."""
    source = sources.load().get(watch.source)
    return None if source is None or source.scoped or "path" in watch.options else source.name
