"""One module a publishing target: works to text.

A target is a module of this package (or of an entry point in the group
``scholarsync.targets``) with a value named ``target``; it is found, not registered.
Targets are pure: they get works in their final order and give text.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from scholarsync.model import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOptions:
    """What a person wants of one list, as far as it concerns its look."""

    title: str = "Publications"
    owners: tuple[str, ...] = ()
    """Names, with variants, that are marked in author lists."""
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    """Venue to the short form to show, over those that come with the program."""
    abbreviate: bool = False
    group_by_year: bool = True
    equal_marks: bool = True
    """Whether equal-contribution and corresponding-author marks are shown."""
    site: str | None = None
    """URL the list will stand at, for feeds."""
    template: str | None = None
    """Text of a user's own jinja2 template."""
    updated: str | None = None
    """RFC 3339 time of the newest change, for feeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """How works become one kind of file, or a folder of files."""

    name: str
    suffix: str
    """File name ending; "" for a folder."""
    render: Callable[[Sequence[Work], ListOptions], str | Mapping[str, str]]
    """Works in their final order to the text of the file, or to relative path -> text for a folder."""
    templated: bool = False
    """Whether a user's own template may take the place of the format's."""


@cache
def load() -> dict[str, Target]:
    """All targets by name, those of this package first; a module without one serves the others."""
    modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    found = [module.target for module in modules if hasattr(module, "target")]
    found += [point.load() for point in importlib.metadata.entry_points(group="scholarsync.targets")]
    return {target.name: target for target in found}


def by_ending(name: str) -> Target | None:
    """The target whose files end like this one; of several the one with the longest ending (``x.csl.json``)."""
    fitting = [target for target in load().values() if target.suffix and name.lower().endswith(target.suffix)]
    return max(fitting, key=lambda target: len(target.suffix), default=None)
