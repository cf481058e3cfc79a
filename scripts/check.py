"""Run every check and every test in order of cost, and end with one line that says how many tests passed and failed.

Static checks come first because they are quick; a failing step never hides the ones after it, so that one run shows all
there is to mend. Exit code 0 only when every step passed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
PYTEST = str(ROOT / ".venv" / "bin" / "pytest")
WORKERS = str(max(2, os.cpu_count() or 2))


@dataclass
class Step:
    """One line of the plan: a name, a command, and the report that it leaves behind, if it runs tests."""

    name: str
    command: list[str]
    report: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    """What became of a step."""

    name: str
    ok: bool
    seconds: float
    passed: int = 0
    failed: int = 0


def plan(reports: Path) -> list[Step]:
    """Every step, cheap ones first."""

    def pytest(name: str, *arguments: str) -> Step:
        report = reports / f"{name}.xml"
        return Step(name, [PYTEST, "-q", f"--junit-xml={report}", *arguments], report)

    vitest = reports / "vitest.json"
    return [
        Step("lint", ["make", "lint"]),
        Step("types", ["make", "types"]),
        Step("client", ["make", "client-check"]),
        Step(
            "vitest",
            [
                *("npm", "--prefix", "frontend", "run", "--silent", "test", "--"),
                *("--reporter=default", "--reporter=json", f"--outputFile.json={vitest}"),
            ],
            vitest,
        ),
        pytest("pytest", "--ignore=tests/races", "--ignore=tests/browser", "-n", WORKERS, "tests"),
        pytest("races", "tests/races"),
        pytest("browser", "-n", WORKERS, "tests/browser"),
    ]


def counts(report: Path) -> tuple[int, int]:
    """Tests passed and failed according to a report of vitest (JSON) or pytest (JUnit XML)."""
    if report.suffix == ".json":
        data = json.loads(report.read_text())
        return int(data["numPassedTests"]), int(data["numFailedTests"])
    suites = ET.parse(report).getroot().iter("testsuite")  # noqa: S314 - written by our own pytest.
    passed = failed = 0
    for suite in suites:
        broken = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        failed += broken
        passed += int(suite.get("tests", 0)) - broken - int(suite.get("skipped", 0))
    return passed, failed


def run(step: Step) -> Outcome:
    """Run one step in the foreground and count what it reports; a test step without a report counts as one failure."""
    print(f"\n== {step.name}", flush=True)
    started = time.monotonic()
    code = subprocess.run(step.command, cwd=ROOT, env={**os.environ, **step.environment}, check=False).returncode
    outcome = Outcome(step.name, code == 0, time.monotonic() - started)
    if step.report is not None:
        if step.report.exists():
            outcome.passed, outcome.failed = counts(step.report)
        if code != 0 and outcome.failed == 0:
            outcome.failed = 1
    return outcome


def main() -> int:
    """Run the plan, print the table and the total; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="marqueedesk-reports-") as folder:
        outcomes = [run(step) for step in plan(Path(folder))]
    print("\n== summary")
    for outcome in outcomes:
        tests = f"{outcome.passed} passed, {outcome.failed} failed" if outcome.passed or outcome.failed else ""
        print(f"{'ok    ' if outcome.ok else 'FAILED'} {outcome.name:<8} {outcome.seconds:6.1f} s  {tests}".rstrip())
    seconds = sum(outcome.seconds for outcome in outcomes)
    broken = [outcome.name for outcome in outcomes if not outcome.ok]
    print(f"Took {seconds:.0f} s. " + (f"Not ok: {', '.join(broken)}." if broken else "Every step is ok."))
    print(f"{sum(o.passed for o in outcomes)} passed, {sum(o.failed for o in outcomes)} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
