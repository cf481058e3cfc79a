"""Payments of bookings that were paid before the business used this product."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, cast

from sqlalchemy import Connection, Table, delete, insert

from marqueedesk.accounts.models import Operator, User
from marqueedesk.payments.models import OTHER, PAYMENT, RECEIVED, BookingPayment

_payments = cast("Table", BookingPayment.__table__)
_NOTE: Final = "Imported"


@dataclass(frozen=True, slots=True)
class PaidBefore:
    """A booking that was paid in full on a day, in cents."""

    booking_id: int
    cents: int
    on_day: date


def record_all(
    connection: Connection, operator: Operator, paid: Iterable[PaidBefore], *, by: User, now: datetime
) -> None:
    """Record the payments of imported bookings, whose ``received_cents`` already include them. No receipts are sent."""
    rows = [
        {
            "operator_id": operator.id,
            "booking_id": row.booking_id,
            "entry": PAYMENT,
            "kind": OTHER,
            "state": RECEIVED,
            "amount_cents": row.cents,
            "currency": operator.currency,
            "on_day": row.on_day,
            "recorded_by": by.username,
            "recorded_by_id": by.id,
            "note": _NOTE,
            "created_at": now,
            "settled_at": now,
        }
        for row in paid
        if row.cents > 0
    ]
    if rows:
        connection.execute(insert(_payments), rows)


def delete_all(connection: Connection, operator: Operator, booking_ids: Iterable[int]) -> None:
    """Delete the payments of imported bookings that are deleted too."""
    connection.execute(
        delete(_payments).where(_payments.c.operator_id == operator.id, _payments.c.booking_id.in_(list(booking_ids)))
    )
