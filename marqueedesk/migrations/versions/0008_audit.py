"""Who did what, when."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", Id, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=True),
        sa.Column("actor", sa.String(length=254), nullable=True),
        sa.Column("operator_id", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=True),
        sa.Column("subject", sa.String(length=254), nullable=True),
        sa.Column("details", Document, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index("ix_audit_entries_operator_id", "audit_entries", ["operator_id", "id"])
    op.create_index("ix_audit_entries_action", "audit_entries", ["action", "id"])


def downgrade() -> None:
    op.drop_table("audit_entries")
