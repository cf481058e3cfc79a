"""A booking that waits for its payment: what confirms it, and what ends it.

A customer is never charged without letters: a payment that comes after they are gone is refunded, and the booking
canceled.
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
from marqueedesk.bookings.collecting import PAY_ENDS, PAY_WITHIN, WAIT_FOR_PROVIDER, waits_for_payment
from marqueedesk.bookings.models import CANCELED, CONFIRMED, PENDING, Booking
from marqueedesk.bookings.stock_check import hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.bookings.transitions import Options
from marqueedesk.domain_events import BookingPlaced, LeadLapsed, PaymentPossible, publish
from marqueedesk.kit.jobs import jobs
from marqueedesk.payments import queries

OFFER: Final = "payment.offer"
"""The job that offers the payment of a booking again as soon as the provider can be reached."""
ASK_AGAIN: Final = timedelta(minutes=1)
"""The pause between two requests to the provider meanwhile."""
CLOSE: Final = "payment.close"
"""The job that cancels the open payments of a booking."""
NOT_PAID = "Not paid in time"
LETTERS_GONE = "The letters were no longer available when the payment arrived. It is refunded in full."
CODE_USED_UP = "The discount code had been used up when the payment arrived. It is refunded in full."
_BANKS_TAKE = timedelta(days=7)
_REFUND_FIRST = timedelta(minutes=1)


def confirm_paid(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Confirm a booking that waited for its payment, once money is there. While a bank is still moving it, the letters
    stay held. Without letters, or without a use left of its discount code, the booking is canceled and the money goes
    back.

    ``terms`` come from the lock taken in this transaction, in which the payment was recorded.
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
            # The emails about a new booking say that it is confirmed.
            transitions.change_status(db, terms, booking_id, CONFIRMED, by=by, now=now, options=Options(notify=False))
    except (NotEnoughLetters, CodeNotValid) as refused:
        db.refresh(booking)
        payload = {"operatorId": booking.operator_id, "bookingId": booking.id, "keepCents": 0}
        jobs.enqueue(db, CLOSE, payload, now)
        # Its email says what goes back, so it waits for the refund.
        reason = CODE_USED_UP if isinstance(refused, CodeNotValid) else LETTERS_GONE
        options = Options(reason=reason, undo_seconds=int(_REFUND_FIRST.total_seconds()))
        transitions.change_status(db, terms, booking_id, CANCELED, by=by, now=now, options=options)
        return
    publish(db, BookingPlaced(operator_id=booking.operator_id, booking_id=booking.id), now)


def wait_for_provider(db: Session, operator_id: int, booking_id: int, now: datetime) -> datetime:
    """Keep a booking's letters while its payment cannot be opened, for an hour at most; return until when."""
    terms = availability.lock(db, operator_id)
    booking = bookings.booking(db, booking_id)
    until = booking.created_at + WAIT_FOR_PROVIDER
    if waits_for_payment(booking.__dict__, now) and booking.pay_by is not None and booking.pay_by < until:
        _hold_until(db, terms, booking, until, now)
        offer_later(db, booking, now)
    return booking.pay_by or now


def offer_later(db: Session, booking: Booking, now: datetime) -> None:
    """Schedule the next question whether the provider can be reached."""
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, OFFER, payload, now, run_at=now + ASK_AGAIN)


def offer_again(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Email the customer of a booking that waits for its payment that it can be paid now. Its letters are held for the
    usual time from now, but not for longer than the hour. ``terms`` come from the lock taken in this transaction.
    """
    booking = bookings.booking(db, booking_id)
    if not waits_for_payment(booking.__dict__, now):
        return
    _hold_until(db, terms, booking, min(now + PAY_WITHIN, booking.created_at + WAIT_FOR_PROVIDER), now)
    possible = PaymentPossible(operator_id=booking.operator_id, booking_id=booking.id)
    publish(db, possible, now, dedupe_key=f"booking:{booking.id}:payment_possible")


def _wait(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Keep the letters for as long as a bank takes."""
    _hold_until(db, terms, booking, now + _BANKS_TAKE, now)


def _hold_until(db: Session, terms: Terms, booking: Booking, until: datetime, now: datetime) -> None:
    """Hold the letters of a booking that waits for its payment until then."""
    booking.pay_by = booking.hold_expires_at = until
    own, request = Holder(BOOKING, booking.id), rental_of(booking, terms, now).request
    sender = availability.sender_of(db, booking.operator_id, booking.id)
    hold_rental(db, terms, request, own, expires_at=until, now=now, check=False, sender=sender)
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, PAY_ENDS, payload, now, run_at=until)


def is_unpaid_in_time(booking: Booking, now: datetime) -> bool:
    """Whether the time to pay of a booking is over."""
    return booking.status == PENDING and booking.pay_by is not None and now >= booking.pay_by


def end_unpaid(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Cancel a booking that was not paid in time. Its open payments have been canceled before, so none comes in later.

    The business has it as a lead (W13). The customer is emailed if no card form could be opened for them.
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
