"""One module a source: what to ask for, and how to read what came.

A source is a module of this package (or of an entry point in the group
``scholarsync.sources``) with a value named ``source``; it is found, not registered.
Sources are pure: they name requests and read bytes, and never reach the network or the disk.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from scholarsync.errors import InputError
from scholarsync.model import Page, Reading, Request, Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """How one kind of place is asked and read."""

    name: str
    start: Callable[[Watch], tuple[Request, ...]]
    """What to ask for first; raises ConfigError for a locator it cannot use."""
    parse: Callable[[Page], Reading]
    """Reads one answer; raises Blocked, Missing or Unreadable."""
    recognises: Callable[[Page], int]
    """How surely a page of unknown origin is this source's: 0 (no) to 100; cheap, from its name and first bytes.

    The file name is the end of `Page.url`; `Page.final_url`, when there, is the base of relative links.
    """
    rank: int = 50
    """Whose word counts more where sources disagree: 100 the person's own corrections, 0 a guess."""
    scoped: bool = True
    """Whether draft ids mean something only within one watch (an entry of a page) and not everywhere (an arXiv id)."""


@cache
def load() -> dict[str, Source]:
    """All sources by name, those of this package first; a module without one serves the others."""
    modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    found = [module.source for module in modules if hasattr(module, "source")]
    found += [point.load() for point in importlib.metadata.entry_points(group="scholarsync.sources")]
    return {source.name: source for source in found}


def recognise(page: Page) -> Source:
    """The source whose kind of page this most surely is.

    Raises:
        InputError: no source knows this kind of file.
    """
    surest = max(load().values(), key=lambda source: (source.recognises(page), source.name))
    if surest.recognises(page) == 0:
        raise InputError(f"{page.url}: no source reads this kind of file")
    return surest
