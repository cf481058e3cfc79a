"""Settings of the whole installation (G1)."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "platform_settings",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("held", Document, nullable=False),
        sa.Column("sealed", sa.Text(), nullable=True),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_platform_settings")),
    )


def downgrade() -> None:
    op.drop_table("platform_settings")
