"""Add team invitations, and businesses that are suspended or being closed."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0014"
down_revision = "0013"
upgrade, downgrade = steps.both_ways(
    steps.columns("operators", c.moment("rests_since", "closes_at", null=True)),
    steps.numbered_table("invitations").of(
        c.row_id("operator_id"),
        c.text(email=254, email_key=254, part=10, nonce=32, invited_by=100),
        c.moment("created_at", "sent_at", "expires_at"),
        c.moment("accepted_at", "revoked_at", null=True),
        steps.check("part IN ('manager', 'staff')", "ck_invitations_part"),
    ),
    steps.index("ix_invitations_operator_id", "invitations", ["operator_id", "id"]),
)
