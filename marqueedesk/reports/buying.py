"""Which pieces to buy next. Pure.

One more letter often earns nothing alone: a sign that lacks M, M and R needs all three. So the search tries the sets of
pieces that requests were short of, and judges each by a replay of the whole history (reports.replay). Where there are
enough requests, it replays years that are drawn anew from it, so that the advice follows what people ask for and not
the coincidences of one year.
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
"""With fewer requests a year that is drawn anew says nothing that the history does not say."""
_MOST_REDRAWN, _REDRAWN_REQUESTS = 16, 4_800
"""The years that are drawn anew, and how many requests they may have together."""
_MOST_TRIED, _TRIED_OF_MANY, _MANY = 14, 3, 600
"""The candidates that are tried at each step, the most promising first; fewer where requests are many."""
_WIDTHS: Final = (1, 4, 24)
"""How many purchases are followed at a time; wider where the history is small enough."""
_EFFORT: Final = 60_000
"""So many requests are checked and groups looked up before the best purchase found is taken."""
_EFFORT_REDRAWN: Final = 150_000
_MOST_WEIGHED: Final = 60
"""The candidates of which it is worked out how much they could bring at best."""
_YEARS: Final = 200
"""Histories that are drawn anew from the same weeks, to say how sure a gain is."""


@dataclass(frozen=True, slots=True)
class BuySet:
    """Pieces that are worth buying together: their cost, and what they would have added to the revenue of the period
    after the sets before them, in cents. Chosen by years drawn anew, a set may have added nothing in the period itself.
    """

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


@dataclass(frozen=True, slots=True)
class _State:
    """A purchase. ``before`` is the one to which a set was added; there is none where it came about otherwise."""

    bought: Mapping[Piece, int]
    cost: int
    gain: int
    before: "_State | None" = field(default=None, compare=False)

    @property
    def path(self) -> "Sequence[_State] | None":
        """The purchases from nothing to this one, set by set; None where it did not come about that way."""
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
    """Chooses what to buy for a budget (cents; None for no limit).

    ``costs`` are what a piece costs in cents, ``usual_cost`` of one that is not among them (None: it cannot be bought),
    ``size`` the only size that is bought. ``years`` judge purchases; without, it is the history, or years drawn anew
    from it.
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
        """Choose the years by which purchases are judged."""
        requests = len(self.history.rows)
        self._judge = self.years or Years([self.history])
        if self.years is None and requests >= ENOUGH_TO_REDRAW:
            self._judge = redrawn(self.history, max(2, min(_MOST_REDRAWN, _REDRAWN_REQUESTS // requests)))
        self._effort = self._judge.checked + (_EFFORT if self._judge.is_one else _EFFORT_REDRAWN)

    def advise(self) -> Advice:
        """The best purchase found, as sets in the order in which to buy them."""
        return self._in_order(self._found())

    def purchase(self) -> Mapping[Piece, int]:
        """The best purchase found."""
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
        """The purchase with one more set, for the most promising sets that can be paid for."""
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
        # What a set would bring if all that lack no more than it could be had.
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
        """The purchase without pieces that gain nothing."""
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
        """The purchase after giving up one piece for something better, as long as that helps."""
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
        """The purchase as sets, those that bring most for their cost first."""
        # The narrow search has found it set by set; a purchase that came about otherwise is taken apart.
        path = (None if self._judge.is_one else state.path) or self._apart(state)
        steps = [_more(before.bought, after.bought) for before, after in pairwise(path)]
        if not self._judge.is_one:
            steps = self._by_period(steps)
        bought = list(accumulate(steps, lambda now, more: _together([now.items(), more]), initial=dict[Piece, int]()))
        return Advice(tuple(self._set(*step) for step in pairwise(bought)), *_spread(self.history.gains(bought[-1])))

    def _apart(self, state: _State) -> list[_State]:
        """The purchases from nothing to this one, the set that brings most for its cost first. What is left of it after
        `MOST_SETS` of them brings least, and is not bought.
        """
        path, left = [_State({}, 0, 0)], dict(state.bought)
        while left and len(path) <= MOST_SETS:
            now = path[-1]
            steps = [(_worth(now, step), at, step) for at, step in enumerate(self._next(now, left))]
            following = max(steps)[2] if steps else state
            if following.gain <= now.gain and state.gain > now.gain:
                # What only pays together is bought together.
                following = state
            path.append(following)
            left = dict(_more(following.bought, state.bought))
        return path

    def _by_period(self, steps: Sequence[Purchase]) -> list[Purchase]:
        """Sets that other years have chosen, by what each adds for its cost in the period itself after those before.

        What one adds is worked out again when its turn comes, and all that is left when nothing seems to add any more.
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
        """The cents that some sets together add to the revenue of the period."""
        return self.history.gain(_together([now.items(), *sets]), now)

    def _paying(self, now: Mapping[Piece, int], left: Mapping[int, Purchase]) -> list[int]:
        """Some of the sets that add nothing alone and something together; only the first where all add nothing."""
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
    """The pieces that the second of two purchases has beyond the first."""
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
    """Each set as bits, one for each piece of it: a set that is part of another has no bit that the other lacks."""
    places: dict[tuple[Piece, int], int] = {}
    return {
        pieces: sum(1 << places.setdefault((piece, at), len(places)) for piece, count in pieces for at in range(count))
        for pieces in sets
    }


def _spread(gains: Sequence[int]) -> tuple[int, int]:
    """The gains that one in twenty redrawn histories stays below, and one in twenty goes beyond; ``gains`` by group."""
    moved = [gain for gain in gains if gain]
    draw = Random(len(moved))  # noqa: S311 - the same answer to the same question.
    sums = sorted(_another(moved, draw) for _ in range(_YEARS))
    return sums[_YEARS // 20], sums[-1 - _YEARS // 20]


def _another(gains: Sequence[int], draw: Random) -> int:
    """The gains of a year like this one: as many occasions as chance has it, each like one that there was."""
    count, at = 0, draw.expovariate(1)
    while at < len(gains):
        count, at = count + 1, at + draw.expovariate(1)
    return sum(draw.choices(gains, k=count)) if count else 0


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
