"""Run every check and every test, and end with one line with the number of passed and failed tests.

Steps run in parallel as far as the machine's cores allow, longest first. A step's output is printed as a whole when it
has ended; a failing step never hides another, so that one run shows everything that needs fixing. Exit code 0 only if
every step passed.

``--repeat 0`` runs no test a second time. ``--quick`` checks only what changed since the branch left main: style, types
of the changed files, and tests of the packages and page folders with changes.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
CORES = max(2, os.cpu_count() or 2)
# One more than the number of cores: one other step runs beside the Python tests. With more, the steps only wait for
# each other, and tests exceed their timeouts.
ROOM = CORES + 1
# Hundreds of processes start in a run; without a bytecode cache, each would compile everything again.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# The day selects the database of tests that need only one, and the seeds of the races; set it to repeat a run.
DAY = "MARQUEEDESK_TEST_DAY"
# How often a failed test runs again. Vitest's configuration reads the variable.
REPEAT = "MARQUEEDESK_TEST_REPEAT"
# The type checkers run in Node, whose default space for new objects is so small that collecting garbage takes a tenth
# of their time.
_ROOMY_NODE = ("env", "NODE_OPTIONS=--max-semi-space-size=128")
# Separate steps, and make targets that need additional programs.
_ELSEWHERE = ("races", "browser", "pooler", "failover", "pitr", "rolling", "citus")


@dataclass
class CheckStep:
    """A step of the plan: a name, a command, and its report if it runs tests.

    ``room`` is its typical number of concurrent processes.
    """

    name: str
    command: list[str]
    room: int = 1
    report: Path | None = None


@dataclass
class Running:
    """A running step."""

    step: CheckStep
    log: Path
    process: subprocess.Popen[bytes]
    started: float


@dataclass
class StepOutcome:
    """Result of a step. ``computed`` is its CPU time in seconds, excluding servers that were killed.

    ``repeated`` lists the tests that failed at first and passed on a rerun.
    """

    name: str
    ok: bool
    seconds: float
    computed: float
    passed: int = 0
    failures: list[str] = field(default_factory=list[str])
    repeated: list[str] = field(default_factory=list[str])

    @property
    def failed(self) -> int:
        """Return the number of failed tests."""
        return len(self.failures)


def pytest_step(name: str, workers: int, reports: Path, *arguments: str, room: int = 1) -> CheckStep:
    """Return a step that runs Python tests."""
    report = reports / f"{name}.xml"
    # Tests in a group share slow setup, so one worker runs all of them.
    command = [str(BIN / "pytest"), "-q", f"--junit-xml={report}", "-n", str(workers), "--dist=loadgroup", *arguments]
    return CheckStep(name, command, room, report)


def vitest_step(reports: Path, *arguments: str) -> CheckStep:
    """Return a step that runs page tests with Vitest's default number of workers."""
    report = reports / "vitest.json"
    outputs = ["--reporter=default", "--reporter=json", f"--outputFile.json={report}"]
    return CheckStep("vitest", npm("test", "--", *outputs, *arguments), CORES - 1, report)


def npm(script: str, *arguments: str) -> list[str]:
    """Return the command of a script of the pages."""
    return ["npm", "--prefix", "frontend", "run", "--silent", script, *arguments]


def plan(reports: Path, repeat: int) -> list[CheckStep]:
    """Return all steps in starting order."""
    # Under load a test may exceed a limit of seconds. Failed tests run once more; real failures fail twice, and tests
    # that passed the second time are listed at the end. Race tests are excluded: their failures are real.
    reruns = [f"--reruns={repeat}", "--reruns-delay=15", "--rerun-show-tracebacks", "-raR"] if repeat else []
    ignored = [f"--ignore=tests/{name}" for name in _ELSEWHERE]
    return [
        # One worker more than the number of cores: its tests also wait for the database, servers and timeouts.
        pytest_step("pytest", CORES + 1, reports, *reruns, *ignored, "tests", room=CORES),
        pytest_step("browser", CORES, reports, *reruns, "tests/browser"),
        pytest_step("races", CORES, reports, "tests/races"),
        vitest_step(reports),
        CheckStep("types", [*_ROOMY_NODE, str(BIN / "pyright")]),
        CheckStep("types-ts", [*_ROOMY_NODE, *npm("typecheck")]),
        CheckStep("lint", ["make", "lint"]),
    ]


