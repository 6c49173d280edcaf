"""Train the judge of `scholarsync.reconcile` and measure it, on sets that stand beside the repository.

    python training/train_reconcile.py --corpus ../shared/corpus --made made.jsonl --out src/scholarsync/reconcile/model.json
    python training/train_reconcile.py --corpus ../shared/corpus --made made.jsonl --measure

Labelled sets: ``dedupe/*.jsonl`` (with their ``.policy``, and ``.pairs.csv`` where pairs are labelled instead
of entities) and ``persons/*/records.jsonl``.  ``--made`` adds sets of made-up records with ``entity_id``; keep
the seed of those that you test on out of it.  The policies are nested, so a pair that is one under a narrow
policy is a positive for the wider ones, and a pair that is two under a wide one is a negative for the
narrower ones; both with little weight.  Real records with one telling word of the title exchanged for
another are added as pairs of two works: papers of a series differ like that, and few labelled sets hold any.
Labelled pairs are added once more with one side stated worse, so that what one kind of list lacks is learnt from all.

``--measure`` prints for every set the pairwise figures of whole runs (blocking and clustering included):
``all`` trained on everything, ``folds`` with a third of the set's own works left out of training at a time
(three runs, joined), ``without`` with the whole set left out, and its sister sets.
"""

from __future__ import annotations

import argparse
import csv
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import lightgbm
import numpy as np

from scholarsync.reconcile import engine, judge, model
from scholarsync.reconcile.alignment import nearly
from scholarsync.reconcile.columns import columns_of
from scholarsync.reconcile.compare import FEATURES, compare, details, likenesses, rows_of
from scholarsync.reconcile.glance import sketches_of
from scholarsync.reconcile.pairs import candidate_pairs, keys_of_all, title_order
from scholarsync.reconcile.profile import Profile
from scholarsync.reconcile.rows import profile_of_row
from scholarsync.reconcile.words import bits

NAMES = [name for _, name in FEATURES] + ["policy"]
FOLDS = 3
CHUNK = 20_000
MOST_POSITIVES = 15_000
"""Pairs of one set that blocking did not bring are sampled down to so many."""
TWISTS = 300
"""Records of a set that are twisted."""
BLURS = 4000
"""Labelled pairs of a set that are blurred."""
BLURRED = 0.5
"""Weight of a blurred pair."""
CARRIED = 0.1
"""Weight of a pair under the policies that its set does not speak of."""
WEIGHTS = {"dblp_scholar": 4.0, "dblp_acm": 3.0, "cora1879_work": 0.3, "persons": 3.0}
"""How much a set counts against what its size gives it; sets of one kind go by the first part of their name."""
SISTERS = {"cora1879": "cora", "cora1879_work": "cora"}
"""Sets that hold the same records are left out together."""
ROUNDS = 300
PARAMETERS = {
    "objective": "binary", "num_leaves": 16, "learning_rate": 0.1, "min_data_in_leaf": 15, "lambda_l2": 3.0,
    "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1, "max_bin": 63, "seed": 3,
    "deterministic": True, "force_row_wise": True, "num_threads": 1, "verbose": -1,
    "monotone_constraints": [int(name == "policy") for name in NAMES],
}  # fmt: skip


class Labelled(NamedTuple):
    """One labelled set, blocked and compared."""

    name: str
    policy: str
    profiles: list
    candidates: np.ndarray
    rows: np.ndarray
    """Figures of the candidates."""
    pairs: np.ndarray
    """Labelled pairs to train on."""
    figures: np.ndarray
    labels: np.ndarray
    entities: list | None
    """Gold work of each record, None where it is not to be scored."""
    folds: np.ndarray
    """Fold of each labelled pair; pairs of one work go together."""
    twists: np.ndarray
    """Figures of records beside themselves with one word exchanged."""
    blurs: np.ndarray
    """Figures of labelled pairs with one side stated worse."""
    blurred: np.ndarray
    """Which labelled pairs those are."""


