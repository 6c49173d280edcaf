"""`scholarsync init`: a commented config.toml from a few answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from scholarsync.config import PLACEHOLDER, is_orcid
from scholarsync.errors import ConfigError, InputError

HEAD = """\
# Settings of scholarsync.  Relative paths start from this file's folder.

# Who runs this job: goes into the User-Agent of every request, so that a service can write to you.
contact = {contact}

# Where everything is kept.  It holds what people ruled; back it up ('scholarsync backup').
store = "data/scholarsync.db"

# What "same" means: "publication" joins a preprint with its publication and keeps a conference
# paper apart from its journal version; "work" joins all versions; "version" joins only copies.
policy = "publication"

[[people]]
name = {name}
# Other spellings that stand in author lists.
variants = []
{orcid}
"""
WATCH = """\
[[people.watches]]
source = {source}
locator = {locator}

"""
TAIL = """\
# Lists to write.  The ending tells the format: .html, .md, .bib, .json, .csv …
[[lists]]
path = "publications.html"

[[lists]]
path = "publications.bib"

# A list that is kept by hand: only what is missing is added, everything else stays as it is.
# [[lists]]
# path = "../homepage/_bibliography/papers.bib"
# update = true
"""


@click.command(name="init")
@click.option("--name", help="Full name of the researcher.")
@click.option("--scholar", help="Google Scholar profile id: what follows user= in its URL.")
@click.option("--arxiv", help="arXiv author id (quillfeather_a_1), ORCID iD, or a query.")
@click.option("--homepage", multiple=True, help="URL of a homepage or publication page; repeatable.")
@click.option("--orcid", help="ORCID iD.")
@click.option("--contact", help="E-mail address or URL for the User-Agent.")
@click.pass_context
def command(
    ctx: click.Context, *, name: str | None, scholar: str | None, arxiv: str | None, homepage: tuple[str, ...],
    orcid: str | None, contact: str | None,
) -> None:  # fmt: skip
    """Write a commented config.toml from a few answers; an existing file is never overwritten.

    Example: scholarsync init --name "Ada Quillfeather" --arxiv quillfeather_a_1 --homepage https://example.org/
    """
    path = Path(ctx.obj)
    if path.exists():
        raise ConfigError(f"{path}: is there already; edit it, or name another with --config")
    if name is None:
        if not sys.stdin.isatty():
            raise InputError("--name is needed where nobody can be asked")
        name = click.prompt("Your name, as on your papers")
        scholar = scholar or click.prompt("Google Scholar profile id (empty: none)", default="", show_default=False)
        arxiv = arxiv or click.prompt(
            "arXiv author id, ORCID iD or query (empty: none)", default="", show_default=False
        )
        homepage = homepage or tuple(
            click.prompt("Homepages, with blanks between (empty: none)", default="", show_default=False).split()
        )
        contact = contact or click.prompt("E-mail for the User-Agent", default=PLACEHOLDER)
    if not name.strip():
        raise InputError("--name is empty; give the name as it stands on the papers")
    if orcid is not None and not is_orcid(orcid):
        raise InputError(f"--orcid {orcid!r} is not an ORCID iD: its check digit does not fit")
    text = settings_text(
        name=name, scholar=scholar or None, arxiv=arxiv or None, homepages=homepage, orcid=orcid,
        contact=(contact or "").strip() or PLACEHOLDER,
    )  # fmt: skip
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
    click.echo(f"written: {path}; next: scholarsync sync")


def settings_text(
    *, name: str, scholar: str | None, arxiv: str | None, homepages: tuple[str, ...], orcid: str | None, contact: str
) -> str:
    """The text of a settings file."""
    watches = [("scholar", scholar), ("arxiv", arxiv), *(("homepage", url) for url in homepages)]
    known = f"orcid = {_quoted(orcid)}\n" if orcid else ""
    text = HEAD.format(contact=_quoted(contact), name=_quoted(name), orcid=known)
    text += "".join(
        WATCH.format(source=_quoted(source), locator=_quoted(locator.strip()))
        for source, locator in watches
        if locator is not None
    )
    return text + TAIL


def _quoted(text: str) -> str:
    """A TOML basic string; JSON's escapes are a subset of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
