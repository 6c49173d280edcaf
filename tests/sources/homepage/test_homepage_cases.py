"""Made-up pages of many families: each folder holds a page and the drafts that it must give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scholarsync.model import Draft, Page
from scholarsync.sources.homepage import parse

CASES = sorted(path.parent for path in Path(__file__).parent.glob("*/drafts.json"))


def read(folder: Path) -> tuple[Draft, ...]:
    page = next(folder.glob("page.*"))
    return parse(
        Page(watch="homepage:x", url=page.name, final_url="https://example.org/p/", body=page.read_bytes())
    ).drafts


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_reads_the_family(folder: Path) -> None:
    wanted = json.loads((folder / "drafts.json").read_text("utf-8"))

    drafts = read(folder)

    assert [draft.title for draft in drafts] == [want["title"] for want in wanted]
    for draft, want in zip(drafts, wanted, strict=True):
        venue = want.pop("venue")
        assert {name: getattr(draft, name) for name in want} == {**want, "authors": tuple(want["authors"])}
        assert venue is None or (draft.venue or "").startswith(venue)


def test_every_folder_is_a_case() -> None:
    folders = {path for path in Path(__file__).parent.iterdir() if path.is_dir() and path.name != "__pycache__"}

    assert folders == set(CASES)


def test_ids_are_distinct_and_do_not_depend_on_the_rest_of_the_page() -> None:
    for folder in CASES:
        ids = [draft.id for draft in read(folder)]
        assert len(ids) == len(set(ids))
