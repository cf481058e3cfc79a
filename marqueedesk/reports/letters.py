"""Which letters are out when, and which were missed: pure arithmetic on plain rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any


@dataclass(slots=True)
class Line:
    """One letter of the letter calendar: pieces owned, pieces taken on each day, and by whom."""

    size: str
    letter: str
    owned: int
    taken: list[int]
    holders: list[list[tuple[str, int]]] = field(default_factory=list[list[tuple[str, int]]])

    @property
    def tightest(self) -> int:
        """The fewest pieces left on any day; negative where more are promised than owned."""
        return self.owned - max(self.taken, default=0)


def calendar(
    owned: Iterable[tuple[str, str, int]],
    held: Iterable[tuple[str, str, int, date, date, str, int]],
    first: date,
    days: int,
) -> list[Line]:
    """A line per letter and size, the tightest first. ``owned`` is (size, letter, pieces); ``held`` is (size, letter,
    pieces, first day, last day, kind, holder). Letters that are only held (never entered, or removed) appear as well.
    """
    lines = {
        (size, letter): Line(size, letter, pieces, [0] * days, [[] for _ in range(days)])
        for size, letter, pieces in owned
    }
    for size, letter, pieces, begin, end, kind, holder in held:
        line = lines.setdefault((size, letter), Line(size, letter, 0, [0] * days, [[] for _ in range(days)]))
        for at in range(max(0, (begin - first).days), min(days, (end - first).days + 1)):
            line.taken[at] += pieces
            line.holders[at].append((kind, holder))
    return sorted(lines.values(), key=lambda line: (line.tightest, -max(line.taken), line.size, line.letter))


@dataclass(slots=True)
class Missed:
    """A letter that was short: in how many wishes, and what one more of it would have earned (cents)."""

    size: str
    letter: str
    wishes: int = 0
    most_short: int = 0
    one_more_wishes: int = 0
    one_more_cents: int = 0


def missed(wishes: Iterable[tuple[str, list[dict[str, Any]], int]]) -> list[Missed]:
    """What further letters would have allowed (L9), the most valuable first.

    A wish is (size, short letters as [{"letter", "needed", "free"}], its price in cents). One more of a letter earns a
    wish where it is the only letter short, and short by one piece; a wish that needed more counts, but earns nothing
    for one piece.
    """
    found: dict[tuple[str, str], Missed] = {}
    for size, short, cents in wishes:
        for row in short:
            entry = found.setdefault((size, row["letter"]), Missed(size, row["letter"]))
            lacking = row["needed"] - row["free"]
            entry.wishes += 1
            entry.most_short = max(entry.most_short, lacking)
            if len(short) == 1 and lacking == 1:
                entry.one_more_wishes += 1
                entry.one_more_cents += cents
    return sorted(found.values(), key=lambda entry: (-entry.one_more_cents, -entry.wishes, entry.size, entry.letter))


def month_after(first: date) -> date:
    """The first day of the next month."""
    return (first.replace(day=28) + timedelta(days=4)).replace(day=1)
