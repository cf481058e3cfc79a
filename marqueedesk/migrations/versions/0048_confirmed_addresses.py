"""When an account's email address was confirmed, and whether an administrator has stopped a business's email."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    op.add_column("users", sa.Column("email_confirmed_at", Instant(), nullable=True))
    # Whoever has an account already keeps on sending.
    op.execute("UPDATE users SET email_confirmed_at = created_at")
    op.add_column("operators", sa.Column("email_stopped_at", Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("operators", "email_stopped_at")
    op.drop_column("users", "email_confirmed_at")
