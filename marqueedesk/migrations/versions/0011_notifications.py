"""The bell: what happened, and who has read it (G4)."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, reference, unique

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    create_numbered_table(
        "notifications",
        c.row_id("operator_id"),
        c.text(kind=30, title=300),
        c.text(text=500, about=10, null=True),
        c.row_id("about_id", null=True),
        c.flag("is_money"),
        c.text(key=160),
        c.moment("created_at"),
        reference("operator_id", "operators", "fk_notifications_operator_id", ondelete="CASCADE"),
        unique(["operator_id", "key"], "uq_notifications_operator_id_key"),
    )
    op.create_index("ix_notifications_newest", "notifications", ["operator_id", "id"])
    op.create_index("ix_notifications_created_at", "notifications", ["created_at"])
    create_keyed_table(
        "notification_reads",
        ["user_id", "notification_id"],
        c.row_id("user_id", "notification_id"),
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
