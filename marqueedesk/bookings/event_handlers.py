"""Event subscribers of bookings: schedule events for the end of a hold."""

from dataclasses import asdict
from datetime import timedelta
from typing import Final

from marqueedesk.accounts import queries as accounts
from marqueedesk.bookings import queries
from marqueedesk.bookings.models import PENDING, Booking
from marqueedesk.bookings.prepayment import schedule_reminder
from marqueedesk.domain_events import (
    BookingEdited,
    BookingEvent,
    BookingPlaced,
    BookingReopened,
    CustomerConfirmed,
    EventDelivery,
    HoldEnded,
    HoldEndsSoon,
    PaymentHoldBegan,
    Subscriber,
    on,
    publish_once,
)

ENDS_SOON: Final = timedelta(days=1)
"""How long before a hold ends the business is notified."""


def booking_of(delivery: EventDelivery[BookingEvent]) -> Booking | None:
    """Return the booking of an event in its current state. None if it was deleted, or if its business was deleted or
    deactivated.

    Scopes the session to the business.
    """
    if accounts.active_operator(delivery.db, delivery.event.operator_id) is None:
        return None
    return queries.find_booking(delivery.db, delivery.event.booking_id)


def _watch_hold(delivery: EventDelivery[BookingEvent]) -> None:
    """Schedule the events shortly before and at the end of a request's hold, once per end time."""
    booking, now = booking_of(delivery), delivery.now
    if booking is None or booking.status != PENDING or booking.must_confirm:
        # Don't notify anyone when a short hold ends: the business has nothing to decide yet.
        return
    ends = booking.hold_expires_at
    if ends is None or ends <= now or booking.authorized_until is not None:
        # The end of a card authorization has events of its own.
        return
    due = HoldEndsSoon(operator_id=booking.operator_id, booking_id=booking.id, ends_at=ends.isoformat())
    # The key includes the end time, so that extending the hold schedules new events.
    key = f"{booking.id}:{ends:%Y%m%d%H%M%S%f}"
    soon = max(now + (ends - now) / 2, ends - ENDS_SOON)
    publish_once(delivery.db, due, now, dedupe_key=f"hold:{key}:lapsing", run_at=soon)
    publish_once(delivery.db, HoldEnded(**asdict(due)), now, dedupe_key=f"hold:{key}:lapsed", run_at=ends)


def _remind_to_pay(delivery: EventDelivery[PaymentHoldBegan]) -> None:
    """Schedule the reminder to pay before the hold ends."""
    booking = booking_of(delivery)
    if booking is not None and booking.awaits_prepayment(delivery.now):
        schedule_reminder(delivery.db, booking, delivery.now)


SUBSCRIBER: Final = Subscriber(
    "bookings",
    dict(
        [
            on(BookingPlaced, _watch_hold),
            on(BookingReopened, _watch_hold),
            on(BookingEdited, _watch_hold),
            on(CustomerConfirmed, _watch_hold),
            on(PaymentHoldBegan, _remind_to_pay),
        ]
    ),
)
