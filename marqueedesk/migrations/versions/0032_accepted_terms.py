"""The terms that a customer has accepted with a booking."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.create_table(
        "accepted_terms",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.String(length=12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("accepted_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["operator_id", "booking_id"],
            ["bookings.operator_id", "bookings.id"],
            name=op.f("fk_accepted_terms_operator_id_booking_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", name=op.f("pk_accepted_terms")),
    )


def downgrade() -> None:
    op.drop_table("accepted_terms")
