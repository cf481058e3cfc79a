"""Route of the bookings that no longer fit."""

from fastapi import Request
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import SEE_STOCK
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings import at_risk
from marqueedesk.inventory.outage_schemas import AtRiskOut
from marqueedesk.kit import clock
from marqueedesk.kit.http import error_responses, json_answer
from marqueedesk.kit.routing import Router
from marqueedesk.pricing import queries as pricing

router = Router(tags=["inventory"])


@router.get("/api/at-risk", response_model=list[AtRiskOut], responses=error_responses(401, 403))
def bookings_at_risk(request: Request) -> Response:
    """The coming bookings that no longer fit, nearest first, with what each is short of."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        terms = read_operator(db.connection(), operator.id)
        usual = pricing.price_list(db).usual_finish
        return json_answer(at_risk.answer(db, terms, clock.now(), usual_finish=usual))
