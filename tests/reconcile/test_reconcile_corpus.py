"""Figures on the labelled sets that stand beside the repository; skipped where they are not."""

import json
from collections import Counter
from pathlib import Path

import pytest

from scholarsync.reconcile.bulk import boil, works_of
from scholarsync.reconcile.rows import profile_of_row

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
PERSONS = sorted(CORPUS.glob("persons/*/records.jsonl"))

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus beside the repository")]


def rows_in(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def said_of(rows, policy):
    hidden = {"entity", "arguable", "not_mine"}
    profiles = [profile_of_row({k: v for k, v in row.items() if k not in hidden}, key=row["id"]) for row in rows]
    return works_of(boil(profiles), policy=policy)


def pairwise(gold, said):
    """Precision and recall over all pairs of records whose gold is known."""
    known = [(entity, work) for entity, work in zip(gold, said, strict=True) if entity is not None]
    both, true, mine = (
        sum(n * (n - 1) // 2 for n in Counter(keys).values())
        for keys in (known, [entity for entity, _ in known], [work for _, work in known])
    )
    return both / max(1, mine), both / max(1, true)


@pytest.mark.parametrize(
    ("name", "least"), [("ldd_cytology_screening", 0.995), ("asysd_diabetes", 0.998), ("ldd_respiratory", 0.985)]
)
def test_labelled_sets(name, least):
    path = CORPUS / "dedupe" / f"{name}.jsonl"
    rows = rows_in(path)

    precision, recall = pairwise(
        [row["entity"] for row in rows], said_of(rows, path.with_suffix(".policy").read_text("utf-8").strip())
    )

    assert 2 * precision * recall / (precision + recall) >= least


@pytest.mark.parametrize("path", PERSONS, ids=[path.parent.name for path in PERSONS])
def test_no_wrong_merge_in_one_persons_lists(path):
    works = json.loads((path.parent / "gold.json").read_text("utf-8"))["works"]
    unscored = {work["id"] for work in works if work.get("arguable") or work.get("needs_outside_knowledge")}
    rows = rows_in(path)
    gold = [None if row.get("arguable") or row["entity"] in unscored else row["entity"] for row in rows]

    precision, recall = pairwise(gold, said_of(rows, "publication"))

    assert precision == 1
    assert recall >= 0.95
