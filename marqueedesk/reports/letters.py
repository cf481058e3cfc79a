"""Letters out by day, and letters that refused requests lacked: pure arithmetic on plain rows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from marqueedesk.availability.models import StoredShortage
from marqueedesk.inventory.pieces import Piece


@dataclass(slots=True)
class LetterLine:
    """A row of the letter calendar: the number of pieces owned, and the number taken on each day with their holders."""

    piece: Piece
    owned: int
    taken: list[int]
    holders: list[list[tuple[str, int]]] = field(default_factory=list[list[tuple[str, int]]])

    @property
    def tightest(self) -> int:
        """Return the fewest pieces left on any day; negative if more are promised than owned."""
        return self.owned - max(self.taken, default=0)


def calendar(
    owned: Iterable[tuple[Piece, int]],
    held: Iterable[tuple[Piece, int, date, date, str, int]],
    first: date,
    days: int,
) -> list[LetterLine]:
    """Return a row per piece, the scarcest first. ``owned`` is (piece, count); ``held`` is (piece, count, first day,
    last day, kind, holder). Includes pieces that are held but not owned, because they were never entered or were
    removed.
    """
    lines = {piece: LetterLine(piece, count, [0] * days, [[] for _ in range(days)]) for piece, count in owned}
    for piece, pieces, begin, end, kind, holder in held:
        line = lines.setdefault(piece, LetterLine(piece, 0, [0] * days, [[] for _ in range(days)]))
        for at in range(max(0, (begin - first).days), min(days, (end - first).days + 1)):
            line.taken[at] += pieces
            line.holders[at].append((kind, holder))
    return sorted(lines.values(), key=lambda line: (line.tightest, -max(line.taken), line.piece))


@dataclass(slots=True)
class Missed:
    """A missing letter: the number of requests that lacked it, and what one more would have earned (cents)."""

    piece: Piece
    requests: int = 0
    most_short: int = 0
    one_more_requests: int = 0
    one_more_cents: int = 0


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """A rental refused for lack of letters: the missing letters, and the days its letters would be out."""

    size: str
    short: list[StoredShortage]
    """The shortages; those without size and finish refer to ``size``."""
    first: date
    last: date
    cents: int


def missed(refused: Iterable[RefusedRequest]) -> list[Missed]:
    """Return the missing letters, and the rentals that more of them would have allowed (L9), the most valuable first.

    ``refused`` is in order of request. One more of a letter earns a rental only if that letter is the only one missing,
    and only one piece of it. The first request gets the piece, and later ones only if it is back in time for their
    days. A rental that lacked more is counted, but earns nothing with a single piece.
    """
    found: dict[Piece, Missed] = {}
    out: dict[Piece, list[RefusedRequest]] = {}
    for one in refused:
        for row in one.short:
            key = Piece(row.get("size", one.size), row["letter"], row.get("finish", ""))
            entry = found.setdefault(key, Missed(key))
            lacking = row["needed"] - row["free"]
            entry.requests += 1
            entry.most_short = max(entry.most_short, lacking)
            taken = out.setdefault(key, [])
            if len(one.short) == 1 and lacking == 1 and not any(_overlap(one, other) for other in taken):
                taken.append(one)
                entry.one_more_requests += 1
                entry.one_more_cents += one.cents
    return sorted(found.values(), key=lambda entry: (-entry.one_more_cents, -entry.requests, entry.piece))


def _overlap(one: RefusedRequest, other: RefusedRequest) -> bool:
    return one.first <= other.last and other.first <= one.last
