"""Publication lists that people keep by hand: read, and edited in place.

A list is a .bib file, a folder of pages (HugoBlox, academicpages), a YAML data file, or a
Markdown or HTML page.  `open_list` says which; the form it returns reads the list into entries
that know their place, and turns a change into edits of the text.  No form ever writes a list
anew: what a person wrote stays byte for byte, and what a browser or a theme tolerates is not
mended here.
"""

from __future__ import annotations

from pathlib import Path

from scholarsync.errors import InputError
from scholarsync.lists import bib, markup, pages, yaml_list
from scholarsync.lists.files import load
from scholarsync.lists.model import Form, Listing
from scholarsync.model import Reading

FORMS: dict[str, Form] = {
    ".bib": bib.form,
    ".yml": yaml_list.form, ".yaml": yaml_list.form,
    ".md": markup.markdown, ".markdown": markup.markdown, ".mdown": markup.markdown, ".qmd": markup.markdown,
    ".html": markup.html, ".htm": markup.html, ".xhtml": markup.html, ".php": markup.html, ".shtml": markup.html,
}  # fmt: skip
"""Form by the ending of the file's name."""


def form_of(path: Path) -> Form:
    """The form of the list at a path.

    Raises:
        InputError: there is nothing, or nothing that is known as a list.
    """
    if path.is_dir():
        return pages.form
    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    form = FORMS.get(path.suffix.lower())
    if form is None:
        known = " ".join(sorted(FORMS))
        raise InputError(f"{path}: not a kind of list that is known here; a folder of pages, or one of {known}")
    return form


def open_list(path: Path) -> tuple[Form, Listing]:
    """The list at a path, and its form.

    Raises:
        InputError: it cannot be read.
    """
    form = form_of(path)
    return form, form.read(load(path))


def read(path: Path) -> tuple[str, Reading]:
    """The drafts of a list, each with its key or file name, and the source to normalise them under.

    Raises:
        InputError: it cannot be read.
    """
    _, listing = open_list(path)
    drafts = tuple(entry.draft for entry in listing.entries)
    return listing.source, Reading(drafts=drafts, faults=listing.faults)
