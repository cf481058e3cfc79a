"""Routes for changing the plan of a subscription (S28). They call the provider between two transactions."""

from typing import TypeVar

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import reading, record_action, require, writing
from marqueedesk.accounts.dependencies import check_rights
from marqueedesk.accounts.rights import MANAGE_SUBSCRIPTION
from marqueedesk.billing import changing, plans, queries
from marqueedesk.billing.errors import NoSubscription
from marqueedesk.billing.schemas import NextPaymentOut, PlanChangeInput, PlanChangeOut, SubscribeInput, SubscriptionOut
from marqueedesk.billing.serializers import preview_answer, subscription_answer
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import NoKeys, ProviderNotFound
from marqueedesk.stripe.provider import provider_of

GivenT = TypeVar("GivenT", bound=SubscribeInput)

router = APIRouter(tags=["billing"], responses=errors(401, 403, 404, 502))


@router.get("/api/subscription/next-payment")
def next_payment(request: Request) -> NextPaymentOut:
    """Return the next charge and its date, computed by the provider. 404 if nothing will be charged."""
    provider = provider_of(request)
    with reading(request) as (db, caller):
        require(caller, MANAGE_SUBSCRIPTION)
        row = queries.shown(db)
        if row is None or row.stripe_subscription_id is None or not changing.renews(row):
            raise NoSubscription
        gateway, subscription_id, at = provider.get(db), row.stripe_subscription_id, row.current_period_end
    return NextPaymentOut(amount=gateway.next_due(subscription_id), at=at)


def _begin(request: Request, plan_id: int) -> tuple[Stripe, changing.RequestedPlan]:
    """Return the gateway and the requested change of plan. Raises NoKeys and the errors of `changing.begin`."""
    provider = provider_of(request)
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        gateway = provider.find(db)
        live = gateway is not None and gateway.live
        wanted = changing.begin(db, operator, plan_id, provider.currency(db), live=live)
    if gateway is None:
        raise NoKeys
    return gateway, wanted


@router.post(
    "/api/subscription/change/preview", responses=errors(409), dependencies=[check_rights(MANAGE_SUBSCRIPTION)]
)
def preview(request: Request, body: SubscribeInput) -> PlanChangeOut:
    """Preview the charge and credit of changing to another plan now, and the payments after it; nothing is changed.

    409 `same_plan`, `plan_inactive`, `payment_open` or `resume_first` if the plan cannot be changed.
    """
    gateway, wanted = _begin(request, body.plan_id)
    try:
        found = changing.ask_preview(gateway, wanted, clock.now())
    except ProviderNotFound:
        with writing(request) as (db, _caller):
            plans.forget_sync(db, wanted.plan.id)
        raise
    if found.synced.facts != wanted.plan.synced:
        with writing(request) as (db, _caller):
            plans.record_sync(db, wanted.plan.id, found.synced)
    return preview_answer(wanted.plan.id, found)


@router.post("/api/subscription/change", responses=errors(402, 409), dependencies=[check_rights(MANAGE_SUBSCRIPTION)])
def change(request: Request, body: PlanChangeInput) -> SubscriptionOut:
    """Change the plan as previewed: `at` and `dueNow` come from the preview. The amount due is charged immediately.

    409 `preview_outdated` if the amount would differ, or the preview is older than half an hour; 402 if the card was
    declined. In both cases nothing has changed.
    """
    gateway, wanted = _begin(request, body.plan_id)
    asked_at = clock.now()
    state = changing.ask_change(gateway, wanted, body.at, body.due_now, asked_at)
    with writing(request) as (db, caller):
        row = changing.record_change(db, wanted, state, asked_at, clock.now())
        plan = queries.plan(db, row.plan_id)
        record_action(db, caller, "subscription.changed", (plan.id, plan.name))
        return subscription_answer(row, plan, clock.now())
