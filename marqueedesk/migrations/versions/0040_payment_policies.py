"""Add payment policies with due dates and cancellation tiers, and the part of a price that is no longer owed."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0040"
down_revision = "0039"


def _work_out() -> None:
    """Compute the amounts that banks are processing, and deduct those lost in disputes from what is owed."""
    bookings = sa.table(
        "bookings",
        sa.column("operator_id", sa.BigInteger()),
        sa.column("id", sa.BigInteger()),
        sa.column("status", sa.String()),
        sa.column("processing_cents", sa.BigInteger()),
        sa.column("reduced_cents", sa.BigInteger()),
        sa.column("fee_reduced_cents", sa.BigInteger()),
    )
    payments = sa.table(
        "booking_payments",
        sa.column("operator_id", sa.BigInteger()),
        sa.column("id", sa.BigInteger()),
        sa.column("booking_id", sa.BigInteger()),
        sa.column("entry", sa.String()),
        sa.column("state", sa.String()),
        sa.column("amount_cents", sa.BigInteger()),
        sa.column("dispute", sa.String()),
        sa.column("disputed_cents", sa.BigInteger()),
        sa.column("reduces_cents", sa.BigInteger()),
        sa.column("reduces_fee", sa.Boolean()),
    )
    connection = op.get_bind()
    of_booking = sa.and_(
        payments.c.operator_id == bookings.c.operator_id,
        payments.c.booking_id == bookings.c.id,
        payments.c.entry == "payment",
    )
    moving = sa.select(sa.func.sum(payments.c.amount_cents)).where(of_booking, payments.c.state == "processing")
    connection.execute(
        bookings.update()
        .where(sa.exists().where(of_booking, payments.c.state == "processing"))
        .values(processing_cents=moving.scalar_subquery())
    )
    lost = connection.execute(
        sa.select(payments, bookings.c.status)
        .join(bookings, of_booking)
        .where(payments.c.dispute == "lost", payments.c.state == "received")
        .order_by(payments.c.id)
    ).all()
    for row in lost:
        connection.execute(
            payments.update()
            .where(payments.c.operator_id == row.operator_id, payments.c.id == row.id)
            .values(reduces_cents=row.disputed_cents, reduces_fee=row.status == "canceled")
        )
        column = "fee_reduced_cents" if row.status == "canceled" else "reduced_cents"
        connection.execute(
            bookings.update()
            .where(bookings.c.operator_id == row.operator_id, bookings.c.id == row.booking_id)
            .values({column: bookings.c[column] + row.disputed_cents})
        )


upgrade, downgrade = steps.both_ways(
    steps.keyed_table("payment_policies").of(
        c.document("data"),
        steps.reference("operator_id", "operators", "fk_payment_policies_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.columns(
        "bookings",
        c.document("payment_terms", null=True),
        c.cents("processing_cents", "reduced_cents", "fee_reduced_cents", default=0),
    ),
    steps.columns("booking_payments", c.cents("reduces_cents", default=0), c.flag("reduces_fee", default=False)),
    steps.fill(_work_out),
)
