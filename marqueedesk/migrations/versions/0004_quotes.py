"""Add quotes with versions and history, links by token, document numbers, and the quote of a booking."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0004"
down_revision = "0003"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("document_counters", c.text(kind=20), c.number("year")).of(
        c.number("last"),
    ),
    steps.table("links", c.text(token_digest=64)).of(
        c.row_id("operator_id"),
        c.text(kind=10),
        c.row_id("target_id"),
        c.moment("created_at"),
    ),
    steps.index("ix_links_target", "links", ["operator_id", "kind", "target_id"]),
    steps.numbered_table("quotes").of(
        c.row_id("operator_id"),
        c.text(status=10, offer=10),
        c.number("version"),
        c.number("sent_version", null=True),
        c.text(number=20, null=True),
        c.document("content"),
        c.text(message=500, size=20),
        c.text(customer_name=200, customer_email=254, null=True),
        c.cents("total_cents"),
        c.day("delivery_day", "pickup_day", null=True),
        c.moment("expires_at", null=True),
        c.flag("hold_letters"),
        c.text(link_nonce=32),
        c.text(link_digest=64, null=True),
        c.row_id("booking_id", null=True),
        c.moment("sent_at", "seen_at", "answered_at", null=True),
        c.number("revision"),
        c.created_and_updated(),
        steps.check("status IN ('draft', 'sent', 'seen', 'accepted', 'declined')", "ck_quotes_status"),
        steps.check("offer IN ('unsent', 'open', 'withdrawn', 'accepted', 'declined')", "ck_quotes_offer"),
        steps.check("(offer = 'accepted') = (booking_id IS NOT NULL)", "ck_quotes_booked_once_accepted"),
        steps.reference("operator_id", "operators", "fk_quotes_operator_id", ondelete="RESTRICT"),
        steps.unique(["operator_id", "number"], "uq_quotes_operator_id_number"),
    ),
    steps.index("ix_quotes_newest", "quotes", ["operator_id", "id"]),
    steps.index("ix_quotes_days", "quotes", ["operator_id", "offer", "delivery_day"]),
    steps.keyed_table("quote_versions", c.row_id("quote_id"), c.number("version")).of(
        c.document("content"),
        c.moment("sent_at", "expires_at", null=True),
        steps.reference("quote_id", "quotes", "fk_quote_versions_quote_id", ondelete="CASCADE"),
    ),
    steps.numbered_table("quote_events").of(
        c.row_id("quote_id"),
        c.moment("at"),
        c.text(kind=12, who=200),
        c.number("version"),
        c.document("details"),
        c.row_id("operator_id"),
        steps.reference("quote_id", "quotes", "fk_quote_events_quote_id", ondelete="CASCADE"),
    ),
    steps.index("ix_quote_events_quote", "quote_events", ["operator_id", "quote_id"]),
    steps.columns("bookings", c.row_id("quote_id", null=True)),
    steps.index("uq_bookings_quote_id", "bookings", ["quote_id"], where="quote_id IS NOT NULL", unique=True),
)
