"""Number each business's bookings from 1, existing ones in the order they were created."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0023"
down_revision = "0022"

# The text in a quote's history about the booking it became.
_BOOKED = sa.text(
    "SELECT e.id, e.details, b.number FROM quote_events e"
    " JOIN quotes q ON q.operator_id = e.operator_id AND q.id = e.quote_id"
    " JOIN bookings b ON b.operator_id = q.operator_id AND b.id = q.booking_id WHERE e.kind = 'booked'"
)


def _say_them_in_quotes() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("bookings", "number", server_default=None)
    connection = op.get_bind()
    details = sa.JSON()
    change = sa.text("UPDATE quote_events SET details = :details WHERE id = :id").bindparams(
        sa.bindparam("details", type_=details)
    )
    for row in connection.execute(_BOOKED.columns(details=details)).all():
        connection.execute(change, {"id": row.id, "details": row.details | {"text": f"Booking #{row.number}"}})


upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.number("number", default=0)),
    steps.fill(
        "UPDATE bookings SET number = counted.number FROM ("
        "SELECT id, row_number() OVER (PARTITION BY operator_id ORDER BY created_at, id) AS number FROM bookings"
        ") AS counted WHERE counted.id = bookings.id"
    ),
    steps.index("uq_bookings_number", "bookings", ["operator_id", "number"], unique=True),
    steps.fill(_say_them_in_quotes),
)
