"""Store whether a member has confirmed the business's time zone."""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0027"
down_revision = "0026"


_operators = sa.table("operators", sa.column("time_zone_confirmed", sa.Boolean()))

upgrade, downgrade = steps.both_ways(
    steps.columns("operators", c.flag("time_zone_confirmed", default=False)),
    # Existing businesses have been using their time zone, so they aren't asked to confirm it.
    steps.fill(_operators.update().values(time_zone_confirmed=sa.true())),
)
