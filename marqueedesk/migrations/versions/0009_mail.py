"""The outbox, what a business sets about its emails, and ways back in for who forgot their password.

Jobs from before there was a worker are over: nobody is written to about bookings of last month.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id
from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import (
    check,
    create_keyed_table,
    create_numbered_table,
    create_table,
    reference,
    unique,
)

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_numbered_table(
        "outbox",
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
        check("state IN ('waiting', 'sent', 'failed', 'unsent')", "ck_outbox_state"),
        check("audience IN ('customer', 'business', 'account')", "ck_outbox_audience"),
        unique(["dedupe_key"], "uq_outbox_dedupe_key"),
        unique(["message_id"], "uq_outbox_message_id"),
    )
    op.create_index("ix_outbox_booking", "outbox", ["operator_id", "booking_id"])
    op.create_index("ix_outbox_quote", "outbox", ["operator_id", "quote_id"])
    op.create_index("ix_outbox_state", "outbox", ["operator_id", "state", "id"])
    create_keyed_table(
        "message_settings",
        [],
        c.number("reminder_days"),
        c.number("run_sheet_hour", null=True),
        c.document("texts"),
        c.moment("updated_at"),
        check("reminder_days BETWEEN 0 AND 30", "ck_message_settings_reminder_days"),
        check("run_sheet_hour BETWEEN 0 AND 23", "ck_message_settings_run_sheet_hour"),
        reference("operator_id", "operators", "fk_message_settings_operator_id", ondelete="CASCADE"),
    )
    create_table(
        "password_resets",
        ["id"],
        sa.Column("id", Id, nullable=False),
        c.row_id("user_id"),
        c.text(nonce=32, token_digest=64),
        c.moment("created_at", "expires_at"),
        c.moment("used_at", null=True),
        reference("user_id", "users", "fk_password_resets_user_id", ondelete="CASCADE"),
        unique(["token_digest"], "uq_password_resets_token_digest"),
    )
    op.create_index("ix_password_resets_user_id", "password_resets", ["user_id"])
    create_table(
        "known_places",
        ["user_id", "digest"],
        c.row_id("user_id"),
        c.text(digest=64),
        c.moment("seen_at"),
        reference("user_id", "users", "fk_known_places_user_id", ondelete="CASCADE"),
    )
    op.execute(
        sa.text(
            "UPDATE jobs SET state = 'done' WHERE state = 'waiting' AND (kind LIKE 'booking.%' OR kind LIKE 'quote.%')"
        )
    )


def downgrade() -> None:
    op.drop_table("known_places")
    op.drop_table("password_resets")
    op.drop_table("message_settings")
    op.drop_table("outbox")
