"""`python -m bench compare OLD NEW [PART ...]`: two checkouts measured in turns, and how the new one compares.

Each checkout is a folder that `make setup` has prepared, with its own environment, and measures itself with its own
`python -m bench`. They take turns, so that what the machine does meanwhile meets both: the ratios hold on any machine,
the figures themselves on this one.
"""

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

USUAL_PARTS = ("speed", "list")
TURNS = 3
# A line of the table: a name, a figure with or without a unit, the two bounds, and what it reached.
_LINE = re.compile(
    r"^(?P<name>\S.*?) +(?P<value>[\d.e+-]+)(?: (?P<unit>\S+(?: of a core)?))? +[\d.e+-]+ +[\d.e+-]+ +\S"
)

Figures = Mapping[str, float]
"""A checkout's figures of one turn, by name."""


@dataclass(frozen=True)
class Comparison:
    """A figure of both checkouts, in its own unit: medians over the turns, and the median of the turns' ratios."""

    name: str
    old: float
    new: float
    ratio: float


def figures_in(table: str) -> dict[str, float]:
    """The figures of a table that `python -m bench` has printed, by name."""
    found = (_LINE.match(line) for line in table.splitlines())
    return {line["name"]: float(line["value"]) for line in found if line is not None}


def compared(turns: Sequence[tuple[Figures, Figures]]) -> Iterator[Comparison]:
    """Each figure that both checkouts had in every turn; ``turns`` are (old, new)."""
    for name in turns[0][0]:
        pairs = [(old[name], new[name]) for old, new in turns if name in old and name in new]
        if len(pairs) == len(turns) and all(old for old, _ in pairs):
            olds, news = zip(*pairs, strict=True)
            yield Comparison(name, median(olds), median(news), median(new / old for old, new in pairs))


def report(old: Path, new: Path, parts: Sequence[str]) -> Iterator[str]:
    """The lines to print. Raises SystemExit with the output of a checkout that could not measure itself."""
    turns: list[tuple[Figures, Figures]] = []
    for turn in range(TURNS):
        # Who goes first changes, as the first finds a machine that has rested.
        order = (old, new) if turn % 2 == 0 else (new, old)
        measured = {checkout: _measure(checkout, parts) for checkout in order}
        turns.append((measured[old], measured[new]))
        yield f"turn {turn + 1} of {TURNS} is done"
    yield f"{'':46} {'old':>10} {'new':>10} {'new / old':>10}"
    for row in compared(turns):
        yield f"{row.name:46} {row.old:>10.3g} {row.new:>10.3g} {row.ratio:>10.2f}"


def _measure(checkout: Path, parts: Sequence[str]) -> dict[str, float]:
    command = [str(checkout / ".venv" / "bin" / "python"), "-m", "bench", *parts]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    figures = figures_in(done.stdout)
    if not figures:
        raise SystemExit(f"{checkout} could not be measured:\n{done.stdout}{done.stderr}")
    return figures
