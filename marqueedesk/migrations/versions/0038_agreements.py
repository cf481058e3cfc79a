"""Changes that customers are asked to agree to."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    op.create_table(
        "agreements",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("before", Document, nullable=False),
        sa.Column("asked_at", Instant(), nullable=False),
        sa.Column("answered_at", Instant(), nullable=True),
        sa.Column("agreed", sa.Boolean(), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["operator_id", "booking_id"],
            ["bookings.operator_id", "bookings.id"],
            name=op.f("fk_agreements_operator_id_booking_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", name=op.f("pk_agreements")),
    )


def downgrade() -> None:
    op.drop_table("agreements")
