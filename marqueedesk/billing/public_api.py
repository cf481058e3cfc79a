"""Public list of plans, for visitors before registration."""

from fastapi import Request

from marqueedesk.accounts.access import database
from marqueedesk.billing import queries
from marqueedesk.billing.schemas import PublicPlans
from marqueedesk.billing.serializers import plan_answer
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.http.http import Json
from marqueedesk.kit.http.routing import Router

router = Router(tags=["subscription"])


@router.get("/api/public/plans")
def public_plans(request: Request) -> Json[PublicPlans]:
    """List the available plans, cheapest first, and their currency."""
    with database(request).read() as db:
        offered = [plan_answer(plan) for plan in queries.plans(db) if plan.is_active]
        currency = effective(db, request.app.state.settings).currency
    return Json(PublicPlans(plans=offered, currency=currency))
