"""Route for advice on which letters to buy next. Staff see no money (A5)."""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import Field

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.reports import queries
from marqueedesk.reports.back_test import back_test
from marqueedesk.reports.buying import Advice, Buyer, BuySet
from marqueedesk.reports.demand import read_demand
from marqueedesk.reports.replay import History

router = APIRouter(tags=["reports"], responses=errors(401, 403))
LEAST_REFUSED: Final = 5
"""Minimum number of refused requests for any figures."""
ENOUGH_REFUSED: Final = 20
"""Number of refused requests below which the response is marked as having little evidence."""
USUAL_SPAN: Final = timedelta(days=365)
LEAST_DAYS: Final = 30
"""Minimum period for annual figures: a single busy week is not representative."""
MOST_WORDS: Final = 5
_MONTH: Final = 365 / 12


class PieceToBuyOut(ResponseModel):
    """A letter to buy, with its quantity."""

    letter: str
    size: str
    finish: str
    count: int


class BuySetOut(ResponseModel):
    """Pieces worth buying together, and the revenue they add once the sets before them in the list are bought."""

    pieces: list[PieceToBuyOut]
    cost: CurrencyUnits
    gain: CurrencyUnits
    gain_per_year: CurrencyUnits
    payback_months: float | None
    words: list[str]
    cost_so_far: CurrencyUnits
    gain_so_far: CurrencyUnits


class BuyTotalOut(ResponseModel):
    """Total of several sets."""

    cost: CurrencyUnits
    gain: CurrencyUnits
    gain_per_year: CurrencyUnits
    payback_months: float | None
    pieces: int


class BackTestOut(ResponseModel):
    """Back test: the advice from the first half of the history, evaluated on the second half and compared with buying
    by frequency.
    """

    owned_revenue: CurrencyUnits
    advice_gain: CurrencyUnits
    frequency_gain: CurrencyUnits
    learned_from: int
    judged_on: int


class EvidenceOut(ResponseModel):
    """The data that the advice is based on."""

    requests: int
    accepted: int
    only_priced: Annotated[int, Field(description="Those of `requests` that were priced on the form but never sent")]
    priced_percent: int
    enough: bool
    since: str
    until: str
    gain_low: CurrencyUnits
    gain_high: CurrencyUnits
    back_test: BackTestOut | None


class BudgetPoint(ResponseModel):
    """Revenue that a budget would add in the period."""

    budget: CurrencyUnits
    gain: CurrencyUnits


class BuyNextOut(ResponseModel):
    """Advice on which letters to buy next, in order."""

    sets: Annotated[list[BuySetOut], Field(description="Sets that add nothing in the period come last")]
    total: BuyTotalOut
    paying: Annotated[BuyTotalOut, Field(description="Sets that add something in the period")]
    evidence: EvidenceOut
    curve: list[BudgetPoint]
    missing_cost: bool


