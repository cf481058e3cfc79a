"""Which version of the installation's terms somebody accepted when they registered."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0067"
down_revision = "0066"


def upgrade() -> None:
    op.add_column("users", sa.Column("terms_version", sa.String(length=60), nullable=True))
    op.add_column("users", sa.Column("terms_accepted_at", Instant(), nullable=True))


def downgrade() -> None:
    op.drop_column("users", "terms_accepted_at")
    op.drop_column("users", "terms_version")
