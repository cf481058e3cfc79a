"""Add passkeys, remembered devices, and businesses that require a second factor of all members."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0053"
down_revision = "0052"
upgrade, downgrade = steps.both_ways(
    steps.numbered_table("passkeys", counts_on=False).of(
        c.row_id("user_id"),
        c.text(credential_id=1400, public_key=4000),
        c.big_number("sign_count"),
        c.document("transports"),
        c.text(name=60),
        c.moment("created_at"),
        c.moment("used_at", null=True),
        steps.reference("user_id", "users", "fk_passkeys_user_id_users", ondelete="CASCADE"),
        steps.unique(["credential_id"], "uq_passkeys_credential_id"),
    ),
    steps.index("ix_passkeys_user_id", "passkeys", ["user_id"]),
    steps.table("passkey_challenges", c.text(digest=64)).of(
        c.row_id("user_id"),
        c.text(purpose=10),
        c.moment("expires_at"),
        steps.reference("user_id", "users", "fk_passkey_challenges_user_id_users", ondelete="CASCADE"),
    ),
    steps.numbered_table("remembered_devices", counts_on=False).of(
        c.row_id("user_id"),
        c.text(token_digest=64),
        c.text(agent=200, null=True),
        c.moment("created_at", "used_at", "expires_at"),
        steps.reference("user_id", "users", "fk_remembered_devices_user_id_users", ondelete="CASCADE"),
        steps.unique(["token_digest"], "uq_remembered_devices_token_digest"),
    ),
    steps.index("ix_remembered_devices_user_id", "remembered_devices", ["user_id"]),
    steps.columns("operators", c.flag("second_factor_required", default=False)),
)
