"""The terms that a customer has accepted with a booking."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_keyed_table, owned_reference

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    create_keyed_table(
        "accepted_terms",
        ["booking_id"],
        c.row_id("booking_id"),
        c.text(version=12),
        c.long_text("text"),
        c.moment("accepted_at"),
        owned_reference("booking_id", "bookings", "fk_accepted_terms_operator_id_booking_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("accepted_terms")
