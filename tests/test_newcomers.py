"""A store that grows: what a few new records or rulings change is what computing everything anew would give."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from scholarsync import sources, sync, targets
from scholarsync.config import load
from scholarsync.model import Decision, Page
from scholarsync.store import Store
from scholarsync.sync.questions import ruling

START = datetime(2031, 1, 6, 6, tzinfo=UTC)
WORDS = "river delta gauge braid silt ferry marsh heron otter reed flood dike lock weir barge canal tide shoal".split()
PEOPLE = ["Arden, Ann", "Bose, Lina", "Ceres, Tom", "Doll, Wim", "Ek, Ida", "Frey, Ulla", "Gale, Rut", "Arden, Abel"]
TABLES = ("records", "works", "members", "authors", "matches", "attributions", "labels", "events")
SETTINGS = """
contact = "ann@example.org"
[[people]]
name = "Ann Arden"
[[people.watches]]
source = "bibtex"
locator = "own.bib"
[[people.watches]]
source = "bibtex"
locator = "query.bib"
identity = false
[[people]]
name = "Lina Bose"
[[people.watches]]
source = "bibtex"
locator = "bose.bib"
"""


def entry(dice, number):
    """One spelling of a made-up work: the same number is the same work, told otherwise."""
    made = random.Random(number)
    title = " ".join(made.sample(WORDS, 5)) + made.choice(["", ", part I", ", part II", ": a survey"])
    people = made.sample(PEOPLE, made.randint(1, 4))
    year = made.randint(2010, 2030)
    journal = dice.choice(["Journal of River Studies", "J. River Stud."])
    if dice.random() < 0.4:
        title = title.capitalize()
    if dice.random() < 0.3:
        people = [f"{family}, {given[0]}." for family, _, given in (name.partition(", ") for name in people)]
    doi = f"  doi = {{10.5555/w{number}}},\n" if dice.random() < 0.3 else ""
    return (
        f"@article{{k{number}x{dice.randint(0, 1)},\n  title = {{{title}}},\n  author = {{{' and '.join(people)}}},\n"
        f"  journal = {{{journal}}},\n{doi}  year = {{{year - (dice.random() < 0.1)}}},\n}}\n"
    )


class Job:
    """A job over three files that are written anew each day."""

    def __init__(self, folder):
        self.folder, self.at, self.files = folder, START, {}
        folder.mkdir()
        (folder / "config.toml").write_text(SETTINGS, "utf-8")
        self.settings = load(
            folder / "config.toml", sources=frozenset(sources.load()), targets=frozenset(targets.load())
        )

    def day(self, files, rulings=()):
        """One run over the files; the rulings come before it."""
        self.at += timedelta(days=1)
        with Store(self.folder / "store.db") as store:
            with store.write():
                number = store.evidence.start_run("sync", version="0", at=self.at)
                for kind, keys, rest in rulings:
                    stated = ruling(kind, store.derived.records(sorted(keys)), *rest)
                    store.judgement.add(
                        Decision(**{f: getattr(stated, f) for f in ("kind", "subject", "hint")}, by="ann", at=self.at)
                    )

            def ask(watch):
                return lambda request, *_: Page(
                    watch=watch.key, url=request.url, body=files[watch.locator].encode(), fetched_at=self.at
                )

            return sync.sync(sync.Run(store=store, settings=self.settings, at=self.at, id=number, ask=ask))

    def derived(self):
        with Store(self.folder / "store.db") as store:
            return {table: store.db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


def days(seed):
    """Files and rulings of some days; entries come, are told otherwise, and go."""
    dice = random.Random(seed)
    files = dict.fromkeys(("own.bib", "query.bib", "bose.bib"), "")
    seen = []
    for _ in range(6):
        for name in dice.sample(sorted(files), 2):
            for number in dice.sample(range(40), dice.randint(1, 6)):
                files[name] += entry(dice, number)
            if dice.random() < 0.3:
                files[name] = files[name][files[name].find("@", 1) :] if files[name].count("@") > 3 else files[name]
        rulings = []
        if seen and dice.random() < 0.7:
            kind = dice.choice(["same", "different", "mine", "not_mine"])
            keys = dice.sample(seen, 2)
            rulings = [(kind, keys, ())] if kind in {"same", "different"} else [(kind, keys[:1], ("Ann Arden",))]
        yield dict(files), rulings
        seen = sorted(
            {
                f"bibtex:{name}#{line[9:-1]}"
                for name, text in files.items()
                for line in text.splitlines()
                if line.startswith("@")
            }
        )


@pytest.mark.parametrize("seed", range(6))
def test_a_store_that_grew_is_the_one_that_was_computed_whole(seed, tmp_path, monkeypatch):
    grown, whole = Job(tmp_path / "grown"), Job(tmp_path / "whole")
    for number, (files, rulings) in enumerate(days(seed)):
        monkeypatch.setattr(sync, "WHOLE_SHARE", 0)
        grown.day(files, rulings)
        monkeypatch.setattr(sync, "WHOLE_SHARE", 10**9)
        whole.day(files, rulings)

        assert grown.derived() == whole.derived(), f"day {number}"
