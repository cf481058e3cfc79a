"""Store a business's rules on delivery days and locations."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0030"
down_revision = "0029"


def _lengthen() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("bookings", "event_type", existing_type=sa.String(20), type_=sa.String(40))


def _shorten() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.text("UPDATE bookings SET event_type = substr(event_type, 1, 20) WHERE length(event_type) > 20"))
        op.alter_column("bookings", "event_type", existing_type=sa.String(40), type_=sa.String(20))


upgrade, downgrade = steps.both_ways(
    steps.columns("operators", c.document("rules", default="{}")),
    steps.Step(_lengthen, _shorten),
)
