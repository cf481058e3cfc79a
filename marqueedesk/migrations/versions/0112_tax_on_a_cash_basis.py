"""Go through past bookings again, so that the ledger knows the sales tax in the money received for them."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import steps

revision = "0112"
down_revision = "0111"


def _begin_again() -> None:
    op.get_bind().execute(
        sa.text(
            "UPDATE ledger_progress SET booking_id = 0, "
            "history_to = (SELECT COALESCE(MAX(id), 0) FROM bookings WHERE operator_id = ledger_progress.operator_id)"
        )
    )


upgrade, downgrade = steps.both_ways(steps.fill(_begin_again))
