"""Settings of the whole installation (G1)."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_table

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    create_table(
        "platform_settings",
        ["name"],
        c.text(name=60),
        c.document("held"),
        c.long_text("sealed", null=True),
        c.moment("updated_at"),
    )


def downgrade() -> None:
    op.drop_table("platform_settings")
