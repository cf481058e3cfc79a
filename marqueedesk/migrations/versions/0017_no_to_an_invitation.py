"""Invitations that were declined."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("invitations", sa.Column("declined_at", Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("invitations", "declined_at")
