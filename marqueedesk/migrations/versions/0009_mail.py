"""Add the outbox, a business's email settings, and password reset links.

Jobs from before there was a worker are marked as done, so that no one is emailed about old bookings.
"""

import sqlalchemy as sa

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0009"
down_revision = "0008"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("outbox").of(
        c.row_id("operator_id"),
        c.text(kind=40, audience=10),
        c.row_id("user_id", "booking_id", "quote_id", null=True),
        c.text(dedupe_key=200, null=True),
        c.text(recipient=254),
        c.text(recipient_name=200, null=True),
        c.text(subject=300),
        c.document("content"),
        c.text(message_id=200, state=10),
        c.number("attempts"),
        c.text(last_error=500, null=True),
        c.moment("good_until", null=True),
        c.moment("created_at"),
        c.moment("tried_at", "sent_at", null=True),
        steps.check("state IN ('waiting', 'sent', 'failed', 'unsent')", "ck_outbox_state"),
        steps.check("audience IN ('customer', 'business', 'account')", "ck_outbox_audience"),
        steps.unique(["dedupe_key"], "uq_outbox_dedupe_key"),
        steps.unique(["message_id"], "uq_outbox_message_id"),
    ),
    steps.index("ix_outbox_booking", "outbox", ["operator_id", "booking_id"]),
    steps.index("ix_outbox_quote", "outbox", ["operator_id", "quote_id"]),
    steps.index("ix_outbox_state", "outbox", ["operator_id", "state", "id"]),
    steps.keyed_table("message_settings").of(
        c.number("reminder_days"),
        c.number("run_sheet_hour", null=True),
        c.document("texts"),
        c.moment("updated_at"),
        steps.check("reminder_days BETWEEN 0 AND 30", "ck_message_settings_reminder_days"),
        steps.check("run_sheet_hour BETWEEN 0 AND 23", "ck_message_settings_run_sheet_hour"),
        steps.reference("operator_id", "operators", "fk_message_settings_operator_id", ondelete="CASCADE"),
    ),
    steps.numbered_table("password_resets", counts_on=False).of(
        c.row_id("user_id"),
        c.text(nonce=32, token_digest=64),
        c.moment("created_at", "expires_at"),
        c.moment("used_at", null=True),
        steps.reference("user_id", "users", "fk_password_resets_user_id", ondelete="CASCADE"),
        steps.unique(["token_digest"], "uq_password_resets_token_digest"),
    ),
    steps.index("ix_password_resets_user_id", "password_resets", ["user_id"]),
    steps.table("known_places", c.row_id("user_id"), c.text(digest=64)).of(
        c.moment("seen_at"),
        steps.reference("user_id", "users", "fk_known_places_user_id", ondelete="CASCADE"),
    ),
    steps.fill(
        sa.text(
            "UPDATE jobs SET state = 'done' WHERE state = 'waiting' AND (kind LIKE 'booking.%' OR kind LIKE 'quote.%')"
        )
    ),
)
