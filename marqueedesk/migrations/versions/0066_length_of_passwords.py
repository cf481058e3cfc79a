"""Whether a password is too short for an administrator. Of those that exist, the next sign-in tells."""

import sqlalchemy as sa

from marqueedesk.migrations.steps import adding

revision = "0066"
down_revision = "0064"
upgrade, downgrade = adding(("users", sa.Column("password_is_short", sa.Boolean(), nullable=True)))
