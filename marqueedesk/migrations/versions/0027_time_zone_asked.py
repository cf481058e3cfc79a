"""Whether somebody of a business has said that its time zone is the right one."""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0027"
down_revision = "0026"


_operators = sa.table("operators", sa.column("time_zone_confirmed", sa.Boolean()))

upgrade, downgrade = steps.both_ways(
    steps.columns("operators", c.flag("time_zone_confirmed", default=False)),
    # Businesses that are there already have lived by their clock, and are not asked.
    steps.fill(_operators.update().values(time_zone_confirmed=sa.true())),
)