def read_sets(corpus: Path, made: Sequence[Path]) -> list[Labelled]:
    """All labelled sets that are there."""
    sets = []
    for path in sorted((corpus / "dedupe").glob("*.jsonl")):
        rows = read_rows(path)
        if len(rows) < 100:
            continue
        policy = path.with_suffix(".policy").read_text("utf-8").strip()
        pairs = path.with_suffix(".pairs.csv")
        if pairs.exists():
            sets.append(from_pairs(path.stem, policy, rows, pairs))
        else:
            sets.append(from_entities(path.stem, policy, rows, [row["entity"] for row in rows]))
    for path in sorted((corpus / "persons").rglob("records.jsonl")):
        rows = read_rows(path)
        works = json.loads((path.parent / "gold.json").read_text("utf-8"))["works"]
        unscored = {work["id"] for work in works if work.get("arguable") or work.get("needs_outside_knowledge")}
        entities = [None if row.get("arguable") or row["entity"] in unscored else row["entity"] for row in rows]
        sets.append(from_entities(f"persons/{path.parent.name}", "publication", rows, entities))
    for path in made:
        rows = read_rows(path)
        sets.append(from_entities(path.stem, "publication", rows, [row["entity_id"] for row in rows]))
    return sets


def read_rows(path: Path) -> list[dict]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def profiles_of(rows: Iterable[Mapping]) -> list:
    hidden = {"entity", "entity_id", "family_id", "hard_kind"}
    return [profile_of_row({k: v for k, v in row.items() if k not in hidden}, key=str(row["id"])) for row in rows]


def block(profiles: list) -> tuple[np.ndarray, np.ndarray]:
    candidates = candidate_pairs(keys_of_all(profiles), ranks=title_order(profiles), sketches=sketches_of(profiles))
    return candidates, figures_of(profiles, candidates)


def figures_of(profiles: list, pairs: np.ndarray) -> np.ndarray:
    columns, rows = columns_of(profiles), []
    for start in range(0, len(pairs), CHUNK):
        sides = pairs[start : start + CHUNK].T
        rows.append(rows_of({**details(columns, *sides), **likenesses(columns, *sides)}))
    return np.vstack(rows) if rows else np.empty((0, len(FEATURES)))


def from_pairs(name: str, policy: str, rows: list[dict], path: Path) -> Labelled:
    profiles = profiles_of(rows)
    places = {str(row["id"]): place for place, row in enumerate(rows)}
    with path.open(encoding="utf-8", newline="") as lines:
        said = {
            tuple(sorted((places[row["left"]], places[row["right"]]))): int(row["match"])
            for row in csv.DictReader(lines)
        }
    pairs = np.array(sorted(said))
    labels = np.array([said[tuple(pair)] for pair in pairs.tolist()])
    folds = np.array([zlib.crc32(repr(pair).encode()) % FOLDS for pair in pairs.tolist()])
    figures = figures_of(profiles, pairs)
    return Labelled(
        name, policy, profiles, *block(profiles), pairs, figures, labels, None, folds, twists_of(profiles),
        *blurs_of(profiles, pairs),
    )  # fmt: skip


def from_entities(name: str, policy: str, rows: list[dict], entities: list) -> Labelled:
    profiles = profiles_of(rows)
    candidates, figures = block(profiles)
    works = defaultdict(list)
    for place, entity in enumerate(entities):
        if entity is not None:
            works[entity].append(place)
    same = [pair for places in works.values() for pair in combinations(places, 2)]
    if len(same) > MOST_POSITIVES:
        chosen = np.random.default_rng(5).choice(len(same), MOST_POSITIVES, replace=False)
        same = [same[place] for place in chosen]
    scored = {tuple(p) for p in candidates.tolist() if entities[p[0]] is not None and entities[p[1]] is not None}
    pairs = np.array(sorted(scored | set(same)))
    labels = np.array([int(entities[a] == entities[b]) for a, b in pairs.tolist()])
    folds = np.array([zlib.crc32(str(entities[a]).encode()) % FOLDS for a, _ in pairs.tolist()])
    return Labelled(
        name, policy, profiles, candidates, figures, pairs, figures_of(profiles, pairs), labels, entities, folds,
        twists_of(profiles), *blurs_of(profiles, pairs),
    )  # fmt: skip


def twists_of(profiles: list) -> np.ndarray:
    """Figures of some records beside copies of themselves that tell of something else."""
    dice = np.random.default_rng(9)
    telling = {
        place: [word for word in one.words if len(word) > 4 and bits(word) >= 8] for place, one in enumerate(profiles)
    }
    usable = [place for place, words in telling.items() if len(words) > 1 and len(profiles[place].words) > 4]
    rows = []
    for place in dice.choice(usable, min(TWISTS, len(usable)), replace=False).tolist():
        one = profiles[place]
        old = dice.choice(telling[place])
        new = dice.choice(telling[dice.choice(usable)])
        words = tuple(str(new) if word == old else word for word in one.words)
        if nearly(str(old), str(new)) or words == one.words:
            continue
        later = int(dice.integers(0, 2))
        twin = one._replace(
            key=f"{one.key}~", words=words, weight=sum(map(bits, words)), year=one.year + later if one.year else 0,
            doi="", arxiv="", ids=(), volume="", number="", first_page="", last_page="",
        )  # fmt: skip
        rows.append(compare(one, twin))
    return np.array(rows).reshape(len(rows), len(FEATURES))


