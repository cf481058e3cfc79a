"""Add customers' payments to businesses, and the capabilities of connected accounts."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0015"
down_revision = "0014"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("booking_payments").of(
        c.row_id("operator_id", "booking_id"),
        c.text(entry=10, kind=20, state=12),
        c.cents("amount_cents", "fee_cents"),
        c.text(currency=3),
        c.text(part=10, null=True),
        c.row_id("refund_of", null=True),
        c.text(key=80, provider_id=255, account_id=255, null=True),
        c.flag("live", null=True),
        c.document("card", null=True),
        c.text(receipt_url=1000, failure=500, dispute=10, null=True),
        c.cents("disputed_cents"),
        c.day("on_day", null=True),
        c.text(recorded_by=120, note=500, null=True),
        c.moment("asked_at", null=True),
        c.moment("created_at"),
        c.moment("settled_at", null=True),
        steps.check("entry IN ('payment', 'refund')", "ck_booking_payments_entry"),
        steps.check("kind IN ('card', 'cash', 'bank_transfer', 'other')", "ck_booking_payments_kind"),
        steps.check("amount_cents > 0", "ck_booking_payments_amount"),
        steps.check(
            "state IN ('asked', 'open', 'processing', 'received', 'returned', 'failed', 'canceled', 'void')",
            "ck_booking_payments_state",
        ),
        steps.reference("operator_id", "operators", "fk_booking_payments_operator_id", ondelete="RESTRICT"),
        steps.reference("booking_id", "bookings", "fk_booking_payments_booking_id", ondelete="RESTRICT"),
        steps.reference("refund_of", "booking_payments", "fk_booking_payments_refund_of", ondelete="CASCADE"),
        steps.unique(["key"], "uq_booking_payments_key"),
        steps.unique(["provider_id"], "uq_booking_payments_provider_id"),
    ),
    steps.index("ix_booking_payments_booking", "booking_payments", ["operator_id", "booking_id"]),
    steps.table("connected_accounts", c.text(id=255)).of(
        c.row_id("operator_id"),
        c.flag("details_submitted", "charges_enabled", "payouts_enabled"),
        c.moment("asked_at"),
        steps.reference("operator_id", "operators", "fk_connected_accounts_operator_id", ondelete="CASCADE"),
    ),
    steps.index("ix_connected_accounts_operator_id", "connected_accounts", ["operator_id"]),
)
