"""Discount codes, and which one a booking was made with."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_owned_table, create_partial_index, reference, unique

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    create_owned_table(
        "discount_codes",
        c.text(code=40, key=80),
        c.cents("cents"),
        c.number("basis_points"),
        c.day("first_day", "last_day", null=True),
        c.number("uses", null=True),
        c.cents("minimum_cents"),
        reference("operator_id", "operators", "fk_discount_codes_operator_id_operators", ondelete="CASCADE"),
        unique(["operator_id", "key"], "uq_discount_codes_operator_id_key"),
    )
    add_columns(("bookings", c.text(discount_code=80, null=True)))
    create_partial_index(
        "ix_bookings_discount_code",
        "bookings",
        ["operator_id", "discount_code"],
        "discount_code IS NOT NULL",
    )


def downgrade() -> None:
    op.drop_index("ix_bookings_discount_code", table_name="bookings")
    op.drop_column("bookings", "discount_code")
    op.drop_table("discount_codes")
