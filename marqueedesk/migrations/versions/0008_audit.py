"""Add the audit log."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0008"
down_revision = "0007"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("audit_entries", counts_on=False).of(
        c.moment("at"),
        c.row_id("actor_id", null=True),
        c.text(actor=254, null=True),
        c.row_id("operator_id", null=True),
        c.text(action=60),
        c.row_id("subject_id", null=True),
        c.text(subject=254, null=True),
        c.document("details"),
    ),
    steps.index("ix_audit_entries_operator_id", "audit_entries", ["operator_id", "id"]),
    steps.index("ix_audit_entries_action", "audit_entries", ["action", "id"]),
)
