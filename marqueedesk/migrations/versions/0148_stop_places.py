"""Store the driving order of a day's stops."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0148"
down_revision = "0147"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("stop_places", c.row_id("booking_id"), c.text(kind=10)).of(
        c.day("day"),
        c.number("place"),
        steps.check("kind IN ('delivery', 'pickup')", "ck_stop_places_kind"),
        steps.owned_reference("booking_id", "bookings", "fk_stop_places_booking_id_bookings", ondelete="CASCADE"),
    ),
    steps.index("ix_stop_places_day", "stop_places", ["operator_id", "day"]),
)
