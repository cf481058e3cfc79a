"""Add second factors, email changes that must be confirmed, and the time of the last re-authentication."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0045"
down_revision = "0044"
upgrade, downgrade = steps.both_ways(
    steps.columns("sign_ins", c.moment("authenticated_at", null=True)),
    steps.table("second_factors", c.row_id("user_id")).of(
        c.text(secret=300),
        c.moment("created_at"),
        c.moment("confirmed_at", null=True),
        c.big_number("last_step", null=True),
        steps.reference("user_id", "users", "fk_second_factors_user_id_users", ondelete="CASCADE"),
    ),
    steps.table("recovery_codes", c.row_id("user_id"), c.text(digest=64)).of(
        steps.reference("user_id", "users", "fk_recovery_codes_user_id_users", ondelete="CASCADE"),
    ),
    steps.numbered_table("email_changes", counts_on=False).of(
        c.row_id("user_id"),
        c.text(old_email=254, new_email=254, nonce=32, confirm_digest=64, undo_digest=64),
        c.moment("created_at", "expires_at"),
        c.moment("confirmed_at", "ended_at", "undone_at", null=True),
        steps.reference("user_id", "users", "fk_email_changes_user_id_users", ondelete="CASCADE"),
        steps.unique(["confirm_digest"], "uq_email_changes_confirm_digest"),
        steps.unique(["undo_digest"], "uq_email_changes_undo_digest"),
    ),
    steps.index("ix_email_changes_user_id", "email_changes", ["user_id"]),
)
