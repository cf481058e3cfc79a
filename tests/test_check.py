"""The check runner: parsing of vitest and pytest reports, summary, and selection of tests."""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts.check import StepOutcome, count, mirrored_tests, page_folders_of, plan, quick_plan, summary


def vitest_test(name: str, status: str, *failures: str) -> dict[str, Any]:
    return {"fullName": name, "status": status, "failureMessages": list(failures)}


def counted(report: Path) -> StepOutcome:
    outcome = StepOutcome("step", ok=True, seconds=1, computed=1)
    count(report, outcome)
    return outcome


def test_flaky_page_test_is_listed(tmp_path: Path):
    report = tmp_path / "vitest.json"
    tests = [
        vitest_test("Menu opens", "passed"),
        vitest_test("Menu closes", "passed", "Error: timed out\n    at Menu.test.tsx:3"),
        vitest_test("Menu moves", "failed", "Error: first", "Error: second"),
        vitest_test("Menu waits", "pending"),
    ]
    results = [{"name": "Menu.test.tsx", "status": "failed", "assertionResults": tests}]
    report.write_text(json.dumps({"numPassedTests": 2, "testResults": results}))

    outcome = counted(report)

    assert outcome.repeated == ["Menu closes"]
    assert (outcome.passed, outcome.failures) == (2, ["Menu moves: Error: first"])


def test_flaky_pytest_test_is_listed(tmp_path: Path):
    report = tmp_path / "pytest.xml"
    report.write_text(
        """<testsuites><testsuite>
        <testcase classname="tests.menu" name="test_opens" />
        <testcase classname="tests.menu" name="test_closes"><rerun message="late" /></testcase>
        <testcase classname="tests.menu" name="test_closes" />
        <testcase classname="tests.menu" name="test_moves"><rerun message="wrong" /></testcase>
        <testcase classname="tests.menu" name="test_moves"><failure message="wrong" /></testcase>
        <testcase classname="tests.menu" name="test_waits"><skipped /></testcase>
        </testsuite></testsuites>"""
    )

    outcome = counted(report)

    assert outcome.repeated == ["tests.menu::test_closes"]
    assert (outcome.passed, outcome.failures) == (2, ["tests.menu::test_moves: wrong"])


def test_summary_ends_with_flaky_tests_and_totals():
    outcomes = [
        StepOutcome("pytest", ok=True, seconds=9, computed=8, passed=5, repeated=["tests.menu::test_closes"]),
        StepOutcome(
            "vitest",
            ok=False,
            seconds=3,
            computed=2,
            passed=2,
            failures=["Menu moves: Error"],
            repeated=["Menu closes"],
        ),
        StepOutcome("types", ok=True, seconds=1, computed=1),
    ]

    lines = summary(outcomes, 12)

    assert lines[-5:-2] == [
        "2 passed only when run again:",
        "       pytest: tests.menu::test_closes",
        "       vitest: Menu closes",
    ]
    assert "Not ok: vitest." in lines[-2]
    assert lines[-1] == "7 passed, 1 failed"


@pytest.mark.parametrize("repeat", [0, 1])
def test_failed_tests_except_races_are_rerun_only_if_requested(tmp_path: Path, repeat: int):
    reruns = {step.name for step in plan(tmp_path, repeat) if any("--reruns" in part for part in step.command)}

    assert reruns == ({"pytest", "browser"} if repeat else set())


def test_quick_run_covers_only_changed_packages_and_page_folders(tmp_path: Path):
    changed = [
        "docs/rules.md",
        "frontend/src/features/day/DayPage.tsx",
        "frontend/vitest.config.ts",
        "marqueedesk/settings.py",
        "marqueedesk/venues/service.py",
        "tests/venues/test_venues.py",
        "tests/browser/test_frame.py",
        "tests/kit/test_hosts.py",
    ]

    assert mirrored_tests(changed) == ["tests/kit/test_hosts.py", "tests/venues"]
    assert page_folders_of(changed) == ["src/features/day"]
    assert [step.name for step in quick_plan(tmp_path, changed)] == ["pytest", "vitest", "types", "types-ts", "lint"]
    assert [step.name for step in quick_plan(tmp_path, ["docs/rules.md"])] == ["lint"]
