"""Invoices as they were issued, and the logos on them (D6)."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, reference, unique

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    create_numbered_table(
        "invoices",
        c.row_id("operator_id", "booking_id"),
        c.text(number=20),
        c.moment("issued_at"),
        c.document("content"),
        c.text(logo_tag=64, null=True),
        reference("booking_id", "bookings", "fk_invoices_booking_id", ondelete="RESTRICT"),
        reference("operator_id", "operators", "fk_invoices_operator_id", ondelete="RESTRICT"),
        unique(["operator_id", "booking_id"], "uq_invoices_operator_id_booking_id"),
        unique(["operator_id", "number"], "uq_invoices_operator_id_number"),
    )
    create_keyed_table(
        "kept_logos",
        ["tag"],
        c.text(tag=64),
        c.binary("png"),
        reference("operator_id", "operators", "fk_kept_logos_operator_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("kept_logos")
    op.drop_table("invoices")
