"""Passkeys, devices that are remembered, and businesses that want a second factor of everybody in them."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant
from marqueedesk.migrations.steps import reference

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", Id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("credential_id", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.String(length=4000), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", Document, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("used_at", Instant(), nullable=True),
        reference("user_id", "users", "fk_passkeys_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])
    op.create_table(
        "passkey_challenges",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        reference("user_id", "users", "fk_passkey_challenges_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_passkey_challenges")),
    )
    op.create_table(
        "remembered_devices",
        sa.Column("id", Id, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=True),
        sa.Column("created_at", Instant(), nullable=False),
        sa.Column("used_at", Instant(), nullable=False),
        sa.Column("expires_at", Instant(), nullable=False),
        reference("user_id", "users", "fk_remembered_devices_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remembered_devices")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_remembered_devices_token_digest")),
    )
    op.create_index("ix_remembered_devices_user_id", "remembered_devices", ["user_id"])
    op.add_column(
        "operators", sa.Column("second_factor_required", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("operators", "second_factor_required")
    op.drop_table("remembered_devices")
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
