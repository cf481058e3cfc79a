"""Record the provider's responses idempotently: repeated and older responses change nothing (S3).

All functions take a *fetched* state, never an event's payload, along with the time just before it was requested. A
later request returns a state at least as new, so a response is discarded if the response to a later request is already
recorded.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.billing import queries, trials
from marqueedesk.billing.models import (
    ACTIVE,
    CANCELED,
    CHARGED_BACK,
    FAILED,
    INCOMPLETE,
    INCOMPLETE_EXPIRED,
    LIVE,
    PAST_DUE,
    PENDING,
    REFUNDED,
    SUCCEEDED,
    TRIAL,
    VOID,
    Payment,
    Subscription,
)
from marqueedesk.billing.periods import INTERVAL_OF
from marqueedesk.domain_events import SubscriptionChanged, SubscriptionPaid, SubscriptionUnpaid, publish
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.stripe import disputes, ids
from marqueedesk.stripe.metadata import PURPOSE, operator_in
from marqueedesk.stripe.models import CUSTOMER
from marqueedesk.stripe.payments import FetchedPayment
from marqueedesk.stripe.values import CardUsed, IntentState, ProviderInvoice, SubscriptionState

STATUS_OF = {
    "trialing": TRIAL,
    "active": ACTIVE,
    "past_due": PAST_DUE,
    "unpaid": PAST_DUE,
    "paused": PAST_DUE,
    "incomplete": INCOMPLETE,
    "incomplete_expired": INCOMPLETE_EXPIRED,
    "canceled": CANCELED,
}
"""Subscription statuses by the provider's status."""
_WENT_BACK = frozenset({REFUNDED, CHARGED_BACK})
_INVOICE_STATUS = {"paid": SUCCEEDED, "void": VOID, "uncollectible": FAILED}
ATTEMPT = "marqueedesk_attempt"
"""Metadata field of a subscription that holds its request's key."""
CHECKOUT = "checkout"
"""Metadata purpose of a single payment from the checkout page."""
NO_CARD = "There was no card to charge."
"""Reason recorded for a failed payment without a card."""
CHECK = "subscription.check"
"""Kind of the job that checks a subscription in case an event was missed."""
_GRACE = timedelta(hours=2)
_FIRST_LOOK = timedelta(minutes=15)
_WEEK = timedelta(days=7)
TRIES = 3
"""Number of consecutive daily checks that must fail to find a subscription before it counts as ended."""


def record_subscription(db: Session, state: SubscriptionState, asked_at: datetime, now: datetime) -> str:
    """Record the subscription of an event and return the outcome. The session is not scoped to an operator yet.

    Unknown customers, and subscriptions not requested here, are ignored.
    """
    known = ids.operator_behind(db, state.customer_id, CUSTOMER, live=state.live)
    # The customer may not be recorded yet; in that case the attempt's key must belong to that business.
    operator_id = known or operator_in(state.metadata)
    if operator_id is None:
        return "unknown customer"
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    row = queries.by_provider_id(db, state.id) if known else None
    if row is None:
        # The subscription was created, but the response was lost.
        row = queries.by_attempt(db, state.metadata.get(ATTEMPT, ""))
        if row is None or row.stripe_subscription_id is not None:
            return "unknown subscription" if known else "unknown customer"
        ids.remember(db, state.customer_id, CUSTOMER, operator_id, now, live=state.live)
    return "recorded" if apply_subscription(db, row, state, asked_at, now) else "known already"


def apply_subscription(
    db: Session, row: Subscription, state: SubscriptionState, asked_at: datetime, now: datetime
) -> bool:
    """Write a fetched state to a subscription's row, which the caller has locked. Return false if the row is newer.

    Schedules jobs: subscription.changed if the state differs, a later check, and the announcement of a trial's
    end.
    """
    if row.asked_at is not None and asked_at < row.asked_at:
        return False
    before = (row.status, row.cancel_at_period_end, row.current_period_end, row.plan_id)
    row.stripe_subscription_id, row.stripe_customer_id, row.live = state.id, state.customer_id, state.live
    row.attempt_key = row.attempt_until = None
    row.status = STATUS_OF.get(state.status, PAST_DUE)
    row.current_period_start, row.current_period_end = state.period_start, state.period_end
    row.cancel_at_period_end = state.cancel_at_period_end
    row.card = state.card.stored() if state.card else None
    row.trial_start, row.trial_end, row.canceled_at = state.trial_start, state.trial_end, state.canceled_at
    row.asked_at, row.updated_at = asked_at, now
    _apply_plan(db, row, state)
    after = (row.status, row.cancel_at_period_end, row.current_period_end, row.plan_id)
    db.flush()
    if after != before:
        changed(db, row, before[0], now)
    schedule_check(db, row, now)
    trials.watch(db, row, now)
    return True


