"""Whether a password is too short for an administrator. Of those that exist, the next sign-in tells."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0064"


def upgrade() -> None:
    op.add_column("users", sa.Column("password_is_short", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "password_is_short")
