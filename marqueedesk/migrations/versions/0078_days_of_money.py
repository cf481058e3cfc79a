"""Store the due day of a booking's next payment, and index due payments and money by the day it moved."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.payment_schedule import next_due_day
from marqueedesk.kit.db.db import Document, Instant
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0078"
down_revision = "0077"

_AT_ONCE = 2000
_OWING = "status IN ('confirmed', 'completed') AND total_cents + charges_cents > received_cents + processing_cents"
_AMOUNTS = (
    "deposit_cents",
    "total_cents",
    "received_cents",
    "processing_cents",
    "reduced_cents",
    "cancel_fee_cents",
    "fee_reduced_cents",
    "charges_cents",
)
_bookings = sa.table(
    "bookings",
    sa.column("id", sa.BigInteger()),
    sa.column("operator_id", sa.BigInteger()),
    sa.column("status", sa.Text()),
    sa.column("created_at", Instant()),
    sa.column("updated_at", Instant()),
    *[sa.column(name, sa.Date()) for name in ("delivery_day", "charges_due", "next_due_day")],
    sa.column("payment_terms", Document),
    *[sa.column(name, sa.BigInteger()) for name in _AMOUNTS],
)


def _fill_due_days() -> None:
    """Compute the due day of each booking with an unpaid amount; paid bookings need none."""
    connection = op.get_bind()
    update = sa.update(_bookings).where(_bookings.c.id == sa.bindparam("row_id"))
    last = 0
    while True:
        batch = sa.select(_bookings).where(sa.text(_OWING), _bookings.c.id > last).order_by(_bookings.c.id)
        rows = connection.execute(batch.limit(_AT_ONCE)).mappings().all()
        if not rows:
            return
        last = rows[-1]["id"]
        connection.execute(
            update.values(next_due_day=sa.bindparam("day")),
            [{"row_id": row["id"], "day": next_due_day(from_columns(Booking, dict(row)))} for row in rows],
        )


upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.day("next_due_day", null=True)),
    steps.fill(_fill_due_days),
    steps.index("ix_bookings_owing", "bookings", ["operator_id", "next_due_day"], where=_OWING),
    steps.index("ix_bookings_due_unknown", "bookings", ["operator_id"], where=f"{_OWING} AND next_due_day IS NULL"),
    steps.index("ix_bookings_cancel_fee", "bookings", ["operator_id", "updated_at"], where="cancel_fee_cents > 0"),
    steps.index("ix_booking_charges_at", "booking_charges", ["operator_id", "at"]),
    steps.index("ix_booking_payments_settled_at", "booking_payments", ["operator_id", "settled_at"]),
    steps.index(
        "ix_booking_payments_on_day", "booking_payments", ["operator_id", "on_day"], where="on_day IS NOT NULL"
    ),
    steps.index(
        "ix_booking_payments_unsettled", "booking_payments", ["operator_id", "created_at"], where="settled_at IS NULL"
    ),
    steps.index(
        "ix_booking_payments_dispute", "booking_payments", ["operator_id", "asked_at"], where="dispute IS NOT NULL"
    ),
)
