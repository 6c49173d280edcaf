"""The straight line: pull the watches, build records and works, write the lists.

`sync` takes pages from the net, `rebuild` from the store; the rest is the same.  A watch
that fails is a line in the report; the others go on, and no list gets shorter for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import version

from scholarsync import sources
from scholarsync.config import Settings
from scholarsync.errors import NONE_SUCCEEDED, ConfigError, PublishError, SourceError
from scholarsync.model import Watch
from scholarsync.store import Store
from scholarsync.store.evidence import GOOD, Pull
from scholarsync.sync.derive import Change, build_records, build_works
from scholarsync.sync.publishing import Published, publish_lists
from scholarsync.sync.pull import Answer, Ask, Budget, Visit, conclude, known_to_list, visit
from scholarsync.sync.rests import Rests

DERIVED, RULED = "derived", "ruled"
"""Marks in the store: what the works were computed from, and the newest ruling that they follow."""
FAILED = frozenset({"unreachable", "blocked", "missing", "unreadable", "partial"})
"""Outcomes that are told: nothing came, or not all."""
WHOLE_SHARE = 10
"""When more than one in so many records has changed, all are reconciled at once."""


@dataclass(slots=True)
class Report:
    """What a run did, for people and programs."""

    pulls: list[Pull] = field(default_factory=list)
    resting: list[tuple[Watch, datetime]] = field(default_factory=list)
    """Watches that were left alone, and until when."""
    faults: list[str] = field(default_factory=list)
    """Entries that could not be read."""
    changes: list[Change] = field(default_factory=list)
    lists: tuple[Published, ...] = ()
    lasting: set[str] = field(default_factory=set)
    """Keys of watches that fail in the way they did the last time."""

    @property
    def news(self) -> bool:
        """Whether anything is to be told that was not told by the run before."""
        failed = {pull.watch.key for pull in self.pulls if pull.outcome in FAILED}
        lists = any(published.changed or published.notes or published.fault for published in self.lists)
        return bool(self.changes or lists or self.faults or failed - self.lasting)

    @property
    def exit_code(self) -> int:
        """As documented in `errors`: 0, 3 some watches failed, 4 none succeeded, 6 a list was not written."""
        if any(published.fault for published in self.lists):
            return PublishError.exit_code
        failed = [pull for pull in self.pulls if pull.outcome not in GOOD]
        if failed and len(failed) == len(self.pulls) and not self.resting:
            return NONE_SUCCEEDED
        return SourceError.exit_code if failed else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run works with."""

    store: Store
    settings: Settings
    at: datetime
    id: int
    ask: Callable[[Watch], Ask]
    """Gives the way to fetch pages for a watch, within that watch's deadline."""
    progress: Callable[[str], None] = lambda _: None
    time_left: Callable[[], bool] = lambda: True
    """Whether the run as a whole may go on to another watch."""
    believed: frozenset[str] = frozenset()
    """Keys of watches whose answer a person vouches for, also where it lists far less than before."""


def sync(run: Run, *, only: Iterable[str] = (), force: bool = False, publish: bool = True) -> Report:
    """Pull every watch that is due, reconcile, and write the lists.

    Args:
        run: store, settings, time and network.
        only: sources, people or watch keys to restrict the run to; all when empty.
        force: also ask watches that rest.
        publish: whether lists are written.
    """
    report = Report()
    rests = Rests(run.store, run.settings, run.at, heeded=not force)
    for watch in in_turn(run.store, chosen_watches(run.settings, only)):
        if (until := rests.until(watch)) is not None:
            report.resting.append((watch, until))
            continue
        if not run.time_left():
            report.faults.append(f"{watch.key}: not asked, the run's time is spent; it is first next time")
            continue
        run.progress(f"{watch.key} …")
        _pull(run, watch, report, rests)
    derive(run, report)
    if publish:
        report.lists = publish_lists(run.store, run.settings, at=run.at)
    return report


def untold(store: Store, run: int) -> list[Change]:
    """What the runs before this one changed that were ended before they could tell it."""
    rows = store.evidence.untold(run)
    return [Change(kind=kind, work=work, title=title, detail=detail) for kind, work, title, detail in rows]


