"""A replay of everything that was asked for, in order of arrival, against the stock and a purchase. Pure.

It takes what the product would have taken: the same check by the day (availability.stock). Requests that touch no
scarce piece are taken whatever is bought. The others fall into groups that share a scarce piece on a day: a purchase
only changes groups that need it, and a group's result depends on no more than its own stock.

The free pieces of a day are one number, with a field of bits for each piece. Taking a rental's needs from it borrows
from the topmost bit of each field that has too little, so that one subtraction checks and takes all pieces at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Final

from marqueedesk.inventory.pieces import Needs, Piece

WEEKS_MOVED: Final = 3.0
"""By so many weeks (standard deviation) a rental's days are moved in a year that is drawn anew."""
_TURNS_MOVED: Final = 0.1
"""By so much of all requests, likewise, a request arrives sooner or later in it."""


@dataclass(frozen=True, slots=True)
class RentalRequested:
    """A rental that was asked for, whether it was taken or refused. ``first`` to ``last`` its pieces are out."""

    needs: Mapping[Piece, int]
    first: date
    last: date
    cents: int
    words: str = ""


Purchase = tuple[tuple[Piece, int], ...]
"""The number of each piece bought, in the order of the pieces."""


NOTHING_BOUGHT: Final[Needs] = {}

Refused = tuple[tuple[int, Purchase], ...]
"""For each refused request, its number in its group and the pieces that it lacked."""


@dataclass(slots=True)
class _Group:
    """Requests that share scarce pieces on a day. Days and pieces are counted from 0 within it."""

    pieces: list[Piece]
    number: dict[Piece, int]
    peak: list[int]
    length: int
    rows: list[tuple[list[tuple[int, int]], int, int, int, str]]
    """Each request's needs, its first day, the day after its last, its cents and its words, in order of arrival."""
    shifts: list[int] = field(default_factory=list[int])
    """The place of each piece's field in the number of what is free on a day."""
    masks: list[int] = field(default_factory=list[int])
    """The bits of each piece's field, at the foot of a number, without the topmost."""
    tops: list[int] = field(default_factory=list[int])
    """The topmost bit of each piece's field, in its place."""
    guard: int = 0
    """The topmost bits of all fields."""
    packed: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    """As ``rows``: the needs as one number, the first day, the day after the last, the cents."""
    stock: tuple[int, ...] = ()
    """The number owned of each piece, limited to the group's peak demand for it."""
    latest: tuple[Needs, tuple[int, ...]] | None = None
    """The purchase that was asked about last, and the stock with it: many are compared with the same one."""
    known: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])
    known_refused: dict[tuple[int, ...], Refused] = field(default_factory=dict[tuple[int, ...], Refused])

    def pack(self) -> None:
        """Lay out the fields. A piece's has room for its peak, which no stock or need exceeds, and the topmost bit."""
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
        """The stock together with a purchase, which must not change afterwards."""
        if self.latest is not None and self.latest[0] is purchase:
            return self.latest[1]
        stock = list(self.stock)
        for piece in self.number.keys() & purchase.keys():
            at = self.number[piece]
            stock[at] = min(self.peak[at], stock[at] + purchase[piece])
        self.latest = (purchase, tuple(stock))
        return self.latest[1]


