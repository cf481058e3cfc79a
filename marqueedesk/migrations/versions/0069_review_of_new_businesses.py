"""New businesses that wait until an administrator approves them. Those that are there already do not."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0069"
down_revision = "0068"


def upgrade() -> None:
    op.add_column("operators", sa.Column("held_at", Instant(), nullable=True))
    op.add_column("operators", sa.Column("refused_at", Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("operators", "refused_at")
    op.drop_column("operators", "held_at")
