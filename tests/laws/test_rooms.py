"""Laws of the layout: a folder holds at most 40 modules, and a class name appears once in the tree."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_MODULES = 40
PRODUCT = ("marqueedesk", "bench", "scripts", "standins")


def python_files() -> list[Path]:
    """Return every module of the product and its tools. Migrations name their own tables and are left out."""
    return [path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]


def crowded(modules: Iterable[str]) -> dict[str, int]:
    """Return the folders with more than `MOST_MODULES` modules, not counting ``__init__.py``."""
    counts: dict[str, int] = defaultdict(int)
    for module in modules:
        folder, _, name = module.rpartition("/")
        counts[folder] += name != "__init__.py"
    return {folder: count for folder, count in counts.items() if count > MOST_MODULES}


def repeated_classes(sources: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the class names that more than one place defines, with these places. ``sources`` are paths and code."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path}:{node.lineno}")
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_folder_holds_more_than_forty_modules():
    assert crowded(str(path.relative_to(ROOT)) for path in python_files()) == {}


def test_class_names_are_unique():
    assert repeated_classes((str(path.relative_to(ROOT)), path.read_text()) for path in python_files()) == {}


def test_folder_of_41_modules_is_reported():
    modules = ["bookings/__init__.py", *(f"bookings/module_{number}.py" for number in range(41))]

    assert crowded(modules) == {"bookings": 41}
    assert crowded(modules[:-1]) == {}


@pytest.mark.parametrize("second", ["class Line: ...", "def make():\n    class Line: ..."])
def test_class_name_defined_in_two_modules_is_reported(second: str):
    assert repeated_classes([("rentals/lines.py", "class Line: ..."), ("reports/letters.py", second)]).keys() == {
        "Line"
    }