def rebuild(run: Run, *, publish: bool = True) -> Report:
    """Compute everything derived anew from the stored pages, as if they came now, oldest first."""
    report = Report()
    store, known = run.store, sources.load()
    before = store.derived.works()
    with store.write():
        store.derived.empty()
        for pull in store.evidence.readable_pulls():
            run.progress(f"{pull.watch.key} of {pull.at:%Y-%m-%d} …")
            if pull.watch.source in known:
                _replay(run, pull, known[pull.watch.source])
        build_works(store, run.settings, at=run.at)
        _mark_derived(run, ruled=store.judgement.newest())
    report.changes = _differences(before, store)
    if publish:
        report.lists = publish_lists(store, run.settings, at=run.at)
    return report


def check_watches(watches: Iterable[Watch]) -> None:
    """Let every source look at its locators before anything is asked.

    Raises:
        ConfigError: a source cannot use a locator; all mistakes are in the message, a line each.
    """
    mistakes = []
    for watch in watches:
        try:
            if "path" not in watch.options:
                sources.load()[watch.source].start(watch)
        except ConfigError as error:
            mistakes.append(str(error))
    if mistakes:
        raise ConfigError("\n".join(mistakes))


def chosen_watches(settings: Settings, only: Iterable[str]) -> tuple[Watch, ...]:
    """The watches that a restriction names by source, person or key; all when it names none.

    A page that several people watch is asked for once.
    """
    names = set(only)
    chosen: dict[str, Watch] = {}
    for watch in settings.watches:
        if not names or names & {watch.source, watch.key, watch.locator, watch.person}:
            chosen.setdefault(watch.key, watch)
    return tuple(chosen.values())


def in_turn(store: Store, watches: Iterable[Watch]) -> list[Watch]:
    """The watches in the order of the settings, but those that an earlier run had no time for first."""
    newest = {watch.key: pull.run for watch in watches if (pull := store.evidence.last_pull(watch.key)) is not None}
    return sorted(watches, key=lambda watch: newest.get(watch.key) or 0)


def _pull(run: Run, watch: Watch, report: Report, rests: Rests) -> None:
    """One watch: what came, how it ended, and the records it changed, in one transaction."""
    limits = run.settings.file.limits
    budget = Budget(requests=limits.requests, details=limits.details)
    blocks = run.store.evidence.blocks_in_row(rests.kin(watch))
    source, before = sources.load()[watch.source], run.store.evidence.last_pull(watch.key)
    answer = visit(
        watch, source, run.store, run.ask(watch), budget=budget, blocks=blocks, at=run.at,
        believed=watch.key in run.believed,
    )  # fmt: skip
    with run.store.write():
        number = run.store.evidence.add_pull(run.id, answer.pull)
        cited = _with_titles(run.store, _take_in(run, answer, number))
        turned = _turn(before, answer.pull)
        run.store.evidence.add_events(run.id, run.at, [event_of(change) for change in [*cited, *turned]])
    report.changes += cited
    if answer.pull.outcome in FAILED and not turned:
        report.lasting.add(watch.key)
    rests.note(answer.pull)
    report.pulls.append(replace(answer.pull, id=number))
    report.faults += [f"{watch.key}: {fault}" for fault in answer.faults]


def _turn(before: Pull | None, pull: Pull) -> list[Change]:
    """How a watch has changed its ways: it fails now, fails otherwise, or is well again; by the watch, for the log."""
    was = before.outcome if before is not None else "ok"
    if pull.outcome in FAILED and pull.outcome != was:
        return [Change(kind="failed", work=pull.watch.key, title=None, detail=f"{pull.outcome}: {pull.detail}")]
    if (pull.outcome == "ok" and was in FAILED) or (pull.outcome == "unchanged" and was in FAILED - {"partial"}):
        return [Change(kind="restored", work=pull.watch.key, title=None)]
    return []


