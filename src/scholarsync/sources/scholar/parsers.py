"""The door to scholarly: its parser modules without the rest of the package.

Importing ``scholarly`` itself reads a ``.env`` found in any folder above, prepares browsers
and proxies, and takes two thirds of a second; its parsers need none of that.  They are
imported from where the package lies, under a name of their own, at their first use.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import sys
from functools import cache
from types import ModuleType
from typing import Any

from bs4 import BeautifulSoup

ALIAS = "_scholarly_parsers"


class Pages:
    """As much of scholarly's navigator as its parsers use: it gives the page at hand, and never asks for one."""

    publib = ""
    logger = logging.getLogger("scholarsync.scholar")

    def __init__(self, soup: BeautifulSoup) -> None:
        self._soup = soup

    def _get_soup(self, url: str) -> BeautifulSoup:
        del url
        return self._soup


@cache
def _module() -> ModuleType:
    spec = importlib.util.find_spec("scholarly")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("scholarly", name="scholarly")
    package = ModuleType(ALIAS)
    package.__path__ = list(spec.submodule_search_locations)
    sys.modules[ALIAS] = package
    return importlib.import_module(f"{ALIAS}.publication_parser")


def read_row(row: BeautifulSoup | Any) -> dict[str, Any]:
    """One row of a profile, as scholarly reads it.

    Raises:
        AttributeError, IndexError, KeyError: the row has not the expected parts.
    """
    module = _module()
    kind = module.PublicationSource.AUTHOR_PUBLICATION_ENTRY
    read: dict[str, Any] = module.PublicationParser(None).get_publication(row, kind)
    return read


def read_details(soup: BeautifulSoup, *, pub_id: str) -> dict[str, Any]:
    """The page of an article, as scholarly reads it.

    Raises:
        AttributeError, IndexError, KeyError, TypeError, ValueError: the page has not the expected parts.
    """
    module = _module()
    publication = {
        "container_type": "Publication",
        "source": module.PublicationSource.AUTHOR_PUBLICATION_ENTRY,
        "bib": {},
        "filled": False,
        "author_pub_id": pub_id,
    }
    read: dict[str, Any] = module.PublicationParser(Pages(soup)).fill(publication)
    return read
