"""Charge an authorized card when its booking is confirmed: *prepare (transaction), request, record (transaction)*.

If the process dies in between, the check job or the webhook event fetches the payment's state and confirms the booking.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import transitions
from marqueedesk.bookings.models import CONFIRMED, PENDING, Booking
from marqueedesk.bookings.transitions import Options
from marqueedesk.kit import clock
from marqueedesk.kit.money import smallest_step
from marqueedesk.payments import card_payments, intents, ledger, prepayment_received, queries, stripe_sync
from marqueedesk.payments.errors import CaptureFailed
from marqueedesk.payments.intents import PaymentSnapshot
from marqueedesk.payments.refunds import LOOK_AGAIN
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined, ProviderNotFound, ProviderRefused
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment


@dataclass(frozen=True, slots=True)
class Capture:
    """A capture to request: the authorized payment, the amount, and the platform's share of it; in cents."""

    row: PaymentSnapshot
    cents: int
    fee_cents: int
    key: str


def needs_capture(booking: Booking) -> bool:
    """Return true if confirming the booking charges an authorized card."""
    return booking.status == PENDING and booking.authorized_until is not None


def prepare(
    db: Session, terms: Terms, booking_id: int, gateway: Stripe, *, by: User, now: datetime, options: Options
) -> Capture | None:
    """Return the capture that confirms a booking, or None if there is nothing to charge.

    ``terms`` are those read when this transaction took the lock. The confirmation is tried first and undone, so that no
    card is charged for a booking that can't be confirmed. Raises the errors of `transitions.change_status`, and
    CaptureFailed if the card was authorized with other keys.
    """
    booking, rows = bookings.booking(db, booking_id), queries.of_booking(db, booking_id)
    if not needs_capture(booking):
        return None
    trial = db.begin_nested()
    try:
        transitions.change_status(db, terms, booking_id, CONFIRMED, by=by, now=now, options=options)
    finally:
        trial.rollback()
    row = ledger.authorized(rows)
    cents = min(row.amount_cents, ledger.figures_of(booking, rows).due) if row else 0
    if row is None or cents <= 0:
        # Everything was paid in another way, so the authorization is only released.
        booking.authorized_until = None
        card_payments.schedule_cancel(db, booking, now)
        return None
    if gateway.live != row.live:
        raise CaptureFailed.format(reason=CaptureFailed.ended)
    card_payments.schedule_check(db, row, now, now + LOOK_AGAIN)
    # A refused capture is recorded, which changes `asked_at`, so the next attempt is a new request.
    moment, step = row.asked_at or now, smallest_step(row.currency)
    return Capture(
        row=intents.snapshot(row),
        cents=cents,
        fee_cents=row.fee_cents * cents // (row.amount_cents * step) * step,
        key=f"capture-{row.key}-{moment:%Y%m%d%H%M%S%f}",
    )


def charge(gateway: Stripe, capture: Capture, within: Callable[[Callable[[Session], Any]], Any]) -> FetchedPayment:
    """Charge the card, and return the payment's state, which the caller records along with the confirmation.

    No transaction may be open. Raises CaptureFailed after recording the state of a payment that was not captured, and
    ProviderProblem if it is not known whether it was.
    """
    asked_at, talk = clock.now(), intents.there(gateway, capture.row)
    intent_id = str(capture.row.provider_id)
    try:
        intent = talk.capture_intent(
            intent_id,
            cents=capture.cents,
            fee_cents=capture.fee_cents,
            currency=capture.row.currency,
            key=capture.key,
        )
        return FetchedPayment(intent, asked_at, talk.account_id)
    except (CardDeclined, ProviderRefused) as problem:
        # Another request may have captured it, or the authorization has ended.
        try:
            found = fetch_payment(talk, intent_id)
        except ProviderNotFound:
            within(lambda db: _close_unknown(db, capture.row))
            raise CaptureFailed.format(reason=CaptureFailed.disconnected) from problem
        if found.intent.status in {"succeeded", "processing"}:
            return found
        within(lambda db: stripe_sync.record_payment(db, found, clock.now()))
        reason = problem.message if isinstance(problem, CardDeclined) else CaptureFailed.refused
        if not found.intent.is_authorized:
            reason = CaptureFailed.ended
        raise CaptureFailed.format(reason=reason) from problem


def _close_unknown(db: Session, row: PaymentSnapshot) -> None:
    """Record that an authorization can't be captured anymore: its account was disconnected."""
    now = clock.now()
    intents.record_closed(db, row, None, now)
    terms = availability.lock(db, row.operator_id)
    prepayment_received.confirm_paid(db, terms, row.booking_id, now)
