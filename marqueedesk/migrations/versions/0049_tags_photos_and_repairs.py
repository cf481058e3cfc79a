"""Add tagged pieces, photos of goods, who reported a repair and its cost, and when late goods are expected back."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0049"
down_revision = "0048"
upgrade, downgrade = steps.both_ways(
    steps.columns("bookings", c.day("return_day", null=True), c.text(return_clock=15, null=True)),
    steps.columns(
        "letter_outages",
        c.text(reported_by=120, null=True),
        c.cents("cost_cents", null=True),
        c.text(photo=64, null=True),
    ),
    steps.keyed_table("goods_photos", c.text(digest=64)).of(
        c.binary("large", "small"),
        c.moment("created_at"),
    ),
    steps.owned_table("tagged_pieces").of(
        c.text(tag=40, size=20, letter=32, finish=20, state=10),
        c.text(note=300, null=True),
        c.day("bought_on", null=True),
        c.cents("cost_cents", null=True),
        c.row_id("booking_id", null=True),
        c.text(place=10, null=True),
        c.created_and_updated(),
        steps.check("state IN ('ok', 'damaged', 'missing', 'retired')", "ck_tagged_pieces_state"),
        steps.unique(["operator_id", "tag"], "uq_tagged_pieces_operator_id_tag"),
    ),
    steps.index("ix_tagged_pieces_booking", "tagged_pieces", ["operator_id", "booking_id"]),
)
