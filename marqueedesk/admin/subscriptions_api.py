"""Admin routes for businesses' subscriptions: list, details and actions.

The provider is only called while no transaction is open.
"""

import secrets
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Annotated, Final, cast

from fastapi import APIRouter, Depends, Header, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.models import User
from marqueedesk.admin.access import Administrator, check_administrator, managing, overseeing
from marqueedesk.admin.schemas import SubscriptionFigures, SubscriptionPage
from marqueedesk.admin.searching import Cursor, PageSize, Search, searched
from marqueedesk.billing import managing as verbs
from marqueedesk.billing import queries, refunding, service
from marqueedesk.billing.errors import SubscriptionEnded
from marqueedesk.billing.managing import Action, SubscriptionAction
from marqueedesk.billing.models import LIVE, Subscription
from marqueedesk.billing.schemas import (
    LONGEST_TRIAL_DAYS,
    AdminSubscriptionDetails,
    AdminSubscriptionOut,
    CancelSubscriptionInput,
    Interval,
    PlanCardOut,
    RefundPlanInput,
    Status,
    TrialInput,
)
from marqueedesk.billing.serializers import admin_payment_answer, subscription_fields
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.http import idempotency
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.kit.watch import audit
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import KeysRefused, NoKeys, ProviderNotFound, ProviderRefused
from marqueedesk.stripe.metadata import DASHBOARD, dashboard_page
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["administration"], responses=errors(401))
Key = Annotated[str | None, Header()]
_ACT: Final = (400, 401, 403, 404, 409, 413, 415, 422, 502, 503)
_CANCELING: Final[dict[str, Action]] = {"now": "cancelNow", "periodEnd": "cancelAtPeriodEnd", "here": "endHere"}
_AUDITED: Final[dict[Action, str]] = {
    "cancelNow": "subscription.admin_ended",
    "cancelAtPeriodEnd": "subscription.admin_canceled",
    "resume": "subscription.admin_resumed",
    "extendTrial": "subscription.admin_extended",
    "endHere": "subscription.admin_ended_here",
}


@router.get("/api/admin/subscriptions", responses=errors(403))
def subscriptions(
    db: Db,
    _: Administrator,
    q: Search = None,
    status: Status | None = None,
    limit: PageSize = None,
    cursor: Cursor = None,
) -> list[AdminSubscriptionOut] | SubscriptionPage:
    """List subscriptions of all businesses, past and present, newest first; with ``limit``, paginated and with
    totals.
    """
    now = clock.now()
    filters = queries.SubscriptionFilter(now, searched(q), status)
    rows, after = queries.subscriptions(db, filters, limit=limit, cursor=cursor)
    matching, figures = queries.matching(db, filters), SubscriptionFigures(**queries.figures(db, now))
    subscriptions_out = [_subscription_answer(row, owner, now) for row, owner in rows]
    if limit is None:
        return subscriptions_out
    return SubscriptionPage(items=subscriptions_out, next_cursor=after, matching=matching, figures=figures)


def _subscription_answer(row: Subscription, owner: User, now: datetime) -> AdminSubscriptionOut:
    return AdminSubscriptionOut.adding(
        subscription_fields(row, now),
        user_id=owner.id,
        email=owner.email,
        username=owner.username,
        company_name=owner.company_name,
        plan_name=row.plan.name,
        price=row.price_cents,
        interval=cast("Interval", row.interval),
        stripe_subscription_id=row.stripe_subscription_id,
        stripe_customer_id=row.stripe_customer_id,
    )


@router.get(
    "/api/admin/subscriptions/{subscription_id}", responses=errors(403), dependencies=[Depends(check_administrator)]
)
def subscription(request: Request, subscription_id: PathId) -> AdminSubscriptionDetails:
    """Return a subscription with its card, payments and available actions, using live provider data. If the provider is
    unavailable, returns the data recorded last, with a `problem`.
    """
    with overseeing(request) as (db, _caller):
        row = queries.subscription(db, subscription_id)
        asks = row.stripe_subscription_id if row.status in LIVE else None
        gateway = provider_of(request).find(db)
    problem, is_unknown = None, False
    if asks is not None:
        asked_at = clock.now()
        try:
            with _in_plain_words():
                state = _with_keys(gateway).subscription(asks)
        except Problem as failed:
            problem, is_unknown = failed.message, isinstance(failed, ProviderNotFound)
        else:
            with managing(request, _business_of(subscription_id)) as (db, _caller, operator_id):
                queries.lock_operator(db, operator_id)
                service.record_ending(db, state, asked_at, clock.now())
    with overseeing(request) as (db, _caller):
        return _details(request, db, subscription_id, problem, is_unknown=is_unknown)


