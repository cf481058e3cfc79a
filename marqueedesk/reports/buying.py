"""Which pieces to buy next: a replay of what was asked for, against the stock and a purchase. Pure.

One more letter often earns nothing alone: a sign that lacks M, M and R needs all three. So the search tries the sets of
pieces that requests were short of, never single letters, and judges each by replaying the whole history in the order
in which it was asked for, with the product's own check by the day (availability.stock).

Requests that touch no scarce piece are taken whatever is bought. The others fall into groups that share a scarce piece
on a day: a purchase only changes groups that need it, and a group's result depends on no more than its own stock.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Final

from marqueedesk.inventory.pieces import Needs, Piece

MOST_SETS: Final = 20
_MOST_TRIED, _TRIED_OF_MANY, _MANY = 14, 5, 600
"""The candidates that are tried at each step, the most promising first; fewer where requests are many."""
_WIDTHS: Final = (1, 4, 24)
"""How many purchases are followed at a time; wider where the history is small enough."""
_EFFORT: Final = 60_000
"""So many requests are checked and groups looked up before the best purchase found is taken: about a second."""
_MOST_WEIGHED: Final = 60
"""The candidates of which it is worked out how much they could bring at best."""
_YEARS: Final = 200
"""Histories that are drawn anew from the same weeks, to say how sure a gain is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A rental that was asked for, whether it was taken or refused. ``first`` to ``last`` its pieces are out."""

    needs: Mapping[Piece, int]
    first: date
    last: date
    cents: int
    words: str = ""


Purchase = tuple[tuple[Piece, int], ...]
"""The number of each piece bought, in the order of the pieces."""


@dataclass(frozen=True, slots=True)
class BuySet:
    """Pieces that are worth buying together: their cost and what they add to the revenue, in cents."""

    pieces: Purchase
    cost_cents: int
    gain_cents: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The sets to buy, in order. ``low_cents`` and ``high_cents`` hold the gain of nine in ten redrawn histories."""

    sets: tuple[BuySet, ...]
    low_cents: int = 0
    high_cents: int = 0

    @property
    def cost_cents(self) -> int:
        """Its cost in cents."""
        return sum(one.cost_cents for one in self.sets)

    @property
    def gain_cents(self) -> int:
        """The cents that it adds to the revenue of the period."""
        return sum(one.gain_cents for one in self.sets)

    @property
    def purchase(self) -> dict[Piece, int]:
        """All of it together."""
        return _together(one.pieces for one in self.sets)


NOTHING: Final = Advice(())


@dataclass(slots=True)
class _Group:
    """Requests that share scarce pieces on a day. Days and pieces are counted from 0 within it."""

    pieces: list[Piece]
    number: dict[Piece, int]
    peak: list[int]
    length: int
    rows: list[tuple[list[tuple[int, int]], int, int, int, str]]
    """Each request's needs, its first day, the day after its last, its cents and its words, in order of arrival."""
    stock: list[int] = field(default_factory=list[int])
    """The number owned of each piece, limited to the group's peak demand for it."""
    known: dict[tuple[int, ...], "_Result"] = field(default_factory=dict[tuple[int, ...], "_Result"])


@dataclass(frozen=True, slots=True)
class _Result:
    cents: int
    refused: tuple[tuple[int, Purchase], ...]
    """For each refused request, its number and the pieces it lacked."""


