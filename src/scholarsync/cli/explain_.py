"""`scholarsync explain`: every value back to its record, page, bytes and run; every join and claim to its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from scholarsync.cli.opened import find_work, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.config import Settings
from scholarsync.errors import InputError
from scholarsync.model import JSON, Evidence, Match, Policy, Record, Work
from scholarsync.normalise import refine
from scholarsync.normalise.records import to_row
from scholarsync.reconcile import compare_pair
from scholarsync.reconcile.judge import MODEL
from scholarsync.store import Store
from scholarsync.sync.judged import rulings

NAMES = {"authors_truncated": "authors", "collaboration": "authors", "doi_version": "doi", "arxiv_version": "arxiv_id",
         "label": "key"}  # fmt: skip
"""Fields of a record whose draft calls them otherwise."""
SHORT = 46
"""Of what each of a pair says in a field, so many letters are shown."""
MOST_PAIRS = 400
"""So many pairs of two works are compared for the one most alike."""


@click.command(name="explain")
@click.argument("name")
@click.argument("other", required=False)
@click.option("--json", "as_json", is_flag=True, help="The chain, or the pair, as a JSON object.")
@click.pass_context
def command(ctx: click.Context, *, name: str, other: str | None, as_json: bool) -> None:
    """Show where every value of a work comes from, why its records were joined, and whose it is.

    With OTHER: how the two compare, field by field, and what decided whether they are one work.

    NAME and OTHER are citation keys, records' keys, DOIs, arXiv ids, or words that only one work has.

    \b
    Example: scholarsync explain quillfeather2024sparse
             scholarsync explain quillfeather2024sparse quillfeather2022sparse
    """  # noqa: D301 - \b is click's mark for text that is not re-wrapped
    settings = settings_of(ctx)
    with store_of(settings) as store:
        row = explain_work(store, settings, name) if other is None else explain_two(store, settings, name, other)
    if as_json:
        print_json(row)
        return
    for line in _work_lines(row) if other is None else _pair_lines(row, indent=""):
        click.echo(clean(line))


# a work ------------------------------------------------------------------------------------------


def explain_work(store: Store, settings: Settings, name: str) -> dict[str, JSON]:
    """Values, pairs and people of a work, each with what it rests on."""
    work = find_work(store, name)
    pairs = [_pair_row(_with_evidence(store, match, settings.file.policy)) for match in _matches(store, work)]
    people: list[JSON] = [
        {"record": a.record, "person": a.person, "claim": a.claim, "reason": a.reason, "score": round(a.score, 3)}
        for a in store.derived.attributions(records=work.records)
    ]
    return {
        "id": work.key, "key": work.label, "title": work.chosen.title, "records": list(work.records),
        "pages": {key: _chain(store, "title", key) for key in work.records},
        "fields": _fields(store, work), "pairs": list(pairs), "people": people,
    }  # fmt: skip


def _fields(store: Store, work: Work) -> dict[str, JSON]:
    """Field to its value and the chain that it came by."""
    row = to_row(work.chosen)
    return {
        field: {"value": row.get(field), **_chain(store, field, record)}
        for field, record in sorted(work.origin.items())
        if row.get(field) not in (None, [], {}, False)
    }


def _chain(store: Store, field: str, record: str) -> dict[str, JSON]:
    """Record, the words there, page, digest, time and run of one value."""
    sightings = store.derived.sightings(records=[record])
    if not sightings:
        return {"record": record}  # a person's decision
    _, origins = refine([sighting.draft for sighting in sightings])
    name = NAMES.get(field, field)
    sighting = sightings[origins.get(name, 0)]
    page = store.evidence.page(sighting.page)
    words = dict(sighting.draft.evidence).get(name) or getattr(sighting.draft, name, None)
    return {
        "record": record, "watch": sighting.watch, "as_printed": list(words) if isinstance(words, tuple) else words,
        "url": page.final_url or page.url, "page": sighting.page, "sha256": page.sha256,
        "fetched_at": page.fetched_at.isoformat() if page.fetched_at else None, "pull": sighting.pull,
    }  # fmt: skip


def _matches(store: Store, work: Work) -> list[Match]:
    found = {(m.left, m.right): m for key in work.records for m in store.derived.matches(key)}
    return list(found.values())


def _with_evidence(store: Store, match: Match, policy: Policy) -> Match:
    """A judged pair with its comparison field by field, which the store does not keep."""
    records = store.derived.records([match.left, match.right])
    if len(records) < 2 or match.evidence:
        return match
    compared = compare_pair(*records, policy=policy)
    evidence = compared.evidence if compared.left == match.left else tuple(map(_turned, compared.evidence))
    return replace(match, evidence=evidence)


def _turned(evidence: Evidence) -> Evidence:
    return replace(evidence, left=evidence.right, right=evidence.left)


# two works ---------------------------------------------------------------------------------------


def explain_two(store: Store, settings: Settings, name: str, other: str) -> dict[str, JSON]:
    """How two records compare, or of two works those that are most alike, and what was ruled of them.

    Raises:
        InputError: both names are of one record.
    """
    policy = settings.file.policy
    left, right = (_records(store, each) for each in (name, other))
    pairs = [(one, two) for one in left for two in right if one.key != two.key][:MOST_PAIRS]
    if not pairs:
        raise InputError(f"{name!r} and {other!r} are one record")
    best = max((compare_pair(one, two, policy=policy) for one, two in pairs), key=lambda match: match.score)
    stored = {frozenset((m.left, m.right)): m for m in store.derived.matches(best.left)}
    match = stored.get(frozenset((best.left, best.right)), best)
    work_of = store.derived.work_of([best.left, best.right])
    keys = {record.key for record in (*left, *right)}
    ruled: list[JSON] = [
        f"{decision.kind}: {' and '.join(decision.subject)}, by {decision.by} on {decision.at:%Y-%m-%d}"
        for decision in rulings(store)
        if decision.kind in {"same", "different"} and set(decision.subject) <= keys
    ]
    one_work = work_of.get(best.left) is not None and work_of.get(best.left) == work_of.get(best.right)
    row = _pair_row(_with_evidence(store, replace(match, evidence=()), policy))
    return {**row, "one_work": one_work, "compared": len(pairs), "ruled": ruled}


def _records(store: Store, name: str) -> Sequence[Record]:
    """A record alone when its key is given, else all records of the work."""
    return store.derived.records([name]) or store.derived.records(find_work(store, name).records)


def _pair_row(match: Match) -> dict[str, JSON]:
    evidence: list[JSON] = [
        {"field": e.field, "verdict": e.verdict, "left": e.left, "right": e.right, "weight": e.weight}
        for e in match.evidence
    ]
    return {
        "left": match.left, "right": match.right, "verdict": match.verdict, "rule": match.rule,
        "score": round(match.score, 3), "evidence": evidence,
    }  # fmt: skip


# as text -----------------------------------------------------------------------------------------


def _work_lines(row: Mapping[str, Any]) -> Iterator[str]:
    number = {key: place for place, key in enumerate(row["records"], 1)}
    yield f"{row['key'] or row['id']}: {row['title']}"
    yield from ("", "values")
    for name, field in row["fields"].items():
        yield f"  {name:14} {_text(field['value'])}   [{number.get(field['record'], field['record'])}]"
    yield from ("", "records")
    for key, place in number.items():
        yield f"  [{place}] {key}"
        yield from _page_line(row["pages"][key])
    if row["pairs"]:
        yield from ("", "compared")
    for pair in row["pairs"]:
        yield from _pair_lines(pair, indent="  ")
    if row["people"]:
        yield from ("", "whose")
    yield from _claim_lines(row["people"], number)


def _page_line(page: Mapping[str, Any]) -> Iterator[str]:
    if "page" in page:
        yield f"      page {page['page']} {page['url']} ({page['fetched_at']}, sha256 {page['sha256'][:12]}…)"


def _claim_lines(claims: Sequence[Mapping[str, Any]], number: Mapping[str, int]) -> Iterator[str]:
    """What was judged of each person, records of which the same was said together."""
    said: dict[str, list[int]] = {}
    for claim in sorted(claims, key=lambda claim: str(claim["person"])):
        verdict = str(claim["claim"]).replace("_", " ")
        line = f"{claim['person']}: {verdict} (score {claim['score']}): {claim['reason']}"
        said.setdefault(line, []).append(number[claim["record"]])
    yield from (f"  {line}   [{', '.join(map(str, records))}]" for line, records in said.items())


def _pair_lines(pair: Mapping[str, Any], *, indent: str) -> Iterator[str]:
    """What decided of a pair, and the fields, the weightiest first."""
    rule = "by their likeness" if pair["rule"] == MODEL else pair["rule"]
    yield f"{indent}{pair['left']}"
    yield f"{indent}{pair['right']}"
    yield f"{indent}  {pair['verdict']}: {rule} (score {pair['score']})"
    if "one_work" in pair:
        compared = f", the most alike of {pair['compared']} pairs" if pair["compared"] != 1 else ""
        yield f"{indent}  {'one work' if pair['one_work'] else 'two works'}{compared}"
        yield from (f"{indent}  ruled {ruling}" for ruling in pair["ruled"])
    for each in sorted(pair["evidence"], key=lambda evidence: -abs(evidence["weight"] or 0)):
        weight = "" if each["weight"] is None else f"{each['weight']:+.2f}"
        left, right = _short(each["left"]), _short(each["right"])
        sides = left if each["left"] == each["right"] else f"{left} | {right}"
        yield f"{indent}  {each['field']:9} {each['verdict']:8} {weight:>6}  {sides}"


def _text(value: JSON) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _short(text: str | None) -> str:
    said = text or "—"
    return said if len(said) <= SHORT else said[: SHORT - 1] + "…"
