"""Store invoices as issued, and the logos on them (D6)."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0005"
down_revision = "0004"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("invoices").of(
        c.row_id("operator_id", "booking_id"),
        c.text(number=20),
        c.moment("issued_at"),
        c.document("content"),
        c.text(logo_tag=64, null=True),
        steps.reference("booking_id", "bookings", "fk_invoices_booking_id", ondelete="RESTRICT"),
        steps.reference("operator_id", "operators", "fk_invoices_operator_id", ondelete="RESTRICT"),
        steps.unique(["operator_id", "booking_id"], "uq_invoices_operator_id_booking_id"),
        steps.unique(["operator_id", "number"], "uq_invoices_operator_id_number"),
    ),
    steps.keyed_table("kept_logos", c.text(tag=64)).of(
        c.binary("png"),
        steps.reference("operator_id", "operators", "fk_kept_logos_operator_id", ondelete="CASCADE"),
    ),
)
