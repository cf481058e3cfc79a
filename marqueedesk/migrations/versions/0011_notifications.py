"""Add in-app notifications and their read marks (G4)."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0011"
down_revision = "0010"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("notifications").of(
        c.row_id("operator_id"),
        c.text(kind=30, title=300),
        c.text(text=500, about=10, null=True),
        c.row_id("about_id", null=True),
        c.flag("is_money"),
        c.text(key=160),
        c.moment("created_at"),
        steps.reference("operator_id", "operators", "fk_notifications_operator_id", ondelete="CASCADE"),
        steps.unique(["operator_id", "key"], "uq_notifications_operator_id_key"),
    ),
    steps.index("ix_notifications_newest", "notifications", ["operator_id", "id"]),
    steps.index("ix_notifications_created_at", "notifications", ["created_at"]),
    steps.keyed_table("notification_reads", c.row_id("user_id", "notification_id")).of(
        steps.reference(
            "notification_id", "notifications", "fk_notification_reads_notification_id", ondelete="CASCADE"
        ),
        steps.reference("user_id", "users", "fk_notification_reads_user_id", ondelete="CASCADE"),
    ),
    steps.index("ix_notification_reads_notification_id", "notification_reads", ["notification_id"]),
)
