"""Functions for subscribing: prepare (transaction), call the provider, record (transaction). None of them commits.

Free plans, and trials without keys, need no provider and are complete once prepared (S2). Otherwise a row with an
idempotency key is written first: if the process dies between call and record, the next request repeats the call with
the same key and gets the same subscription, or an event about the subscription arrives (S4).
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.billing import plans, queries, stripe_sync, trials
from marqueedesk.billing.errors import (
    AlreadyEnding,
    AlreadySubscribed,
    NoSubscription,
    NotEnding,
    PlanInactive,
    SubscribingNow,
    TrialRunning,
)
from marqueedesk.billing.models import ACTIVE, CANCELED, INCOMPLETE, LIVE, PAST_DUE, TRIAL, Plan, Subscription
from marqueedesk.billing.periods import BillingState, billing_state, period_end
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.stripe import ids
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import NoKeys, ProviderNotFound, ProviderProblem
from marqueedesk.stripe.metadata import OPERATOR
from marqueedesk.stripe.models import CUSTOMER
from marqueedesk.stripe.values import SubscriptionState

UNPAID = frozenset({INCOMPLETE, PAST_DUE})
"""Statuses with a payment due, in which no period is paid for."""
ASKING = timedelta(seconds=12)
"""How long an attempt blocks others while its request to the provider is pending: slightly longer than a response may
take.
"""


@dataclass(frozen=True, slots=True)
class PlanCustomer:
    """A business as the provider's customer; ``id`` is None until the customer is created."""

    operator_id: int
    id: str | None
    email: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request to the provider, made with no transaction open."""

    row_id: int
    key: str
    plan: plans.PlanFacts
    customer: PlanCustomer
    trial_days: int


@dataclass(frozen=True, slots=True)
class CreatedSubscription:
    """The provider's response to an attempt."""

    customer_id: str
    plan: plans.Synced
    subscription: SubscriptionState


def apply_due_changes(row: Subscription, now: datetime) -> None:
    """Bring a subscription that does not exist at the provider to its state at ``now``. Others keep the state recorded
    last.
    """
    if row.stripe_subscription_id is not None:
        return
    found = _now(row, now)
    row.status, row.canceled_at = found.status, found.canceled_at
    row.current_period_start, row.current_period_end = found.period_start, found.period_end


def status_at(row: Subscription, now: datetime) -> str:
    """Return a subscription's status at ``now`` without changing it, for read-only calls."""
    return _now(row, now).status


def _now(row: Subscription, now: datetime) -> BillingState:
    if row.stripe_subscription_id is not None:
        return BillingState(row.status, row.current_period_start, row.current_period_end, row.canceled_at)
    return billing_state(
        status=row.status,
        interval=row.interval,
        start=row.current_period_start,
        end=row.current_period_end,
        trial_end=row.trial_end,
        anchor=row.created_at,
        cancel_at_period_end=row.cancel_at_period_end,
        canceled_at=row.canceled_at,
        now=now,
    )


def has_live_subscription(db: Session, operator_id: int, now: datetime) -> bool:
    """Return true if a business has a subscription or a pending request for one. Requires an unscoped session."""
    row = queries.live_of(db, operator_id)
    return row is not None and _now(row, now).status in LIVE


def customer_of(db: Session, operator: Operator, gateway: Stripe, key: str) -> PlanCustomer:
    """Return a business as the provider's customer; ``key`` is the idempotency key of the request that needs it."""
    owner = accounts.owner_of(db, operator.id)
    return PlanCustomer(
        operator_id=operator.id,
        id=queries.customer_id(db, operator.id, live=gateway.live),
        email=owner.email,
        name=owner.company_name or owner.username,
        key=f"{key}-customer",
    )


def ensure_customer(gateway: Stripe, customer: PlanCustomer) -> str:
    """Return a business's customer ID, creating the customer at the provider if needed. No transaction may be open."""
    if customer.id is not None:
        return customer.id
    metadata = {OPERATOR: str(customer.operator_id)}
    return gateway.create_customer(email=customer.email, name=customer.name, metadata=metadata, key=customer.key)


