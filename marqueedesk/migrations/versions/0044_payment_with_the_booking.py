"""Until when a visitor's booking waits for the payment that confirms it."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    op.add_column("bookings", sa.Column("pay_by", Instant, nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE bookings DROP COLUMN pay_by")
    else:
        op.drop_column("bookings", "pay_by")
