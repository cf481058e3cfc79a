"""Back test of the buying advice: the advice is computed from the first half of a history and evaluated on the second
half. Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from marqueedesk.inventory.pieces import Needs, Piece
from marqueedesk.reports.buying import Buyer, by_frequency
from marqueedesk.reports.replay import History, RentalRequested


@dataclass(frozen=True, slots=True)
class BackTest:
    """Result of a back test, in cents: the revenue with the current stock, and what each strategy adds to it."""

    owned_cents: int
    advice_gain_cents: int
    frequency_gain_cents: int
    learned_from: int
    judged_on: int


def back_test(
    owned: Needs,
    asked: Sequence[RentalRequested],
    costs: Mapping[Piece, int],
    usual_cost: int | None,
    budget: int,
    size: str | None = None,
) -> BackTest:
    """Decide what to buy from the first half of the requests, and replay the second half with that purchase. ``budget``
    is in cents.
    """
    half = len(asked) // 2
    learner = Buyer(History(owned, asked[:half]), costs, usual_cost, budget, size)
    rest = History(owned, asked[half:])
    return BackTest(
        rest.revenue_cents,
        rest.gain(learner.purchase()),
        rest.gain(by_frequency(learner)),
        half,
        len(asked) - half,
    )
