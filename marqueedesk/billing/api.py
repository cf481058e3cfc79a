"""Routes of a business's payments to the platform: plans, subscription, payment history, and single payments at
checkout.

Routes call the provider between two transactions; see `service`. Only the owner has access to billing (A5).
"""

import secrets
from typing import Annotated

from fastapi import APIRouter, Header, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, record_action, require, writing
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.rights import MANAGE_SUBSCRIPTION
from marqueedesk.billing import cards, queries, service, stripe_sync
from marqueedesk.billing.errors import NoSubscription, NothingDue
from marqueedesk.billing.models import Subscription
from marqueedesk.billing.schemas import (
    ClientSecretOut,
    EndingInput,
    PaymentIntentInput,
    PaymentOut,
    PlanOut,
    SubscriptionOut,
    TakePlanInput,
)
from marqueedesk.billing.serializers import payment_answer, plan_answer, subscription_answer
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.idempotency import read_key
from marqueedesk.stripe import ids
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import NoKeys, ProviderNotFound, ProviderProblem
from marqueedesk.stripe.metadata import OPERATOR, PURPOSE
from marqueedesk.stripe.models import CUSTOMER
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["billing"], responses=errors(401, 403))
_PROVIDER = (402, 502, 503)


@router.get("/api/subscription/plans")
def plans(db: Db, _: Annotated[Caller, Requires(MANAGE_SUBSCRIPTION)]) -> list[PlanOut]:
    """List all plans, cheapest first. Plans no longer offered have `isActive` false."""
    return [plan_answer(plan) for plan in queries.plans(db)]


@router.get("/api/subscription", responses=errors(404))
def subscription(db: Db, _: Annotated[Caller, Requires(MANAGE_SUBSCRIPTION)]) -> SubscriptionOut:
    """Return the business's subscription: the current one, or else the one that ended last. 404 if it never had one."""
    row = queries.shown(db)
    if row is None:
        raise NoSubscription
    return subscription_answer(row, row.plan, clock.now())


