"""Record the state of customers' payments at the provider idempotently, and update the booking's received amount.

Every state is *fetched*, and stored with the time just before the request, so that a response to an earlier request
never overwrites a later one.
"""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import senders
from marqueedesk.bookings.models import CANCELED as BOOKING_CANCELED
from marqueedesk.domain_events import (
    DebitReturned,
    DisputeUnanswered,
    FraudSuspected,
    PaymentDisputed,
    PaymentEvent,
    PaymentFailed,
    PaymentReceived,
    PaymentRefunded,
    RefundFailed,
    publish,
)
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.payments import disputes, ledger, prepayment_received, queries
from marqueedesk.payments.models import (
    ASKED,
    CANCELED,
    FAILED,
    OPEN,
    PAYMENT,
    PROCESSING,
    RECEIVED,
    RETURNED,
    BookingPayment,
)
from marqueedesk.payments.reductions import reduced_charge
from marqueedesk.stripe.disputes import DEBIT_RETURNED, LOST
from marqueedesk.stripe.metadata import OPERATOR, PURPOSE, operator_in
from marqueedesk.stripe.payments import FetchedPayment
from marqueedesk.stripe.values import IntentState, ProviderFee, RefundState

DISPUTE = "payment.dispute"
"""Job that checks a dispute and sends reminders while it has no response."""
BOOKING = "booking"
"""Purpose of a customer's payment, in its metadata (stripe.metadata)."""
KEY = "marqueedesk_payment"
"""Metadata field that holds the idempotency key of a payment or refund."""
_INTENT = {"succeeded": RECEIVED, "processing": PROCESSING, "canceled": CANCELED}
_REFUND = {"succeeded": RETURNED, "failed": FAILED, "canceled": FAILED}
_NOT_TAKEN = {
    "expired_or_canceled_card": "The card has expired or was canceled.",
    "lost_or_stolen_card": "The card was reported as lost or stolen.",
    "insufficient_funds": "The account for the refund has insufficient funds.",
    "declined": "The bank declined the refund.",
    "merchant_request": "The refund was canceled at Stripe.",
}
"""Reasons for failed refunds, by the provider's code."""


def metadata(row: BookingPayment) -> dict[str, str]:
    """Return the metadata to store with a payment or refund at the provider, from which our row is found."""
    return {
        PURPOSE: BOOKING,
        OPERATOR: str(row.operator_id),
        KEY: str(row.key),
        "booking": str(row.booking_id),
    }


def payer_metadata(operator_id: int) -> dict[str, str]:
    """Return the metadata to store with a payer of several bookings at the provider."""
    return {PURPOSE: BOOKING, OPERATOR: str(operator_id)}


def state_of_intent(state: IntentState) -> str:
    """Map the provider's status to the state of a payment's row.

    A bank account that the payer confirms by small deposits counts as processing, because that takes days.
    """
    if state.awaits_deposits:
        return PROCESSING
    return _INTENT.get(state.status, OPEN)


def state_of_refund(state: RefundState) -> str:
    """Map the provider's status to the state of a refund's row."""
    return _REFUND.get(state.status, PROCESSING)


def recompute(db: Session, booking_id: int) -> None:
    """Update the amounts of a booking that are received, processing, authorized, and no longer owed.

    The caller holds the operator's lock.
    """
    db.flush()
    booking = bookings.booking(db, booking_id)
    rows = queries.of_booking(db, booking_id)
    booking.received_cents = ledger.received(rows)
    booking.processing_cents = ledger.processing(rows)
    booking.authorized_cents = sum(row.amount_cents for row in rows if row.is_authorized)
    booking.reduced_cents = ledger.reduced(rows, fee=False)
    booking.fee_reduced_cents = ledger.reduced(rows, fee=True)
    booking.disputed_cents = ledger.disputed(rows)
    booking.lost_cents = ledger.lost(rows)
    booking.returned_debit_cents = ledger.returned_debits(rows)
    if booking.received_cents > 0:
        senders.settle(db, booking)


