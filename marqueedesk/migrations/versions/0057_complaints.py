"""When the recipient of an email reported it as spam."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("complained_at", Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("outbox", "complained_at")