def begin(
    db: Session,
    operator: Operator,
    plan_id: int,
    gateway: Stripe | None,
    currency: str,
    now: datetime,
    *,
    ends_trial: bool = False,
) -> Attempt | Subscription:
    """Start subscribing without calling the provider: returns the complete subscription, or the request to make.

    With ``ends_trial``, a running trial that was taken without keys ends (S4). Raises NoPlan, PlanInactive,
    AlreadySubscribed, TrialRunning, SubscribingNow, and NoKeys if the plan needs the provider's keys.
    """
    queries.lock_operator(db, operator.id)
    plan = queries.plan(db, plan_id)
    row = queries.live_for_change(db)
    if row is not None:
        apply_due_changes(row, now)
        _refuse_second(row, plan, now)
    if not plan.is_active:
        raise PlanInactive
    if row is not None and row.status == TRIAL and row.attempt_key is None and not ends_trial:
        raise TrialRunning
    trial_days = 0 if queries.had_trial(db) else plan.trial_days
    if plan.price_cents == 0 or gateway is None:
        if plan.price_cents and not trial_days:
            raise NoKeys
        if row is not None:
            _give_way(db, row, now)
        return _subscribe_here(db, operator, plan, trial_days if plan.price_cents else 0, now)
    if row is not None and (row.attempt_key is None or row.plan_id != plan.id):
        _give_way(db, row, now)
        row = None
    if row is None:
        row = _new_row(operator, plan, now)
        row.attempt_key = f"subscribe-{secrets.token_hex(16)}"
        _add(db, row)
    row.attempt_until = now + ASKING
    row.price_cents, row.interval = plan.price_cents, plan.interval
    db.flush()
    return Attempt(
        row_id=row.id,
        key=str(row.attempt_key),
        plan=plans.facts_of(plan, currency=currency, live=gateway.live),
        customer=customer_of(db, operator, gateway, str(row.attempt_key)),
        trial_days=trial_days,
    )


def _refuse_second(row: Subscription, wanted: Plan, now: datetime) -> None:
    """Raise an error unless the new subscription can replace this row: an abandoned attempt, an expired trial without
    keys, or a different plan that does not exist at the provider.
    """
    if row.attempt_key is not None:
        if row.attempt_until is not None and row.attempt_until > now:
            raise SubscribingNow(retry_after=5)
        return
    is_over = row.status in {PAST_DUE, CANCELED}
    if row.stripe_subscription_id is not None or (row.plan_id == wanted.id and not is_over):
        raise AlreadySubscribed


def _give_way(db: Session, row: Subscription, now: datetime) -> None:
    """End an unpaid subscription, so that a new one can replace it."""
    if row.attempt_key is not None:
        # If the attempt did create a subscription at the provider, it has no card there, so it charges nothing and
        # expires.
        db.delete(row)
    else:
        row.status, row.canceled_at, row.updated_at = CANCELED, row.canceled_at or now, now
    db.flush()


def _new_row(operator: Operator, plan: Plan, now: datetime) -> Subscription:
    return Subscription(
        operator_id=operator.id,
        plan_id=plan.id,
        price_cents=plan.price_cents,
        interval=plan.interval,
        status=INCOMPLETE,
        cancel_at_period_end=False,
        created_at=now,
        updated_at=now,
    )


def _add(db: Session, row: Subscription) -> None:
    if not add_unless_taken(db, row):
        raise AlreadySubscribed


def _subscribe_here(db: Session, operator: Operator, plan: Plan, trial_days: int, now: datetime) -> Subscription:
    row = _new_row(operator, plan, now)
    row.current_period_start = now
    if trial_days:
        row.status = TRIAL
        row.trial_start, row.trial_end = now, now + timedelta(days=trial_days)
        row.current_period_end = row.trial_end
    else:
        row.status = ACTIVE
        row.current_period_end = period_end(now, plan.interval)
    _add(db, row)
    stripe_sync.changed(db, row, None, now)
    trials.watch(db, row, now)
    return row


def ask(gateway: Stripe, attempt: Attempt) -> CreatedSubscription:
    """Create the subscription at the provider. No transaction may be open. Idempotent."""
    customer_id = ensure_customer(gateway, attempt.customer)
    plan = plans.sync(gateway, attempt.plan)
    made = gateway.create_subscription(
        customer_id=customer_id,
        price_id=plan.price_id,
        trial_days=attempt.trial_days,
        metadata={stripe_sync.ATTEMPT: attempt.key, OPERATOR: str(attempt.customer.operator_id)},
        key=attempt.key,
    )
    return CreatedSubscription(customer_id, plan, made)


