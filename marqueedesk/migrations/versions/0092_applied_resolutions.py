"""Store applied resolutions of bookings at risk, so that they can be undone."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0092"
down_revision = "0091"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("applied_resolutions", c.row_id("booking_id")).of(
        c.document("lines"),
        c.number("revision"),
        c.row_id("other_id", null=True),
        c.document("other_lines", null=True),
        c.number("other_revision", null=True),
        c.moment("at"),
        steps.owned_reference(
            "booking_id", "bookings", "fk_applied_resolutions_operator_id_booking_id", ondelete="CASCADE"
        ),
    )
)
