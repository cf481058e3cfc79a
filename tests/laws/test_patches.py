"""Tests do not patch our own modules: what a test needs to change is an argument or a setting."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
MAY_PATCH = {
    "support/clock.py": "the only place where the product reads the time",
}
PATCHES = {"monkeypatch.setattr", "monkeypatch.delattr", "mock.patch", "mock.patch.object", "mocker.patch"}


def patches(tree: ast.Module) -> Iterator[str]:
    """Yield each patch of a module, or of a class or function of a module, of the product."""
    ours = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "marqueedesk":
            ours |= {alias.asname or alias.name for alias in node.names}
        if isinstance(node, ast.Import):
            ours |= {alias.asname or "marqueedesk" for alias in node.names if alias.name.startswith("marqueedesk")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in PATCHES and node.args:
            target = node.args[0]
            name = target.value if isinstance(target, ast.Constant) else ast.unparse(target)
            if str(name).split(".")[0] in {"marqueedesk", *ours}:
                yield f"{node.lineno}: {ast.unparse(node)[:80]}"


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_tests_do_not_patch_the_product(path: Path):
    if str(path.relative_to(TESTS)) not in MAY_PATCH:
        assert list(patches(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "patch",
    [
        'monkeypatch.setattr(lists, "MOST_AT_ONCE", 2)',
        'monkeypatch.setattr("marqueedesk.accounts.passwords.matches", fake)',
        'monkeypatch.setattr(CardCollector, "begin", fake)',
        'monkeypatch.setattr(marqueedesk.app, "create_app", fake)',
    ],
)
def test_patch_of_the_product_is_found(patch: str):
    imports = "import marqueedesk.app; from marqueedesk.bookings import lists; from marqueedesk.payments import "
    assert len(list(patches(ast.parse(f"{imports}CardCollector\n{patch}")))) == 1


@pytest.mark.parametrize(
    "patch", ['monkeypatch.setattr(time, "monotonic", fake)', 'monkeypatch.setattr(app.state, "collector", fake)']
)
def test_patch_of_a_library_or_an_application_object_is_allowed(patch: str):
    assert list(patches(ast.parse(patch))) == []
