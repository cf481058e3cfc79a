"""Changes that customers are asked to agree to."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_keyed_table, owned_reference

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    create_keyed_table(
        "agreements",
        ["booking_id"],
        c.row_id("booking_id"),
        c.number("number"),
        c.document("before"),
        c.moment("asked_at"),
        c.moment("answered_at", null=True),
        c.flag("agreed", null=True),
        c.long_text("text", null=True),
        owned_reference("booking_id", "bookings", "fk_agreements_operator_id_booking_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("agreements")
