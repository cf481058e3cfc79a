"""Add direct charges: how each payment was made, its fees, disputes, and account capabilities. Existing payments are
destination charges.
"""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0052"
down_revision = "0051"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "booking_payments",
        c.text(charge_model=12, null=True),
        c.cents("provider_fee_cents", "fee_returned_cents", default=0),
        c.flag("returns_fee", null=True),
        c.text(customer_id=255, fraud_warning=60, null=True),
    ),
    steps.columns(
        "connected_accounts",
        c.text(charge_model=12, default="destination"),
        c.text(country=2, null=True),
        c.document("due", null=True),
        c.moment("due_by", null=True),
        c.text(disabled_reason=100, null=True),
    ),
    steps.columns("provider_ids", c.moment("retired_at", null=True)),
    steps.columns("subscription_plans", c.number("fee_basis_points", null=True), c.cents("fee_fixed_cents", null=True)),
    steps.owned_table("payment_disputes").of(
        c.row_id("payment_id"),
        c.text(provider_id=255, status=40, reason=60),
        c.cents("amount_cents", "withdrawn_cents", "fee_cents"),
        c.text(currency=3),
        c.moment("due_by", null=True),
        c.moment("asked_at", "created_at"),
        steps.owned_reference(
            "payment_id", "booking_payments", "fk_payment_disputes_operator_id_booking_payments", ondelete="CASCADE"
        ),
        steps.unique(["operator_id", "provider_id"], "uq_payment_disputes_operator_id_provider_id"),
    ),
    steps.index("ix_payment_disputes_payment", "payment_disputes", ["operator_id", "payment_id"]),
)