def record_payment(db: Session, found: FetchedPayment, now: datetime) -> str:
    """Record a customer's payment after an event or a check, and return the outcome.

    The session is not scoped to an operator yet, or is scoped to the payment's. A payment that was not requested here
    changes nothing, whatever its metadata says.
    """
    operator_id = operator_in(found.intent.metadata)
    if operator_id is None:
        return "unknown business"
    set_operator(db, operator_id)
    try:
        terms = availability.lock(db, operator_id)
    except UnknownOperator:
        return "unknown business"
    row = queries.by_provider(db, found.intent.id, found.intent.metadata.get(KEY))
    if row is None or row.entry != PAYMENT or row.live != found.intent.live or row.made_on != found.account_id:
        return "unknown payment"
    if row.provider_id not in {None, found.intent.id}:
        # The key in the metadata belongs to a different payment.
        return "unknown payment"
    before = row.state
    changed = _intent(db, row, found.intent, found.asked_at, now)
    if found.fee_returned_cents is not None:
        changed = changed or row.fee_returned_cents != found.fee_returned_cents
        row.fee_returned_cents = found.fee_returned_cents
    for refund in found.refunds:
        changed = _refund_of(db, row, refund, found.asked_at, now) or changed
    for dispute in found.disputes:
        changed = disputes.keep(db, row, dispute, found.asked_at, now) or changed
    changed = _disputed(db, row, now) or changed
    if found.warning is not None and row.fraud_warning is None:
        row.fraud_warning, changed = found.warning.kind[:60], True
        _notify(db, row, FraudSuspected, now)
    recompute(db, row.booking_id)
    if row.state == RECEIVED != before and (row.on_approval or before == PROCESSING):
        prepayment_received.return_late_payment(db, row, now)
    prepayment_received.confirm_paid(db, terms, row.booking_id, now, capture_before=found.intent.capture_before)
    return "recorded" if changed else "known already"


def _intent(db: Session, row: BookingPayment, state: IntentState, asked_at: datetime, now: datetime) -> bool:
    if row.asked_at is not None and asked_at < row.asked_at:
        return False
    before, was_authorized = row.state, row.is_authorized
    row.provider_id, row.asked_at = state.id, asked_at
    row.customer_id = state.customer_id or row.customer_id
    row.state = state_of_intent(state)
    if state.is_authorized and row.authorized_at is None:
        row.authorized_at = now
    failure = None if row.state == RECEIVED else state.failure or row.failure
    row.failure = failure[:500] if failure else None
    if row.state == RECEIVED:
        # Store the amount actually charged, whatever was requested.
        row.amount_cents = state.received_cents
        row.receipt_url = state.receipt_url
        row.transfer_id = state.transfer_id
        row.fee_cents = state.fee_cents
        if row.made_on is not None and state.provider_fee is not None:
            _keep_fee(row, state.provider_fee)
        row.settled_at = row.settled_at or now
    if state.paid_with is not None:
        row.card = state.paid_with.stored()
    if row.state == RECEIVED != before:
        _notify(db, row, PaymentReceived, now)
    if before == PROCESSING and row.state in {OPEN, CANCELED}:
        _notify(db, row, PaymentFailed, now)
    return row.state != before or row.is_authorized != was_authorized


def _keep_fee(row: BookingPayment, fee: ProviderFee) -> None:
    """Store the provider's fee. It may be missing from a response, and then is 0."""
    if fee.cents or fee.settled_cents:
        row.provider_fee_cents = fee.cents
        row.settled_fee_cents, row.settled_currency = fee.settled_cents, fee.settled_currency
        row.exchange_rate = fee.exchange_rate[:30] if fee.exchange_rate else None


