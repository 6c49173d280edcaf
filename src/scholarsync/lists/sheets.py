"""The pages of a folder one by one: their names, their heads, and the BibTeX beside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from scholarsync.formats import bibtex
from scholarsync.lists.heads import Head, head_of
from scholarsync.lists.model import Files, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One page with its front matter."""

    file: str
    text: Text
    head: Head


def is_bundle(file: str) -> bool:
    """Whether a page stands in a folder of its own, which names it."""
    path = PurePosixPath(file)
    return path.stem == "index" and len(path.parts) > 1


def stem_of(file: str) -> str:
    """The name of a page: its folder's or its file's."""
    path = PurePosixPath(file)
    return path.parent.name if is_bundle(file) else path.stem


def sheet_of(file: str, text: Text) -> Sheet | None:
    """A page with front matter.

    Raises:
        InputError: its head cannot be read.
    """
    head = head_of(text.text, name=file)
    return Sheet(file=file, text=text, head=head) if head else None


def bib_beside(file: str, files: Files) -> bibtex.Entry | None:
    """The first entry of the cite.bib in a page's folder."""
    beside = files.get(str(PurePosixPath(file).with_name("cite.bib")))
    return next(iter(bibtex.parse(beside.text).entries), None) if beside is not None else None
