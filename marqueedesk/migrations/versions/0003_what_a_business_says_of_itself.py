"""What a business says of itself on its documents: address, logo, terms (D1)."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant
from marqueedesk.migrations.steps import create_keyed_table, reference

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    create_keyed_table(
        "business_details",
        [],
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("phone", sa.String(length=50), nullable=True),
        sa.Column("tax_id", sa.String(length=50), nullable=True),
        sa.Column("website", sa.String(length=200), nullable=True),
        sa.Column("logo", sa.LargeBinary(), nullable=True),
        sa.Column("logo_width", sa.Integer(), nullable=True),
        sa.Column("logo_height", sa.Integer(), nullable=True),
        sa.Column("logo_tag", sa.String(length=64), nullable=True),
        sa.Column("terms", sa.Text(), nullable=True),
        sa.Column("quote_days", sa.Integer(), nullable=False),
        sa.Column("quotes_hold", sa.Boolean(), nullable=False),
        sa.Column("invoice_note", sa.Text(), nullable=True),
        sa.Column("updated_at", Instant(), nullable=False),
        sa.CheckConstraint("quote_days BETWEEN 1 AND 365", name=op.f("ck_business_details_quote_days")),
        reference("operator_id", "operators", "fk_business_details_operator_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("business_details")