def blurs_of(profiles: list, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Figures of some pairs with one side as a careless list would state it, and which pairs they are."""
    dice = np.random.default_rng(13)
    chosen = dice.permutation(len(pairs))[:BLURS]
    worse = []
    for place in chosen.tolist():
        one, other = (profiles[side] for side in pairs[place][:: dice.choice((1, -1))])
        worse += [one, blurred(other, dice)]
    return figures_of(worse, np.arange(len(worse)).reshape(-1, 2)), chosen


def blurred(one: Profile, dice: np.random.Generator) -> Profile:
    """A record stated worse: fields that are missing, a cut or misread line, initials, the year off by one."""
    changes = {}
    if dice.random() < 0.3:
        changes["year"] = 0
    elif one.year and dice.random() < 0.1:
        changes["year"] = one.year + int(dice.choice((-1, 1)))
    if dice.random() < 0.3:
        changes.update(venue=(), kind="")
    if dice.random() < 0.5:
        changes.update(volume="", number="", first_page="", last_page="", doi="", arxiv="", ids=())
    people = len(one.families)
    if people and dice.random() < 0.5:
        changes["given"] = ("",) * people
    if people > 1 and dice.random() < 0.25:
        kept = int(dice.integers(1, people))
        changes.update(names_cut=bool(dice.random() < 0.5))
        for name in ("families", "initials", "given"):
            changes[name] = changes.get(name, getattr(one, name))[:kept]
    words = misread(one, dice)
    return one._replace(key=f"{one.key}~", words=words, weight=sum(map(bits, words)), head=len(words), **changes)


def misread(one: Profile, dice: np.random.Generator) -> tuple[str, ...]:
    """The title with what stands around it in a citation, cut, or with a slip of the pen."""
    words, way = list(one.words), dice.random()
    if way < 0.08:
        words = [*one.families[-1:], *words]
    elif way < 0.16:
        words = [*words, *one.venue[: int(dice.integers(1, 5))]]
    elif way < 0.24 and len(words) > 5:
        words = words[: -int(dice.integers(1, 3))]
    elif way < 0.32 and words and len(words[place := int(dice.integers(len(words)))]) > 5:
        at = int(dice.integers(1, len(words[place]) - 1))
        words[place] = words[place][:at] + words[place][at + 1 :]
    elif way < 0.4 and len(words) > 3:
        place = int(dice.integers(len(words) - 1))
        words[place : place + 2] = ["".join(words[place : place + 2])]
    return tuple(words)


def train(sets: Sequence[Labelled], *, but: Mapping[str, int] | None = None) -> str:
    """The model of the sets as JSON; `but` leaves one fold of a set out."""
    blocks, labels, weights = [], [], []
    for one in sets:
        kept = one.folds != (but or {}).get(one.name, -1)
        figures, said = one.figures[kept], one.labels[kept]
        own = judge.POLICIES[one.policy]
        weight = WEIGHTS.get(one.name.split("/")[0], 1.0) / np.sqrt(max(1, len(said)))
        for policy in judge.POLICIES.values():
            rows = np.ones(len(said), bool) if policy == own else said == int(policy > own)
            blocks.append(np.column_stack((figures[rows], np.full(rows.sum(), policy))))
            labels.append(said[rows])
            weights.append(np.full(rows.sum(), weight if policy == own else weight * CARRIED))
        kept = kept[one.blurred]
        blocks.append(np.column_stack((one.blurs[kept], np.full(kept.sum(), own))))
        labels.append(one.labels[one.blurred][kept])
        weights.append(np.full(kept.sum(), weight * BLURRED))
        for policy in (judge.POLICIES["version"], judge.POLICIES["publication"]):
            blocks.append(np.column_stack((one.twists, np.full(len(one.twists), policy))))
            labels.append(np.zeros(len(one.twists), int))
            weights.append(np.full(len(one.twists), weight))
    weight = np.concatenate(weights)
    data = lightgbm.Dataset(
        np.vstack(blocks), np.concatenate(labels), weight=weight * len(weight) / weight.sum(), feature_name=NAMES
    )
    return as_json(lightgbm.train(PARAMETERS, data, ROUNDS))


def as_json(booster: lightgbm.Booster) -> str:
    """The trees, one a line."""
    trees = [json.dumps(as_lists(tree["tree_structure"])) for tree in booster.dump_model()["tree_info"]]
    return '{"names": ' + json.dumps(NAMES) + ',\n"trees": [\n' + ",\n".join(trees) + "\n]}\n"


def as_lists(root: Mapping) -> dict[str, list]:
    flat = {name: [] for name in model.Tree._fields}

    def walk(node: Mapping) -> int:
        if "split_feature" not in node:
            flat["leaves"].append(round(node["leaf_value"], 5))
            return -len(flat["leaves"])
        place = len(flat["figures"])
        flat["figures"].append(node["split_feature"])
        flat["bounds"].append(float(f"{node['threshold']:.5g}"))
        flat["means"].append(round(node["internal_value"], 5))
        for name in ("yes", "no"):
            flat[name].append(0)
        flat["yes"][place], flat["no"][place] = walk(node["left_child"]), walk(node["right_child"])
        return place

    walk(root)
    return flat


def works_said(one: Labelled, text: str) -> list[int]:
    """The cluster of every record, under a model."""
    trained = model.parse(text)
    model.load = lambda: trained
    judged = judge.judge_rows(one.rows, one.policy)
    joined = engine.settle(
        columns_of(one.profiles), one.candidates, judged, policy=one.policy, ruled={}, ranks=title_order(one.profiles)
    )
    said = list(range(len(one.profiles)))
    for members in joined.clusters:
        for place in members:
            said[place] = members[0]
    return said


def counts(one: Labelled, said: Sequence[int], fold: int | None = None) -> np.ndarray:
    """True positives, false positives, false negatives; of one fold's labels only, where that is asked for."""
    if one.entities is None:
        rows = np.ones(len(one.labels), bool) if fold is None else one.folds == fold
        gold = one.labels[rows] == 1
        same = np.array([said[a] == said[b] for a, b in one.pairs[rows].tolist()], bool)
        return np.array([(gold & same).sum(), (~gold & same).sum(), (gold & ~same).sum()])
    fold_of = [None if e is None else zlib.crc32(str(e).encode()) % FOLDS for e in one.entities]
    clusters = defaultdict(list)
    works = Counter()
    for place, entity in enumerate(one.entities):
        if entity is not None:
            clusters[said[place]].append(place)
            works[entity] += fold in (None, fold_of[place])
    gold = sum(n * (n - 1) // 2 for n in works.values())
    right = wrong = 0
    for members in clusters.values():
        for a, b in combinations(members, 2):  # a wrong join counts for the fold of its first record
            if fold in (None, fold_of[a]):
                right += one.entities[a] == one.entities[b]
                wrong += one.entities[a] != one.entities[b]
    return np.array([right, wrong, gold - right])


def figures_line(counted: np.ndarray) -> str:
    right, wrong, missed = counted.tolist()
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    return f"P {precision:.4f} R {recall:.4f} F1 {2 * precision * recall / max(1e-9, precision + recall):.4f}"


def measure(sets: Sequence[Labelled], only: Sequence[str]) -> None:
    """Print the figures of every set in three ways."""
    whole = train(sets)
    for one in sets:
        if only and one.name not in only:
            continue
        kind = SISTERS.get(one.name, one.name)
        others = [other for other in sets if SISTERS.get(other.name, other.name) != kind]
        folds = sum(
            counts(one, works_said(one, train([*others, one], but={one.name: fold})), fold) for fold in range(FOLDS)
        )
        print(f"{one.name:28} all      {figures_line(counts(one, works_said(one, whole)))}", flush=True)
        print(f"{'':28} folds    {figures_line(folds)}", flush=True)
        print(f"{'':28} without  {figures_line(counts(one, works_said(one, train(others))))}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--made", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--only", nargs="*", default=[], help="names of the sets to measure")
    args = parser.parse_args()
    sets = read_sets(args.corpus, args.made)
    if args.out:
        args.out.write_text(train(sets), "utf-8")
    if args.measure:
        measure(sets, args.only)


if __name__ == "__main__":
    main()
