"""Route that lists bookings at risk."""

from typing import Annotated

from fastapi import APIRouter

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import SEE_STOCK
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings.goods import at_risk
from marqueedesk.inventory.outage_schemas import AtRiskOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"], responses=errors(401, 403))


@router.get("/api/at-risk", response_model_exclude_unset=True)
def bookings_at_risk(db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)]) -> list[AtRiskOut]:
    """List upcoming bookings that too few pieces are left for, nearest first, with their shortages."""
    operator = caller.operator
    terms = read_operator(db.connection(), operator.id)
    usual = pricing.price_list(db).usual_finish
    return at_risk.answer(db, terms, clock.now(), usual_finish=usual)
