"""Which version of the installation's terms somebody accepted when they registered."""

import sqlalchemy as sa

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import adding

revision = "0067"
down_revision = "0066"
upgrade, downgrade = adding(
    ("users", sa.Column("terms_version", sa.String(length=60), nullable=True)),
    ("users", sa.Column("terms_accepted_at", Instant(), nullable=True)),
)
