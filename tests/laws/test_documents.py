"""Checks of documents and lock files: references resolve, settings are documented, lock files have no URLs."""

import re
import tomllib
from pathlib import Path

import pytest

from marqueedesk import health
from marqueedesk.cli import app
from marqueedesk.kit.watch.metrics import metrics_page
from marqueedesk.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text()
RULE_IDS = set(re.findall(r"^- \*\*([A-Z]\d+)\*\*", RULES, re.MULTILINE))
OBSERVED = ROOT / "docs" / "observability"
SELECTED = r"(marqueedesk_\w+)\{([^}]*)\}"
PYTHON = [path for folder in ("marqueedesk", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def packages(lock: str) -> dict[str, str]:
    """Return the packages of a lock file with their versions."""
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def test_rule_ids_are_unique():
    ids = re.findall(r"^- \*\*([A-Z]\d+)\*\*", RULES, re.MULTILINE)

    assert sorted(ids) == sorted(RULE_IDS)


def test_every_rule_cited_in_code_exists():
    cited = {
        (str(path.relative_to(ROOT)), rule)
        for path in PYTHON
        for rule in re.findall(r"\(rules? ([A-Z]\d+)|rules\.md, ([A-Z]\d+)|\(([MPLBAWSGQ]\d+)[,)]", path.read_text())
        for rule in rule
        if rule
    }

    assert len(cited) > 10, "the pattern no longer matches"
    assert {entry for entry in cited if entry[1] not in RULE_IDS} == set()


def test_every_worked_case_is_cited_by_a_test():
    cases = {int(number) for number in re.findall(r"^(\d+)\. ", (ROOT / "docs/cases.md").read_text(), re.MULTILINE)}
    pages = (path for folder in ("src", "embed") for path in (ROOT / "frontend" / folder).rglob("*.test.ts*"))
    tests = [path.read_text() for path in [*(ROOT / "tests").rglob("*.py"), *pages]]
    held = {int(number) for text in tests for number in re.findall(r"(?:test_case_|\b[Cc]ase )(\d+)", text)}

    assert cases == set(range(1, 85))
    assert cases - held == set()


def test_documented_layers_match_import_contract():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if "layers" in contract]
    (block,) = re.findall(r"```\n(.*?)```", (ROOT / "docs/adr/0001-layers.md").read_text(), re.DOTALL)
    rows = [sorted(row.split()) for row in block.strip().split("\n")]

    assert rows == [sorted(re.findall(r"\((\w+)\)", layer)) for layer in layers]


def test_every_package_and_folder_is_listed_in_where_things_are():
    """docs/where-things-are.md lists each server package and each frontend folder."""
    frontend = ROOT / "frontend"
    folders = {f"{path.parent.relative_to(frontend).parts[0]}/" for path in frontend.glob("*/*.ts*")} - {
        "src/",
        "public/",
    }
    folders |= {f"src/{path.name}/" for path in (frontend / "src").iterdir() if path.is_dir()}
    packages = {path.parent.name for path in (ROOT / "marqueedesk").glob("*/__init__.py")}
    rows = re.findall(r"^\| (.*?) \|", (ROOT / "docs/where-things-are.md").read_text(), re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`([^`]+)`", row)} - {"frontend/"}

    assert {"bookings", "src/ui/", "widget/"} <= folders | packages, "the pattern no longer matches"
    assert folders | packages == listed


def test_every_page_has_a_screenshot():
    """scripts/screens.py takes a screenshot of each route of the frontend."""
    routes = (ROOT / "frontend/src/app/routes.tsx").read_text()
    script = (ROOT / "scripts/screens.py").read_text()
    named = {path.partition("/:")[0] for path in re.findall(r"\b(?:path: |page\(\s*)'([\w/:?-]+)'", routes)}
    shown = {part for path in re.findall(r'"/([\w/-]*)', script) for part in (path, path.rpartition("/")[2])}

    assert len(named) > 20
    assert {path for path in named if path not in shown | {"invitation"}} == set(), "add them to scripts/screens.py"


def test_every_linked_document_exists():
    files = [*PYTHON, *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "Makefile"]
    named = {name for path in files for name in re.findall(r"docs/[\w/-]+\.md", path.read_text())}
    linked = {
        str((path.parent / target).resolve().relative_to(ROOT))
        for path in files
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([\w./-]+)\)", path.read_text())
    }

    assert {name for name in named | linked if not (ROOT / name).exists()} == set()


DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_every_documented_command_exists_with_its_full_path():
    """Commands are written with the path from `make setup`, except in containers, and exist in the CLI."""
    commands = {
        command.name or str(command.callback and command.callback.__name__) for command in app.registered_commands
    } | {group.name for group in app.registered_groups}
    for path in DOCUMENTS:
        if path.name == "CHANGELOG.md":
            continue
        for before, name in re.findall(r"(\S*)\bmarqueedesk ([a-z][a-z-]+)(?=[ `\n])", path.read_text()):
            line = f"{path.name}: {before}marqueedesk {name}"
            assert name in commands, line
            assert before.endswith(".venv/bin/") or f"app marqueedesk {name}" in path.read_text(), line


