"""Changes, for pages that are open."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id, Instant

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", Id, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("topics", sa.String(length=200), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("events")
