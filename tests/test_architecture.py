"""Imports run downward only: the floors of docs/architecture.md, held by reading the imports."""

import ast
from pathlib import Path

import scholarsync

ROOT = Path(scholarsync.__file__).parent
FLOORS = {
    "model": 1, "errors": 1,
    "normalise": 2, "formats": 2,
    "fetch": 3, "config": 3, "files": 3,
    "sources": 4, "targets": 4,
    "store": 5, "reconcile": 5, "attribute": 5, "publish": 5, "audit": 5,
    "lists": 6, "spark": 6,
    "update": 7,
    "sync": 8,
    "cli": 9,
}  # fmt: skip
UNNAMED = {"utils", "helpers", "common", "base", "manager", "misc"}


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("scholarsync.")}
    return rooms & set(FLOORS)


def modules():
    return [path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem not in {"__init__", "__main__"}]


def test_every_module_stands_on_a_floor():
    assert {room_of(path) for path in modules()} <= set(FLOORS)


def test_imports_run_downward_only():
    wrong = [
        f"{path.relative_to(ROOT)} imports {room}"
        for path in modules()
        for room in imported_rooms(path)
        if room != room_of(path) and FLOORS[room] >= FLOORS[room_of(path)]
    ]

    assert wrong == []


def test_no_room_is_named_after_nothing():
    assert [path for path in modules() if path.stem in UNNAMED] == []


def test_the_pure_rooms_know_no_clock_network_or_disk():
    """Whoever parses or judges gets bytes and values; input and output stand at the ends of the line."""
    banned = {"socket", "requests", "sqlite3", "sqlite_utils", "time", "os", "subprocess"}
    wrong = []
    for path in modules():
        if room_of(path) not in {"model", "normalise", "formats", "sources", "targets"}:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                wrong += [
                    f"{path.relative_to(ROOT)} imports {a.name}" for a in node.names if a.name.split(".")[0] in banned
                ]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in banned:
                wrong.append(f"{path.relative_to(ROOT)} imports {node.module}")

    assert wrong == []
