"""The check runner parses reports of vitest and pytest."""

import json
from pathlib import Path
from typing import Any

from scripts.check import StepOutcome, count


def vitest_test(name: str, status: str, *failures: str) -> dict[str, Any]:
    return {"fullName": name, "status": status, "failureMessages": list(failures)}


def counted(report: Path) -> StepOutcome:
    outcome = StepOutcome("step", ok=True, seconds=1, computed=1)
    count(report, outcome)
    return outcome


def test_page_test_that_passed_on_its_second_run_is_listed(tmp_path: Path):
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


def test_pytest_test_that_passed_on_its_second_run_is_listed(tmp_path: Path):
    report = tmp_path / "pytest.xml"
    report.write_text(
        """<testsuites><testsuite>
        <testcase classname="tests.menu" name="test_opens" />
        <testcase classname="tests.menu" name="test_closes"><rerun message="late" /></testcase>
        <testcase classname="tests.menu" name="test_closes" />
        <testcase classname="tests.menu" name="test_moves"><failure message="wrong" /></testcase>
        <testcase classname="tests.menu" name="test_waits"><skipped /></testcase>
        </testsuite></testsuites>"""
    )

    outcome = counted(report)

    assert outcome.repeated == ["tests.menu::test_closes"]
    assert (outcome.passed, outcome.failures) == (2, ["tests.menu::test_moves: wrong"])
