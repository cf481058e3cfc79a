"""`python -m bench compare OLD NEW`: benchmark two checkouts side by side.

Each checkout is a folder prepared by `make setup`, with its own environment. Both run at the same time, each with its
own database, and the same load generator alternates between them every 1.5 seconds, while the other one is idle. Other
activity of the machine affects both, so the ratios are valid on any machine.

With parts (`compare OLD NEW speed list`) each runs its own `python -m bench`, alternating every few minutes.
"""

import json
import os
import re
import subprocess
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from typing import Final

import psutil

from bench import machine
from bench.load import Load, run

TURNS = 3
KINDS: Final = ("estimate", "booking", "list")
SLICES: Final = 20
"""Pairs of turns per kind of call."""
SECONDS: Final = 1.5
CLIENTS: Final = 8
# A line of the table: name, figure with an optional unit, two bounds, and the verdict.
_LINE = re.compile(
    r"^(?P<name>\S.*?) +(?P<value>[\d.e+-]+)(?: (?P<unit>\S+(?: of a core)?))? +[\d.e+-]+ +[\d.e+-]+ +\S"
)

Figures = Mapping[str, float]
"""A checkout's figures of one turn, by name."""
Turn = tuple[Figures, Figures]
"""Figures of the old and the new checkout."""


@dataclass(frozen=True)
class SideBySide:
    """A figure measured for both checkouts: the medians over the turns, and the median of the turns' ratios."""

    name: str
    old: float
    new: float
    ratio: float


def figures_in(table: str) -> dict[str, float]:
    """Parse the figures printed by `python -m bench`, by name."""
    found = (_LINE.match(line) for line in table.splitlines())
    return {line["name"]: float(line["value"]) for line in found if line is not None}


def compared(turns: Sequence[Turn]) -> Iterator[SideBySide]:
    """Yield each figure that was measured for both checkouts in every turn."""
    for name in turns[0][0]:
        pairs = [(old[name], new[name]) for old, new in turns if name in old and name in new]
        if len(pairs) == len(turns) and all(old for old, _ in pairs):
            olds, news = zip(*pairs, strict=True)
            yield SideBySide(name, median(olds), median(news), median(new / old for old, new in pairs))


def report(old: Path, new: Path, parts: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of the report. Raises SystemExit with the output of a checkout that could not be started or
    measured.
    """
    yield f"{'':46} {'old':>10} {'new':>10} {'new / old':>10}"
    for turns in [_turns_of_minutes(old, new, parts)] if parts else _side_by_side(old, new):
        for row in compared(turns):
            yield f"{row.name:46} {row.old:>10.3g} {row.new:>10.3g} {row.ratio:>10.2f}"


def _turns_of_minutes(old: Path, new: Path, parts: Sequence[str]) -> list[Turn]:
    return [_in_turn(turn, lambda side: _measure((old, new)[side], parts)) for turn in range(TURNS)]


def _in_turn(turn: int, measure: Callable[[int], Figures]) -> Turn:
    """Return the figures that ``measure`` returns for 0 (old) and for 1 (new)."""
    # Alternate the order, because the first run starts on an idle machine.
    first = turn % 2
    found = {side: measure(side) for side in (first, 1 - first)}
    return found[0], found[1]


def _measure(checkout: Path, parts: Sequence[str]) -> dict[str, float]:
    command = [_python(checkout), "-m", "bench", *parts]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    figures = figures_in(done.stdout)
    if not figures:
        raise SystemExit(f"{checkout} could not be measured:\n{done.stdout}{done.stderr}")
    return figures


def _side_by_side(old: Path, new: Path) -> Iterator[list[Turn]]:
    """Start both checkouts, and yield the turns of each kind of call."""
    with _served(old) as old_side, _served(new) as new_side:
        sides = (old_side, new_side)
        for kind in KINDS:
            yield [_in_turn(turn, lambda side, kind=kind: sides[side].asked(kind)) for turn in range(SLICES)]


@dataclass(frozen=True)
class _Side:
    """A running checkout (`bench.side`): its port, its businesses, and the main processes of its server and its
    database.
    """

    port: int
    operators: list[int]
    cookies: list[str]
    server: int
    database: int

    def asked(self, kind: str) -> Figures:
        """Run one turn of a kind of call, and return its figures."""
        load = Load(
            kind,
            self.port,
            SECONDS,
            clients=CLIENTS,
            operators=self.operators,
            cookies=self.cookies,
            processes=machine.serving(self.server),
        )
        result, seconds = run(load, around=self._cpu)
        return {
            f"{kind}s a second": result.per_second,
            f"{kind}, CPU, ms": seconds / result.count * 1000,
            f"{kind}, p50, ms": result.quantile(0.5),
            f"{kind}, p99, ms": result.quantile(0.99),
        }

    def _cpu(self) -> float:
        first = [psutil.Process(process) for process in (self.server, self.database)]
        return machine.cpu_of(chain(first, *(process.children(recursive=True) for process in first)))


@contextmanager
def _served(checkout: Path) -> Generator[_Side]:
    with (
        TemporaryFile("w+") as said,
        subprocess.Popen(
            # Import modules from the checkout's folder instead of this file's.
            [_python(checkout), "-P", str(Path(__file__).with_name("side.py"))],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            said.seek(0)
            raise SystemExit(f"{checkout} could not be served:\n{said.read()}")
        try:
            yield _Side(**json.loads(line))
        finally:
            # It exits when its standard input is closed.
            process.stdin.close()


def _python(checkout: Path) -> str:
    return str(checkout / ".venv" / "bin" / "python")