def _apply_plan(db: Session, row: Subscription, state: SubscriptionState) -> None:
    """Write the plan and price that the provider charges; unknown products are ignored."""
    plan = queries.plan_of_product(db, state.product_id) if state.product_id else None
    interval = INTERVAL_OF.get(state.recurs) if state.recurs else None
    if plan is not None and interval is not None and state.price_cents is not None:
        row.plan_id, row.price_cents, row.interval = plan.id, state.price_cents, interval


def changed(db: Session, row: Subscription, before: str | None, now: datetime) -> None:
    """Publish that a subscription's state has changed."""
    news = SubscriptionChanged(
        operator_id=row.operator_id,
        subscription_id=row.id,
        status=row.status,
        before=before,
        cancel_at_period_end=row.cancel_at_period_end,
    )
    publish(db, news, now)


def record_missing(db: Session, subscription_id: str, tries: int, asked_at: datetime, now: datetime) -> None:
    """Record that a subscription was not found at the provider, for the ``tries``-th time in a row. The session is not
    scoped to an operator yet.

    The subscription belongs to another account or mode than the keys. Since the keys may be misconfigured, it only ends
    after some days.
    """
    with all_tenants(db, "whose subscription the provider does not know"):
        operator_id = queries.owner_of(db, subscription_id)
    if operator_id is None:
        return
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    row = queries.by_provider_id(db, subscription_id)
    if row is None or row.status not in LIVE or (row.asked_at is not None and asked_at < row.asked_at):
        return
    if tries < TRIES:
        at = now + timedelta(days=1)
        key = f"{CHECK}:{subscription_id}:missing:{at:%Y-%m-%dT%H}"
        payload = {"subscriptionId": subscription_id, "tries": tries}
        jobs.enqueue_once(db, CHECK, payload, now, run_at=at, dedupe_key=key)
        return
    before = row.status
    row.status, row.canceled_at, row.asked_at, row.updated_at = CANCELED, row.canceled_at or now, asked_at, now
    db.flush()
    changed(db, row, before, now)


def schedule_check(db: Session, row: Subscription, now: datetime) -> None:
    """Schedule a check with the provider after the next expected change, because its event may never arrive."""
    if row.status not in LIVE or row.stripe_subscription_id is None or row.current_period_end is None:
        return
    at = now + _FIRST_LOOK if row.status == INCOMPLETE else min(row.current_period_end + _GRACE, _weekly(row, now))
    if at <= now:
        # The subscription has been past due for a long time, so a daily check is enough.
        at = now + timedelta(days=1)
    key = f"{CHECK}:{row.stripe_subscription_id}:{at:%Y-%m-%dT%H}"
    jobs.enqueue_once(db, CHECK, {"subscriptionId": row.stripe_subscription_id}, now, run_at=at, dedupe_key=key)


