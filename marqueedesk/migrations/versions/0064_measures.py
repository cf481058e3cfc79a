"""Whether a business measures in inches and pounds, or in centimeters and kilograms."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"


def upgrade() -> None:
    op.add_column(
        "operators", sa.Column("measures", sa.String(length=10), nullable=False, server_default=sa.text("'us'"))
    )


def downgrade() -> None:
    op.drop_column("operators", "measures")
