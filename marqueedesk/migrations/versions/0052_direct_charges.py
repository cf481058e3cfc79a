"""Direct charges: how each payment was made, the fees of it, disputes, and what accounts may do. What is there was made
by destination charges.
"""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_owned_table, drop_columns, owned_reference, unique

revision = "0052"
down_revision = "0051"

_ADDED = (
    (
        "booking_payments",
        c.text(charge_model=12, null=True),
        c.cents("provider_fee_cents", "fee_returned_cents", default=0),
        c.flag("returns_fee", null=True),
        c.text(customer_id=255, fraud_warning=60, null=True),
    ),
    (
        "connected_accounts",
        c.text(charge_model=12, default="destination"),
        c.text(country=2, null=True),
        c.document("due", null=True),
        c.moment("due_by", null=True),
        c.text(disabled_reason=100, null=True),
    ),
    ("provider_ids", c.moment("retired_at", null=True)),
    ("subscription_plans", c.number("fee_basis_points", null=True), c.cents("fee_fixed_cents", null=True)),
)


def upgrade() -> None:
    add_columns(*_ADDED)
    create_owned_table(
        "payment_disputes",
        c.row_id("payment_id"),
        c.text(provider_id=255, status=40, reason=60),
        c.cents("amount_cents", "withdrawn_cents", "fee_cents"),
        c.text(currency=3),
        c.moment("due_by", null=True),
        c.moment("asked_at", "created_at"),
        owned_reference(
            "payment_id", "booking_payments", "fk_payment_disputes_operator_id_booking_payments", ondelete="CASCADE"
        ),
        unique(["operator_id", "provider_id"], "uq_payment_disputes_operator_id_provider_id"),
    )
    op.create_index("ix_payment_disputes_payment", "payment_disputes", ["operator_id", "payment_id"])


def downgrade() -> None:
    op.drop_table("payment_disputes")
    drop_columns(*_ADDED)
