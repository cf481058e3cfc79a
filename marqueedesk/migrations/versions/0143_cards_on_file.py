"""Store the cards that customers keep with a business, and which payments were charged to them."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0143"
down_revision = "0142"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("kept_cards").of(
        c.row_id("booking_id"),
        c.text(state=10, key=80, account_id=255),
        c.text(null=True, customer_id=255, setup_id=255, method_id=255),
        c.flag("live"),
        c.document("card", null=True),
        c.long_text("wording"),
        c.moment("created_at"),
        c.moment("consent_at", "asked_at", "removed_at", null=True),
        steps.check("state IN ('asked', 'open', 'kept', 'replaced', 'removed', 'canceled')", "ck_kept_cards_state"),
        steps.unique(["operator_id", "key"], "uq_kept_cards_operator_id_key"),
        steps.unique(["operator_id", "setup_id"], "uq_kept_cards_operator_id_setup_id"),
        steps.reference("operator_id", "operators", "fk_kept_cards_operator_id_operators", ondelete="RESTRICT"),
        steps.owned_reference("booking_id", "bookings", "fk_kept_cards_operator_id_bookings", ondelete="RESTRICT"),
    ),
    steps.index("ix_kept_cards_booking", "kept_cards", ["operator_id", "booking_id"]),
    steps.index("ix_kept_cards_kept", "kept_cards", ["operator_id"], where="state = 'kept'"),
    steps.columns("bookings", c.document("card_on_file", "automatic_charges", null=True)),
    steps.columns("booking_payments", c.row_id("card_id", null=True), c.document("photo_digests", null=True)),
)
