"""Run every check and every test, and end with one line with the number of passed and failed tests.

Steps run in parallel as far as the machine's cores allow, longest first. A step's output is printed as a whole when it
has ended; a failing step never hides another, so that one run shows everything that needs fixing. Exit code 0 only if
every step passed.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
CORES = max(2, os.cpu_count() or 2)
# Two more than the number of cores: a step that waits for a server or page leaves its core to others.
ROOM = CORES + 2
# Hundreds of processes start in a run; without a bytecode cache, each would compile everything again.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
# Separate steps, and make targets that need additional programs.
_ELSEWHERE = ("races", "browser", "pooler", "failover", "rolling", "citus")
# Under load a test may exceed a limit of seconds. Failed tests run once more; real failures fail twice, and tests that
# passed the second time are listed at the end. Race tests are excluded: their failures are real.
_ONCE_MORE = ["--reruns=1", "--reruns-delay=15", "--rerun-show-tracebacks", "-raR"]


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
    """Result of a step. ``computed`` is its CPU time in seconds, without killed servers.

    ``repeated`` are tests that failed once and ran again.
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


def plan(reports: Path) -> list[CheckStep]:
    """Return all steps in starting order."""

    def pytest(name: str, workers: int, *arguments: str, room: int | None = None) -> CheckStep:
        report = reports / f"{name}.xml"
        command = [str(BIN / "pytest"), "-q", f"--junit-xml={report}", "-n", str(workers), *arguments]
        return CheckStep(name, command, room or workers, report)

    def npm(script: str, *arguments: str) -> list[str]:
        return ["npm", "--prefix", "frontend", "run", "--silent", script, *arguments]

    vitest, both = reports / "vitest.json", ["--reporter=default", "--reporter=json"]
    return [
        # Two more than the number of cores: its tests wait for the database, servers and timeouts, and at the end of
        # the run nothing else would use the cores. With four more, they take longer.
        pytest(
            "pytest",
            CORES + 2,
            *_ONCE_MORE,
            *(f"--ignore=tests/{name}" for name in _ELSEWHERE),
            "tests",
            room=CORES,
        ),
        # It mostly waits for servers and pages, so starting early lets others use the CPU.
        pytest("browser", CORES, "--dist=loadgroup", *_ONCE_MORE, "tests/browser"),
        # Vitest's default number of workers.
        CheckStep("vitest", npm("test", "--", *both, f"--outputFile.json={vitest}"), CORES - 1, vitest),
        pytest("races", CORES, "tests/races", room=CORES // 2),
        CheckStep("types", [str(BIN / "pyright")]),
        CheckStep("types-ts", npm("typecheck")),
        CheckStep("lint", ["make", "lint"]),
    ]


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
    for test in ET.parse(report).getroot().iter("testcase"):  # noqa: S314 - written by our own pytest.
        name = f"{test.get('classname')}::{test.get('name')}"
        if name in last:
            outcome.repeated.append(name)
        last[name] = test
    for name, test in last.items():
        broken = next((part for part in test if part.tag in ("failure", "error")), None)
        if broken is not None:
            outcome.failures.append(named(name, broken.get("message")))
        elif test.find("skipped") is None:
            outcome.passed += 1


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
    # When interrupted, print the results so far.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="marqueedesk-reports-") as folder:
        outcomes = list(run_all(plan(Path(folder)), Path(folder)))
    print("\n== summary")
    for outcome in outcomes:
        tests = f"{outcome.passed} passed, {outcome.failed} failed" if outcome.passed or outcome.failed else ""
        if outcome.repeated:
            tests += f", {len(outcome.repeated)} ran twice"
        times = f"{outcome.seconds:6.1f} s, computing {outcome.computed:6.1f} s"
        print(f"{'ok    ' if outcome.ok else 'FAILED'} {outcome.name:<8} {times}  {tests}".rstrip())
        for failure in outcome.failures:
            print(f"       {failure}")
        for test in outcome.repeated:
            print(f"       ran twice: {test}")
    broken = [outcome.name for outcome in outcomes if not outcome.ok]
    print(
        f"Took {time.monotonic() - started:.0f} s, computing {sum(o.computed for o in outcomes):.0f} s. "
        + (f"Not ok: {', '.join(broken)}." if broken else "Every step is ok.")
    )
    print(f"{sum(o.passed for o in outcomes)} passed, {sum(o.failed for o in outcomes)} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
