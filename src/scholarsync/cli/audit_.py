"""`scholarsync audit`: what is missing or wrong on the sources, as text, JSON or a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import click

from scholarsync.audit import KINDS, Doubt, Finding, Listing, audit
from scholarsync.cli.audit_page import page
from scholarsync.cli.opened import check_person, settings_of, store_of
from scholarsync.cli.reported import clean
from scholarsync.cli.shown import print_json
from scholarsync.config import Settings
from scholarsync.publish import write_whole
from scholarsync.store import Store
from scholarsync.sync.questions import Why, papers_in_doubt

SAID: Mapping[Why, str] = {
    "unsure": "",
    "thin": "taken for the person's on little: ",
    "stranger": "listed by the person's own page or profile, against the rest of it: ",
}
"""What goes before the reason of a doubt."""


@click.command(name="audit")
@click.option("--person", help="Only this person's works and watches.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array of findings.")
@click.option("--html", type=click.Path(path_type=Path), help="Write the report as a page.")
@click.pass_context
def command(ctx: click.Context, *, person: str | None, as_json: bool, html: Path | None) -> None:
    """Say what is missing or wrong on the sources: homepages, Scholar, arXiv.

    Example: scholarsync audit --html audit.html
    """
    settings = settings_of(ctx)
    check_person(settings, person)
    with store_of(settings) as store:
        findings = look(store, settings, person=person)
    groups = [(KINDS[kind], list(group)) for kind, group in groupby(findings, key=lambda f: f.kind)]
    if html is not None:
        write_whole(html, page(findings))
        click.echo(f"written: {html} ({len(findings)} findings)")
        return
    if as_json:
        print_json([asdict(finding) for finding in findings])
        return
    for kind, group in groups:
        click.echo(f"{kind} ({len(group)}):")
        for finding in group:
            click.echo(clean(f"  {finding.title} [{finding.work}]"))
            click.echo(clean(f"      {finding.where}: {finding.detail}"))
    if not findings:
        click.echo("nothing was found")


def look(store: Store, settings: Settings, *, person: str | None) -> Sequence[Finding]:
    """The findings about the works of one person or all."""
    works = [work for work in store.derived.works() if person is None or person in work.people or not work.people]
    records = {record.key: record for record in store.derived.records()}
    doubts = [
        Doubt(record=paper.key, person=question.person, reason=SAID[question.why] + question.reasons[paper.key])
        for question in papers_in_doubt(store, settings, person=person)
        for paper in question.papers
    ]
    return audit(works, records, listings(store, settings, person=person), doubts)


def listings(store: Store, settings: Settings, *, person: str | None) -> list[Listing]:
    """What each watch of the settings lists now and listed once."""
    out = []
    for watch in settings.watches:
        if person not in {None, watch.person} or watch.source == "curated":
            continue
        sightings = store.derived.sightings(watch=watch.key)
        good = store.evidence.last_good(watch.key)
        listed = frozenset(s.record for s in sightings if s.listed)
        out.append(
            Listing(
                watch=watch.key, person=watch.person, identity=watch.identity, listed=listed,
                complete=good is not None and good.outcome != "partial" and not good.detail,
                gone=frozenset(s.record for s in sightings) - listed,
            )
        )  # fmt: skip
    return out
