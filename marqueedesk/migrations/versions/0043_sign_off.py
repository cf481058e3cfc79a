"""Handovers that a customer signed for, and lights that were tested."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    op.add_column("handovers", sa.Column("sign_off", Document, nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE handovers DROP COLUMN sign_off")
    else:
        op.drop_column("handovers", "sign_off")
