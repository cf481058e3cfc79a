"""Shares of a booking's price, each with a link of its own, and the payments that pay them."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, check, create_owned_table, owned_reference, reference

revision = "0071"
down_revision = "0070"


def upgrade() -> None:
    create_owned_table(
        "payment_shares",
        c.row_id("booking_id"),
        c.text(name=100),
        c.cents("amount_cents"),
        c.text(nonce=32),
        c.moment("created_at"),
        c.moment("withdrawn_at", null=True),
        check("amount_cents > 0", "ck_payment_shares_amount"),
        reference("operator_id", "operators", "fk_payment_shares_operator_id", ondelete="RESTRICT"),
        owned_reference("booking_id", "bookings", "fk_payment_shares_operator_id_booking_id", ondelete="RESTRICT"),
    )
    op.create_index("ix_payment_shares_booking", "payment_shares", ["operator_id", "booking_id"])
    add_columns(("booking_payments", c.row_id("share_id", null=True)))


def downgrade() -> None:
    op.drop_column("booking_payments", "share_id")
    op.drop_index("ix_payment_shares_booking", table_name="payment_shares")
    op.drop_table("payment_shares")
