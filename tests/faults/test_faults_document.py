"""The document of faults names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_fault_has_its_test():
    named = set(re.findall(r"\| `(test_\w+)` \|", (ROOT / "docs/faults.md").read_text("utf-8")))
    there = {
        name for path in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text())
    }

    assert len(named) > 40
    assert named - there == set()
