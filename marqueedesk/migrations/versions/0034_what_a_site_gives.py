"""What a venue gives a sign: room, a way in, power and wind."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("venues", sa.Column("site", Document, nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE venues DROP COLUMN site")
    else:
        op.drop_column("venues", "site")
