"""Second factors, addresses that are confirmed before they count, and when a sign-in gave its password again."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id
from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_table, reference, unique

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    add_columns(("sign_ins", c.moment("authenticated_at", null=True)))
    create_table(
        "second_factors",
        ["user_id"],
        c.row_id("user_id"),
        c.text(secret=300),
        c.moment("created_at"),
        c.moment("confirmed_at", null=True),
        c.big_number("last_step", null=True),
        reference("user_id", "users", "fk_second_factors_user_id_users", ondelete="CASCADE"),
    )
    create_table(
        "recovery_codes",
        ["user_id", "digest"],
        c.row_id("user_id"),
        c.text(digest=64),
        reference("user_id", "users", "fk_recovery_codes_user_id_users", ondelete="CASCADE"),
    )
    create_table(
        "email_changes",
        ["id"],
        sa.Column("id", Id, nullable=False),
        c.row_id("user_id"),
        c.text(old_email=254, new_email=254, nonce=32, confirm_digest=64, undo_digest=64),
        c.moment("created_at", "expires_at"),
        c.moment("confirmed_at", "ended_at", "undone_at", null=True),
        reference("user_id", "users", "fk_email_changes_user_id_users", ondelete="CASCADE"),
        unique(["confirm_digest"], "uq_email_changes_confirm_digest"),
        unique(["undo_digest"], "uq_email_changes_undo_digest"),
    )
    op.create_index("ix_email_changes_user_id", "email_changes", ["user_id"])


def downgrade() -> None:
    op.drop_table("email_changes")
    op.drop_table("recovery_codes")
    op.drop_table("second_factors")
    op.drop_column("sign_ins", "authenticated_at")