def test_nginx_sample_blocks_metrics():
    (sample,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "deployment.md").read_text(), re.DOTALL)
    assert re.search(r"location = /metrics \{\s*return 404;", sample)


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_every_setting_is_documented(name: str):
    assert f"`MARQUEEDESK_{name.upper()}`" in (ROOT / "docs" / "deployment.md").read_text()


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-runtime.lock"])
def test_python_lock_file_has_hashes_and_no_urls(lock: str):
    text = (ROOT / lock).read_text()

    assert "://" not in text
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", text)) >= len(packages(lock)) > 10


def test_runtime_lock_is_a_subset_with_all_product_dependencies():
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    names = {re.split(r"[^A-Za-z0-9.-]", line)[0].lower() for line in needed}

    assert packages("requirements-runtime.lock").items() <= packages("requirements.lock").items()
    assert names <= packages("requirements-runtime.lock").keys()


def test_frontend_lock_file_has_no_urls():
    assert '"resolved"' not in (ROOT / "frontend" / "package-lock.json").read_text()


def test_each_alert_has_a_paragraph_in_the_runbook():
    rules, runbook = ((OBSERVED / name).read_text(encoding="utf-8") for name in ("alerts.yml", "runbook.md"))

    assert sorted(re.findall(r"- alert: (\w+)", rules)) == sorted(re.findall(r"^## (\w+)$", runbook, re.MULTILINE))


def test_dashboard_and_alerts_use_existing_metrics():
    page = metrics_page()[0].decode()
    known = set(re.findall(r"^# TYPE (\S+)", page, re.MULTILINE)) | health.GAUGES.keys()
    named = set[str]()
    for file in sorted(OBSERVED.iterdir()):
        named |= set(re.findall(r"marqueedesk_[a-z_]+", file.read_text(encoding="utf-8")))
    stems = {re.sub(r"_(bucket|sum|count)$", "", name) for name in named}
    assert len(stems) > 12
    assert stems <= known


def test_each_alert_has_a_firing_and_a_silent_example():
    rules, shown = ((OBSERVED / name).read_text(encoding="utf-8") for name in ("alerts.yml", "alerts.test.yml"))
    alerts = set(re.findall(r"- alert: (\w+)", rules))
    assert len(alerts) > 8
    assert alerts == set(re.findall(r"alertname: (\w+)\n +exp_alerts:\n", shown))
    assert alerts == set(re.findall(r"alertname: (\w+)\n +exp_alerts: \[\]\n", shown))


def test_dashboard_and_alerts_use_existing_metric_labels():
    """A query with a misspelled label silently returns nothing, and promtool does not detect that."""
    source = (ROOT / "marqueedesk" / "kit" / "watch" / "metrics.py").read_text()
    labels = {"marqueedesk_standby_lag_seconds": {"standby"}, "marqueedesk_standby_lag_bytes": {"standby"}} | {
        name: set(re.findall(r"\w+", given))
        for name, given in re.findall(r'"(marqueedesk_\w+)",\s*"[^"]*",\s*\[([^\]]*)\]', source)
    }
    asked = "".join(
        (OBSERVED / name).read_text(encoding="utf-8").replace('\\"', '"') for name in ("alerts.yml", "dashboard.json")
    )
    found = [
        *re.findall(r"by \(([\w, ]+)\) \(rate\((marqueedesk_\w+)", asked),
        *((" ".join(re.findall(r"(\w+)(?:!?=|[=!]~)", given)), name) for name, given in re.findall(SELECTED, asked)),
    ]
    assert len(found) > 12
    for given, name in found:
        known = labels[re.sub(r"_(bucket|sum|count)$", "", name)] | ({"le"} if name.endswith("_bucket") else set())
        assert set(re.findall(r"\w+", given)) <= known, name
