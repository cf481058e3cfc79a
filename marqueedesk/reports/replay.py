"""Replay all requests in order of arrival against the stock plus a purchase. Pure.

A replay accepts the requests that the product would have accepted, using the same check by day (availability.stock).
Requests without scarce pieces are always accepted. The others form groups that share a scarce piece on a day: a
purchase only affects groups that need it, and a group's result depends only on its own stock.

The free pieces of a day are one integer with a bit field for each piece. Subtracting a rental's needs borrows from the
top bit of each field that is too small, so a single subtraction checks and takes all pieces at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Final

from marqueedesk.inventory.pieces import Needs, Piece

WEEKS_MOVED: Final = 3.0
"""Standard deviation, in weeks, of how far a rental's days move in a resampled year."""
_TURNS_MOVED: Final = 0.1
"""Standard deviation of how far a request moves in the order of arrival, as a share of all requests."""


@dataclass(frozen=True, slots=True)
class RentalRequested:
    """A rental that was requested, whether accepted or refused. Its pieces are out from ``first`` to ``last``."""

    needs: Mapping[Piece, int]
    first: date
    last: date
    cents: int
    words: str = ""


Purchase = tuple[tuple[Piece, int], ...]
"""Number of each piece bought, in the order of the pieces."""


NOTHING_BOUGHT: Final[Needs] = {}

Refused = tuple[tuple[int, Purchase], ...]
"""For each refused request, its index in its group and the pieces it lacked."""


@dataclass(slots=True)
class _Group:
    """Requests that share scarce pieces on a day. Days and pieces are indexed from 0 within the group."""

    pieces: list[Piece]
    number: dict[Piece, int]
    peak: list[int]
    length: int
    rows: list[tuple[list[tuple[int, int]], int, int, int, str]]
    """Each request's needs, first day, day after its last, cents and text, in order of arrival."""
    shifts: list[int] = field(default_factory=list[int])
    """Bit offset of each piece's field in a day's number of free pieces."""
    masks: list[int] = field(default_factory=list[int])
    """Mask of each piece's field, shifted to bit 0, without the top bit."""
    tops: list[int] = field(default_factory=list[int])
    """The top bit of each piece's field, in place."""
    guard: int = 0
    """The top bits of all fields."""
    packed: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    """Like ``rows``: the needs as one number, the first day, the day after the last, the cents."""
    stock: tuple[int, ...] = ()
    """Number owned of each piece, limited to the group's peak demand."""
    latest: tuple[Needs, tuple[int, ...]] | None = None
    """Cache of the last purchase and the stock with it, because many purchases are compared with the same one."""
    known: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])
    known_refused: dict[tuple[int, ...], Refused] = field(default_factory=dict[tuple[int, ...], Refused])

    def pack(self) -> None:
        """Compute the layout of the bit fields. Each has room for the piece's peak demand, which no stock or need
        exceeds, plus a top bit that detects shortages.
        """
        at = 0
        for peak in self.peak:
            bits = peak.bit_length()
            self.shifts.append(at)
            self.masks.append((1 << bits) - 1)
            self.tops.append(1 << at + bits)
            at += bits + 1
        self.guard = sum(self.tops)
        self.packed = [
            (sum(count << self.shifts[piece] for piece, count in needs), first, end, worth)
            for needs, first, end, worth, _ in self.rows
        ]

    def stock_with(self, purchase: Needs) -> tuple[int, ...]:
        """Return the group's stock of each piece with a purchase added. The result is cached by the purchase's
        identity, so a purchase must not be modified after it was passed in.
        """
        if self.latest is not None and self.latest[0] is purchase:
            return self.latest[1]
        stock = list(self.stock)
        for piece in self.number.keys() & purchase.keys():
            at = self.number[piece]
            stock[at] = min(self.peak[at], stock[at] + purchase[piece])
        self.latest = (purchase, tuple(stock))
        return self.latest[1]


