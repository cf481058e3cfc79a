"""Invoices as they were issued, and the logos on them (D6)."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document, Id, Instant

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "invoices",
        sa.Column("id", Id, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("issued_at", Instant(), nullable=False),
        sa.Column("content", Document, nullable=False),
        sa.Column("logo_tag", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["booking_id"], ["bookings.id"], name=op.f("fk_invoices_booking_id"), ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operators.id"], name=op.f("fk_invoices_operator_id"), ondelete="RESTRICT"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoices")),
        sa.UniqueConstraint("operator_id", "booking_id", name=op.f("uq_invoices_operator_id_booking_id")),
        sa.UniqueConstraint("operator_id", "number", name=op.f("uq_invoices_operator_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "kept_logos",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("tag", sa.String(length=64), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["operator_id"], ["operators.id"], name=op.f("fk_kept_logos_operator_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("operator_id", "tag", name=op.f("pk_kept_logos")),
    )


def downgrade() -> None:
    op.drop_table("kept_logos")
    op.drop_table("invoices")
