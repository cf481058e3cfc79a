"""Disputes and inquiries about customers' payments: the provider's state of each, and its effect on the payment."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.payments.models import BookingPayment, PaymentDispute
from marqueedesk.stripe import disputes
from marqueedesk.stripe.values import DisputeState

_UNANSWERED: Final = frozenset({"needs_response", "warning_needs_response"})
REMIND_EVERY: Final = timedelta(days=3)
REMIND_AT_LAST: Final = timedelta(days=1)


def state_of(dispute: PaymentDispute) -> str:
    """Return the state of a dispute: inquiry, disputed, won or lost."""
    return disputes.state_of(dispute.status)


def is_unanswered(dispute: PaymentDispute) -> bool:
    """Return true if a dispute still needs a response."""
    return dispute.status in _UNANSWERED


def next_reminder(found: list[PaymentDispute], now: datetime) -> datetime | None:
    """Return when to send the next reminder of unanswered disputes: every three days, daily in the last three days.

    Returns None once all are answered or past their deadline.
    """
    ends = [one.due_by for one in found if is_unanswered(one) and one.due_by is not None and one.due_by > now]
    if not ends:
        return None
    return min(now + REMIND_EVERY, max(now + REMIND_AT_LAST, min(ends) - REMIND_EVERY))


def of_payment(db: Session, payment_id: int) -> list[PaymentDispute]:
    """Return a payment's disputes, oldest first."""
    return list(
        db.scalars(select(PaymentDispute).where(PaymentDispute.payment_id == payment_id).order_by(PaymentDispute.id))
    )


def of_booking(db: Session, booking_id: int) -> dict[int, list[PaymentDispute]]:
    """Return the disputes of a booking's payments by payment id, oldest first."""
    rows = db.scalars(
        select(PaymentDispute)
        .join(BookingPayment, BookingPayment.id == PaymentDispute.payment_id)
        .where(BookingPayment.booking_id == booking_id)
        .order_by(PaymentDispute.id)
    )
    found: dict[int, list[PaymentDispute]] = {}
    for row in rows:
        found.setdefault(row.payment_id, []).append(row)
    return found


def keep(db: Session, row: BookingPayment, state: DisputeState, asked_at: datetime, now: datetime) -> bool:
    """Store a fetched dispute. Return false if nothing changed, or if a newer state is stored."""
    known = db.scalars(select(PaymentDispute).where(PaymentDispute.provider_id == state.id)).one_or_none()
    if known is None:
        known = PaymentDispute(payment_id=row.id, provider_id=state.id, live=state.live, created_at=now)
        db.add(known)
    elif asked_at < known.asked_at:
        return False
    after = (state.status, state.reason, state.amount_cents, state.withdrawn_cents, state.fee.cents, state.due_by)
    before = (known.status, known.reason, known.amount_cents, known.withdrawn_cents, known.fee_cents, known.due_by)
    if after == before and disputes.state_of(state.status) in {disputes.WON, disputes.LOST}:
        # Keep the time of the decision, because bookkeeping dates the loss by it.
        return False
    known.status, known.reason = state.status[:40], state.reason[:60]
    known.amount_cents, known.withdrawn_cents = state.amount_cents, state.withdrawn_cents
    known.fee_cents, known.due_by = state.fee.cents, state.due_by
    known.settled_fee_cents, known.settled_currency = state.fee.settled_cents, state.fee.settled_currency
    known.currency, known.asked_at = state.currency.upper(), asked_at
    db.flush()
    return after != before


def summary(db: Session, row: BookingPayment) -> tuple[str | None, int]:
    """Return the dispute state of a payment and the amount in that state in cents; None without disputes."""
    found = of_payment(db, row.id)
    return disputes.summary(((one.status, one.amount_cents) for one in found), row.amount_cents)
