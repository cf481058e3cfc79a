"""Whether somebody of a business has said that its time zone is the right one."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.add_column(
        "operators", sa.Column("time_zone_confirmed", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    # Businesses that are there already have lived by their clock, and are not asked.
    confirmed = sa.table("operators", sa.column("time_zone_confirmed", sa.Boolean()))
    op.execute(confirmed.update().values(time_zone_confirmed=sa.true()))


def downgrade() -> None:
    op.drop_column("operators", "time_zone_confirmed")
