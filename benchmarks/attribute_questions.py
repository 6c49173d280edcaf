"""How much a person's few answers settle: simulated on a namesakes corpus whose truth answers for the person.

A name is ticked when any of the person's works names it, a group is answered all, none or
some (some: nothing is settled), a single paper yes or no.  Printed per way of asking: the
share of candidates left unsure, and F1 of "mine", means over the questions.  The model that
ships was trained on this corpus; what counts here is the difference between the ways.

    python benchmarks/attribute_questions.py CORPUS [--set aminer12] [--known 3] [--limit 40]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from scholarsync.attribute import PersonEvidence, attribute, questions
from scholarsync.attribute.names import Fit, compare_names, name_of
from scholarsync.model import Record
from scholarsync.normalise.names import parse_name


@dataclass(frozen=True)
class Case:
    """One person's question with the truth."""

    person: PersonEvidence
    candidates: tuple[Record, ...]
    truth: dict[str, bool]

    @property
    def works(self) -> list[Record]:
        """The person's own candidates."""
        return [record for record in self.candidates if self.truth[record.key]]


def load_cases(root: Path, *, corpus_set: str, known: int, limit: int) -> list[Case]:
    tasks = [json.loads(line) for line in (root / "tasks.jsonl").read_text("utf-8").splitlines()]
    chosen = [t for t in tasks if t["tier"] == "strict" and t["k"] == known and corpus_set in {"", t["set"]}]
    chosen.sort(key=lambda task: hashlib.sha1(task["task"].encode()).hexdigest())
    return [load_case(root, task) for task in chosen[:limit]]


def load_case(root: Path, task: dict) -> Case:
    rows = {row["id"]: row for row in map(json.loads, (root / task["file"]).read_text("utf-8").splitlines())}
    records = {
        key: Record(key=key, source="corpus", title=row["title"] or None, year=row["year"], venue=row["venue"] or None,
                    authors=tuple(parse_name(name) for name in row["authors"]))
        for key, row in rows.items()
    }  # fmt: skip
    person = PersonEvidence(
        name=task["person_name"], variants=tuple(task["variants"]), known=tuple(records[key] for key in task["known"])
    )
    return Case(person, tuple(records[key] for key in task["candidates"]), task["truth"])


def answered(case: Case, keys: list[str]) -> Case:
    """The papers asked for go to known or rejected, and are settled."""
    asked = {record.key: record for record in case.candidates if record.key in keys}
    return replace(case, person=replace(
        case.person,
        known=(*case.person.known, *(record for key, record in asked.items() if case.truth[key])),
        rejected=(*case.person.rejected, *(record for key, record in asked.items() if not case.truth[key])),
    ))  # fmt: skip


def five_random(case: Case) -> Case:
    unsure = sorted(each.key for each in judged(case) if each.verdict == "unsure")
    return answered(case, random.Random(1).sample(unsure, min(5, len(unsure))))


def five_most_uncertain(case: Case) -> Case:
    unsure = sorted((each for each in judged(case) if each.verdict == "unsure"), key=lambda each: abs(each.score - 0.5))
    return answered(case, [each.key for each in unsure[:5]])


def groups(case: Case, count: int) -> Case:
    for _ in range(count):
        left = [record for record in case.candidates if record.key not in settled(case)]
        found = questions(case.person, left).groups
        answers = [(group, {case.truth[key] for key in group.keys}) for group in found]
        plain = next((group for group, answer in answers if len(answer) == 1), None)
        if plain is None:
            return case
        case = answered(case, list(plain.keys))
    return case


def name_screen(case: Case) -> Case:
    screen = questions(case.person, case.candidates).coauthors.names
    met = [name for record in case.works for author in record.authors if (name := name_of(author)) is not None]
    ticked, left = [], []
    for text in screen:
        asked = name_of(parse_name(text))
        worked = any(asked.surname == name.surname and compare_names(asked, name) >= Fit.INITIAL for name in met)
        (ticked if worked else left).append(text)
    return replace(case, person=replace(case.person, coauthors=tuple(ticked), strangers=tuple(left)))


WAYS: dict[str, Callable[[Case], Case]] = {
    "nothing asked": lambda case: case,
    "five random papers": five_random,
    "five most uncertain papers": five_most_uncertain,
    "five largest groups": lambda case: groups(case, 5),
    "one screen of names": name_screen,
    "the screen, then ten groups": lambda case: groups(name_screen(case), 10),
}


def settled(case: Case) -> dict[str, str]:
    ruled = {record.key: "mine" for record in case.person.known}
    return ruled | {record.key: "not_mine" for record in case.person.rejected}


def judged(case: Case):
    left = [record for record in case.candidates if record.key not in settled(case)]
    return attribute(case.person, left)


def figures(case: Case) -> tuple[float, float, float]:
    verdicts = settled(case) | {each.key: each.verdict for each in judged(case)}
    mine = {key for key in case.truth if verdicts[key] == "mine"}
    own = {key for key, true in case.truth.items() if true}
    precision = len(mine & own) / len(mine) if mine else 1.0
    f1 = 2 * len(mine & own) / (len(mine) + len(own)) if mine or own else 1.0
    return sum(verdicts[key] == "unsure" for key in case.truth) / len(case.truth), f1, precision


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--set", default="", help="Only the questions of this set.")
    parser.add_argument("--known", type=int, default=3, help="Only questions with so many works known.")
    parser.add_argument("--limit", type=int, default=40)
    options = parser.parse_args()
    cases = load_cases(options.corpus, corpus_set=options.set, known=options.known, limit=options.limit)
    print(f"{len(cases)} questions{'':18s} unsure     F1  precision")
    for way, ask in WAYS.items():
        told = [figures(ask(case)) for case in cases]
        unsure, f1, precision = (sum(values) / len(told) for values in zip(*told, strict=True))
        print(f"{way:30s} {unsure:6.3f} {f1:6.3f} {precision:10.3f}", flush=True)


if __name__ == "__main__":
    main()