def _take_in(run: Run, answer: Answer, pull: int) -> list[Change]:
    """Note what an answer lists, and compute the records that this changes; gives the counts that moved, by record."""
    derived = run.store.derived
    if answer.pull.outcome not in {"ok", "partial"}:
        return []
    sightings = [replace(sighting, pull=pull) for sighting in answer.sightings]
    changed = derived.put_sightings(answer.pull.watch.key, sightings, complete=answer.complete)
    build_records(run.store, changed, first_pull=pull)
    counts = derived.citations(key for key, _, _ in answer.citations)
    moved = [(key, day, count) for key, day, count in answer.citations if counts.get(key) != count]
    derived.put_citations(moved)
    return [
        Change(kind="cited", work=key, title=None, detail=f"{counts[key]} → {count}")
        for key, _, count in moved
        if key in counts
    ]


def derive(run: Run, report: Report) -> None:
    """Bring the works up to date with the records, rulings and settings that changed since the last time.

    What changed stands in the store, so that a run that was ended before this step is completed by the next.
    """
    store = run.store
    derived = store.derived
    stale: Collection[str] | None = None
    subjects: Collection[str] = ()
    newest = store.judgement.newest()  # what is ruled from here on is for the next run
    if derived.meta(DERIVED) == _state(run):
        subjects = store.judgement.subjects_since(int(derived.meta(RULED) or 0))
        stale = store.neighbours.stale() | derived.present(subjects)
        if not stale and not subjects:
            return
        if len(stale) * WHOLE_SHARE > derived.count():
            stale = None
    run.progress("reconciling …")
    with store.write():
        people = {person.name for person in run.settings.people}.intersection(subjects)
        changes = build_works(store, run.settings, at=run.at, stale=stale, people=people)
        _mark_derived(run, ruled=newest)
        store.evidence.add_events(run.id, run.at, [event_of(change) for change in changes])
    report.changes[:0] = changes


def event_of(change: Change) -> tuple[str, str, str | None, str | None]:
    """A change as the store logs it."""
    return change.kind, change.work, change.title, change.detail


def _with_titles(store: Store, changes: Sequence[Change]) -> list[Change]:
    """Changes that were noted by record, told by work."""
    work_of = store.derived.work_of(change.work for change in changes)
    works = {work.key: work for work in store.derived.works(work_of.values()) if work.people}
    return [
        replace(change, work=work.key, title=work.chosen.title)
        for change in changes
        if (work := works.get(work_of.get(change.work, ""))) is not None
    ]


def _replay(run: Run, pull: Pull, source: sources.Source) -> None:
    """Read the pages of an earlier pull again; a page that cannot be read says nothing, as it did then.

    What was believed then is believed again, be it on a person's word; what failed on the way stays unsaid.
    """
    if pull.outcome in {"blocked", "missing", "unreachable"}:
        return
    store, watch = run.store, pull.watch
    come = Visit(watch=watch)
    for number in pull.pages:
        page = store.evidence.page(number, watch=watch.key)
        try:
            reading = source.parse(page)
        except SourceError as error:
            if not come.readings:
                return
            come.shortfalls.append(str(error))
            continue
        come.ids.append(number)
        come.pages.append(page)
        come.readings.append(reading)
    if pull.outcome != "ok" and pull.detail:
        come.shortfalls.append(pull.detail)
    if not come.readings:
        return
    known = frozenset[str]() if pull.outcome == "ok" else known_to_list(store, watch)
    answer = conclude(come, source, at=pull.at, requests=0, known=known)
    assert pull.id is not None, "a stored pull has an id"
    _take_in(run, answer, pull.id)


def _differences(before: Sequence[object], store: Store) -> list[Change]:
    """What a rebuild made of the works that was otherwise before."""
    old = set(map(repr, before))
    return [
        Change(kind="rebuilt", work=work.key, title=work.chosen.title)
        for work in store.derived.works()
        if repr(work) not in old
    ]


def _state(run: Run) -> str:
    """What the works depend on besides records and rulings: this program, people, policy."""
    file = run.settings.file
    return f"{version('scholarsync')} {file.policy} {file.people!r}"


def _mark_derived(run: Run, *, ruled: int) -> None:
    store = run.store
    store.neighbours.clear_stale()
    store.derived.put_meta(RULED, str(ruled))
    store.derived.put_meta(DERIVED, _state(run))
