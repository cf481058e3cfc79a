"""How a business orders its days."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column(
        "operators",
        sa.Column("date_format", sa.String(length=10), nullable=False, server_default=sa.text("'MM/DD/YYYY'")),
    )


def downgrade() -> None:
    op.drop_column("operators", "date_format")