def _refund_of(db: Session, payment: BookingPayment, state: RefundState, asked_at: datetime, now: datetime) -> bool:
    row = queries.by_provider(db, state.id, state.metadata.get(KEY))
    if row is None:
        # The refund was made at the provider, not here, so the amount does not have to be paid again.
        booking = bookings.booking(db, payment.booking_id)
        rows = queries.of_booking(db, booking.id)
        reduces = ledger.no_longer_owed(ledger.figures_of(booking, rows), state.amount_cents)
        row = payment.refund(
            state.amount_cents,
            "Stripe",
            now,
            reduces_cents=reduces,
            reduces_fee=booking.status == BOOKING_CANCELED,
            reduces_charge_id=reduced_charge(db, booking.id, rows, reduces),
        )
        db.add(row)
        db.flush()
    if row.refund_of != payment.id:
        return False
    return apply_refund(db, row, state, asked_at, now)


def apply_refund(db: Session, row: BookingPayment, state: RefundState, asked_at: datetime, now: datetime) -> bool:
    """Write a refund's fetched state to its row. Return false if nothing changed."""
    if row.asked_at is not None and asked_at < row.asked_at:
        return False
    before = row.state
    row.provider_id, row.asked_at = state.id, asked_at
    row.amount_cents = state.amount_cents
    row.state = state_of_refund(state)
    if row.state == RETURNED:
        row.settled_at = row.settled_at or now
    if row.state == FAILED:
        row.failure = _NOT_TAKEN.get(state.failure or "", "The card could not be refunded.")
    db.flush()
    if before == ASKED and row.state in {PROCESSING, RETURNED}:
        _notify(db, row, PaymentRefunded, now)
    if row.state == FAILED != before:
        _notify(db, row, RefundFailed, now)
    return row.state != before


def refund_refused(db: Session, row: BookingPayment, why: str, now: datetime) -> None:
    """Record that the provider definitely refunded nothing."""
    if row.state != ASKED:
        return
    row.state, row.failure = FAILED, why[:500]
    _notify(db, row, RefundFailed, now)


def _disputed(db: Session, row: BookingPayment, now: datetime) -> bool:
    """Update a payment's row from its disputes. Return false if nothing changed."""
    before = row.dispute
    dispute, cents = disputes.summary(db, row)
    if dispute == LOST and row.is_bank_debit:
        # Nothing was decided about the rental: the bank took a debit back, so the amount is due again.
        dispute = DEBIT_RETURNED
    if dispute is None or dispute == before:
        return False
    if dispute == LOST:
        # The customer's bank has decided, so the amount does not become due again.
        db.flush()
        booking = bookings.booking(db, row.booking_id)
        rows = queries.of_booking(db, booking.id)
        row.reduces_cents = ledger.no_longer_owed(ledger.figures_of(booking, rows), cents)
        row.reduces_fee = booking.status == BOOKING_CANCELED
        row.reduces_charge_id = reduced_charge(db, booking.id, rows, row.reduces_cents)
    row.dispute, row.disputed_cents = dispute, cents
    if dispute == DEBIT_RETURNED:
        _notify(db, row, DebitReturned, now)
        return True
    _notify(db, row, PaymentDisputed, now, dispute=dispute)
    remind_later(db, row, now)
    return True


def remind_later(db: Session, row: BookingPayment, now: datetime) -> None:
    """Schedule the next check of an unanswered dispute, which also reminds the business."""
    at = disputes.next_reminder(disputes.of_payment(db, row.id), now)
    if at is not None:
        jobs.enqueue(db, DISPUTE, {"operatorId": row.operator_id, "paymentId": row.id}, now, run_at=at)


def notify_unanswered_dispute(db: Session, row: BookingPayment, now: datetime) -> None:
    """Remind the business of a dispute, and schedule the next reminder."""
    _notify(db, row, DisputeUnanswered, now)
    remind_later(db, row, now)


def _notify(db: Session, row: BookingPayment, event: type[PaymentEvent], now: datetime, **more: str) -> None:
    news = event(
        operator_id=row.operator_id,
        booking_id=row.booking_id,
        payment_id=row.id,
        amount_cents=row.amount_cents,
        **more,
    )
    publish(db, news, now)


def notify_entered_payment(db: Session, row: BookingPayment, event: type[PaymentEvent], now: datetime) -> None:
    """Notify a customer of a manual entry. The business entered it, so it is not notified."""
    _notify(db, row, event, now, by=str(row.recorded_by))
