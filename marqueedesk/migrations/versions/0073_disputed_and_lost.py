"""Store a booking's disputed and lost amounts, so that lists show them without reading payments."""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0073"
down_revision = "0072"

_payments = sa.table(
    "booking_payments",
    sa.column("operator_id", sa.BigInteger()),
    sa.column("booking_id", sa.BigInteger()),
    sa.column("state", sa.String()),
    sa.column("dispute", sa.String()),
    sa.column("disputed_cents", sa.BigInteger()),
)
_bookings = sa.table(
    "bookings",
    sa.column("operator_id", sa.BigInteger()),
    sa.column("id", sa.BigInteger()),
    sa.column("disputed_cents", sa.BigInteger()),
    sa.column("lost_cents", sa.BigInteger()),
)


def _sum(name: str, dispute: str) -> sa.Update:
    """Build the update that sums an amount as `ledger.disputed` and `ledger.lost` do, for the few bookings that have
    any.
    """
    of_booking = (
        _payments.c.operator_id == _bookings.c.operator_id,
        _payments.c.booking_id == _bookings.c.id,
        _payments.c.state == "received",
        _payments.c.dispute == dispute,
    )
    amount = sa.select(sa.func.sum(_payments.c.disputed_cents)).where(*of_booking).scalar_subquery()
    return sa.update(_bookings).where(sa.exists().where(*of_booking)).values({name: amount})


upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.cents("disputed_cents", "lost_cents", default=0)),
    steps.fill(_sum("disputed_cents", "disputed")),
    steps.fill(_sum("lost_cents", "lost")),
)