class History:
    """Requests in order of arrival, prepared for replays against any purchase."""

    def __init__(self, owned: Needs, asked: Iterable[RentalRequested]) -> None:
        """Prepare the requests. ``owned`` is the current stock."""
        self.owned = dict(owned)
        self.checked = 0
        rows = [row for row in asked if row.needs]
        self.rows: Sequence[RentalRequested] = rows
        scarce = _scarce(self.owned, rows)
        # Requests without scarce pieces are always accepted.
        self._always = sum(row.cents for row in rows if scarce.isdisjoint(row.needs))
        self._groups = _groups([row for row in rows if not scarce.isdisjoint(row.needs)], scarce)
        self.size = sum(len(group.rows) for group in self._groups)
        for group in self._groups:
            group.stock = tuple(
                [min(self.owned.get(piece, 0), peak) for piece, peak in zip(group.pieces, group.peak, strict=True)]
            )
        self._base = [self._replay(group, group.stock) for group in self._groups]
        # A group without refusals doesn't depend on purchases.
        self._short = [number for number, group in enumerate(self._groups) if self._refused(group, {})]
        self._by_piece: dict[Piece, list[int]] = {}
        # Sets lacking beyond the purchase evaluated last, and each group's part of them.
        self._asked: Needs = NOTHING_BOUGHT
        self._lacking: dict[Purchase, int] = {}
        self._shares: dict[int, Refused] = {}
        for number in self._short:
            for piece in self._groups[number].pieces:
                self._by_piece.setdefault(piece, []).append(number)
            self._share(number, NOTHING_BOUGHT)

    @property
    def revenue_cents(self) -> int:
        """Return the revenue with the current stock, in cents."""
        return self._always + sum(self._base)

    def gain(self, purchase: Needs, before: Needs = NOTHING_BOUGHT) -> int:
        """Return the cents that a purchase adds to the revenue, beyond the purchase ``before``.

        Negative if it admits requests that block better ones. Only groups affected by the difference are replayed.
        """
        changed = _changed(before, purchase)
        cents = 0
        for at in self._with(changed):
            group = self._groups[at]
            then = group.stock_with(before)
            now = list(then)
            for piece in changed:
                if (number := group.number.get(piece)) is not None:
                    now[number] = min(group.peak[number], group.stock[number] + purchase.get(piece, 0))
            cents += self._replay(group, tuple(now)) - self._replay(group, then)
        return cents

    def gains(self, purchase: Needs) -> list[int]:
        """Return the additional revenue of each group in cents."""
        return [
            self._replay(group, group.stock_with(purchase)) - base
            for group, base in zip(self._groups, self._base, strict=True)
        ]

    def lacking(self, purchase: Needs) -> dict[Purchase, int]:
        """Return the sets of pieces that refused requests still lack after a purchase. The value is the total price in
        cents of the requests that lack exactly that set.
        """
        for number in self._with(_changed(self._asked, purchase)):
            self._share(number, purchase)
        self._asked = purchase
        return dict(self._lacking)

    def _share(self, number: int, purchase: Needs) -> None:
        """Recompute a group's share of `lacking` for a purchase."""
        group, found = self._groups[number], self._lacking
        for at, lacked in self._shares.get(number, ()):
            left = found.get(lacked, 0) - group.rows[at][3]
            if left:
                found[lacked] = left
            else:
                found.pop(lacked, None)
        refused = self._shares[number] = self._refused(group, purchase)
        for at, lacked in refused:
            found[lacked] = found.get(lacked, 0) + group.rows[at][3]

    def _with(self, pieces: Iterable[Piece]) -> set[int]:
        """Return the indexes of the groups that have refused requests and share any of these pieces."""
        return set[int]().union(*[self._by_piece.get(piece, ()) for piece in pieces])

    def allowed(self, before: Needs, after: Needs) -> list[str]:
        """Return the texts of requests that are refused with the purchase ``before`` but accepted with ``after``,
        highest revenue first.
        """
        cents: dict[str, int] = {}
        for group in self._groups:
            then = {at for at, _ in self._refused(group, before)}
            now = {at for at, _ in self._refused(group, after)}
            for at in then - now:
                words = group.rows[at][4]
                cents[words] = cents.get(words, 0) + group.rows[at][3]
        return sorted(cents, key=lambda words: (-cents[words], words))

    def _replay(self, group: _Group, key: tuple[int, ...]) -> int:
        """Return the revenue in cents of a group with a given stock."""
        self.checked += 1
        found = group.known.get(key)
        if found is None:
            self.checked += len(group.rows)
            found = group.known[key] = _replayed(group, key, None)
        return found

    def _refused(self, group: _Group, purchase: Needs) -> Refused:
        key = group.stock_with(purchase)
        self.checked += 1
        found = group.known_refused.get(key)
        if found is None:
            self.checked += 2 * len(group.rows)
            refused: list[tuple[int, Purchase]] = []
            _replayed(group, key, refused)
            found = group.known_refused[key] = tuple(refused)
        return found


