"""Whether somebody of a business has said that its time zone is the right one."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    add_columns(("operators", c.flag("time_zone_confirmed", default=False)))
    # Businesses that are there already have lived by their clock, and are not asked.
    confirmed = sa.table("operators", sa.column("time_zone_confirmed", sa.Boolean()))
    op.execute(confirmed.update().values(time_zone_confirmed=sa.true()))


def downgrade() -> None:
    op.drop_column("operators", "time_zone_confirmed")
