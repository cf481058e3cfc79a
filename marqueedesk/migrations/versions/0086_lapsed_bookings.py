"""Store when a booking's time to pay ran out, also for those whose history says so."""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0086"
down_revision = "0085"
# `updated_at` is later if the booking was touched since, so the day comes from its history.
_FROM_HISTORY = sa.text(
    "UPDATE bookings SET lapsed_at = (SELECT max(booking_changes.at) FROM booking_changes"
    " WHERE booking_changes.operator_id = bookings.operator_id AND booking_changes.booking_id = bookings.id"
    " AND booking_changes.to_status = 'canceled' AND booking_changes.user_id IS NULL"
    " AND CAST(booking_changes.changes AS TEXT) LIKE '%Not paid in time%')"
    " WHERE status = 'canceled' AND source = 'form'"
)
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.moment("lapsed_at", null=True)),
    steps.fill(_FROM_HISTORY),
    # The business's list of unfinished bookings.
    steps.index("ix_bookings_lapsed", "bookings", ["operator_id", "lapsed_at"], where="lapsed_at IS NOT NULL"),
)
