"""Invitations into a business, and businesses that rest or are being closed."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_numbered_table

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("operators", sa.Column("rests_since", Instant(), nullable=True))
    op.add_column("operators", sa.Column("closes_at", Instant(), nullable=True))
    create_numbered_table(
        "invitations",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=254), nullable=False),
        sa.Column("part", sa.String(length=10), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("invited_by", sa.String(length=100), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("sent_at", Instant(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        sa.Column("accepted_at", Instant(), nullable=True),
        sa.Column("revoked_at", Instant(), nullable=True),
        sa.CheckConstraint("part IN ('manager', 'staff')", name=op.f("ck_invitations_part")),
    )
    op.create_index("ix_invitations_operator_id", "invitations", ["operator_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_invitations_operator_id", "invitations")
    op.drop_table("invitations")
    op.drop_column("operators", "closes_at")
    op.drop_column("operators", "rests_since")