@router.get("/api/reports/buy-next")
def buy_next(
    request: Request,
    budget: Annotated[float | None, Query(ge=0, le=10_000_000)] = None,
    since: Annotated[str | None, Query(max_length=10)] = None,
    size: Annotated[str | None, Query(max_length=20)] = None,
    cost: Annotated[float | None, Query(ge=0, le=1_000_000)] = None,
    priced: Annotated[int, Query(ge=0, le=100)] = 100,
) -> BuyNextOut:
    """Get sets of letters to buy for a budget, each with its cost and the revenue it would have added since a day
    (default: a year ago).

    Accepted and refused requests are replayed in order of arrival against the stock plus the purchase. ``cost`` applies
    to letters without a cost of their own. Rentals that were priced on the form but never sent count with ``priced``
    percent of their price.
    """
    with reading_copy(request) as (db, caller):
        operator = require(caller, SEE_MONEY)
        terms = read_operator(db.connection(), operator.id)
        today = terms.today(clock.now())
        first = read_day(since, "since") if since else today - USUAL_SPAN
        if first > today:
            raise Invalid(fields={"since": "Since must be a day in the past"})
        prices = pricing.price_list(db)
        rows = queries.letters_owned(db)
        sizes = dict.fromkeys([row.code for row in prices.sizes] + [row.size for row in rows])
        if size is not None and size not in sizes:
            raise Invalid(fields={"size": f"Choose one of: {', '.join(sizes)}"})
        story = read_demand(db, terms, first, priced)
        owned = {row.piece: row.quantity for row in rows}
        owned |= {row.piece: row.quantity for row in queries.items_owned(db)}
    costs = _costs(rows)
    usual_cost = None if cost is None else round(cost * 100)
    advice, tested, missing_cost = Advice(()), None, False
    if story.refused >= LEAST_REFUSED:
        cents = None if budget is None else round(budget * 100)
        history = History(owned, story.asked)
        buyer = Buyer(history, costs, usual_cost, cents, size)
        missing_cost = usual_cost is None and any(
            piece.item_id is None and piece not in costs for lacked in history.lacking({}) for piece, _ in lacked
        )
        advice = buyer.advise()
        if story.refused >= ENOUGH_REFUSED and advice.sets:
            tested = back_test(owned, story.asked, costs, usual_cost, advice.cost_cents, size)
    days = max(LEAST_DAYS, (today - first).days)
    return BuyNextOut(
        sets=_sets(advice, days, prices.usual_finish),
        total=_total(advice, days),
        paying=_total(advice.paying, days),
        evidence=EvidenceOut(
            requests=story.refused,
            accepted=story.accepted,
            only_priced=story.only_priced,
            priced_percent=priced,
            enough=story.refused >= ENOUGH_REFUSED,
            since=story.since.isoformat(),
            until=today.isoformat(),
            gain_low=units(advice.low_cents),
            gain_high=units(advice.high_cents),
            back_test=None if tested is None else BackTestOut.of_cents(tested, owned_revenue=units(tested.owned_cents)),
        ),
        curve=_curve(advice),
        missing_cost=missing_cost,
    )


def _costs(rows: list[InventoryItem]) -> dict[Piece, int]:
    return {row.piece: row.cost_cents for row in rows if row.cost_cents is not None}


def _total(advice: Advice, days: int) -> BuyTotalOut:
    return BuyTotalOut.of_cents(
        advice,
        gain_per_year=_per_year(advice.gain_cents, days),
        payback_months=_payback(advice.cost_cents, advice.gain_cents, days),
        pieces=sum(advice.purchase.values()),
    )


def _sets(advice: Advice, days: int, usual_finish: str) -> list[BuySetOut]:
    found: list[BuySetOut] = []
    cost = gain = 0
    for one in advice.sets:
        cost, gain = cost + one.cost_cents, gain + one.gain_cents
        found.append(
            BuySetOut.of_cents(
                one,
                pieces=_pieces(one, usual_finish),
                gain_per_year=_per_year(one.gain_cents, days),
                payback_months=_payback(one.cost_cents, one.gain_cents, days),
                words=list(one.words[:MOST_WORDS]),
                cost_so_far=units(cost),
                gain_so_far=units(gain),
            )
        )
    return found


def _pieces(one: BuySet, usual_finish: str) -> list[PieceToBuyOut]:
    return [
        PieceToBuyOut(letter=piece.letter, size=piece.size, finish=piece.finish or usual_finish, count=count)
        for piece, count in one.pieces
    ]


def _curve(advice: Advice) -> list[BudgetPoint]:
    points, cost, gain = [BudgetPoint(budget=0, gain=0)], 0, 0
    for one in advice.sets:
        cost, gain = cost + one.cost_cents, gain + one.gain_cents
        points.append(BudgetPoint(budget=units(cost), gain=units(gain)))
    return points


def _per_year(cents: int, days: int) -> float | int:
    return units(round(cents * 365 / days))


def _payback(cost_cents: int, gain_cents: int, days: int) -> float | None:
    """Return the months until a purchase has paid for itself, at the pace of the period."""
    return round(cost_cents / gain_cents * days / _MONTH, 1) if gain_cents > 0 else None
