"""Days of a booking's payments that every write stores with it: when the next one is due, so that queries can skip
bookings without one, and since when late fees count.
"""

from datetime import date
from typing import Final, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Table, inspect, select
from sqlalchemy import event as sql_event

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, PENDING, Booking
from marqueedesk.kit import clock
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.pricing.payment_terms import open_by

_UTC: Final = ZoneInfo("UTC")
_operators: Final = cast("Table", Operator.__table__)
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
def _store_days(_mapper: object, connection: Connection, booking: Booking) -> None:
    booking.next_due_day = next_due_day(booking)
    today = clock.now().date()
    overdue = _subject_to_late_fees(booking, today)
    if overdue and overdue > _subject_to_late_fees(_before(booking), today):
        zone = connection.scalar(select(_operators.c.time_zone).where(_operators.c.id == booking.operator_id))
        booking.late_fees_from = clock.local_day(clock.now(), ZoneInfo(zone or "UTC"))


def _subject_to_late_fees(booking: Booking, today: date) -> int:
    """Return the unpaid cents of the price that are due by ``today``, a day in UTC, and can incur a late fee."""
    if booking.terms.late is None or booking.status not in {CONFIRMED, COMPLETED}:
        return 0
    return open_by(booking.agreed_parts(_UTC), today)


def _before(booking: Booking) -> Booking:
    """Return a copy of a booking with the stored values of `SCHEDULE_COLUMNS`. A new one is pending: it owes nothing
    yet.
    """
    state = inspect(booking)
    columns = {name: getattr(booking, name) for name in SCHEDULE_COLUMNS}
    if not state.persistent:
        return from_columns(Booking, columns | {"status": PENDING})
    changed = {name: state.attrs[name].history.deleted for name in SCHEDULE_COLUMNS}
    return from_columns(Booking, columns | {name: values[0] for name, values in changed.items() if values})
