"""All that a rental needed that the letters did not allow, not only what was short."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("unmet_demand", sa.Column("needs", Document, nullable=True))


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE unmet_demand DROP COLUMN needs")
    else:
        op.drop_column("unmet_demand", "needs")
