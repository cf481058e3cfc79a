"""Charges for damaged and lost pieces, beside the price that was agreed."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_owned_table, owned_reference

revision = "0050"
down_revision = "0049"


def upgrade() -> None:
    op.add_column("bookings", sa.Column("charges_cents", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("bookings", sa.Column("charges_due", sa.Date(), nullable=True))
    create_owned_table(
        "booking_charges",
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("outage_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("size", sa.String(length=20), nullable=False),
        sa.Column("letter", sa.String(length=32), nullable=False),
        sa.Column("finish", sa.String(length=20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=True),
        sa.Column("tax_cents", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("name", sa.String(length=200), nullable=True),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("who", sa.String(length=120), nullable=False),
        sa.CheckConstraint("state IN ('proposed', 'charged', 'waived')", name=op.f("ck_booking_charges_state")),
        sa.CheckConstraint("kind IN ('repair', 'missing')", name=op.f("ck_booking_charges_kind")),
        owned_reference("booking_id", "bookings", "fk_booking_charges_booking_id_bookings", ondelete="CASCADE"),
    )
    op.create_index("ix_booking_charges_booking", "booking_charges", ["operator_id", "booking_id"])
    op.create_index("ix_booking_charges_outage", "booking_charges", ["operator_id", "outage_id"])


def downgrade() -> None:
    op.drop_table("booking_charges")
    op.drop_column("bookings", "charges_due")
    op.drop_column("bookings", "charges_cents")