def _business_of(subscription_id: int) -> Callable[[Session], int]:
    return lambda db: queries.operator_with(db, subscription_id)


def _with_keys(gateway: Stripe | None) -> Stripe:
    if gateway is None:
        raise NoKeys
    return gateway


def _details(
    request: Request, db: Session, subscription_id: int, problem: str | None = None, *, is_unknown: bool = False
) -> AdminSubscriptionDetails:
    now = clock.now()
    row = queries.subscription(db, subscription_id)
    base = _subscription_answer(row, accounts.owner_of(db, row.operator_id), now)
    actions = verbs.actions(row, now, is_unknown=is_unknown)
    return AdminSubscriptionDetails.adding(
        base,
        card=None if row.card is None else PlanCardOut(**row.card),
        customer_url=_customer_url(request, row),
        payments=[admin_payment_answer(payment) for payment in queries.payments_of(db, row.id)],
        actions=actions,
        latest_trial_end=(now + timedelta(days=LONGEST_TRIAL_DAYS - 1)).date() if "extendTrial" in actions else None,
        problem=problem,
    )


def _customer_url(request: Request, row: Subscription) -> str | None:
    if row.stripe_customer_id is None:
        return None
    base = request.app.state.settings.stripe_api_base or DASHBOARD
    return dashboard_page(base, None, f"customers/{row.stripe_customer_id}", live=row.live is not False)


@router.post(
    "/api/admin/subscriptions/{subscription_id}/cancel",
    responses=errors(409, 502),
    dependencies=[Depends(check_administrator)],
)
def cancel_subscription(
    request: Request,
    subscription_id: PathId,
    body: CancelSubscriptionInput,
    idempotency_key: Key = None,
) -> AdminSubscriptionDetails:
    """Cancel a business's subscription `now` or at the end of the paid period (`periodEnd`), without a refund. A
    subscription that does not exist at the provider can be ended in our records alone (`here`; 409 `known_at_provider`
    otherwise). 409 if it is already canceled or has ended. With an `Idempotency-Key`, a retry has no further effect.
    """
    when = body.when
    return _act(request, SubscriptionAction(subscription_id, _CANCELING[when]), idempotency_key)


@router.post(
    "/api/admin/subscriptions/{subscription_id}/resume",
    responses=errors(403, 409, 502),
    dependencies=[Depends(check_administrator)],
)
def resume_subscription(
    request: Request, subscription_id: PathId, idempotency_key: Key = None
) -> AdminSubscriptionDetails:
    """Resume a subscription that was canceled at period end. 409 if it is not canceled or has ended."""
    return _act(request, SubscriptionAction(subscription_id, "resume"), idempotency_key)


@router.post(
    "/api/admin/subscriptions/{subscription_id}/extend-trial",
    responses=errors(409, 502),
    dependencies=[Depends(check_administrator)],
)
def extend_trial(
    request: Request, subscription_id: PathId, body: TrialInput, idempotency_key: Key = None
) -> AdminSubscriptionDetails:
    """Extend a trial to a later day (UTC), at the same time of day. 409 `not_on_trial` without a trial."""
    day = read_day(body.trial_end, "trialEnd")
    return _act(request, SubscriptionAction(subscription_id, "extendTrial", day), idempotency_key)


