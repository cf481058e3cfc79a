"""Store requests for reviews, and the reviews that customers write."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0124"
down_revision = "0123"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("reviews").of(
        c.row_id("booking_id"),
        c.text(nonce=32),
        c.day("asked_on", "reminded_on", null=True),
        c.moment("written_at", null=True),
        c.number("stars", null=True),
        c.text(default="", text=2000),
        c.text(null=True, photo=64),
        c.flag("consent", default=False),
        c.text(default="", name=100),
        c.flag("shown", default=False),
        c.text(null=True, answer=2000),
        c.moment("answered_at", null=True),
        steps.check("stars BETWEEN 1 AND 5", "ck_reviews_stars"),
        steps.unique(["operator_id", "booking_id"], "uq_reviews_operator_id_booking_id"),
        steps.owned_reference("booking_id", "bookings", "fk_reviews_operator_id_booking_id", ondelete="CASCADE"),
    ),
    steps.index("ix_reviews_written_at", "reviews", ["operator_id", "written_at"]),
)
