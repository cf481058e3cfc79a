"""Records the provider's answers, each once: a repeated or older answer changes nothing (S3).

Everything here gets a state that was *fetched*, never an event's payload, together with the moment before it was
requested. A later request sees at least as much, so an answer is only recorded if no later request was recorded first.
"""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.billing import queries, trials
from marqueedesk.billing.models import (
    ACTIVE,
    CANCELED,
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
from marqueedesk.domain_events import SubscriptionChanged, SubscriptionPaid, SubscriptionUnpaid, publish
from marqueedesk.kit import jobs
from marqueedesk.kit.tenancy import set_operator
from marqueedesk.stripe import ids
from marqueedesk.stripe.metadata import PURPOSE, operator_in
from marqueedesk.stripe.models import CUSTOMER
from marqueedesk.stripe.values import CardUsed, IntentState, InvoiceState, SubscriptionState

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
"""The provider's word for a subscription's state, and ours."""
_INVOICE_STATUS = {"paid": SUCCEEDED, "void": VOID, "uncollectible": FAILED}
ATTEMPT = "marqueedesk_attempt"
"""The name, in a subscription's metadata, of the key with which it was requested."""
CHECKOUT = "checkout"
"""The purpose of a single payment from the checkout page, in its metadata."""
NO_CARD = "There was no card to charge."
"""Why a payment has failed that no card was tried for."""
CHECK = "subscription.check"
"""The kind of the job that checks a subscription in case an event was missed."""
_GRACE = timedelta(hours=2)
_FIRST_LOOK = timedelta(minutes=15)


def record_subscription(db: Session, state: SubscriptionState, asked_at: datetime, now: datetime) -> str:
    """Record the subscription that an event is about; returns the outcome in words. The session has no operator yet.

    A customer that is not ours and a subscription that nobody here requested change nothing.
    """
    known = ids.operator_behind(db, state.customer_id, CUSTOMER, live=state.live)
    # A customer whose making was never recorded: the attempt's key has to be that business's then.
    operator_id = known or operator_in(state.metadata)
    if operator_id is None:
        return "unknown customer"
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    row = queries.by_provider_id(db, state.id) if known else None
    if row is None:
        # CreatedSubscription for, and the answer was lost on its way.
        row = queries.by_attempt(db, state.metadata.get(ATTEMPT, ""))
        if row is None or row.stripe_subscription_id is not None:
            return "unknown subscription" if known else "unknown customer"
        ids.remember(db, state.customer_id, CUSTOMER, operator_id, now, live=state.live)
    return "recorded" if apply_subscription(db, row, state, asked_at, now) else "known already"


def apply_subscription(
    db: Session, row: Subscription, state: SubscriptionState, asked_at: datetime, now: datetime
) -> bool:
    """Write a fetched state into a subscription's row, which the caller has locked; False if the row is newer.

    Also writes jobs: subscription.changed if the state differs, one that checks the subscription later, and one that
    announces the end of a trial.
    """
    if row.asked_at is not None and asked_at < row.asked_at:
        return False
    before = (row.status, row.cancel_at_period_end, row.current_period_end)
    row.stripe_subscription_id, row.stripe_customer_id = state.id, state.customer_id
    row.attempt_key = row.attempt_until = None
    row.status = STATUS_OF.get(state.status, PAST_DUE)
    row.current_period_start, row.current_period_end = state.period_start, state.period_end
    row.cancel_at_period_end = state.cancel_at_period_end
    row.card = state.card.stored() if state.card else None
    row.trial_start, row.trial_end, row.canceled_at = state.trial_start, state.trial_end, state.canceled_at
    row.asked_at, row.updated_at = asked_at, now
    after = (row.status, row.cancel_at_period_end, row.current_period_end)
    db.flush()
    if after != before:
        changed(db, row, before[0], now)
    schedule_check(db, row, now)
    trials.watch(db, row, now)
    return True


def changed(db: Session, row: Subscription, before: str | None, now: datetime) -> None:
    """Announce a subscription's changed state."""
    news = SubscriptionChanged(
        operator_id=row.operator_id,
        subscription_id=row.id,
        status=row.status,
        before=before,
        cancel_at_period_end=row.cancel_at_period_end,
    )
    publish(db, news, now)


def schedule_check(db: Session, row: Subscription, now: datetime) -> None:
    """Schedule one more request to the provider, after something should have happened: its event may never arrive."""
    if row.status not in LIVE or row.stripe_subscription_id is None or row.current_period_end is None:
        return
    at = now + _FIRST_LOOK if row.status == INCOMPLETE else row.current_period_end + _GRACE
    if at <= now:
        # Past due since long: once a day will do.
        at = now + timedelta(days=1)
    key = f"{CHECK}:{row.stripe_subscription_id}:{at:%Y-%m-%dT%H}"
    jobs.enqueue_once(db, CHECK, {"subscriptionId": row.stripe_subscription_id}, now, run_at=at, dedupe_key=key)


def record_invoice(
    db: Session, state: InvoiceState, tried: IntentState | None, asked_at: datetime, now: datetime
) -> str:
    """Record an invoice in the payment history, once. The session has no operator yet, or the invoice's.

    ``tried``: the payment for it, successful or failed; None without one.
    Invoices over zero, those that nobody has tried to pay, and those of customers or subscriptions that are not ours
    are not recorded.
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
    if status == SUCCEEDED and tried is not None:
        # The invoice of a refunded payment goes on reading as paid; a refund that has failed is none.
        row.status = intent_status(tried) or status
    else:
        row.status = REFUNDED if before == REFUNDED and status == SUCCEEDED else status
    if tried is not None:
        row.stripe_payment_intent_id = tried.id
    row.amount_cents = state.amount_paid_cents if state.status == "paid" else state.amount_due_cents
    row.currency = state.currency.upper()
    row.invoice_url = state.page_url
    row.asked_at = asked_at
    _paid_with(row, tried.paid_with if tried else None)
    _say_why(row, tried.failure if tried else None)
    db.flush()
    _tell(db, row, before, now)
    return "recorded"


def record_refund(db: Session, state: IntentState, asked_at: datetime) -> str:
    """Record whether the payment of a subscription's invoice was refunded. Anything else about it comes with its
    invoice. The session has no operator yet.
    """
    operator_id = ids.operator_behind(db, state.customer_id, CUSTOMER, live=state.live)
    if operator_id is None:
        return "unknown customer"
    set_operator(db, operator_id)
    queries.lock_operator(db, operator_id)
    row = queries.payment_by_intent(db, state.id)
    status = intent_status(state)
    if row is None or row.stripe_invoice_id is None or status not in {SUCCEEDED, REFUNDED}:
        return "nothing to record"
    if asked_at < row.asked_at or row.status == status:
        return "known already"
    row.status, row.asked_at = status, asked_at
    db.flush()
    return "recorded"


def record_checkout(db: Session, state: IntentState, asked_at: datetime, now: datetime) -> str:
    """Record a single payment from the checkout page, once it has gone through, failed or gone back."""
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
            # Somebody opened the checkout and has not paid: no payment yet.
            return "nothing to record"
        row = Payment(stripe_payment_intent_id=state.id, status="", created_at=state.created)
        db.add(row)
    elif asked_at < row.asked_at:
        return "known already"
    before = row.status
    row.status = status or before
    row.amount_cents, row.currency = state.amount_cents, state.currency.upper()
    row.invoice_url = state.receipt_url
    row.asked_at = asked_at
    _paid_with(row, state.paid_with)
    _say_why(row, state.failure)
    db.flush()
    _tell(db, row, before, now)
    return "recorded"


def intent_status(state: IntentState) -> str | None:
    """The status of a single payment; None while nobody has tried to pay."""
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
        # Without a card no payment was tried: for example, a trial has ended.
        row.failure = (failure or (NO_CARD if row.payment_method is None else None) or row.failure or "")[:500] or None


def _tell(db: Session, row: Payment, before: str, now: datetime) -> None:
    event = {SUCCEEDED: SubscriptionPaid, FAILED: SubscriptionUnpaid}.get(row.status)
    if event is not None and row.status != before:
        publish(db, event(operator_id=row.operator_id, payment_id=row.id), now)