@router.post(
    "/api/admin/subscriptions/{subscription_id}/payments/{payment_id}/refund",
    responses=errors(409, 502),
    dependencies=[Depends(check_administrator)],
)
def refund_plan_payment(
    request: Request, subscription_id: PathId, payment_id: PathId, body: RefundPlanInput, idempotency_key: Key = None
) -> AdminSubscriptionDetails:
    """Refund a subscription payment to its card, in full or in part; `amount` is in cents. The subscription stays
    active. 409 `too_much_back` if it exceeds the amount that can still be refunded. With an `Idempotency-Key`, a retry
    does not refund again.
    """
    cents = body.amount
    kept_to = _business_of(subscription_id)
    with managing(request, kept_to) as (db, _caller, _operator_id):
        key = idempotency.read_key(idempotency_key)
        print_of = idempotency.fingerprint("plan refund", subscription_id, payment_id, cents)
        payment = queries.payment_of(db, subscription_id, payment_id)
        made = idempotency.find_made(db, key, print_of)
        if made:
            return _details(request, db, subscription_id)
        if made is None:
            idempotency.keep_made(db, key, print_of, idempotency.UNFINISHED, clock.now())
        wanted = refunding.begin(payment, cents, key or secrets.token_hex(16), again=made is not None)
        gateway = provider_of(request).find(db)
    with _in_plain_words():
        asked = refunding.ask(_with_keys(gateway), wanted)
    with managing(request, kept_to) as (db, caller, operator_id):
        row = refunding.record(db, subscription_id, payment_id, asked)
        if asked.refusal is None:
            owner = accounts.owner_of(db, operator_id)
            audit.record(
                db,
                "subscription.admin_refunded",
                by=caller.actor,
                now=clock.now(),
                subject=(owner.id, owner.email),
                amount=units(cents),
                currency=row.currency,
                payment=row.id,
            )
            idempotency.finish_made(db, key, row.id)
            return _details(request, db, subscription_id)
    with _in_plain_words():
        raise asked.refusal


def _act(request: Request, wanted: SubscriptionAction, header: str | None) -> AdminSubscriptionDetails:
    kept_to = _business_of(wanted.subscription_id)
    with managing(request, kept_to) as (db, caller, operator_id):
        key = idempotency.read_key(header)
        print_of = idempotency.fingerprint("subscription", wanted.subscription_id, wanted.action, str(wanted.day))
        queries.lock_operator(db, operator_id)
        before = queries.subscription(db, wanted.subscription_id)
        made = idempotency.find_made(db, key, print_of)
        if made:
            return _details(request, db, before.id)
        if made is None:
            idempotency.keep_made(db, key, print_of, idempotency.UNFINISHED, clock.now())
        elif verbs.is_done(before, wanted):
            # The first attempt succeeded and its event has been recorded.
            return _done(request, db, caller, wanted, key)
        trial_end = before.trial_end
        begun = verbs.begin(db, operator_id, wanted, clock.now())
        if isinstance(begun, Subscription):
            return _done(request, db, caller, wanted, key, trial_end)
        gateway = provider_of(request).find(db)
    asked_at = clock.now()
    with _in_plain_words():
        state = verbs.ask(_with_keys(gateway), begun)
    with managing(request, kept_to) as (db, caller, operator_id):
        queries.lock_operator(db, operator_id)
        if state is None:
            row = verbs.end_here(db, operator_id, wanted.subscription_id, clock.now())
        else:
            row = service.record_ending(db, state, asked_at, clock.now())
        if verbs.is_done(row, wanted):
            return _done(request, db, caller, wanted, key, trial_end)
    raise SubscriptionEnded("This subscription has since ended in Stripe. Nothing was changed.")


def _done(
    request: Request,
    db: Session,
    caller: Caller,
    wanted: SubscriptionAction,
    key: str | None,
    trial_end: datetime | None = None,
) -> AdminSubscriptionDetails:
    """Record an administrator's action, along with the previous trial end, and build the response."""
    row = queries.subscription(db, wanted.subscription_id)
    owner = accounts.owner_of(db, row.operator_id)
    audit.record(
        db,
        _AUDITED[wanted.action],
        by=caller.actor,
        now=clock.now(),
        subject=(owner.id, owner.email),
        plan=row.plan.name,
        before=trial_end.date().isoformat() if trial_end and wanted.day else None,
        after=wanted.day.isoformat() if wanted.day else None,
    )
    idempotency.finish_made(db, key, row.id)
    return _details(request, db, row.id)


@contextmanager
def _in_plain_words() -> Generator[None]:
    """Translate provider errors for administrators, because the default messages tell users to contact an
    administrator.
    """
    try:
        yield
    except NoKeys:
        raise NoKeys("This site has no Stripe keys. Set them under Settings > Payments.") from None
    except KeysRefused as refused:
        raise KeysRefused(
            "Stripe rejected this site's keys. Check them under Settings > Payments.", retry_after=3600
        ) from refused
    except ProviderNotFound as refused:
        raise ProviderNotFound(
            "Stripe has no record of this under the site's current keys. It was created with other keys or deleted."
        ) from refused
    except ProviderRefused as refused:
        if refused.message != ProviderRefused.message or not refused.said:
            raise
        raise ProviderRefused(f"Stripe rejected this, and nothing was changed. Reason: {refused.said}") from refused
