"""Bookings that await payment: their confirmation and their expiration.

No customer is charged without getting letters: if a payment arrives after the letters are gone, it is refunded and the
booking canceled.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import transitions
from marqueedesk.bookings.charges.discount_codes import CodeNotValid
from marqueedesk.bookings.models import CANCELED, CONFIRMED, PENDING, Booking
from marqueedesk.bookings.prepayment import PAY_ENDS, PAY_WITHIN, WAIT_FOR_PROVIDER, schedule_reminder
from marqueedesk.bookings.stock_check import hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.bookings.transitions import Options
from marqueedesk.domain_events import BookingPlaced, LeadLapsed, PaymentPossible, publish
from marqueedesk.kit.jobs import jobs
from marqueedesk.payments import queries

OFFER: Final = "payment.offer"
"""Job that offers a booking's payment again once the provider is available."""
ASK_AGAIN: Final = timedelta(minutes=1)
"""Interval between availability checks of the provider."""
CLOSE: Final = "payment.close"
"""Job that cancels the open payments of a booking."""
NOT_PAID = "Not paid in time"
LETTERS_GONE = "The letters were no longer available when the payment arrived. The payment is refunded in full."
CODE_USED_UP = "The discount code was used up when the payment arrived. The payment is refunded in full."
_BANKS_TAKE = timedelta(days=7)
_REFUND_FIRST = timedelta(minutes=1)


def confirm_paid(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Confirm a booking that awaited payment, once the money has arrived.

    While a bank is still processing it, the letters stay held. If the letters or the discount code are no longer
    available, the booking is canceled and the payment refunded.

    ``terms`` are those read when this transaction, which recorded the payment, took the lock.
    """
    booking = bookings.booking(db, booking_id)
    if booking.status != PENDING or booking.pay_by is None:
        return
    if booking.received_cents <= 0:
        if booking.processing_cents > 0 and booking.pay_by < now + _BANKS_TAKE / 2:
            _wait(db, terms, booking, now)
        return
    by = booking.customer_name
    try:
        with db.begin_nested():
            # The emails about a new booking say that it is confirmed, so none is sent for the status change.
            transitions.change_status(db, terms, booking_id, CONFIRMED, by=by, now=now, options=Options(notify=False))
    except (NotEnoughLetters, CodeNotValid) as refused:
        db.refresh(booking)
        payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "keepCents": 0}
        jobs.enqueue(db, CLOSE, payload, now)
        # The cancellation email mentions the refund, so it is sent after the refund.
        reason = CODE_USED_UP if isinstance(refused, CodeNotValid) else LETTERS_GONE
        options = Options(reason=reason, undo_seconds=int(_REFUND_FIRST.total_seconds()))
        transitions.change_status(db, terms, booking_id, CANCELED, by=by, now=now, options=options)
        return
    publish(db, BookingPlaced(operator_id=booking.operator_id, booking_id=booking.id), now)


def wait_for_provider(db: Session, operator_id: int, booking_id: int, now: datetime) -> datetime:
    """Hold a booking's letters while its payment cannot be opened, for at most an hour. Returns the end of the hold."""
    terms = availability.lock(db, operator_id)
    booking = bookings.booking(db, booking_id)
    until = booking.created_at + WAIT_FOR_PROVIDER
    if booking.awaits_prepayment(now) and booking.pay_by is not None and booking.pay_by < until:
        hold_until(db, terms, booking, until, now)
        offer_later(db, booking, now)
    return booking.pay_by or now


def offer_later(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the next availability check of the provider."""
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, OFFER, payload, now, run_at=now + ASK_AGAIN)


def offer_again(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Email the customer of a booking that awaits payment that it can be paid now.

    Its letters are held for the usual time from now, but no longer than an hour in total. ``terms`` are those read when
    this transaction took the lock.
    """
    booking = bookings.booking(db, booking_id)
    if not booking.awaits_prepayment(now):
        return
    hold_until(db, terms, booking, min(now + PAY_WITHIN, booking.created_at + WAIT_FOR_PROVIDER), now)
    schedule_reminder(db, booking, now)
    possible = PaymentPossible(operator_id=booking.operator_id, booking_id=booking.id)
    publish(db, possible, now, dedupe_key=f"booking:{booking.id}:payment_possible")


def _wait(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Hold the letters for as long as a bank may take to process the payment."""
    hold_until(db, terms, booking, now + _BANKS_TAKE, now)


def hold_until(db: Session, terms: Terms, booking: Booking, until: datetime, now: datetime) -> None:
    """Hold the letters of a booking that awaits payment until a given time."""
    booking.pay_by = booking.hold_expires_at = until
    own, request = Holder(BOOKING, booking.id), rental_of(booking, terms, now).request
    sender = availability.sender_of(db, booking.operator_id, booking.id)
    hold_rental(db, terms, request, own, expires_at=until, now=now, check=False, sender=sender)
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, PAY_ENDS, payload, now, run_at=until)


def is_unpaid_in_time(booking: Booking, now: datetime) -> bool:
    """Return true if a booking's payment deadline has passed."""
    return booking.status == PENDING and booking.pay_by is not None and now >= booking.pay_by


def end_unpaid(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Cancel a booking that was not paid in time. Its open payments were canceled before, so no money can come in
    later.

    The business keeps the booking as a lead (W13). The customer is emailed, and can have the letters held again.
    """
    booking = bookings.booking(db, booking_id)
    if not is_unpaid_in_time(booking, now):
        return
    lapsed = LeadLapsed(
        operator_id=booking.operator_id,
        booking_id=booking.id,
        could_pay=any(row.provider_id is not None for row in queries.of_booking(db, booking.id)),
    )
    publish(db, lapsed, now, dedupe_key=f"booking:{booking.id}:{booking.revision}:lead_lapsed")
    options = Options(notify=False, reason=NOT_PAID)
    transitions.change_status(db, terms, booking_id, CANCELED, by=booking.customer_name, now=now, options=options)
    booking.lapsed_at = now
