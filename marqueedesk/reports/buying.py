"""Advice on which pieces to buy next. Pure.

One more letter often earns nothing alone: a sign that lacks M, M and R needs all three. So the search tries the sets of
pieces that requests were short of, and evaluates each by a replay of the whole history (reports.replay). With enough
requests, it replays resampled years, so that the advice reflects demand and not the coincidences of one year.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import inf
from random import Random
from typing import Final

from marqueedesk.inventory.pieces import Piece
from marqueedesk.reports.replay import History, Purchase, Years, redrawn

MOST_SETS: Final = 20
ENOUGH_TO_REDRAW: Final = 100
"""Number of requests below which resampling a year adds no information."""
_MOST_REDRAWN, _REDRAWN_REQUESTS = 16, 4_800
"""Maximum number of resampled years, and of requests in all of them together."""
_MOST_TRIED, _TRIED_OF_MANY, _MANY = 14, 3, 600
"""Number of candidates tried per step, most promising first; fewer if there are many requests."""
_WIDTHS: Final = (1, 4, 24)
"""Beam widths of the search; wider if the history is small enough."""
_EFFORT: Final = 60_000
"""Number of requests checked and groups looked up before the search ends with the best purchase so far."""
_EFFORT_REDRAWN: Final = 150_000
_MOST_WEIGHED: Final = 60
"""Maximum number of candidates for which an upper bound is computed."""
_YEARS: Final = 200
"""Number of bootstrap samples of the same weeks, for the confidence interval of a gain."""


@dataclass(frozen=True, slots=True)
class BuySet:
    """Pieces worth buying together, with their cost and the revenue they would have added in the period once the
    previous sets are bought, in cents. If years are resampled, that revenue can be 0.
    """

    pieces: Purchase
    cost_cents: int
    gain_cents: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The sets to buy, in order. ``low_cents`` and ``high_cents`` bound the gain in 90% of bootstrap samples."""

    sets: tuple[BuySet, ...]
    low_cents: int = 0
    high_cents: int = 0

    @property
    def cost_cents(self) -> int:
        """Return the cost of all sets in cents."""
        return sum(one.cost_cents for one in self.sets)

    @property
    def gain_cents(self) -> int:
        """Return the revenue in cents that all sets add in the period."""
        return sum(one.gain_cents for one in self.sets)

    @property
    def purchase(self) -> dict[Piece, int]:
        """Return the pieces in all sets together."""
        return _together(one.pieces for one in self.sets)

    @property
    def paying(self) -> "Advice":
        """Return the sets that add revenue in the period."""
        return Advice(tuple(one for one in self.sets if one.gain_cents > 0))


NOTHING: Final = Advice(())


@dataclass(frozen=True, slots=True)
class _State:
    """A candidate purchase. ``before`` is the purchase that it extends by one set; None if it was not built by adding a
    set.
    """

    bought: Mapping[Piece, int]
    cost: int
    gain: int
    before: "_State | None" = field(default=None, compare=False)

    @property
    def path(self) -> "Sequence[_State] | None":
        """Return the purchases that led to this one, from the empty one on, each with one more set. None if this
        purchase was not built by adding sets.
        """
        found: list[_State] = [self]
        state = self
        while state.before is not None:
            state = state.before
            found.append(state)
        return None if state.bought else found[::-1]

    @property
    def rank(self) -> tuple[float, int]:
        return (self.gain / self.cost if self.cost else 0.0, self.gain)


