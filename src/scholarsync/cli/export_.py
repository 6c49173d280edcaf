"""`scholarsync export`: works in any format, to stdout or a file."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from scholarsync import targets
from scholarsync.cli.opened import check_person, now, settings_of, store_of
from scholarsync.errors import InputError
from scholarsync.model import WorkType
from scholarsync.publish import ListRules, select, write_whole
from scholarsync.sync.publishing import names_of
from scholarsync.targets import ListOptions


@click.command(name="export")
@click.option("--format", "-f", "name", help="Name of a target; by default from the ending of --output, else bibtex.")
@click.option("--formats", is_flag=True, help="List the formats.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), help="File (or folder, for folder formats) to write whole."
)
@click.option("--person", help="Only this person's.")
@click.option("--since", type=int, help="Only of this year or later.")
@click.option("--until", type=int, help="Only of this year or earlier.")
@click.option(
    "--type", "kinds", multiple=True, type=click.Choice(get_args(WorkType)), help="Only of this type; repeatable."
)
@click.option("--limit", type=click.IntRange(min=1), help="At most so many, the newest.")
@click.option("--first-author", is_flag=True, help="Only what the person leads, alone or among equals.")
@click.option("--exclude", multiple=True, help="Citation key, DOI or arXiv id to leave out; repeatable.")
@click.option("--title", default="Publications", show_default=True, help="Heading of a page.")
@click.option("--abbreviate", is_flag=True, help="Show venues by their short names.")
@click.option("--marks/--no-marks", default=True, help="Mark equal contributions and corresponding authors.")
@click.option("--years/--no-years", default=True, help="Group by year.")
@click.option("--template", type=click.Path(path_type=Path), help="Own jinja2 template, for html, markdown or latex.")
@click.pass_context
def command(
    ctx: click.Context, *, name: str | None, formats: bool, output: Path | None, person: str | None, since: int | None,
    until: int | None, kinds: tuple[str, ...], limit: int | None, first_author: bool, exclude: tuple[str, ...],
    title: str, abbreviate: bool, marks: bool, years: bool, template: Path | None,
) -> None:  # fmt: skip
    """Print works as BibTeX, CSL-JSON, JSON, CSV, Markdown, HTML and more.

    Example: scholarsync export -f html -o publications.html
    """
    known = targets.load()
    if formats:
        click.echo("\n".join(sorted(known)))
        return
    if name is None:
        ending = targets.by_ending(output.name) if output is not None else None
        name = ending.name if ending is not None else "bibtex"
    if name not in known:
        raise InputError(f"--format {name!r} is not one of {', '.join(sorted(known))}")
    if template is not None and not known[name].templated:
        raise InputError(f"--template: format {name} takes none")
    settings = settings_of(ctx)
    check_person(settings, person)
    with store_of(settings) as store:
        works = [work for work in store.derived.works() if work.people]
    rules = ListRules(
        person=person,
        since=since,
        until=until,
        types=kinds,
        limit=limit,
        first_author_only=first_author,
        exclude=exclude,
    )
    chosen = select(works, rules)
    owners = tuple(n for p in settings.people if person in {None, p.name} for n in names_of(p))
    options = ListOptions(
        title=title, owners=owners, abbreviations=settings.file.abbreviations, abbreviate=abbreviate, equal_marks=marks,
        group_by_year=years, template=_text_of(template), updated=now().isoformat(),
    )  # fmt: skip
    text = known[name].render(chosen, options)
    if output is not None:
        write_whole(output, text)
    elif isinstance(text, str):
        click.echo(text, nl=False)
    else:
        raise InputError(f"--format {name} writes a folder; name it with --output")


def _text_of(template: Path | None) -> str | None:
    if template is None:
        return None
    try:
        return template.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise InputError(f"--template {template}: {reason}") from error
