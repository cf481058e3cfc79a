"""Route of the bookings at risk."""

from fastapi import Request

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import SEE_STOCK
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings.goods import at_risk
from marqueedesk.inventory.outage_schemas import AtRiskOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json
from marqueedesk.kit.http.routing import Router
from marqueedesk.pricing import queries as pricing

router = Router(tags=["inventory"], refuses=(401, 403))


@router.get("/api/at-risk")
def bookings_at_risk(request: Request) -> Json[list[AtRiskOut]]:
    """List upcoming bookings with too few pieces, nearest first, with their shortages."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        terms = read_operator(db.connection(), operator.id)
        usual = pricing.price_list(db).usual_finish
        return Json(at_risk.answer(db, terms, clock.now(), usual_finish=usual))
