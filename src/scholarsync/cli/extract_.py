"""`scholarsync extract`: read one page or file and print its records, without a store."""

from __future__ import annotations

import json

import click

from scholarsync.cli.inputs import page_of, read_place, records_of
from scholarsync.errors import InputError
from scholarsync.normalise.records import to_row
from scholarsync.sources import recognise
from scholarsync.sources.homepage.report import explain


@click.command(name="extract")
@click.argument("place", metavar="PATH_OR_URL")
@click.option("--base-url", help="URL the page came from, for its relative links.")
@click.option("--contact", envvar="SCHOLARSYNC_CONTACT", help="E-mail address or URL for the User-Agent, for URLs.")
@click.option("--json", "as_json", is_flag=True, help="A JSON array of records, null where unknown.")
@click.option("--explain", "as_report", is_flag=True, help="How a homepage was read: lists, styles, evidence.")
def command(place: str, *, base_url: str | None, contact: str | None, as_json: bool, as_report: bool) -> None:
    """Read one page or file and print its records.

    PATH_OR_URL is a homepage (HTML, text, Markdown), a saved Google Scholar profile or its export,
    an arXiv feed, an ORCID works file, a BibTeX file …; "-" reads standard input.

    Example: scholarsync extract publications.html --base-url https://example.org/ --json
    """
    if as_report:
        page = page_of(place, base_url=base_url, contact=contact)
        if (name := recognise(page).name) != "homepage":
            raise InputError(f"{place}: --explain is about homepages, this is read as {name}")
        click.echo(explain(page))
        return
    source, reading = read_place(place, base_url=base_url, contact=contact)
    records = records_of(reading.drafts, source=source)
    if not records and not reading.faults and not reading.partial:
        click.echo(f"scholarsync: {place}: no publications found", err=True)
    if as_json:
        click.echo(json.dumps([to_row(record) for record in records], ensure_ascii=False, indent=1))
        return
    for record in records:
        names = ", ".join(author.name for author in record.authors) + (" …" if record.authors_truncated else "")
        click.echo(f"{record.year or '????'}  {record.title}")
        click.echo("      " + " · ".join(part for part in (names, record.venue) if part))
    for fault in reading.faults:
        click.echo(f"scholarsync: {place}: {fault.where}: {fault.reason}", err=True)
    if reading.partial:
        click.echo(f"scholarsync: {place}: partial: {reading.partial}", err=True)
