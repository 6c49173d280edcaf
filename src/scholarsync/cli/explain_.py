"""`scholarsync explain`: every value back to its record, page, bytes and run; every join to its reason."""

from __future__ import annotations

from dataclasses import replace

import click

from scholarsync.cli.opened import find_work, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.model import JSON, Match, Policy, Work
from scholarsync.normalise import refine
from scholarsync.normalise.records import to_row
from scholarsync.reconcile import compare_pair
from scholarsync.store import Store

NAMES = {"authors_truncated": "authors", "collaboration": "authors", "doi_version": "doi", "arxiv_version": "arxiv_id",
         "label": "key"}  # fmt: skip
"""Fields of a record whose draft calls them otherwise."""


@click.command(name="explain")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The chain as a JSON object.")
@click.pass_context
def command(ctx: click.Context, *, name: str, as_json: bool) -> None:
    """Show where every value of a work comes from and why its records were joined.

    NAME is a citation key, a record's key, a DOI, an arXiv id, or words that only one work has.

    Example: scholarsync explain quillfeather2024sparse
    """
    settings = settings_of(ctx)
    with store_of(settings) as store:
        work = find_work(store, name)
        fields = _fields(store, work)
        policy = settings.file.policy
        pairs = [_pair(_with_evidence(store, match, policy)) for match in _matches(store, work)]
        claims = [
            {"record": a.record, "person": a.person, "claim": a.claim, "reason": a.reason}
            for a in store.derived.attributions(records=work.records)
        ]
    if as_json:
        print_json({"id": work.key, "key": work.label, "fields": fields, "pairs": pairs, "people": claims})
        return
    click.echo(clean(f"{work.label or work.key}: {work.chosen.title}"))
    for field, row in fields.items():
        click.echo(clean(f"  {field:12} {row['value']}"))
        click.echo(clean(f"  {'':12}   from {row['record']}" + _place(row)))
    click.echo(f"{len(work.records)} records:")
    for key in work.records:
        click.echo(clean(f"  {key}"))
    for pair in pairs:
        click.echo(clean(f"  {pair['verdict']}: {pair['left']} and {pair['right']}: {pair['rule']} ({pair['score']})"))
        for line in pair["evidence"]:  # type: ignore[union-attr] # made a list below
            click.echo(clean(f"      {line}"))
    for claim in claims:
        click.echo(clean(f"  {claim['claim']} of {claim['person']}: {claim['record']}: {claim['reason']}"))


def _fields(store: Store, work: Work) -> dict[str, dict[str, JSON]]:
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


def _place(row: dict[str, JSON]) -> str:
    if "page" not in row:
        return ""
    return f", page {row['page']} {row['url']} ({row['fetched_at']}, sha256 {str(row['sha256'])[:12]}…)"


def _matches(store: Store, work: Work) -> list[Match]:
    found = {(m.left, m.right): m for key in work.records for m in store.derived.matches(key)}
    return list(found.values())


def _with_evidence(store: Store, match: Match, policy: Policy) -> Match:
    """A judged pair with its comparison field by field, which the store does not keep."""
    records = store.derived.records([match.left, match.right])
    if len(records) < 2 or match.evidence:
        return match
    return replace(match, evidence=compare_pair(*records, policy=policy).evidence)


def _pair(match: Match) -> dict[str, JSON]:
    return {
        "left": match.left, "right": match.right, "verdict": match.verdict, "rule": match.rule,
        "score": round(match.score, 3),
        "evidence": [
            f"{e.field}: {e.verdict}: {e.left!r} / {e.right!r}" + ("" if e.weight is None else f" ({e.weight:+.2f})")
            for e in match.evidence
        ],
    }  # fmt: skip