def _changed(before: Needs, after: Needs) -> list[Piece]:
    """Return the pieces whose numbers differ between two purchases."""
    return [piece for piece in before.keys() | after.keys() if before.get(piece, 0) != after.get(piece, 0)]


def _replayed(group: _Group, stock: tuple[int, ...], refused: list[tuple[int, Purchase]] | None) -> int:
    """Accept requests in order of arrival if every day has enough of all pieces.

    Returns the revenue in cents; refused requests are appended to ``refused``.
    """
    guard = group.guard
    free = [guard + sum(count << shift for count, shift in zip(stock, group.shifts, strict=True))] * group.length
    cents = 0
    for at, (need, first, end, worth) in enumerate(group.packed):
        left = free[first] - need
        enough = guard & left
        for day in range(first + 1, end):
            enough &= free[day] - need
        if enough == guard:
            free[first] = left
            for day in range(first + 1, end):
                free[day] -= need
            cents += worth
        elif refused is not None:
            refused.append((at, _lacked(group, at, guard ^ enough, free[first:end])))
    return cents


def _lacked(group: _Group, at: int, short: int, free: list[int]) -> Purchase:
    """Return the pieces that a request lacks on its days. ``short`` has the top bit of each piece's field set if the
    piece is short.
    """
    lacked: list[tuple[Piece, int]] = []
    for piece, count in group.rows[at][0]:
        if short & group.tops[piece]:
            shift, mask = group.shifts[piece], group.masks[piece]
            lacked.append((group.pieces[piece], count - min([day >> shift & mask for day in free])))
    return tuple(lacked)


class Years:
    """Several histories of one business, such as resampled years. A purchase is valued by its mean gain over them."""

    def __init__(self, histories: Sequence[History]) -> None:
        """Create the set of histories; there must be at least one."""
        self.histories = histories
        self.size = max(history.size for history in histories)
        self._known: dict[frozenset[tuple[Piece, int]], int] = {frozenset(): 0}

    @property
    def is_one(self) -> bool:
        """Return whether there is a single history."""
        return len(self.histories) == 1

    @property
    def checked(self) -> int:
        """Return the number of requests replayed so far, as a measure of the work done."""
        return sum(history.checked for history in self.histories)

    def gain(self, purchase: Needs, before: Needs = NOTHING_BOUGHT) -> int:
        """Return the mean number of cents of revenue that a purchase adds.

        It is computed faster from ``before``, a purchase that was evaluated earlier and differs in few pieces.
        """
        return round(self._sum(purchase, before) / len(self.histories))

    def _sum(self, purchase: Needs, before: Needs) -> int:
        key = frozenset(purchase.items())
        found = self._known.get(key)
        if found is None:
            start = self._sum(before, NOTHING_BOUGHT)
            found = self._known[key] = start + sum(history.gain(purchase, before) for history in self.histories)
        return found

    def lacking(self, purchase: Needs) -> dict[Purchase, int]:
        """Like `History.lacking`, over all histories."""
        found: dict[Purchase, int] = {}
        for history in self.histories:
            for lacked, cents in history.lacking(purchase).items():
                found[lacked] = found.get(lacked, 0) + cents
        return found


