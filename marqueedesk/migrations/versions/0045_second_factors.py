"""Second factors, addresses that are confirmed before they count, and when a sign-in gave its password again."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id, Instant
from marqueedesk.migrations.steps import reference

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    op.add_column("sign_ins", sa.Column("authenticated_at", Instant(), nullable=True))
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.String(length=300), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("confirmed_at", Instant(), nullable=True),
        sa.Column("last_step", sa.BigInteger(), nullable=True),
        reference("user_id", "users", "fk_second_factors_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_second_factors")),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        reference("user_id", "users", "fk_recovery_codes_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "digest", name=op.f("pk_recovery_codes")),
    )
    op.create_table(
        "email_changes",
        sa.Column("id", Id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("old_email", sa.String(length=254), nullable=False),
        sa.Column("new_email", sa.String(length=254), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("confirm_digest", sa.String(length=64), nullable=False),
        sa.Column("undo_digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        sa.Column("confirmed_at", Instant(), nullable=True),
        sa.Column("ended_at", Instant(), nullable=True),
        sa.Column("undone_at", Instant(), nullable=True),
        reference("user_id", "users", "fk_email_changes_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_email_changes")),
        sa.UniqueConstraint("confirm_digest", name=op.f("uq_email_changes_confirm_digest")),
        sa.UniqueConstraint("undo_digest", name=op.f("uq_email_changes_undo_digest")),
    )
    op.create_index("ix_email_changes_user_id", "email_changes", ["user_id"])


def downgrade() -> None:
    op.drop_table("email_changes")
    op.drop_table("recovery_codes")
    op.drop_table("second_factors")
    op.drop_column("sign_ins", "authenticated_at")
