"""The payment provider's newest refusals, with its own reasons."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_numbered_table

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    create_numbered_table(
        "provider_refusals",
        c.moment("at"),
        c.text(call=200),
        c.text(account=255, null=True),
        c.flag("live"),
        c.text(code=60),
        c.text(provider_code=100, message=500, param=255, request_id=255, null=True),
    )
    op.create_index("ix_provider_refusals_at", "provider_refusals", ["at"])


def downgrade() -> None:
    op.drop_index("ix_provider_refusals_at", table_name="provider_refusals")
    op.drop_table("provider_refusals")
