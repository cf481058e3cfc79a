"""A booking that waits for its payment: what confirms it, and what ends it.

A customer is never charged without letters: a payment that comes after they are gone is refunded, and the booking
canceled.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.models import BOOKING, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import transitions
from marqueedesk.bookings.collecting import PAY_ENDS
from marqueedesk.bookings.discount_codes import CodeNotValid
from marqueedesk.bookings.models import CANCELED, CONFIRMED, PENDING, Booking
from marqueedesk.bookings.stock_check import hold_rental
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.bookings.transitions import Options
from marqueedesk.domain_events import BookingPlaced, publish
from marqueedesk.kit import jobs

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


def _wait(db: Session, terms: Terms, booking: Booking, now: datetime) -> None:
    """Keep the letters for as long as a bank takes."""
    until = now + _BANKS_TAKE
    booking.pay_by = booking.hold_expires_at = until
    own, request = Holder(BOOKING, booking.id), rental_of(booking, terms, now).request
    hold_rental(db, terms, request, own, expires_at=until, now=now, check=False)
    payload = {"operatorId": booking.operator_id, "bookingId": booking.id}
    jobs.enqueue(db, PAY_ENDS, payload, now, run_at=until)


def end_unpaid(db: Session, terms: Terms, booking_id: int, now: datetime) -> None:
    """Cancel a booking that was not paid in time. Its open payments have been canceled before, so none comes in later.

    Nobody gets an email: the customer left, and the business never heard of it.
    """
    booking = bookings.booking(db, booking_id)
    if booking.status != PENDING or booking.pay_by is None or now < booking.pay_by:
        return
    options = Options(notify=False, reason=NOT_PAID)
    transitions.change_status(db, terms, booking_id, CANCELED, by=booking.customer_name, now=now, options=options)
