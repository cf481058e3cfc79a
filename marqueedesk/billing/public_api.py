"""Public list of plans, for visitors before registration."""

from fastapi import APIRouter, Request

from marqueedesk.accounts.dependencies import Db
from marqueedesk.billing import queries
from marqueedesk.billing.schemas import PublicPlans
from marqueedesk.billing.serializers import plan_answer
from marqueedesk.instance_settings.service import effective

router = APIRouter(tags=["subscription"])


@router.get("/api/public/plans")
def public_plans(request: Request, db: Db) -> PublicPlans:
    """List the available plans, cheapest first, and their currency."""
    offered = [plan_answer(plan) for plan in queries.plans(db) if plan.is_active]
    currency = effective(db, request.app.state.settings).currency
    return PublicPlans(plans=offered, currency=currency)
