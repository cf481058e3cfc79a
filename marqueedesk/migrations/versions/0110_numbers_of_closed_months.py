"""Store the account numbers of closed months with them."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db.db import Document
from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0110"
down_revision = "0109"

_NUMBERS = sa.table("account_numbers", sa.column("operator_id"), sa.column("account"), sa.column("number"))
_PERIODS = sa.table("book_periods", sa.column("operator_id"), sa.column("state"), sa.column("numbers", Document))


def _keep() -> None:
    """Give months that were closed before the numbers that their files have now."""
    connection = op.get_bind()
    numbers: dict[int, dict[str, str]] = {}
    for row in connection.execute(sa.select(_NUMBERS)):
        numbers.setdefault(row.operator_id, {})[row.account] = row.number
    closed = _PERIODS.c.state == "closed"
    connection.execute(sa.update(_PERIODS).where(closed).values(numbers={}))
    for operator_id, own in numbers.items():
        connection.execute(sa.update(_PERIODS).where(closed, _PERIODS.c.operator_id == operator_id).values(numbers=own))


upgrade, downgrade = steps.both_ways(
    steps.columns("book_periods", c.document("numbers", null=True)),
    steps.fill(_keep),
)
