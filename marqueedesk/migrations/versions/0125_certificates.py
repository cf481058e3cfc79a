"""Store certificates of insurance, what venues require, and what was sent for bookings."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0125"
down_revision = "0124"
upgrade, downgrade = steps.both_ways(
    steps.columns("venues", c.document("certificate", null=True)),
    steps.owned_table("insurance_certificates").of(
        c.text(insurer=200),
        c.big_number("each_occurrence", "aggregate"),
        c.day("expires_on"),
        c.text(media_type=20),
        c.number("size_bytes"),
        c.binary("content"),
        c.moment("created_at"),
        steps.reference(
            "operator_id", "operators", "fk_insurance_certificates_operator_id_operators", ondelete="CASCADE"
        ),
    ),
    steps.keyed_table("booking_certificates", c.row_id("booking_id")).of(
        c.row_id("venue_id"),
        c.moment("requested_at", null=True),
        c.text(requested_from=254, null=True),
        c.moment("sent_at", null=True),
        c.text(sent_to=254, null=True),
        c.row_id("certificate_id", null=True),
        c.big_number("each_occurrence", "aggregate", null=True),
        c.day("expires_on", null=True),
        steps.owned_reference(
            "booking_id", "bookings", "fk_booking_certificates_operator_id_booking_id", ondelete="CASCADE"
        ),
    ),
)
