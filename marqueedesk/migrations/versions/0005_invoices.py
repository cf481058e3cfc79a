"""Invoices as they were issued, and the logos on them (D6)."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Instant
from marqueedesk.migrations.steps import create_keyed_table, create_numbered_table, reference

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    create_numbered_table(
        "invoices",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("issued_at", Instant(), nullable=False),
        sa.Column("content", Document, nullable=False),
        sa.Column("logo_tag", sa.String(length=64), nullable=True),
        reference("booking_id", "bookings", "fk_invoices_booking_id", ondelete="RESTRICT"),
        reference("operator_id", "operators", "fk_invoices_operator_id", ondelete="RESTRICT"),
        sa.UniqueConstraint("operator_id", "booking_id", name=op.f("uq_invoices_operator_id_booking_id")),
        sa.UniqueConstraint("operator_id", "number", name=op.f("uq_invoices_operator_id_number")),
    )
    create_keyed_table(
        "kept_logos",
        ["tag"],
        sa.Column("tag", sa.String(length=64), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        reference("operator_id", "operators", "fk_kept_logos_operator_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("kept_logos")
    op.drop_table("invoices")
