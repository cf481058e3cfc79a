"""The amounts of a booking that a bank may still take back and has taken: lists show them without its payments."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns

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


def upgrade() -> None:
    for name, dispute in (("disputed_cents", "disputed"), ("lost_cents", "lost")):
        add_columns(("bookings", c.cents(name, default=0)))
        of_booking = (
            _payments.c.operator_id == _bookings.c.operator_id,
            _payments.c.booking_id == _bookings.c.id,
            _payments.c.state == "received",
            _payments.c.dispute == dispute,
        )
        # As `ledger.disputed` and `ledger.lost` have it, for the few bookings that have any.
        amount = sa.select(sa.func.sum(_payments.c.disputed_cents)).where(*of_booking).scalar_subquery()
        some = sa.exists().where(*of_booking)
        op.execute(sa.update(_bookings).where(some).values({name: amount}))


def downgrade() -> None:
    op.drop_column("bookings", "lost_cents")
    op.drop_column("bookings", "disputed_cents")
