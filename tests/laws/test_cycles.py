"""Packages have no circular imports among their modules, including imports inside functions."""

import ast
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "marqueedesk"


def imported(source: str, package: str) -> set[str]:
    """Return the modules of the same package that a source imports anywhere, by their names within the package."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            found.add(str(node.module).removeprefix(f"{package}."))
    return found


def find_cycle(modules: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the modules of a circular import, or an empty list."""
    try:
        TopologicalSorter(modules).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.mark.parametrize("package", sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py")))
def test_package_has_no_circular_imports(package: str):
    folder = PACKAGE / package
    modules = {
        ".".join(path.relative_to(folder).with_suffix("").parts): imported(path.read_text(), f"marqueedesk.{package}")
        for path in folder.rglob("*.py")
        if path.name != "__init__.py"
    }

    assert find_cycle(modules) == []


def test_circular_import_inside_function_is_found():
    late = "def connect():\n    from marqueedesk.kit import events"

    assert find_cycle({"db": imported(late, "marqueedesk.kit"), "events": {"keys"}, "keys": {"db"}})
