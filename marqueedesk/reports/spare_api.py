"""Route for letters that a business could sell. Staff see no money (A5)."""

from datetime import timedelta
from typing import Final

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.reports import queries
from marqueedesk.reports.demand import read_demand
from marqueedesk.reports.spare import spare_pieces

router = APIRouter(tags=["reports"], responses=errors(401, 403))
SPAN: Final = timedelta(days=2 * 365)
"""Period that is evaluated."""
LEAST: Final = timedelta(days=365)
"""Minimum history: with a shorter one, the season that needs a letter may not have come yet."""


class SpareLetterOut(ResponseModel):
    """A letter owned beyond its peak demand. ``cost`` is per piece, if known."""

    letter: str
    size: str
    finish: str
    owned: int
    spare: int
    cost: CurrencyUnits | None


class SpareLettersOut(ResponseModel):
    """Letters that could be sold, based on all requests since a day."""

    since: str
    enough: bool
    requests: int
    letters: list[SpareLetterOut]


@router.get("/api/reports/spare-letters")
def spare_letters(request: Request) -> SpareLettersOut:
    """Get letters that no request of the last two years needed, booked or refused. Empty if there is less than a year
    of history.
    """
    with reading_copy(request) as (db, caller):
        operator = require(caller, SEE_MONEY)
        terms = read_operator(db.connection(), operator.id)
        today = terms.today(clock.now())
        demand = read_demand(db, terms, today - SPAN)
        rows = queries.letters_owned(db)
        usual = pricing.price_list(db).usual_finish
    since = max(today - SPAN, min((one.first for one in demand.asked), default=today))
    enough = today - since >= LEAST
    spare = spare_pieces({row.piece: row.quantity for row in rows}, demand.asked) if enough else {}
    return SpareLettersOut(
        since=since.isoformat(),
        enough=enough,
        requests=len(demand.asked),
        letters=[
            SpareLetterOut(
                letter=row.letter,
                size=row.size,
                finish=row.piece.finish or usual,
                owned=row.quantity,
                spare=spare[row.piece],
                cost=None if row.cost_cents is None else units(row.cost_cents),
            )
            for row in rows
            if row.piece in spare
        ],
    )
