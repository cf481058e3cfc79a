"""Add the search text of bookings, and indexes for the list's tabs and for activity by time."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.search import text_of
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0028"
down_revision = "0027"

_AT_ONCE = 2000
_SEARCHED = (
    "customer_name",
    "customer_email",
    "customer_phone",
    "message",
    "size",
    "event_type",
    "venue_name",
    "venue_address",
    "notes",
    "operator_notes",
)
_bookings = sa.table(
    "bookings",
    sa.column("id", sa.BigInteger()),
    *[sa.column(name, sa.Text()) for name in (*_SEARCHED, "search_text")],
)


def _write_texts() -> None:
    connection = op.get_bind()
    written = sa.update(_bookings).where(_bookings.c.id == sa.bindparam("row_id"))
    last = 0
    while True:
        found = sa.select(_bookings).where(_bookings.c.id > last).order_by(_bookings.c.id).limit(_AT_ONCE)
        rows = connection.execute(found).mappings().all()
        if not rows:
            return
        last = rows[-1]["id"]
        connection.execute(
            written.values(search_text=sa.bindparam("text")),
            [{"row_id": row["id"], "text": text_of(from_columns(Booking, dict(row)))} for row in rows],
        )


upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.long_text("search_text", default="")),
    steps.index("ix_bookings_status", "bookings", ["operator_id", "status", "delivery_day", "delivery_clock", "id"]),
    steps.fill(_write_texts),
    steps.dropped(steps.index("ix_audit_entries_operator_id", "audit_entries", ["operator_id", "id"])),
    steps.index("ix_audit_entries_operator_at", "audit_entries", ["operator_id", "at", "id"]),
)