class History:
    """The requests in order of arrival, ready to be replayed against any purchase."""

    def __init__(self, owned: Needs, asked: Iterable[Asked]) -> None:
        """``owned`` is the stock as it is today."""
        self.owned = dict(owned)
        self.checked = 0
        rows = [row for row in asked if row.needs]
        scarce = _scarce(self.owned, rows)
        # Requests that need no scarce piece are taken whatever is bought.
        self._always = sum(row.cents for row in rows if scarce.isdisjoint(row.needs))
        self._groups = _groups([row for row in rows if not scarce.isdisjoint(row.needs)], scarce)
        self.size = sum(len(group.rows) for group in self._groups)
        self._by_piece: dict[Piece, set[int]] = {}
        for number, group in enumerate(self._groups):
            group.stock = [
                min(self.owned.get(piece, 0), peak) for piece, peak in zip(group.pieces, group.peak, strict=True)
            ]
            for piece in group.pieces:
                self._by_piece.setdefault(piece, set()).add(number)
        self._base = [self._replay(group, {}).cents for group in self._groups]

    @property
    def revenue_cents(self) -> int:
        """The revenue that the stock as it is would have earned, in cents."""
        return self._always + sum(self._base)

    def gain(self, purchase: Needs) -> int:
        """The cents that a purchase adds to the revenue; less than 0 if it lets in ones that keep better ones out."""
        touched: set[int] = set()
        for piece in purchase:
            touched |= self._by_piece.get(piece, set())
        return sum(self._replay(self._groups[at], purchase).cents - self._base[at] for at in touched)

    def gains(self, purchase: Needs) -> list[int]:
        """The gain of each group that there is."""
        return [
            self._replay(group, purchase).cents - base for group, base in zip(self._groups, self._base, strict=True)
        ]

    def lacking(self, purchase: Needs) -> dict[Purchase, int]:
        """The sets that refused requests lacked besides a purchase, with the cents of those that lacked just it."""
        found: dict[Purchase, int] = {}
        for group in self._groups:
            for at, lacked in self._replay(group, purchase).refused:
                found[lacked] = found.get(lacked, 0) + group.rows[at][3]
        return found

    def allowed(self, before: Needs, after: Needs) -> list[str]:
        """The words that ``after`` lets in and ``before`` did not, those that bring most first."""
        cents: dict[str, int] = {}
        for group in self._groups:
            then = {at for at, _ in self._replay(group, before).refused}
            now = {at for at, _ in self._replay(group, after).refused}
            for at in then - now:
                words = group.rows[at][4]
                cents[words] = cents.get(words, 0) + group.rows[at][3]
        return sorted(cents, key=lambda words: (-cents[words], words))

    def _replay(self, group: _Group, purchase: Needs) -> _Result:
        stock = group.stock.copy()
        for piece, count in purchase.items():
            at = group.number.get(piece)
            if at is not None:
                stock[at] = min(self.owned.get(piece, 0) + count, group.peak[at])
        key = tuple(stock)
        self.checked += 1
        found = group.known.get(key)
        if found is None:
            self.checked += len(group.rows)
            found = group.known[key] = _replayed(group, key)
        return found


def _replayed(group: _Group, stock: tuple[int, ...]) -> _Result:
    """Take what fits, in order of arrival: on each of its days there has to be enough of everything it needs."""
    use = [[0] * group.length for _ in group.pieces]
    cents, refused = 0, list[tuple[int, Purchase]]()
    for at, (needs, first, end, worth, _) in enumerate(group.rows):
        lacked: list[tuple[Piece, int]] = []
        for piece, count in needs:
            short = count + max(use[piece][first:end]) - stock[piece]
            if short > 0:
                lacked.append((group.pieces[piece], min(short, count)))
        if lacked:
            refused.append((at, tuple(lacked)))
            continue
        cents += worth
        for piece, count in needs:
            row = use[piece]
            for day in range(first, end):
                row[day] += count
    return _Result(cents, tuple(refused))


def _scarce(owned: Needs, rows: Sequence[Asked]) -> set[Piece]:
    """The pieces of which there would be too few on some day if everybody got theirs."""
    changes: dict[Piece, dict[int, int]] = {}
    for row in rows:
        for piece, count in row.needs.items():
            days = changes.setdefault(piece, {})
            first, end = row.first.toordinal(), row.last.toordinal() + 1
            days[first] = days.get(first, 0) + count
            days[end] = days.get(end, 0) - count
    return {piece for piece, days in changes.items() if _peak(days) > owned.get(piece, 0)}


def _peak(changes: Mapping[int, int]) -> int:
    most = running = 0
    for day in sorted(changes):
        running += changes[day]
        most = max(most, running)
    return most


def _groups(rows: Sequence[Asked], scarce: set[Piece]) -> list[_Group]:
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


def _group(rows: list[Asked], scarce: set[Piece]) -> _Group:
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
    return _Group(pieces, number, [_peak(days) for days in changes], length, kept)


# --- Choosing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _State:
    bought: Mapping[Piece, int]
    cost: int
    gain: int

    @property
    def rank(self) -> tuple[float, int]:
        return (self.gain / self.cost if self.cost else 0.0, self.gain)


