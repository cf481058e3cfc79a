"""Changes, for pages that are open."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_numbered_table

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    create_numbered_table(
        "events",
        c.row_id("operator_id"),
        c.row_id("user_id", null=True),
        c.text(topics=200),
        c.moment("at"),
    )


def downgrade() -> None:
    op.drop_table("events")
