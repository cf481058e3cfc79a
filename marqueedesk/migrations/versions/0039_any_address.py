"""A booking goes to any address, not only to a listed venue."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.add_column("bookings", sa.Column("address", Document, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("bookings", "address")
