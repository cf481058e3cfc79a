"""The terms that a customer has accepted with a booking."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_keyed_table, owned_reference

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    create_keyed_table(
        "accepted_terms",
        ["booking_id"],
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.String(length=12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("accepted_at", Instant(), nullable=False),
        owned_reference("booking_id", "bookings", "fk_accepted_terms_operator_id_booking_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("accepted_terms")
