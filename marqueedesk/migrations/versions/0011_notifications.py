"""The bell: what happened, and who has read it (G4)."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, reference

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    create_numbered_table(
        "notifications",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=True),
        sa.Column("about", sa.String(length=10), nullable=True),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        sa.Column("is_money", sa.Boolean(), nullable=False),
        sa.Column("key", sa.String(length=160), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        reference("operator_id", "operators", "fk_notifications_operator_id", ondelete="CASCADE"),
        sa.UniqueConstraint("operator_id", "key", name=op.f("uq_notifications_operator_id_key")),
    )
    op.create_index("ix_notifications_newest", "notifications", ["operator_id", "id"])
    op.create_index("ix_notifications_created_at", "notifications", ["created_at"])
    create_keyed_table(
        "notification_reads",
        ["user_id", "notification_id"],
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("notification_id", sa.BigInteger(), nullable=False),
        reference("notification_id", "notifications", "fk_notification_reads_notification_id", ondelete="CASCADE"),
        reference("user_id", "users", "fk_notification_reads_user_id", ondelete="CASCADE"),
    )
    op.create_index("ix_notification_reads_notification_id", "notification_reads", ["notification_id"])


def downgrade() -> None:
    op.drop_index("ix_notification_reads_notification_id", "notification_reads")
    op.drop_table("notification_reads")
    op.drop_index("ix_notifications_created_at", "notifications")
    op.drop_index("ix_notifications_newest", "notifications")
    op.drop_table("notifications")
