"""One watch in one run: ask, keep the bytes, read them, say how it ended.

A failure is a result: it becomes the outcome of the pull.  Only a full, believable answer
may say that something is no longer listed.
"""

from __future__ import annotations

import contextlib
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from scholarsync.errors import Blocked, SourceError, Unreachable
from scholarsync.model import Draft, Outcome, Page, Reading, Request, Watch
from scholarsync.normalise.titles import title_key
from scholarsync.sources import Source
from scholarsync.store import Store
from scholarsync.store.derived import Sighting
from scholarsync.store.evidence import Damaged, Pull, Validators
from scholarsync.sync.gist import gist

REST_DAYS = (1, 2, 4)
"""How long a watch rests after it was blocked once, twice, three times or more in a row."""
DOUBT_FROM = 5
"""A list at least this long that comes back less than half as long, or without half of its titles, is not believed."""

HTML_START = re.compile(rb"\s*(?:<!--.{0,1000}-->\s*)?<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
HTML_END = b"</html"
TAG_OPEN = re.compile(rb"<[a-z/][^<>]*\Z", re.IGNORECASE)

Spend = Callable[[], object]
"""Called before every request to a server; raises Unreachable when there have been enough."""
Ask = Callable[[Request, Validators | None, Spend], Page]
"""Fetches one page; raises SourceError.  A page with status 304 says that the validators' page still holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one watch may take in one run."""

    requests: int
    details: int


@dataclass(slots=True)
class Visit:
    """What has come so far of one watch: pages in order, what they were read as."""

    watch: Watch
    ids: list[int] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    shortfalls: list[str] = field(default_factory=list)
    """Why the answer is not whole."""
    pending: int = 0
    ended: SourceError | None = None
    """What ended it, when the service had enough of it on the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a visit ended, and what it lists."""

    pull: Pull
    sightings: tuple[Sighting, ...] = ()
    citations: tuple[tuple[str, str, int], ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether what it does not list is no longer listed."""
        return self.pull.outcome == "ok" and not self.faults


class Asker:
    """Asks for pages within a budget, keeps what comes, and knows which of them are unchanged."""

    def __init__(self, store: Store, ask: Ask, *, budget: Budget, before: Pull | None) -> None:
        self.store = store
        self.ask = ask
        self.left = budget.requests
        self.made = 0
        self.came: dict[str, tuple[Page, int]] = {}
        self.before = before

    def fetch(self, request: Request, *, watch: Watch) -> tuple[Page, int]:
        """The page and its id in the store: the earlier one's where nothing that matters has changed.

        Raises:
            SourceError: it did not come whole, or the budget is spent.
        """
        if request.url in self.came:
            return self.came[request.url]
        evidence = self.store.evidence
        known = evidence.validators(request.url)
        held = _held(self.store, known, watch)
        page = self.ask(request, known if held else None, lambda: self._spend(request.url))
        if held is not None and known is not None and page.status == 304:
            answer = (held, known.page)
        else:
            digest = gist(page.body)
            if held is not None and known is not None and evidence.gist(known.page) == digest:
                answer = (held, known.page)
            else:
                with self.store.write():
                    number = evidence.keep_page(page, gist=digest)
                if is_cut(page.body, whole=self._earlier(page.url)):
                    raise Unreachable(f"{request.url}: ends in the middle of the page, so none of it is believed")
                answer = (page, number)
            with self.store.write():
                evidence.remember_validators(page, answer[1])
        self.came[request.url] = answer
        return answer

    def _spend(self, url: str) -> None:
        if self.left <= 0:
            raise Unreachable(f"{url}: the run's {self.made} requests for this watch are spent")
        self.left -= 1
        self.made += 1

    def _earlier(self, url: str) -> bytes | None:
        """The body that the last good answer gave for a URL, as far as it is there."""
        for number in self.before.pages if self.before else ():
            with contextlib.suppress(Damaged):
                page = self.store.evidence.page(number)
                if page.url == url:
                    return page.body
        return None


def is_cut(body: bytes, *, whole: bytes | None) -> bool:
    """Whether a page breaks off: within a tag, or without the end that an earlier answer had.

    Args:
        body: the page, of any kind; only HTML can be told to be cut.
        whole: an earlier answer under the same address.
    """
    if not HTML_START.match(body[:2000]):
        return False
    return TAG_OPEN.search(body[-2000:]) is not None or (
        whole is not None and HTML_END in whole[-2000:].lower() and HTML_END not in body[-2000:].lower()
    )


def _held(store: Store, known: Validators | None, watch: Watch) -> Page | None:
    """The stored page that an unchanged answer would confirm; none when its body is damaged."""
    if known is None:
        return None
    try:
        return store.evidence.page(known.page, watch=watch.key)
    except Damaged:
        return None


def visit(
    watch: Watch, source: Source, store: Store, ask: Ask, *, budget: Budget, blocks: int, at: datetime, believed: bool
) -> Answer:
    """Pull one watch once.

    Args:
        watch: where to look.
        source: how it is asked and read.
        store: where pages are kept; records are not touched here.
        ask: fetches one page, within the watch's deadline.
        budget: requests and detail pages it may take.
        blocks: how often in a row its service was blocked before.
        at: the time of the run.
        believed: whether a person said that the watch is right, also where it lists other things than before.
    """
    before = store.evidence.last_good(watch.key)
    asker = Asker(store, ask, budget=budget, before=before)
    try:
        start = _start(watch, source)
        if (
            before is not None
            and before.pending == 0
            and not believed
            and _unchanged(start, watch, before, store, asker)
        ):
            same_as = before.same_as or before.id
            return Answer(
                pull=Pull(
                    watch=watch, at=at, outcome="unchanged", detail=before.detail, requests=asker.made,
                    listed=before.listed, total=before.total, same_as=same_as,
                )
            )  # fmt: skip
        come = _follow(start, watch, source, asker, details=budget.details)
    except SourceError as error:
        pull = Pull(
            watch=watch, at=at, outcome=error.outcome, detail=str(error), requests=asker.made,  # type: ignore[arg-type] # the class says which
            rest_until=rest_until(error, blocks, at),
            pages=tuple(number for _, number in asker.came.values()),
        )  # fmt: skip
        return Answer(pull=pull)
    known = frozenset[str]() if believed else known_to_list(store, watch)
    answer = conclude(come, source, at=at, requests=asker.made, known=known)
    if come.ended is None:
        return answer
    return replace(answer, pull=replace(answer.pull, rest_until=rest_until(come.ended, blocks, at)))


def _start(watch: Watch, source: Source) -> tuple[Request, ...]:
    if "path" in watch.options:  # a file in place of the net, known by the name the settings give it
        return (Request(url=watch.locator),)
    return source.start(watch)


def _unchanged(start: Sequence[Request], watch: Watch, before: Pull, store: Store, asker: Asker) -> bool:
    """Whether every list page that the last good pull rests on is as it was."""
    urls = {request.url for request in start}
    try:
        held = [store.evidence.page(number) for number in before.pages]
    except Damaged:
        return False
    rest = [Request(url=p.url, role=p.role, optional=True) for p in held if p.about is None and p.url not in urls]
    if not urls <= {page.url for page in held}:
        return False
    for request in (*start, *rest):
        try:
            _, number = asker.fetch(request, watch=watch)
        except SourceError:
            if request.optional:
                return False  # the full visit will meet it again and say so
            raise
        if number not in before.pages:  # also when a block page is "unchanged" since the last block
            return False
    return True


def _follow(start: Sequence[Request], watch: Watch, source: Source, asker: Asker, *, details: int) -> Visit:
    """Ask for the first pages and all that they lead to."""
    come = Visit(watch=watch)
    queue, met = deque(start), {request.url for request in start}
    detailed = asker.store.derived.detailed(watch.key)
    while queue:
        request = queue.popleft()
        if request.about is not None:
            if record_key(watch, source, request.about) in detailed:
                continue
            if details <= 0 or asker.left <= 0:
                come.pending += 1
                continue
            details -= 1
        try:
            page, number = asker.fetch(request, watch=watch)
            reading = source.parse(page)
        except SourceError as error:
            if come.readings and (isinstance(error, Blocked) or error.retry_after is not None):
                come.shortfalls.append(str(error))
                come.ended = error
                left = [r for r in queue if r.about is None or record_key(watch, source, r.about) not in detailed]
                come.pending += 1 + len(left)
                break  # no request after the first block, nor where a pause was asked for
            if not (come.readings and request.optional):
                raise
            if request.about is None:
                come.shortfalls.append(str(error))
            if isinstance(error, Unreachable):
                come.pending += 1
            continue
        come.ids.append(number)
        come.pages.append(page)
        come.readings.append(reading)
        queue.extend(more for more in reading.more if more.url not in met)
        met |= {more.url for more in reading.more}
    return come


def conclude(come: Visit, source: Source, *, at: datetime, requests: int, known: frozenset[str]) -> Answer:
    """What a visit's pages amount to; the same for pages from the net and from the store.

    Args:
        come: the pages and what they were read as.
        source: whose they are.
        at: the time of the run.
        requests: how many were made.
        known: keys of the titles that the watch is known to list; when few of them are left, the answer is not
            believed to be whole, and when none is, nothing of it is.
    """
    drafts = [
        (number, page, position, draft)
        for number, page, reading in zip(come.ids, come.pages, come.readings, strict=True)
        for position, draft in enumerate(reading.drafts)
    ]
    listed = len({draft.id for _, page, _, draft in drafts if page.about is None})
    shortfalls = [r.partial for r in come.readings if r.partial] + come.shortfalls
    left = known & {title_key(draft.title or "") for _, page, _, draft in drafts if page.about is None}
    if known and listed and not left and len(known) >= DOUBT_FROM:
        drafts = []
        shortfalls.append(f"lists {listed} other works and none of the {len(known)} known ones; nothing of it is taken")
    elif not shortfalls and known and (not listed or (len(known) >= DOUBT_FROM and len(left) * 2 < len(known))):
        shortfalls.append(f"lists {len(left)} of the {len(known)} known works; the others are kept")
    outcome: Outcome = "partial" if shortfalls else "ok"
    totals = [reading.total for reading in come.readings if reading.total is not None]
    return Answer(
        pull=Pull(
            watch=come.watch, at=at, outcome=outcome, detail="; ".join(dict.fromkeys(shortfalls)) or None,
            requests=requests, listed=listed, total=max(totals, default=None), pending=come.pending,
            pages=tuple(come.ids),
        ),
        sightings=tuple(_sightings(come.watch, source, drafts)),
        citations=tuple(_citations(come, source, at)),
        faults=tuple(f"{fault.where}: {fault.reason}" for reading in come.readings for fault in reading.faults),
    )  # fmt: skip


def known_to_list(store: Store, watch: Watch) -> frozenset[str]:
    """Keys of the titles that the watch lists as far as its believed answers tell."""
    known = store.derived.sightings(watch=watch.key)
    return frozenset(title_key(seen.draft.title or "") for seen in known if seen.listed and seen.role == "list")


def record_key(watch: Watch, source: Source, draft_id: str) -> str:
    """``source:id`` where ids are the service's, with the locator between where they are only the page's."""
    return f"{watch.key}#{draft_id}" if source.scoped else f"{source.name}:{draft_id}"


def record_source(watch: Watch, source: Source) -> str:
    """What two records must share to be of one source: the service, or the one page."""
    return watch.key if source.scoped else source.name


def _sightings(watch: Watch, source: Source, drafts: Sequence[tuple[int, Page, int, Draft]]) -> list[Sighting]:
    """One sighting a record and role; an id that a page lists twice counts once."""
    seen: dict[tuple[str, str], Sighting] = {}
    for number, page, position, draft in drafts:
        key = record_key(watch, source, draft.id)
        role = "detail" if page.about is not None else "list"
        sighting = Sighting(
            watch=watch.key, record=key, role=role, pull=0, page=number, position=position, listed=True, draft=draft
        )
        seen.setdefault((key, role), sighting)
    return list(seen.values())


def _citations(come: Visit, source: Source, at: datetime) -> list[tuple[str, str, int]]:
    day = at.date().isoformat()
    counts: Mapping[str, int] = {name: count for reading in come.readings for name, count in reading.citations}
    return [(record_key(come.watch, source, name), day, count) for name, count in counts.items()]


def rest_until(error: SourceError, blocks_before: int, at: datetime) -> datetime | None:
    """When a watch that failed may be asked again: what the service said, and a day or more after a block."""
    rest = error.retry_after
    if isinstance(error, Blocked):
        days = REST_DAYS[min(blocks_before, len(REST_DAYS) - 1)]
        rest = max(filter(None, (rest, at + timedelta(days=days))))
    return rest
