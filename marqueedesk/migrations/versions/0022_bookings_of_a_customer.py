"""What one customer has booked is found by their address: it is counted whenever they send a request."""

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_index("ix_bookings_customer", "bookings", ["operator_id", "customer_email"])


def downgrade() -> None:
    op.drop_index("ix_bookings_customer", "bookings")
