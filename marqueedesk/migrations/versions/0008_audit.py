"""Who did what, when."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id
from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_table

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    create_table(
        "audit_entries",
        ["id"],
        sa.Column("id", Id, nullable=False),
        c.moment("at"),
        c.row_id("actor_id", null=True),
        c.text(actor=254, null=True),
        c.row_id("operator_id", null=True),
        c.text(action=60),
        c.row_id("subject_id", null=True),
        c.text(subject=254, null=True),
        c.document("details"),
    )
    op.create_index("ix_audit_entries_operator_id", "audit_entries", ["operator_id", "id"])
    op.create_index("ix_audit_entries_action", "audit_entries", ["action", "id"])


def downgrade() -> None:
    op.drop_table("audit_entries")