@dataclass(slots=True)
class Buyer:
    """Chooses purchases for a budget (cents; None for no limit).

    ``costs`` are costs per piece in cents, ``usual_cost`` applies to pieces not in it (None: cannot be bought),
    ``size`` limits purchases to one size. Purchases are evaluated on ``years``; by default, on the history or on years
    resampled from it.
    """

    history: History
    costs: Mapping[Piece, int]
    usual_cost: int | None
    budget: int | None = None
    size: str | None = None
    years: Years | None = None
    _judge: Years = field(init=False)
    _effort: int = field(init=False)

    def __post_init__(self) -> None:
        """Choose the years on which purchases are evaluated."""
        requests = len(self.history.rows)
        self._judge = self.years or Years([self.history])
        if self.years is None and requests >= ENOUGH_TO_REDRAW:
            self._judge = redrawn(self.history, max(2, min(_MOST_REDRAWN, _REDRAWN_REQUESTS // requests)))
        self._effort = self._judge.checked + (_EFFORT if self._judge.is_one else _EFFORT_REDRAWN)

    def advise(self) -> Advice:
        """Return the best purchase found, as sets in the order to buy them."""
        return self._in_order(self._found())

    def purchase(self) -> Mapping[Piece, int]:
        """Return the best purchase found."""
        return self._found().bought

    def _found(self) -> _State:
        start = _State({}, 0, 0)
        best = start
        for width in _WIDTHS if self._judge.is_one else _WIDTHS[:1]:
            if self._judge.checked > self._effort:
                break
            best = max(best, self._search(start, width), key=_by_gain)
        return self._swapped(self._trimmed(best))

    def cost(self, pieces: Iterable[tuple[Piece, int]]) -> int | None:
        """Return the cost of pieces in cents, or None if one cannot be bought."""
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
        """Follow the ``width`` best purchases, adding one set at a time, and return the one with the highest gain."""
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
                # The narrowest search, which starts from nothing, always completes, so there is always a result.
                if self._judge.checked > self._effort and (width > 1 or start.bought):
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
            if self._judge.checked > self._effort and (width > 1 or start.bought):
                break
        return best

    def _next(self, state: _State, within: Mapping[Piece, int] | None = None) -> list[_State]:
        """Return the purchase extended by each of the most promising affordable sets."""
        lacking = self._judge.lacking(state.bought)
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
        # Upper bound: the gain if all requests that lack nothing beyond this set were accepted.
        hopes = [
            (sum(cents for other, cents in lacking.items() if not bits[other] & ~bits[pieces]), pieces, cost)
            for pieces, cost in priced
        ]
        hopes.sort(key=lambda row: (-row[0] / max(1, row[2]), row[2], row[1]))
        found: list[_State] = []
        for _, pieces, cost in hopes[: _TRIED_OF_MANY if self._judge.size > _MANY else _MOST_TRIED]:
            bought = _together([tuple(state.bought.items()), pieces])
            found.append(_State(bought, state.cost + cost, self._judge.gain(bought, state.bought), state))
        return found

    def _trimmed(self, state: _State) -> _State:
        """Return the purchase without pieces that gain nothing."""
        for piece in sorted(state.bought):
            while state.bought.get(piece, 0):
                less = {name: count - (name == piece) for name, count in state.bought.items()}
                less = {name: count for name, count in less.items() if count}
                gain = self._judge.gain(less, state.bought)
                if gain < state.gain:
                    break
                state = _State(less, self.cost(less.items()) or 0, gain)
        return state

    def _swapped(self, state: _State) -> _State:
        """Return the purchase after swapping single pieces for better ones as long as that helps."""
        while state.bought and self._judge.checked <= self._effort:
            tries = [state]
            for piece in sorted(state.bought):
                if self._judge.checked > self._effort:
                    break
                less = {name: count for name, count in state.bought.items() if name != piece}
                fewer = _State(less, self.cost(less.items()) or 0, self._judge.gain(less, state.bought))
                tries.append(self._trimmed(self._search(fewer, 1)))
            better = max(tries, key=_by_gain)
            if _by_gain(better) <= _by_gain(state):
                break
            state = better
        return state

    def _in_order(self, state: _State) -> Advice:
        """Return the purchase as sets, highest gain per cost first."""
        # The narrow search found the purchase one set at a time; purchases found another way are split into sets.
        path = (None if self._judge.is_one else state.path) or self._apart(state)
        steps = [_more(before.bought, after.bought) for before, after in pairwise(path)]
        if not self._judge.is_one:
            steps = self._by_period(steps)
        bought = list(accumulate(steps, lambda now, more: _together([now.items(), more]), initial=dict[Piece, int]()))
        return Advice(tuple(self._set(*step) for step in pairwise(bought)), *_spread(self.history.gains(bought[-1])))

    def _apart(self, state: _State) -> list[_State]:
        """Split a purchase into single sets, and return the purchases after adding each, highest gain per cost first.
        Only the first `MOST_SETS` sets are kept; the others gain the least.
        """
        path, left = [_State({}, 0, 0)], dict(state.bought)
        while left and len(path) <= MOST_SETS:
            now = path[-1]
            steps = [(_worth(now, step), at, step) for at, step in enumerate(self._next(now, left))]
            following = max(steps)[2] if steps else state
            if following.gain <= now.gain and state.gain > now.gain:
                # Sets that only pay off together are bought together.
                following = state
            path.append(following)
            left = dict(_more(following.bought, state.bought))
        return path

    def _by_period(self, steps: Sequence[Purchase]) -> list[Purchase]:
        """Order sets chosen by resampled years by their gain per cost in the period itself, each after the previous
        ones.

        Gains are recomputed for each step, and for all remaining sets once none seems to add anything.
        """
        now: dict[Piece, int] = {}
        left = dict(enumerate(steps))
        worth = dict.fromkeys(left, inf)
        known: set[int] = set()
        found: list[Purchase] = []
        while left:
            first = max(left, key=lambda at: (worth[at], -at))
            unknown = [at for at in (left if worth[first] <= 0 else [first]) if at not in known]
            for at in unknown:
                worth[at] = self._added(now, [left[at]]) / max(1, self.cost(left[at]) or 0)
            known.update(unknown)
            if not unknown:
                chosen = [first] if worth[first] > 0 else self._paying(now, left)
                found.append(tuple(sorted(_together([left.pop(at) for at in chosen]).items())))
                now = _together([now.items(), found[-1]])
                known.clear()
        return found

    def _added(self, now: Mapping[Piece, int], sets: Iterable[Purchase]) -> int:
        """Return the revenue in cents that some sets together add in the period."""
        return self.history.gain(_together([now.items(), *sets]), now)

    def _paying(self, now: Mapping[Piece, int], left: Mapping[int, Purchase]) -> list[int]:
        """Return sets that add revenue together but not one by one, without superfluous ones. Just the first set if
        even all of them add none.
        """
        chosen: list[int] = []
        for at in left:
            chosen.append(at)
            if self._added(now, [left[one] for one in chosen]) > 0:
                break
        else:
            return chosen[:1]
        for at in chosen[:-1]:
            fewer = [one for one in chosen if one != at]
            if self._added(now, [left[one] for one in fewer]) > 0:
                chosen = fewer
        return chosen

    def _set(self, before: Mapping[Piece, int], after: Mapping[Piece, int]) -> BuySet:
        pieces = _more(before, after)
        words = self.history.allowed(before, after)
        return BuySet(pieces, self.cost(pieces) or 0, self.history.gain(after, before), tuple(words))


def _more(before: Mapping[Piece, int], after: Mapping[Piece, int]) -> Purchase:
    """Return the pieces in ``after`` beyond those in ``before``."""
    return tuple(
        [(piece, more) for piece, count in sorted(after.items()) if (more := count - before.get(piece, 0)) > 0]
    )


def _worth(before: _State, after: _State) -> tuple[float, int]:
    return ((after.gain - before.gain) / max(1, after.cost - before.cost), -after.cost)


def _by_gain(state: _State) -> tuple[int, int]:
    return (state.gain, -state.cost)


def _together(purchases: Iterable[Iterable[tuple[Piece, int]]]) -> dict[Piece, int]:
    found: dict[Piece, int] = {}
    for pieces in purchases:
        for piece, count in pieces:
            found[piece] = found.get(piece, 0) + count
    return found


def _bits(sets: Iterable[Purchase]) -> dict[Purchase, int]:
    """Encode each set as a bit mask with one bit per piece, so that a subset's bits are all in its superset's."""
    places: dict[tuple[Piece, int], int] = {}
    return {
        pieces: sum(1 << places.setdefault((piece, at), len(places)) for piece, count in pieces for at in range(count))
        for pieces in sets
    }


def _spread(gains: Sequence[int]) -> tuple[int, int]:
    """Return the 5th and 95th percentile of the total gain over bootstrap samples. ``gains`` has the gain of each
    group.
    """
    moved = [gain for gain in gains if gain]
    draw = Random(len(moved))  # noqa: S311 - the same input must give the same result.
    sums = sorted(_another(moved, draw) for _ in range(_YEARS))
    return sums[_YEARS // 20], sums[-1 - _YEARS // 20]


def _another(gains: Sequence[int], draw: Random) -> int:
    """Return the total gain of a bootstrap sample: a Poisson-distributed number of groups, drawn with replacement."""
    count, at = 0, draw.expovariate(1)
    while at < len(gains):
        count, at = count + 1, at + draw.expovariate(1)
    return sum(draw.choices(gains, k=count)) if count else 0


def by_frequency(buyer: Buyer) -> dict[Piece, int]:
    """Return the purchase within the budget that a simple strategy makes: the most often missing pieces first."""
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
