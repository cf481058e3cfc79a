"""What is counted of the form: openings by day, priced forms, who asked anyway; the price of a place in the list."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0055"
down_revision = "0054"


def _of_operator(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["operator_id"], ["operators.id"], name=op.f(f"fk_{table}_operator_id_operators"), ondelete="CASCADE"
    )


def upgrade() -> None:
    op.create_table(
        "form_days",
        sa.Column("operator_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("operator_id", "day", name=op.f("pk_form_days")),
        _of_operator("form_days"),
    )
    op.create_table(
        "priced_forms",
        sa.Column("operator_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("form_key", sa.String(length=120), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("short", sa.Boolean(), nullable=False),
        sa.Column("priced_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("operator_id", "form_key", name=op.f("pk_priced_forms")),
        _of_operator("priced_forms"),
    )
    op.create_index("ix_priced_forms_priced_at", "priced_forms", ["operator_id", "priced_at"])
    # Of demand from before, nobody knows whether it was sent; it counts in full.
    op.add_column("unmet_demand", sa.Column("sent", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("bookings", sa.Column("asked_anyway", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE bookings SET asked_anyway = true WHERE asked IS NOT NULL AND CAST(asked AS TEXT) <> 'null'")
    op.add_column("waiting_entries", sa.Column("total_cents", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    for table, column in (("waiting_entries", "total_cents"), ("bookings", "asked_anyway"), ("unmet_demand", "sent")):
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        else:
            op.drop_column(table, column)
    op.drop_index("ix_priced_forms_priced_at", table_name="priced_forms")
    op.drop_table("priced_forms")
    op.drop_table("form_days")
