"""Passkeys, devices that are remembered, and businesses that want a second factor of everybody in them."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id
from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_table, reference, unique

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    create_table(
        "passkeys",
        ["id"],
        sa.Column("id", Id, nullable=False),
        c.row_id("user_id"),
        c.text(credential_id=1400, public_key=4000),
        c.big_number("sign_count"),
        c.document("transports"),
        c.text(name=60),
        c.moment("created_at"),
        c.moment("used_at", null=True),
        reference("user_id", "users", "fk_passkeys_user_id_users", ondelete="CASCADE"),
        unique(["credential_id"], "uq_passkeys_credential_id"),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])
    create_table(
        "passkey_challenges",
        ["digest"],
        c.text(digest=64),
        c.row_id("user_id"),
        c.text(purpose=10),
        c.moment("expires_at"),
        reference("user_id", "users", "fk_passkey_challenges_user_id_users", ondelete="CASCADE"),
    )
    create_table(
        "remembered_devices",
        ["id"],
        sa.Column("id", Id, nullable=False),
        c.row_id("user_id"),
        c.text(token_digest=64),
        c.text(agent=200, null=True),
        c.moment("created_at", "used_at", "expires_at"),
        reference("user_id", "users", "fk_remembered_devices_user_id_users", ondelete="CASCADE"),
        unique(["token_digest"], "uq_remembered_devices_token_digest"),
    )
    op.create_index("ix_remembered_devices_user_id", "remembered_devices", ["user_id"])
    add_columns(("operators", c.flag("second_factor_required", default=False)))


def downgrade() -> None:
    op.drop_column("operators", "second_factor_required")
    op.drop_table("remembered_devices")
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