class History:
    """The requests in order of arrival, ready to be replayed against any purchase."""

    def __init__(self, owned: Needs, asked: Iterable[RentalRequested]) -> None:
        """``owned`` is the stock as it is today."""
        self.owned = dict(owned)
        self.checked = 0
        rows = [row for row in asked if row.needs]
        self.rows: Sequence[RentalRequested] = rows
        scarce = _scarce(self.owned, rows)
        # Requests that need no scarce piece are taken whatever is bought.
        self._always = sum(row.cents for row in rows if scarce.isdisjoint(row.needs))
        self._groups = _groups([row for row in rows if not scarce.isdisjoint(row.needs)], scarce)
        self.size = sum(len(group.rows) for group in self._groups)
        for group in self._groups:
            group.stock = tuple(
                [min(self.owned.get(piece, 0), peak) for piece, peak in zip(group.pieces, group.peak, strict=True)]
            )
        self._base = [self._replay(group, group.stock) for group in self._groups]
        # A group that refuses nobody is the same whatever is bought.
        self._short = [number for number, group in enumerate(self._groups) if self._refused(group, {})]
        self._by_piece: dict[Piece, list[int]] = {}
        # The sets that were lacking besides the purchase that was asked about last, and each group's share of them.
        self._asked: Needs = NOTHING_BOUGHT
        self._lacking: dict[Purchase, int] = {}
        self._shares: dict[int, Refused] = {}
        for number in self._short:
            for piece in self._groups[number].pieces:
                self._by_piece.setdefault(piece, []).append(number)
            self._share(number, NOTHING_BOUGHT)

    @property
    def revenue_cents(self) -> int:
        """The revenue that the stock as it is would have earned, in cents."""
        return self._always + sum(self._base)

    def gain(self, purchase: Needs, before: Needs = NOTHING_BOUGHT) -> int:
        """The cents that a purchase adds to the revenue, beyond those of the purchase ``before``.

        Less than 0 if it lets in ones that keep better ones out. Only groups that need what differs are replayed.
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
        """The gain of each group that there is."""
        return [
            self._replay(group, group.stock_with(purchase)) - base
            for group, base in zip(self._groups, self._base, strict=True)
        ]

    def lacking(self, purchase: Needs) -> dict[Purchase, int]:
        """The sets that refused requests lacked besides a purchase, with the cents of those that lacked just it."""
        for number in self._with(_changed(self._asked, purchase)):
            self._share(number, purchase)
        self._asked = purchase
        return dict(self._lacking)

    def _share(self, number: int, purchase: Needs) -> None:
        """Count what a group lacks besides a purchase, in place of what was counted of it before."""
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
        """The groups that refuse somebody and have to do with some pieces."""
        return set[int]().union(*[self._by_piece.get(piece, ()) for piece in pieces])

    def allowed(self, before: Needs, after: Needs) -> list[str]:
        """The words that ``after`` lets in and ``before`` did not, those that bring most first."""
        cents: dict[str, int] = {}
        for group in self._groups:
            then = {at for at, _ in self._refused(group, before)}
            now = {at for at, _ in self._refused(group, after)}
            for at in then - now:
                words = group.rows[at][4]
                cents[words] = cents.get(words, 0) + group.rows[at][3]
        return sorted(cents, key=lambda words: (-cents[words], words))

    def _replay(self, group: _Group, key: tuple[int, ...]) -> int:
        """The cents that a group earns with a stock."""
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
    """The pieces of which two purchases have different numbers."""
    return [piece for piece in before.keys() | after.keys() if before.get(piece, 0) != after.get(piece, 0)]


def _replayed(group: _Group, stock: tuple[int, ...], refused: list[tuple[int, Purchase]] | None) -> int:
    """Take what fits, in order of arrival: on each of its days there has to be enough of everything it needs.

    Returns the cents that were earned; ``refused`` gets what was not taken.
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
    """The pieces that a request lacks on its days. ``short`` has the topmost bit of the field of each of them."""
    lacked: list[tuple[Piece, int]] = []
    for piece, count in group.rows[at][0]:
        if short & group.tops[piece]:
            shift, mask = group.shifts[piece], group.masks[piece]
            lacked.append((group.pieces[piece], count - min([day >> shift & mask for day in free])))
    return tuple(lacked)


class Years:
    """Several histories of one business, which are judged together: what counts is their mean."""

    def __init__(self, histories: Sequence[History]) -> None:
        """At least one."""
        self.histories = histories
        self.size = max(history.size for history in histories)
        self._known: dict[frozenset[tuple[Piece, int]], int] = {frozenset(): 0}

    @property
    def is_one(self) -> bool:
        """Whether there is one history alone."""
        return len(self.histories) == 1

    @property
    def checked(self) -> int:
        """The number of requests that were checked for it so far."""
        return sum(history.checked for history in self.histories)

    def gain(self, purchase: Needs, before: Needs = NOTHING_BOUGHT) -> int:
        """The cents that a purchase adds to the revenue on average.

        Sooner known with a purchase ``before`` that was judged already and differs in few pieces.
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
        """As `History.lacking`, of all of them."""
        found: dict[Purchase, int] = {}
        for history in self.histories:
            for lacked, cents in history.lacking(purchase).items():
                found[lacked] = found.get(lacked, 0) + cents
        return found


def redrawn(history: History, count: int) -> Years:
    """Years as the history's may have been as well: the same rentals, some weeks earlier or later, in another order.

    The weekday stays, and the season nearly. What is bought for all of them does not hang on which two rentals happened
    to meet on a day.
    """
    years: list[History] = []
    for seed in range(count):
        draw = Random(seed)  # noqa: S311 - the same answer to the same question.
        rows = history.rows
        turns = {at: at + draw.gauss(0, _TURNS_MOVED * len(rows)) for at in range(len(rows))}
        moved = [_moved(rows[at], round(draw.gauss(0, WEEKS_MOVED))) for at in sorted(turns, key=turns.__getitem__)]
        years.append(History(history.owned, moved))
    return Years(years)


def _moved(row: RentalRequested, weeks: int) -> RentalRequested:
    by = timedelta(days=7 * weeks)
    return RentalRequested(row.needs, row.first + by, row.last + by, row.cents, row.words)


def _scarce(owned: Needs, rows: Sequence[RentalRequested]) -> set[Piece]:
    """The pieces of which there would be too few on some day if everybody got theirs."""
    changes: dict[Piece, dict[int, int]] = {}
    for row in rows:
        for piece, count in row.needs.items():
            days = changes.setdefault(piece, {})
            first, end = row.first.toordinal(), row.last.toordinal() + 1
            days[first] = days.get(first, 0) + count
            days[end] = days.get(end, 0) - count
    return {piece for piece, days in changes.items() if peak(days) > owned.get(piece, 0)}


def peak(changes: Mapping[int, int]) -> int:
    """The most that is needed on a day. ``changes`` say by how much the need grows on a day."""
    most = running = 0
    for day in sorted(changes):
        running += changes[day]
        most = max(most, running)
    return most


def _groups(rows: Sequence[RentalRequested], scarce: set[Piece]) -> list[_Group]:
    """The requests in groups that share a scarce piece on a day, directly or through others."""
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