def _weekly(row: Subscription, now: datetime) -> datetime:
    """Return the next weekly slot of a subscription, so repeated scheduling yields a single job."""
    at = datetime.fromtimestamp(0, UTC) + timedelta(hours=row.id % 168)
    return at + _WEEK * ((now - at) // _WEEK + 1)


def record_invoice(
    db: Session, state: ProviderInvoice, tried: FetchedPayment | None, asked_at: datetime, now: datetime
) -> str:
    """Record an invoice in the payment history, once. The session is not scoped to an operator yet, or scoped to the
    invoice's.

    ``tried`` is the payment of the invoice, successful or failed; None if there is none. Invoices of zero, invoices
    without a payment attempt, and those of unknown customers or subscriptions are ignored.
    """
    operator_id = ids.operator_behind(db, state.customer_id, CUSTOMER, live=state.live)
    if operator_id is None:
        return "unknown customer"
    if state.amount_due_cents == 0 or state.subscription_id is None:
        return "nothing to record"
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    subscription = queries.by_provider_id(db, state.subscription_id)
    if subscription is None:
        return "unknown subscription"
    row = queries.payment_by_invoice(db, state.id)
    if row is None:
        if state.status != "paid" and not state.attempts:
            return "nothing to record"
        row = Payment(subscription_id=subscription.id, stripe_invoice_id=state.id, status="", created_at=state.created)
        db.add(row)
    elif asked_at < row.asked_at:
        return "known already"
    status = _INVOICE_STATUS.get(state.status, FAILED if state.attempts else PENDING)
    before = row.status
    # The invoice of a refunded or disputed payment still has the status paid.
    row.status = before if status == SUCCEEDED and before in _WENT_BACK else status
    row.amount_cents = state.amount_paid_cents if state.status == "paid" else state.amount_due_cents
    row.currency, row.live = state.currency.upper(), state.live
    row.invoice_url = state.page_url
    row.asked_at = asked_at
    if tried is not None:
        row.stripe_payment_intent_id = tried.intent.id
        if status == SUCCEEDED:
            _what_is_left(row, tried)
    _paid_with(row, tried.intent.paid_with if tried else None)
    _say_why(row, tried.intent.failure if tried else None)
    db.flush()
    _notify(db, row, before, now)
    return "recorded"


def record_invoice_payment(db: Session, found: FetchedPayment) -> str:
    """Record refunds and disputes of a subscription invoice's payment; the rest comes with the invoice.

    The session is not scoped to an operator yet.
    """
    state = found.intent
    operator_id = ids.operator_behind(db, state.customer_id, CUSTOMER, live=state.live)
    if operator_id is None:
        return "unknown customer"
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    row = queries.payment_by_intent(db, state.id)
    if row is None or row.stripe_invoice_id is None or intent_status(state) not in {SUCCEEDED, REFUNDED}:
        return "nothing to record"
    if found.asked_at < row.asked_at:
        return "known already"
    before = _left(row)
    _what_is_left(row, found)
    row.asked_at = found.asked_at
    db.flush()
    return "known already" if _left(row) == before else "recorded"


def _left(row: Payment) -> tuple[str, int, str | None, int]:
    return row.status, row.refunded_cents, row.dispute, row.disputed_cents


def _what_is_left(row: Payment, found: FetchedPayment) -> None:
    """Write refunds and disputes of a successful payment, and its resulting status."""
    row.refunded_cents = found.intent.refunded_cents
    known = ((one.status, one.amount_cents) for one in found.disputes)
    row.dispute, row.disputed_cents = disputes.summary(known, row.amount_cents)
    status = intent_status(found.intent) or row.status
    row.status = status
    if status == SUCCEEDED and row.lost_cents and not row.kept_cents:
        row.status = CHARGED_BACK


def record_checkout(db: Session, found: FetchedPayment, now: datetime) -> str:
    """Record a single payment from the checkout page, once it has succeeded, failed or been refunded."""
    state, asked_at = found.intent, found.asked_at
    if state.metadata.get(PURPOSE) != CHECKOUT:
        return "not a checkout"
    operator_id = ids.operator_behind(db, state.customer_id, CUSTOMER, live=state.live)
    if operator_id is None:
        return "unknown customer"
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    status = intent_status(state)
    row = queries.payment_by_intent(db, state.id)
    if row is None:
        if status is None:
            # The checkout was opened but not paid, so there is no payment yet.
            return "nothing to record"
        row = Payment(stripe_payment_intent_id=state.id, status="", created_at=state.created)
        db.add(row)
    elif asked_at < row.asked_at:
        return "known already"
    before = row.status
    row.status = status or before
    row.amount_cents, row.currency, row.live = state.amount_cents, state.currency.upper(), state.live
    if status in {SUCCEEDED, REFUNDED}:
        _what_is_left(row, found)
    row.invoice_url = state.receipt_url
    row.description = state.description[:500] if state.description else None
    row.asked_at = asked_at
    _paid_with(row, state.paid_with)
    _say_why(row, state.failure)
    db.flush()
    _notify(db, row, before, now)
    return "recorded"


def intent_status(state: IntentState) -> str | None:
    """Return the status of a single payment; None until a payment is attempted."""
    if state.status == "succeeded":
        return REFUNDED if state.refunded_cents >= state.received_cents > 0 else SUCCEEDED
    if state.status == "processing":
        return PENDING
    if state.status == "canceled":
        return VOID
    return FAILED if state.failure else None


def _paid_with(row: Payment, card: CardUsed | None) -> None:
    if card is not None:
        row.payment_method, row.payment_method_details = card.kind, card.stored()


def _say_why(row: Payment, failure: str | None) -> None:
    if row.status != FAILED:
        row.failure = None
    else:
        # Without a card, no payment was attempted; for example, because a trial has ended.
        row.failure = (failure or (NO_CARD if row.payment_method is None else None) or row.failure or "")[:500] or None


def _notify(db: Session, row: Payment, before: str, now: datetime) -> None:
    event = {SUCCEEDED: SubscriptionPaid, FAILED: SubscriptionUnpaid}.get(row.status)
    # A refund that failed is not a new payment.
    if event is not None and row.status != before and before not in _WENT_BACK:
        publish(db, event(operator_id=row.operator_id, payment_id=row.id), now)