def record_asked(
    db: Session, attempt: Attempt, asked: CreatedSubscription, asked_at: datetime, now: datetime
) -> Subscription:
    """Record the subscription created by the provider. An event may have recorded it already."""
    operator_id = attempt.customer.operator_id
    queries.lock_operator(db, operator_id)
    ids.remember(db, asked.customer_id, CUSTOMER, operator_id, now, live=asked.subscription.live)
    plans.record_sync(db, attempt.plan.id, asked.plan)
    row = queries.by_provider_id(db, asked.subscription.id) or queries.by_attempt(db, attempt.key)
    if row is None:
        # A later request for another plan has replaced this one.
        raise SubscribingNow(retry_after=5)
    stripe_sync.apply_subscription(db, row, asked.subscription, asked_at, now)
    return row


def abandon_attempt(db: Session, attempt: Attempt, problem: ProviderProblem) -> None:
    """End an attempt without a subscription from the provider. The business can retry immediately.

    An attempt that definitely failed is deleted; otherwise its key is kept, so that the next attempt finds what the
    provider may have created.
    """
    queries.lock_operator(db, attempt.customer.operator_id)
    row = queries.by_attempt(db, attempt.key)
    if row is None:
        return
    if isinstance(problem, ProviderNotFound):
        forget_customer(db, attempt.customer)
        plans.forget_sync(db, attempt.plan.id)
    if problem.certain:
        db.delete(row)
    else:
        row.attempt_until = None
    db.flush()


def forget_customer(db: Session, customer: PlanCustomer) -> None:
    """Clear the stored customer ID, because it no longer exists at the provider. The business keeps its history."""
    if customer.id is not None:
        ids.forget(db, customer.id)


@dataclass(frozen=True, slots=True)
class Ending:
    """A cancellation or resumption of a subscription to request from the provider."""

    subscription_id: str
    cancel: bool
    at_once: bool


def begin_cancel(db: Session, operator: Operator, *, cancel: bool, now: datetime) -> Subscription | Ending:
    """Cancel at the period's end, or resume. Returns the changed subscription, or the request to make.

    Unpaid subscriptions (incomplete, past due) end immediately. Raises NoSubscription, AlreadyEnding and NotEnding.
    """
    row = live(db, operator.id, now)
    if row is None:
        raise NoSubscription
    unpaid = row.status in UNPAID
    if cancel and row.cancel_at_period_end and not unpaid:
        raise AlreadyEnding
    if not cancel and not row.cancel_at_period_end:
        raise NotEnding
    return begin_ending(db, row, cancel=cancel, at_once=cancel and unpaid, now=now)


def live(db: Session, operator_id: int, now: datetime) -> Subscription | None:
    """Return a business's current subscription, up to date for ``now`` and under the operator's lock. Attempts are not
    returned.
    """
    queries.lock_operator(db, operator_id)
    row = queries.live_for_change(db)
    if row is not None:
        apply_due_changes(row, now)
    return None if row is None or row.attempt_key is not None or row.status == CANCELED else row


def begin_ending(
    db: Session, row: Subscription, *, cancel: bool, at_once: bool, now: datetime
) -> Subscription | Ending:
    """Cancel a current subscription with its period or ``at_once``, or resume it. Returns the changed subscription, or
    the request to make.
    """
    if row.stripe_subscription_id is not None:
        return Ending(row.stripe_subscription_id, cancel=cancel, at_once=at_once)
    before = row.status
    row.cancel_at_period_end = cancel and not at_once
    row.canceled_at = now if cancel else None
    row.status = CANCELED if at_once else row.status
    row.updated_at = now
    db.flush()
    stripe_sync.changed(db, row, before, now)
    trials.watch(db, row, now)
    return row


def ask_ending(gateway: Stripe, ending: Ending) -> SubscriptionState:
    """Cancel or resume at the provider. No transaction may be open. Idempotent."""
    if ending.at_once:
        return gateway.cancel_subscription(ending.subscription_id)
    return gateway.set_cancel_at_period_end(ending.subscription_id, cancel=ending.cancel)


def record_ending(db: Session, state: SubscriptionState, asked_at: datetime, now: datetime) -> Subscription:
    """Record a subscription's state after a cancellation. Raises NoSubscription."""
    row = queries.by_provider_id(db, state.id)
    if row is None:
        raise NoSubscription
    stripe_sync.apply_subscription(db, row, state, asked_at, now)
    return row
