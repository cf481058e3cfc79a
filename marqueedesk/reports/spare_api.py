"""The route that says which letters a business could sell. Staff see no money (A5)."""

from datetime import timedelta
from typing import Final

from fastapi import Request

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.reports import queries
from marqueedesk.reports.demand import read_demand
from marqueedesk.reports.spare import spare_pieces

router = Router(tags=["reports"], refuses=(401, 403))
SPAN: Final = timedelta(days=2 * 365)
"""How far back the answer looks."""
LEAST: Final = timedelta(days=365)
"""With a shorter history there is no answer: the season that needs a letter may not have come yet."""


class SpareLetterOut(ResponseModel):
    """A letter of which more are owned than were ever asked for at once. ``cost`` is of one, where it is known."""

    letter: str
    size: str
    finish: str
    owned: int
    spare: int
    cost: CurrencyUnits | None


class SpareLettersOut(ResponseModel):
    """The letters that could be sold, judged from everything that was asked for since a day."""

    since: str
    enough: bool
    requests: int
    letters: list[SpareLetterOut]


@router.get("/api/reports/spare-letters")
def spare_letters(request: Request) -> Json[SpareLettersOut]:
    """Letters that no request of the last two years needed, booked or refused. Without a year of history, none."""
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
    return Json(
        SpareLettersOut(
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
    )
