"""The plans on offer, for visitors who read what it costs before they register."""

from fastapi import Request
from starlette.responses import Response

from marqueedesk.accounts.access import database
from marqueedesk.billing import queries
from marqueedesk.billing.schemas import PublicPlans
from marqueedesk.billing.serializers import plan_answer
from marqueedesk.kit.http import json_answer
from marqueedesk.kit.routing import Router
from marqueedesk.platform.service import effective

router = Router(tags=["subscription"])


@router.get("/api/public/plans", response_model=PublicPlans)
def public_plans(request: Request) -> Response:
    """The plans that can be subscribed to, the cheapest first, and what they are charged in."""
    with database(request).read() as db:
        offered = [plan_answer(plan) for plan in queries.plans(db) if plan.is_active]
        currency = effective(db, request.app.state.settings).currency
    return json_answer(PublicPlans(plans=offered, currency=currency))
