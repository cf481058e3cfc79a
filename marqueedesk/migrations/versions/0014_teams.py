"""Invitations into a business, and businesses that rest or are being closed."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, check, create_numbered_table

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    add_columns(("operators", c.moment("rests_since", "closes_at", null=True)))
    create_numbered_table(
        "invitations",
        c.row_id("operator_id"),
        c.text(email=254, email_key=254, part=10, nonce=32, invited_by=100),
        c.moment("created_at", "sent_at", "expires_at"),
        c.moment("accepted_at", "revoked_at", null=True),
        check("part IN ('manager', 'staff')", "ck_invitations_part"),
    )
    op.create_index("ix_invitations_operator_id", "invitations", ["operator_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_invitations_operator_id", "invitations")
    op.drop_table("invitations")
    op.drop_column("operators", "closes_at")
    op.drop_column("operators", "rests_since")