def redrawn(history: History, count: int) -> Years:
    """Resample a history: the same rentals, moved by some weeks and arriving in another order.

    Each rental keeps its weekday and, nearly, its season. Purchases chosen over all samples do not depend on which
    rentals happened to coincide.
    """
    years: list[History] = []
    for seed in range(count):
        draw = Random(seed)  # noqa: S311 - reproducible results.
        rows = history.rows
        turns = {at: at + draw.gauss(0, _TURNS_MOVED * len(rows)) for at in range(len(rows))}
        moved = [_moved(rows[at], round(draw.gauss(0, WEEKS_MOVED))) for at in sorted(turns, key=turns.__getitem__)]
        years.append(History(history.owned, moved))
    return Years(years)


def _moved(row: RentalRequested, weeks: int) -> RentalRequested:
    by = timedelta(days=7 * weeks)
    return RentalRequested(row.needs, row.first + by, row.last + by, row.cents, row.words)


def _scarce(owned: Needs, rows: Sequence[RentalRequested]) -> set[Piece]:
    """Return the pieces that would be short on some day if all requests were accepted."""
    changes: dict[Piece, dict[int, int]] = {}
    for row in rows:
        for piece, count in row.needs.items():
            days = changes.setdefault(piece, {})
            first, end = row.first.toordinal(), row.last.toordinal() + 1
            days[first] = days.get(first, 0) + count
            days[end] = days.get(end, 0) - count
    return {piece for piece, days in changes.items() if peak(days) > owned.get(piece, 0)}


def peak(changes: Mapping[int, int]) -> int:
    """Return the peak demand on any day. ``changes`` has the increase or decrease of demand by day."""
    most = running = 0
    for day in sorted(changes):
        running += changes[day]
        most = max(most, running)
    return most


def _groups(rows: Sequence[RentalRequested], scarce: set[Piece]) -> list[_Group]:
    """Group the requests that are connected by a shared scarce piece on a day."""
    parent = list(range(len(rows)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    by_piece: dict[Piece, list[int]] = {}
    for at, row in enumerate(rows):
        for piece in row.needs:
            if piece in scarce:
                by_piece.setdefault(piece, []).append(at)
    for members in by_piece.values():
        members.sort(key=lambda at: rows[at].first)
        latest = members[0]
        for at in members[1:]:
            if rows[at].first <= rows[latest].last:
                parent[root(at)] = root(latest)
            if rows[at].last >= rows[latest].last:
                latest = at
    found: dict[int, list[int]] = {}
    for at in range(len(rows)):
        found.setdefault(root(at), []).append(at)
    return [_group([rows[at] for at in members], scarce) for members in found.values()]


def _group(rows: list[RentalRequested], scarce: set[Piece]) -> _Group:
    pieces = sorted({piece for row in rows for piece in row.needs if piece in scarce})
    number = {piece: at for at, piece in enumerate(pieces)}
    start = min(row.first for row in rows).toordinal()
    length = max(row.last for row in rows).toordinal() - start + 1
    changes: list[dict[int, int]] = [{} for _ in pieces]
    kept: list[tuple[list[tuple[int, int]], int, int, int, str]] = []
    for row in rows:
        needs = sorted([(number[piece], count) for piece, count in row.needs.items() if piece in number])
        first, end = row.first.toordinal() - start, row.last.toordinal() - start + 1
        for piece, count in needs:
            changes[piece][first] = changes[piece].get(first, 0) + count
            changes[piece][end] = changes[piece].get(end, 0) - count
        kept.append((needs, first, end, row.cents, row.words))
    group = _Group(pieces, number, [peak(days) for days in changes], length, kept)
    group.pack()
    return group
