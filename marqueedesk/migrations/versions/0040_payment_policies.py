"""When bookings are paid and what canceling costs; and what of a price is no longer owed."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.create_table(
        "payment_policies",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("data", Document, nullable=False),
        sa.ForeignKeyConstraint(
            ["operator_id"],
            ["operators.id"],
            name=op.f("fk_payment_policies_operator_id_operators"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("operator_id", name=op.f("pk_payment_policies")),
    )
    op.add_column("bookings", sa.Column("payment_terms", Document, nullable=True))
    for name in ("processing_cents", "reduced_cents", "fee_reduced_cents"):
        op.add_column("bookings", sa.Column(name, sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("booking_payments", sa.Column("reduces_cents", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("booking_payments", sa.Column("reduces_fee", sa.Boolean(), server_default=sa.false(), nullable=False))
    _work_out()


def _work_out() -> None:
    """What banks are moving; and nobody is asked again for what was lost in a dispute."""
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


def downgrade() -> None:
    for table, name in (
        ("booking_payments", "reduces_fee"),
        ("booking_payments", "reduces_cents"),
        ("bookings", "fee_reduced_cents"),
        ("bookings", "reduced_cents"),
        ("bookings", "processing_cents"),
        ("bookings", "payment_terms"),
    ):
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")
        else:
            op.drop_column(table, name)
    op.drop_table("payment_policies")
