"""Which sites may show an operator's form in a frame (W6)."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # The default stays in the table: a server of the version before goes on registering operators meanwhile.
    op.add_column("operators", sa.Column("allowed_sites", Document, nullable=False, server_default="[]"))


def downgrade() -> None:
    with op.batch_alter_table("operators") as operators:
        operators.drop_column("allowed_sites")
