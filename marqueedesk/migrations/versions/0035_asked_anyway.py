"""What a request was short of that was sent all the same."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("bookings", sa.Column("asked", Document, nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE bookings DROP COLUMN asked")
    else:
        op.drop_column("bookings", "asked")