@dataclass(slots=True)
class Buyer:
    """Chooses what to buy for a budget (cents; None for no limit).

    ``costs`` are what a piece costs in cents, ``usual_cost`` of one that is not among them (None: it cannot be bought),
    ``size`` the only size that is bought.
    """

    history: History
    costs: Mapping[Piece, int]
    usual_cost: int | None
    budget: int | None = None
    size: str | None = None

    def advise(self) -> Advice:
        """The best purchase found, as sets in the order in which to buy them."""
        start = _State({}, 0, 0)
        best = start
        for width in _WIDTHS:
            if self.history.checked > _EFFORT:
                break
            best = max(best, self._search(start, width), key=_by_gain)
        best = self._swapped(self._trimmed(best))
        return self._in_order(best)

    def cost(self, pieces: Iterable[tuple[Piece, int]]) -> int | None:
        """The cost of pieces in cents; None if one of them cannot be bought."""
        total = 0
        for piece, count in pieces:
            one = self.costs.get(piece, self.usual_cost)
            if piece.item_id is not None or one is None or (self.size is not None and piece.size != self.size):
                return None
            total += one * count
        return total

    def _affords(self, cost: int) -> bool:
        return self.budget is None or cost <= self.budget

    def _search(self, start: _State, width: int) -> _State:
        """Follow the ``width`` best purchases, set by set, and answer the one that gains most."""
        best, states = start, [start]
        seen: set[Purchase] = set()
        for _ in range(MOST_SETS):
            found: list[_State] = []
            for state in states:
                for following in self._next(state):
                    key = tuple(sorted(following.bought.items()))
                    if key not in seen:
                        seen.add(key)
                        found.append(following)
                # The narrowest search, from nothing, goes on to its end, so that there is always an answer.
                if self.history.checked > _EFFORT and (width > 1 or start.bought):
                    break
            if not found:
                break
            best = max([best, *found], key=_by_gain)
            if width == 1:
                following = max(enumerate(found), key=lambda row: (_worth(states[0], row[1]), -row[0]))[1]
                if following.gain <= states[0].gain:
                    break
                states = [following]
            else:
                by_rank = sorted(found, key=lambda state: state.rank, reverse=True)[:width]
                by_gain = sorted(found, key=_by_gain, reverse=True)[: width // 2]
                states = by_rank + [state for state in by_gain if state not in by_rank]
            if self.history.checked > _EFFORT and (width > 1 or start.bought):
                break
        return best

    def _next(self, state: _State, within: Mapping[Piece, int] | None = None) -> list[_State]:
        """The purchase with one more set, for the most promising sets that can be paid for."""
        lacking = self.history.lacking(state.bought)
        priced: list[tuple[Purchase, int]] = []
        for pieces in lacking:
            cost = self.cost(pieces)
            if cost is None or not self._affords(state.cost + cost):
                continue
            if within is not None and any(within.get(piece, 0) < count for piece, count in pieces):
                continue
            priced.append((pieces, cost))
        priced.sort(key=lambda row: (-lacking[row[0]] / max(1, row[1]), row[1], row[0]))
        priced = priced[:_MOST_WEIGHED]
        bits = _bits(lacking)
        # What a set would bring if all that lack no more than it could be had.
        hopes = [
            (sum(cents for other, cents in lacking.items() if not bits[other] & ~bits[pieces]), pieces, cost)
            for pieces, cost in priced
        ]
        hopes.sort(key=lambda row: (-row[0] / max(1, row[2]), row[2], row[1]))
        found: list[_State] = []
        for _, pieces, cost in hopes[: _TRIED_OF_MANY if self.history.size > _MANY else _MOST_TRIED]:
            bought = _together([tuple(state.bought.items()), pieces])
            found.append(_State(bought, state.cost + cost, self.history.gain(bought)))
        return found

    def _trimmed(self, state: _State) -> _State:
        """The purchase without pieces that gain nothing."""
        for piece in sorted(state.bought):
            while state.bought.get(piece, 0):
                less = {name: count - (name == piece) for name, count in state.bought.items()}
                less = {name: count for name, count in less.items() if count}
                gain = self.history.gain(less)
                if gain < state.gain:
                    break
                state = _State(less, self.cost(less.items()) or 0, gain)
        return state

    def _swapped(self, state: _State) -> _State:
        """The purchase after giving up one piece for something better, as long as that helps."""
        while state.bought and self.history.checked <= _EFFORT:
            tries = [state]
            for piece in sorted(state.bought):
                if self.history.checked > _EFFORT:
                    break
                less = {name: count for name, count in state.bought.items() if name != piece}
                fewer = _State(less, self.cost(less.items()) or 0, self.history.gain(less))
                tries.append(self._trimmed(self._search(fewer, 1)))
            better = max(tries, key=_by_gain)
            if _by_gain(better) <= _by_gain(state):
                break
            state = better
        return state

    def _in_order(self, state: _State) -> Advice:
        """The purchase as sets, those that bring most for their cost first."""
        now, left = _State({}, 0, 0), dict(state.bought)
        sets: list[BuySet] = []
        while left and len(sets) < MOST_SETS:
            steps = [(_worth(now, step), at, step) for at, step in enumerate(self._next(now, left))]
            following = max(steps)[2] if steps else None
            if following is None or len(sets) == MOST_SETS - 1:
                following = state
            if following.gain <= now.gain and state.gain > now.gain:
                # What only pays together is bought together.
                following = state
            sets.append(self._set(now, following))
            left = {
                piece: more
                for piece, count in state.bought.items()
                if (more := count - following.bought.get(piece, 0)) > 0
            }
            now = following
        low, high = _spread(self.history.gains(state.bought))
        return Advice(tuple(sets), low, high)

    def _set(self, before: _State, after: _State) -> BuySet:
        pieces = tuple(
            [
                (piece, count - before.bought.get(piece, 0))
                for piece, count in sorted(after.bought.items())
                if count > before.bought.get(piece, 0)
            ]
        )
        words = self.history.allowed(before.bought, after.bought)
        return BuySet(pieces, after.cost - before.cost, after.gain - before.gain, tuple(words))


def _worth(before: _State, after: _State) -> tuple[float, int]:
    return ((after.gain - before.gain) / max(1, after.cost - before.cost), -after.cost)


def _by_gain(state: _State) -> tuple[int, int]:
    return (state.gain, -state.cost)


def _together(purchases: Iterable[Purchase]) -> dict[Piece, int]:
    found: dict[Piece, int] = {}
    for pieces in purchases:
        for piece, count in pieces:
            found[piece] = found.get(piece, 0) + count
    return found


def _bits(sets: Iterable[Purchase]) -> dict[Purchase, int]:
    """Each set as bits, one for each piece of it: a set that is part of another has no bit that the other lacks."""
    places: dict[tuple[Piece, int], int] = {}
    return {
        pieces: sum(1 << places.setdefault((piece, at), len(places)) for piece, count in pieces for at in range(count))
        for pieces in sets
    }


def _spread(gains: Sequence[int]) -> tuple[int, int]:
    """The gains that one in twenty redrawn histories stays below, and one in twenty goes beyond."""
    moved = [gain for gain in gains if gain]
    if not moved:
        return 0, 0
    draw = Random(len(gains))  # noqa: S311 - the same answer to the same question.
    sums = sorted(sum(draw.choices(moved, k=len(moved))) for _ in range(_YEARS))
    return sums[_YEARS // 20], sums[-1 - _YEARS // 20]


# --- What it is held against ------------------------------------------------------------------------------------------


def by_frequency(buyer: Buyer) -> dict[Piece, int]:
    """The purchase by plain counting: one piece after the other of those that were short most often."""
    counts: dict[Piece, int] = {}
    for pieces in buyer.history.lacking({}):
        for piece, count in pieces:
            counts[piece] = counts.get(piece, 0) + count
    bought: dict[Piece, int] = {}
    spent = 0
    for piece in sorted(counts, key=lambda one: (-counts[one], one)):
        cost = buyer.cost([(piece, 1)])
        if cost is not None and buyer.budget is not None and spent + cost <= buyer.budget:
            bought[piece] = 1
            spent += cost
    return bought


@dataclass(frozen=True, slots=True)
class BackTest:
    """The advice learned from the first part of a history, judged on the rest: cents earned by each advice."""

    owned_cents: int
    advice_gain_cents: int
    frequency_gain_cents: int
    learned_from: int
    judged_on: int


def back_test(
    owned: Needs,
    asked: Sequence[Asked],
    costs: Mapping[Piece, int],
    usual_cost: int | None,
    budget: int,
    size: str | None = None,
) -> BackTest:
    """Buy by the first half of what was asked for, and replay the second half with it. ``budget`` in cents."""
    half = len(asked) // 2
    learner = Buyer(History(owned, asked[:half]), costs, usual_cost, budget, size)
    rest = History(owned, asked[half:])
    return BackTest(
        rest.revenue_cents,
        rest.gain(learner.advise().purchase),
        rest.gain(by_frequency(learner)),
        half,
        len(asked) - half,
    )
