"""Measured on real pages that stand beside the repository, where they do; skipped where they do not."""

from pathlib import Path

import pytest

from scholarsync import sources
from scholarsync.model import Page
from scholarsync.normalise import normalise
from scholarsync.reconcile import choose, reconcile

SEEDS = Path(__file__).parents[2] / "shared/corpus/homepages/seeds"
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not SEEDS.is_dir(), reason="the corpus is not beside the repository"),
]


def records(name):
    path = SEEDS / name / "page.txt"
    page = Page(watch=f"homepage:{name}", url=str(path), body=path.read_bytes())
    return [normalise(draft, source=f"homepage:{name}") for draft in sources.load()["homepage"].parse(page).drafts]


def test_the_new_and_the_old_homepage_of_one_person_make_three_works():
    """Two works are on both pages; only the old page has whole author lists, each page the better venue of some."""
    found = records("000-new-homepage") + records("002-old-homepage")
    by_key = {record.key: record for record in found}
    works = [choose([by_key[key] for key in cluster]) for cluster in reconcile(found).clusters]

    assert sorted(len(work.records) for work in works) == [1, 2, 2]
    both = [work for work in works if len(work.records) == 2]
    assert sorted(len(work.chosen.authors) for work in both) == [4, 5]
    assert all(work.chosen.authors_truncated is False for work in both)
    assert all(
        "Computational Linguistics (Volume 1" in v or "Pattern Recognition" in v for v in (w.chosen.venue for w in both)
    )


def test_the_page_of_current_projects_lists_its_projects_alone():
    assert len([record for record in records("001-current-projects") if record.year is None]) in {6, 7, 8}
