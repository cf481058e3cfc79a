"""Event subscribers of payments: close card forms that must not be paid anymore."""

from typing import Final

from marqueedesk.bookings.event_handlers import booking_of
from marqueedesk.bookings.models import CANCELED, HOLDING
from marqueedesk.domain_events import BookingCanceled, BookingEdited, BookingReplaced, EventDelivery, Subscriber, on
from marqueedesk.payments import card_payments, prepayment_received


def _close_forms(delivery: EventDelivery[BookingCanceled]) -> None:
    """Close the open card payments of a canceled booking."""
    booking = booking_of(delivery)
    if booking is not None and booking.status == CANCELED:
        card_payments.schedule_cancel(delivery.db, booking, delivery.now)


def _close_replaced(delivery: EventDelivery[BookingReplaced]) -> None:
    """Close the open card payments of a booking that was replaced before it was paid, and refund one that was paid at
    the same moment.
    """
    booking = booking_of(delivery)
    if booking is not None and booking.status == CANCELED:
        prepayment_received.close(delivery.db, booking, delivery.now, keep_cents=0)


def _close_outdated(delivery: EventDelivery[BookingEdited]) -> None:
    """Close the open card payments of a booking if an edit has changed the amount due."""
    booking = booking_of(delivery)
    if booking is not None and booking.status in HOLDING:
        card_payments.close_outdated(delivery.db, booking, delivery.now)


SUBSCRIBER: Final = Subscriber(
    "payments",
    dict(
        [
            on(BookingCanceled, _close_forms),
            on(BookingReplaced, _close_replaced),
            on(BookingEdited, _close_outdated),
        ]
    ),
)