@router.post(
    "/api/subscription",
    status_code=201,
    responses=errors(402, 404, 409, 502),
    dependencies=[check_rights(MANAGE_SUBSCRIPTION)],
)
def subscribe(request: Request, body: TakePlanInput) -> SubscriptionOut:
    """Subscribe to a plan (S2-S4). If a first payment is due, the response contains `clientSecret` for the card form.

    503 `no_stripe_keys` for a paid plan without a trial if the installation has no keys; 409 if the plan is not
    offered, if there is a subscription, or if a running trial would end without `endsTrial`.
    """
    provider = provider_of(request)
    with writing(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        gateway = provider.find(db)
        begun = service.begin(
            db, operator, body.plan_id, gateway, provider.currency(db), clock.now(), ends_trial=body.ends_trial
        )
        if isinstance(begun, Subscription):
            plan = queries.plan(db, begun.plan_id)
            record_action(db, caller, "subscription.taken", (plan.id, plan.name))
            return subscription_answer(begun, plan, clock.now())
    if gateway is None:
        raise NoKeys
    asked_at = clock.now()
    try:
        asked = service.ask(gateway, begun)
    except ProviderProblem as problem:
        with writing(request) as (db, _caller):
            service.abandon_attempt(db, begun, problem)
        raise
    with writing(request) as (db, caller):
        row = service.record_asked(db, begun, asked, asked_at, clock.now())
        plan = queries.plan(db, row.plan_id)
        record_action(db, caller, "subscription.taken", (plan.id, plan.name))
        return subscription_answer(row, plan, clock.now(), client_secret=asked.subscription.client_secret)


@router.post(
    "/api/subscription/cancel", responses=errors(402, 404, 409, 502), dependencies=[check_rights(MANAGE_SUBSCRIPTION)]
)
def cancel(request: Request, body: EndingInput) -> SubscriptionOut:
    """Cancel at the end of the period; `cancelAtPeriodEnd` false resumes (S4). Unpaid subscriptions end immediately.

    404 without a subscription, 409 if it is already in that state.
    """
    provider = provider_of(request)
    with writing(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        begun = service.begin_cancel(db, operator, cancel=body.cancel_at_period_end, now=clock.now())
        if isinstance(begun, Subscription):
            return _ended(db, caller, begun, body)
        gateway = provider.get(db)
    asked_at = clock.now()
    state = service.ask_ending(gateway, begun)
    with writing(request) as (db, caller):
        return _ended(db, caller, service.record_ending(db, state, asked_at, clock.now()), body)


def _ended(db: Session, caller: Caller, row: Subscription, given: EndingInput) -> SubscriptionOut:
    plan = queries.plan(db, row.plan_id)
    action = "subscription.canceled" if given.cancel_at_period_end else "subscription.resumed"
    record_action(db, caller, action, (plan.id, plan.name))
    return subscription_answer(row, plan, clock.now())


@router.post("/api/subscription/pay", responses=errors(402, 404, 409, 502))
def pay(request: Request) -> ClientSecretOut:
    """Create a client secret for the card form to pay the amount due: a first payment, or the open invoice of a
    past-due subscription. The card is saved for later payments. 409 `nothing_due` if nothing is due.
    """
    provider = provider_of(request)
    with reading(request) as (db, caller):
        require(caller, MANAGE_SUBSCRIPTION)
        row = queries.shown(db)
        if row is None:
            raise NoSubscription
        if row.stripe_subscription_id is None:
            raise NothingDue
        gateway = provider.get(db)
    asked_at = clock.now()
    state = gateway.subscription(row.stripe_subscription_id)
    with writing(request) as (db, _caller):
        service.record_ending(db, state, asked_at, clock.now())
    if state.client_secret is None:
        raise NothingDue
    return ClientSecretOut(client_secret=state.client_secret)


def _card_holder(request: Request) -> tuple[Stripe, cards.CardHolder]:
    """Return the payment gateway, and the data of the caller's subscription for saving a card."""
    provider = provider_of(request)
    with reading(request) as (db, caller):
        require(caller, MANAGE_SUBSCRIPTION)
        about = cards.holder(queries.shown(db))
        return provider.get(db), about


@router.post("/api/subscription/card", responses=errors(402, 404, 409, 502))
def card(request: Request) -> ClientSecretOut:
    """Create a client secret for the form that saves a card for future payments; nothing is charged.

    Repeated requests return the same form until a card is added. 409 `no_card_wanted` if nothing will be charged.
    """
    gateway, about = _card_holder(request)
    form = cards.ask_form(gateway, about)
    with writing(request) as (db, _caller):
        cards.record_form(db, about, form, clock.now())
    return ClientSecretOut(client_secret=str(form.setup.client_secret))


@router.post("/api/subscription/card/use", responses=errors(402, 404, 409, 502))
def use_card(request: Request) -> SubscriptionOut:
    """Use the card added in that form for all future payments, and for the amount due if the subscription is past due.

    Checks with the provider whether a card was added: 409 `card_not_given` if not, 402 if the card was declined.
    """
    gateway, about = _card_holder(request)
    used = cards.ask_given(gateway, about)
    with writing(request) as (db, caller):
        row = cards.record_used(db, about, used, clock.now())
        plan = queries.plan(db, row.plan_id)
        if used is not None:
            record_action(db, caller, "subscription.card", (plan.id, plan.name))
        return subscription_answer(row, plan, clock.now())


@router.get("/api/payments")
def payments(db: Db, _: Annotated[Caller, Requires(MANAGE_SUBSCRIPTION)]) -> list[PaymentOut]:
    """List the business's payments to the platform, paid or requested, newest first."""
    return [payment_answer(row) for row in queries.payments(db)]


@router.post(
    "/api/create-payment-intent", responses=errors(402, 409, 502), dependencies=[check_rights(MANAGE_SUBSCRIPTION)]
)
def create_payment_intent(
    request: Request, body: PaymentIntentInput, idempotency_key: Annotated[str | None, Header()] = None
) -> ClientSecretOut:
    """Create a single payment to the platform, to be confirmed in the card form (S0).

    `amount` is in currency units, from 0.50 to 999,999.99. With an `Idempotency-Key`, a retry returns the same payment.
    """
    provider = provider_of(request)
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        key = f"checkout-{operator.id}-{read_key(idempotency_key) or secrets.token_hex(16)}"
        gateway = provider.get(db)
        customer = service.customer_of(db, operator, gateway, key)
        currency = provider.currency(db)
    try:
        customer_id = service.ensure_customer(gateway, customer)
        if customer.id is None:
            with writing(request) as (db, _caller):
                ids.remember(db, customer_id, CUSTOMER, operator.id, clock.now(), live=gateway.live)
        intent = gateway.create_intent(
            cents=body.amount,
            currency=currency,
            description=body.description,
            metadata={PURPOSE: stripe_sync.CHECKOUT, OPERATOR: str(operator.id)},
            key=key,
            customer_id=customer_id,
            receipt_email=customer.email,
        )
    except ProviderNotFound:
        with writing(request) as (db, _caller):
            service.forget_customer(db, customer)
        raise
    return ClientSecretOut(client_secret=str(intent.client_secret))
