"""`scholarsync export`: works in any format, to stdout or a file."""

from __future__ import annotations

from pathlib import Path

import click

from scholarsync import targets
from scholarsync.cli.opened import now, settings_of, store_of
from scholarsync.errors import InputError
from scholarsync.publish import ListRules, select, write_whole
from scholarsync.sync.publishing import names_of
from scholarsync.targets import ListOptions


@click.command(name="export")
@click.option(
    "--format", "-f", "name", default="bibtex", show_default=True, help="Name of a target; --formats lists them."
)
@click.option("--formats", is_flag=True, help="List the formats.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), help="File (or folder, for folder formats) to write whole."
)
@click.option("--person", help="Only this person's.")
@click.option("--since", type=int, help="Only of this year or later.")
@click.option("--until", type=int, help="Only of this year or earlier.")
@click.option("--type", "kinds", multiple=True, help="Only of this type; repeatable.")
@click.option("--title", default="Publications", show_default=True, help="Heading of a page.")
@click.pass_context
def command(
    ctx: click.Context, *, name: str, formats: bool, output: Path | None, person: str | None, since: int | None,
    until: int | None, kinds: tuple[str, ...], title: str,
) -> None:  # fmt: skip
    """Print works as BibTeX, CSL-JSON, JSON, CSV, Markdown, HTML and more.

    Example: scholarsync export -f html -o publications.html
    """
    known = targets.load()
    if formats:
        click.echo("\n".join(sorted(known)))
        return
    if name not in known:
        raise InputError(f"--format {name!r} is not one of {', '.join(sorted(known))}")
    settings = settings_of(ctx)
    with store_of(settings) as store:
        works = [work for work in store.derived.works() if work.people]
    chosen = select(works, ListRules(person=person, since=since, until=until, types=kinds))
    owners = tuple(n for p in settings.people if person in {None, p.name} for n in names_of(p))
    options = ListOptions(
        title=title, owners=owners, abbreviations=settings.file.abbreviations, updated=now().isoformat()
    )
    text = known[name].render(chosen, options)
    if output is not None:
        write_whole(output, text)
    elif isinstance(text, str):
        click.echo(text, nl=False)
    else:
        raise InputError(f"--format {name} writes a folder; name it with --output")