def quick_plan(reports: Path, changed: list[str]) -> list[CheckStep]:
    """Return the steps that check these files, given as paths from the root of the repository."""
    existing = [path for path in changed if (ROOT / path).is_file()]
    typed = [path for path in existing if path.endswith(".py") and path.startswith(("marqueedesk/", "tests/"))]
    steps: list[CheckStep] = []
    if tests := mirrored_tests(changed):
        # SQLite only: takes half the time, and most bugs show up on either database.
        steps.append(pytest_step("pytest", CORES, reports, "-k", "not postgresql", *tests))
    if folders := page_folders_of(changed):
        steps.append(vitest_step(reports, "--passWithNoTests", *folders))
    if typed:
        steps.append(CheckStep("types", [*_ROOMY_NODE, str(BIN / "pyright"), *typed]))
    if any(path.startswith("frontend/") for path in changed):
        steps.append(CheckStep("types-ts", [*_ROOMY_NODE, *npm("typecheck")]))
    return [*steps, CheckStep("lint", ["make", "lint"])]


def changed_files() -> list[str]:
    """Return the files that differ from where the branch left main, and files that git does not track yet."""

    def git(*arguments: str) -> list[str]:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    base = git("merge-base", "main", "HEAD")[0]
    return sorted({*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")})


def mirrored_tests(changed: list[str]) -> list[str]:
    """Return the test folders that mirror the changed packages, and the changed test files."""
    found: set[str] = set()
    for path in changed:
        folder, _, rest = path.partition("/")
        package, _, module = rest.partition("/")
        if folder == "marqueedesk" and module.endswith(".py"):
            found.add(f"tests/{package}")
        if folder == "tests" and package not in _ELSEWHERE and Path(path).match("test_*.py"):
            found.add(path)
    return sorted(path for path in found if (ROOT / path).exists() and str(Path(path).parent) not in found)


def page_folders_of(changed: list[str]) -> list[str]:
    """Return the folders of changed page files, whose tests stand beside them."""
    return sorted(
        {
            str(Path(path).parent.relative_to("frontend"))
            for path in changed
            if path.startswith("frontend/") and path.endswith((".ts", ".tsx")) and Path(path).parent != Path("frontend")
        }
    )


def count(report: Path, outcome: StepOutcome) -> None:
    """Record passed, failed and repeated tests from a report of vitest (JSON) or pytest (JUnit XML)."""
    if report.suffix == ".json":
        data = json.loads(report.read_text())
        outcome.passed = int(data["numPassedTests"])
        outcome.failures = [
            one for file in data["testResults"] if file["status"] == "failed" for one in failures_in(file)
        ]
        # A test that passes on its second run still reports the first failure.
        outcome.repeated = [
            str(test["fullName"])
            for file in data["testResults"]
            for test in file["assertionResults"]
            if test["status"] == "passed" and test["failureMessages"]
        ]
        return
    last: dict[str, ET.Element] = {}
    runs = Counter[str]()
    for test in ET.parse(report).getroot().iter("testcase"):  # noqa: S314 - written by our own pytest.
        name = f"{test.get('classname')}::{test.get('name')}"
        runs[name] += 1
        last[name] = test
    for name, test in last.items():
        broken = next((part for part in test if part.tag in ("failure", "error")), None)
        if broken is not None:
            outcome.failures.append(named(name, broken.get("message")))
        elif test.find("skipped") is None:
            outcome.passed += 1
            if runs[name] > 1:
                outcome.repeated.append(name)


def failures_in(file: dict[str, Any]) -> list[str]:
    """Return the failures in a page test file; a file that cannot be loaded counts as a failure."""
    tests = [test for test in file["assertionResults"] if test["status"] == "failed"]
    found = [named(test["fullName"], next(iter(test["failureMessages"]), None)) for test in tests]
    return found or [named(file["name"], file.get("message"))]


def named(test: str, message: str | None) -> str:
    """Format a failed test on one line, with the first line of its message."""
    return f"{test}: {(message or '').strip().partition(chr(10))[0]}"[:240]


def run_all(steps: list[CheckStep], logs: Path) -> Generator[StepOutcome]:
    """Run the steps as capacity allows, and yield each outcome when it has ended."""
    waiting = list(steps)
    running: dict[int, Running] = {}
    try:
        while waiting or running:
            free = ROOM - sum(one.step.room for one in running.values())
            ready = next((step for step in waiting if step.room <= free), None)
            if ready is not None:
                waiting.remove(ready)
                one = start(ready, logs)
                running[one.process.pid] = one
                continue
            pid, status, usage = os.wait4(-1, 0)
            if pid in running:
                ended = running.pop(pid)
                ended.process.returncode = os.waitstatus_to_exitcode(status)
                yield outcome_of(ended, usage.ru_utime + usage.ru_stime)
    finally:
        for one in running.values():
            os.killpg(one.process.pid, signal.SIGTERM)
            show(one)


def start(step: CheckStep, logs: Path) -> Running:
    """Start a step in its own process group, so that all its processes can be stopped."""
    log = logs / f"{step.name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            step.command,
            cwd=ROOT,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    return Running(step, log, process, time.monotonic())


def outcome_of(ended: Running, computed: float) -> StepOutcome:
    """Print a step's output and evaluate its report; tests without a report count as one failure."""
    show(ended)
    step, code = ended.step, ended.process.returncode
    outcome = StepOutcome(step.name, code == 0, time.monotonic() - ended.started, computed)
    if step.report is not None:
        if step.report.exists():
            count(step.report, outcome)
        if code != 0 and not outcome.failures:
            outcome.failures = ["It failed without naming a test."]
    return outcome


def show(one: Running) -> None:
    """Print a step's output so far."""
    print(f"\n== {one.step.name}", flush=True)
    sys.stdout.buffer.write(one.log.read_bytes())
    sys.stdout.flush()


def main() -> int:
    """Run the plan, print the table and the total; return the exit code."""
    arguments = argparse.ArgumentParser(description="Run the checks and tests.")
    arguments.add_argument("--repeat", type=int, default=1, help="how often a failed test runs again")
    arguments.add_argument("--quick", action="store_true", help="check only what changed since main")
    options = arguments.parse_args()
    # When interrupted, print the results so far.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # A run that continues past midnight keeps the day it started on.
    ENVIRONMENT.setdefault(DAY, str(date.today()))  # noqa: DTZ011 - any day of the machine will do.
    ENVIRONMENT[REPEAT] = str(0 if options.quick else options.repeat)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="marqueedesk-reports-") as folder:
        reports = Path(folder)
        steps = quick_plan(reports, changed_files()) if options.quick else plan(reports, options.repeat)
        outcomes = list(run_all(steps, reports))
    print("\n== summary")
    print("\n".join(summary(outcomes, time.monotonic() - started)))
    return 0 if all(outcome.ok for outcome in outcomes) else 1


def summary(outcomes: list[StepOutcome], seconds: float) -> list[str]:
    """Return the table of the steps, the tests that passed only on their second run, and the totals."""
    lines: list[str] = []
    for outcome in outcomes:
        tests = f"{outcome.passed} passed, {outcome.failed} failed" if outcome.passed or outcome.failed else ""
        times = f"{outcome.seconds:6.1f} s, computing {outcome.computed:6.1f} s"
        lines.append(f"{'ok    ' if outcome.ok else 'FAILED'} {outcome.name:<8} {times}  {tests}".rstrip())
        lines += [f"       {failure}" for failure in outcome.failures]
    repeated = [f"{outcome.name}: {test}" for outcome in outcomes for test in outcome.repeated]
    if repeated:
        lines.append(f"{len(repeated)} passed only when run again:")
        lines += [f"       {test}" for test in repeated]
    broken = [outcome.name for outcome in outcomes if not outcome.ok]
    return [
        *lines,
        f"Took {seconds:.0f} s, computing {sum(o.computed for o in outcomes):.0f} s, on {ENVIRONMENT.get(DAY)}. "
        + (f"Not ok: {', '.join(broken)}." if broken else "Every step is ok."),
        f"{sum(o.passed for o in outcomes)} passed, {sum(o.failed for o in outcomes)} failed",
    ]


if __name__ == "__main__":
    sys.exit(main())
