"""Widen ``bookings.install_time`` to 60 characters, for windows that businesses define with hours and a name."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    # SQLite does not limit the length of text.
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("bookings", "install_time", existing_type=sa.String(20), type_=sa.String(60))


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("UPDATE bookings SET install_time = NULL WHERE length(install_time) > 20")
        op.alter_column("bookings", "install_time", existing_type=sa.String(60), type_=sa.String(20))
