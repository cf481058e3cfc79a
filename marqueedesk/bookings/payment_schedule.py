"""Due day of a booking's next payment, stored with the booking so that queries can skip bookings without one."""

from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import event as sql_event

from marqueedesk.bookings.models import Booking

_UTC: Final = ZoneInfo("UTC")
SCHEDULE_COLUMNS: Final = (
    "status",
    "created_at",
    "updated_at",
    "delivery_day",
    "payment_terms",
    "deposit_cents",
    "total_cents",
    "received_cents",
    "processing_cents",
    "reduced_cents",
    "cancel_fee_cents",
    "fee_reduced_cents",
    "charges_cents",
    "charges_due",
    "breakdown",
)
"""The booking columns that determine its payment schedule."""


def next_due_day(booking: Booking) -> date | None:
    """Return the first day with an unpaid part of the price, or None if nothing is left to pay.

    Uses the day of booking in UTC, so the result can be a day off in the business's time zone.
    """
    return next((part.due for part in booking.payment_schedule(_UTC) if part.cents > part.paid_cents), None)


@sql_event.listens_for(Booking, "before_insert")
@sql_event.listens_for(Booking, "before_update")
def _store_next_due_day(_mapper: object, _connection: object, booking: Booking) -> None:
    booking.next_due_day = next_due_day(booking)
