"""Comparisons with the payment provider, and which of them has found an event."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns, create_numbered_table

revision = "0060"
down_revision = "0057"


def upgrade() -> None:
    create_numbered_table(
        "comparisons",
        c.moment("at", "since"),
        c.flag("live"),
        c.number("listed"),
    )
    op.create_index("ix_comparisons_at", "comparisons", ["at"])
    add_columns(("provider_events", c.row_id("comparison_id", null=True)))


def downgrade() -> None:
    op.drop_column("provider_events", "comparison_id")
    op.drop_index("ix_comparisons_at", table_name="comparisons")
    op.drop_table("comparisons")
