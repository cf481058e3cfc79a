"""What is counted of the form: openings by day, priced forms, who asked anyway; the price of a place in the list."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_keyed_table, reference

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    create_keyed_table(
        "form_days",
        ["day"],
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        reference("operator_id", "operators", "fk_form_days_operator_id_operators", ondelete="CASCADE"),
    )
    create_keyed_table(
        "priced_forms",
        ["form_key"],
        sa.Column("form_key", sa.String(length=120), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("short", sa.Boolean(), nullable=False),
        sa.Column("priced_at", Instant(), nullable=False),
        reference("operator_id", "operators", "fk_priced_forms_operator_id_operators", ondelete="CASCADE"),
    )
    op.create_index("ix_priced_forms_priced_at", "priced_forms", ["operator_id", "priced_at"])
    # Of demand from before, nobody knows whether it was sent; it counts in full.
    op.add_column("unmet_demand", sa.Column("sent", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("bookings", sa.Column("asked_anyway", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE bookings SET asked_anyway = true WHERE asked IS NOT NULL AND CAST(asked AS TEXT) <> 'null'")
    op.add_column("waiting_entries", sa.Column("total_cents", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    for table, column in (("waiting_entries", "total_cents"), ("bookings", "asked_anyway"), ("unmet_demand", "sent")):
        op.drop_column(table, column)
    op.drop_index("ix_priced_forms_priced_at", table_name="priced_forms")
    op.drop_table("priced_forms")
    op.drop_table("form_days")
