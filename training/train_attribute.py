"""Train the model of `scholarsync.attribute` and say how good it is on names kept apart.

Reads a directory of ``tasks.jsonl`` and the record files it names; writes ``model.json``.
Every figure printed is of cross-validation: five folds, and a family name is in one of them
only.  Needs the ``train`` extra; nothing of it is needed at run time.

    python training/train_attribute.py CORPUS [--out src/scholarsync/attribute/model.json]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import unicodedata
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import lightgbm
import numpy as np

from scholarsync.attribute.evidence import PersonEvidence
from scholarsync.attribute.figures import FIGURES, figures
from scholarsync.attribute.judge import CIRCLE, LINKED
from scholarsync.attribute.names import Fit
from scholarsync.attribute.neighbours import SECOND_FIGURES, second_figures
from scholarsync.attribute.pool import build_pool
from scholarsync.attribute.scene import Scene, build_scene
from scholarsync.attribute.trees import _tree, blend, weigh
from scholarsync.model import Record
from scholarsync.normalise.records import from_row

FOLDS = 5
ROUNDS = 100
LIMITS = {"mine": 0.8, "mine_without_link": 0.9, "not_mine": 0.04}
RISING = {
    "fit", "shared_total", "shared_best", "shared_works", "shared_part", "two_steps", "title_best", "title_centre",
    "group_known", "group_title", "group_shared", "score", "linked_score", "linked_best", "near_score", "near_best",
    "group_score", "group_best", "sure_shared", "sure_title", "word_score", "venue_score", "form_score", "people_score",
}  # fmt: skip
"""Figures that may only speak for the person, the more the greater they are."""
OWN_CHOICES = 4
"""For each person so many further questions, with other works known."""


@dataclass
class Question:
    """One person, what is known, and the candidates with the truth."""

    set: str
    name: str
    tier: str
    person: PersonEvidence
    candidates: list[Record]
    truth: list[bool]
    poor: str = ""
    own: bool = False
    first: np.ndarray | None = None
    second: np.ndarray | None = None
    scores: dict[str, list[float]] = field(default_factory=dict)

    def scene(self) -> Scene:
        """What the program sees of it."""
        return build_scene(build_pool(self.person, self.candidates))

    @property
    def fold_name(self) -> str:
        """Family name: its questions are all in one fold."""
        return re.findall("[a-z]+", self.name.lower())[-1]


@cache
def rows_of(path: Path) -> dict[str, dict]:
    with path.open(encoding="utf-8") as lines:
        return {row["id"]: row for row in map(json.loads, lines)}


def initials(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().replace("'", "")
    words = re.findall("[A-Za-z]+", plain)
    return " ".join(filter(None, ("".join(word[0] for word in words[:-1]).upper(), words[-1].title()))) if words else ""


def record_of(row: dict, poor: str) -> Record:
    names = [initials(name) if "initials" in poor else name for name in row["authors"]]
    bare = "bare" in poor
    stated = {**row, "authors": [name for name in names if name]}
    return from_row({**stated, "year": None, "venue": None} if bare else stated, key=row["id"], source="corpus")


def question(
    task: dict, root: Path, *, known: list[str], poor: str = "", ticked: int = 0, own: bool = False
) -> Question:
    rows = rows_of(root / task["file"])
    ids = [key for key in sorted(rows) if key not in known]
    truth = [rows[key]["person"] == task["person"] for key in ids]
    met = sorted({
        name for key, mine in zip(ids, truth, strict=True) if mine
        for name in rows[key]["authors"] if len(name.split()[0].strip(".")) > 1 and name not in task["variants"]
    })  # fmt: skip
    names = random.Random(str((task["task"], known))).sample(met, min(ticked, len(met)))
    person = PersonEvidence(
        name=task["person_name"], variants=tuple(task["variants"]), coauthors=tuple(names),
        known=tuple(record_of(rows[key], poor) for key in known),
    )  # fmt: skip
    candidates = [record_of(rows[key], poor) for key in ids]
    return Question(task["set"], task["name"], task["tier"], person, candidates, truth, poor=poor, own=own)


def load_questions(root: Path) -> list[Question]:
    """The questions of the corpus, with full and with poor records, and further ones about the same persons."""
    tasks = [json.loads(line) for line in (root / "tasks.jsonl").read_text("utf-8").splitlines()]
    found = [question(task, root, known=task["known"], poor=poor) for poor in ("", "initials") for task in tasks]
    persons = {(task["file"], task["person"]): task for task in tasks}
    for (file, person), task in persons.items():
        rows = rows_of(root / file)
        works = sorted(key for key, row in rows.items() if row["person"] == person)
        chance = random.Random(f"{file} {person}")
        for number in range(OWN_CHOICES):
            size = chance.choice([0, 1, 2, 3, 3, 3, 5, 8, 8, 12, 20, 40])
            size = min(size, max(1, len(works) - 3))
            ticked = chance.choice([3, 6]) if size == 0 else chance.choice([0, 0, 4])
            poor = ("", "initials", "bare", "")[number]
            known = chance.sample(works, size)
            found.append(question(task, root, known=known, poor=poor, ticked=ticked, own=True))
    return found


def first_rows(asked: Question) -> np.ndarray:
    return np.array(figures(asked.scene()), dtype=np.float64)


def second_rows(pair: tuple[Question, list[float]]) -> np.ndarray:
    asked, scores = pair
    scene = asked.scene()
    return np.array(second_figures(scene, asked.first.tolist(), scores), dtype=np.float64)


def fit(asked: list[Question], look: str, names: tuple[str, ...]) -> lightgbm.Booster:
    """Short trees; a question counts by the square root of its size, so that no long one outweighs the rest."""
    data = np.concatenate([getattr(one, look) for one in asked])
    truth = np.concatenate([one.truth for one in asked])
    weight = np.concatenate([np.full(len(one.truth), 10 / len(one.truth) ** 0.5) for one in asked])
    options = {
        "objective": "binary", "num_leaves": 6, "learning_rate": 0.1, "min_data_in_leaf": 60, "lambda_l2": 20,
        "min_sum_hessian_in_leaf": 1, "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1,
        "monotone_constraints": [int(name in RISING) for name in names],
        "verbose": -1, "num_threads": 2, "deterministic": True, "force_row_wise": True, "seed": 1,
    }  # fmt: skip
    return lightgbm.train(options, lightgbm.Dataset(data, truth, weight=weight, feature_name=list(names)), ROUNDS)


def readable(booster: lightgbm.Booster, names: tuple[str, ...]) -> list:
    """Trees in the form of `trees.py`."""

    def nested(node: dict):
        if "leaf_value" in node:
            return round(node["leaf_value"], 4)
        unknown_left = node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0
        limit = float(f"{node['threshold']:.6g}")
        return [
            names[node["split_feature"]],
            limit,
            unknown_left,
            nested(node["left_child"]),
            nested(node["right_child"]),
        ]

    return [nested(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]


def cross_validate(asked: list[Question], look: str, names: tuple[str, ...], folds: dict[str, int]) -> None:
    """Scores of every question by a model that has not seen its name, through the form that ships."""
    for number in range(FOLDS):
        booster = fit([one for one in asked if folds[one.fold_name] != number], look, names)
        trees = [_tree(tree, names) for tree in readable(booster, names)]
        for one in asked:
            if folds[one.fold_name] == number:
                one.scores[look] = weigh(trees, getattr(one, look).tolist())


def split_names(asked: list[Question]) -> dict[str, int]:
    """Family name to fold; those of the sets with few names are spread first."""
    sets: dict[str, set[str]] = defaultdict(set)
    for one in asked:
        sets[one.fold_name].add(one.set)
    names = sorted(sets)
    random.Random(3).shuffle(names)
    names.sort(key=lambda name: sets[name] == {"aminer12"})
    return {name: number % FOLDS for number, name in enumerate(names)}


def judged(one: Question, limits: dict[str, float]) -> tuple[float, float, float, float]:
    """Precision and recall of "mine", share unsure, share of the own works lost; as `judge.verdict_of` decides."""
    row = {name: one.second[:, place] for place, name in enumerate(SECOND_FIGURES)}
    truth = np.array(one.truth)
    scores = np.array([blend(*pair) for pair in zip(one.scores["first"], one.scores["second"], strict=True)])
    linked = (row["shared_total"] > LINKED) | (row["two_steps"] > 2 * LINKED)
    clash = row["fit"] == Fit.CLASH
    own_name = (row["fit"] >= Fit.FIRST) & (row["compatible_share"] < 0.625) & (row["form_linked"] >= 0.75)
    alien = (row["group_shared"] == 0) & (row["group_known"] == 0) & (row["group_size"] >= np.log1p(CIRCLE))
    limit = np.where(linked, limits["mine"], limits["mine_without_link"])
    named = row["fit"] != Fit.ABSENT  # nearly: a surname alone names the person, too
    mine = (scores >= limit) & (linked | (named & (own_name | ~alien))) & ~clash
    other = (~mine & (scores < limits["not_mine"])) | clash
    right, own = (mine & truth).sum(), truth.sum()
    return (
        right / mine.sum() if mine.any() else 1.0, right / own if own else 1.0,
        (~mine & ~other).mean(), (other & truth).sum() / own if own else 0.0,
    )  # fmt: skip


def report(asked: list[Question], limits: dict[str, float]) -> None:
    for poor in ("", "initials"):
        for group in ("", "aminer12", "custand", "han"):
            chosen = [
                judged(one, limits) for one in asked
                if one.poor == poor and not one.own and one.tier == "strict" and group in {"", one.set}
            ]  # fmt: skip
            if chosen:
                told = "  ".join(f"{value:.3f}" for value in np.mean(chosen, axis=0))
                print(f"{poor or 'full':9s} {group or 'all':9s} {len(chosen):4d} questions: P R unsure lost  {told}")


def train(root: Path, out: Path, *, keep: Path | None = None) -> None:
    asked = load_questions(root)
    folds = split_names(asked)
    with ProcessPoolExecutor(2) as pool:
        for one, rows in zip(asked, pool.map(first_rows, asked, chunksize=8), strict=True):
            one.first = rows
        cross_validate(asked, "first", FIGURES, folds)
        pairs = [(one, one.scores["first"]) for one in asked]
        for one, rows in zip(asked, pool.map(second_rows, pairs, chunksize=8), strict=True):
            one.second = rows
    cross_validate(asked, "second", SECOND_FIGURES, folds)
    if keep is not None:
        import pickle

        keep.write_bytes(pickle.dumps(asked))
    report(asked, LIMITS)
    looks = {
        look: {"figures": list(names), "trees": readable(fit(asked, look, names), names)}
        for look, names in (("first", FIGURES), ("second", SECOND_FIGURES))
    }
    out.write_text(laid_out({"limits": LIMITS, **looks}), "utf-8")


def laid_out(model: dict) -> str:
    """JSON with one tree a line."""
    parts = [f'"limits": {json.dumps(model["limits"])}']
    for look in ("first", "second"):
        trees = ",\n".join(json.dumps(tree) for tree in model[look]["trees"])
        parts.append(f'"{look}": {{"figures": {json.dumps(model[look]["figures"])},\n"trees": [\n{trees}\n]}}')
    return "{" + ",\n".join(parts) + "}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path, default=Path("src/scholarsync/attribute/model.json"))
    parser.add_argument("--keep", type=Path, help="Keep the questions with their figures and scores here (pickle).")
    options = parser.parse_args()
    train(options.corpus, options.out, keep=options.keep)


if __name__ == "__main__":
    main()
