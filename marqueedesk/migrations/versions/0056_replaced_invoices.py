"""The kind of an invoice, and those that it replaced."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    # The version before writes invoices without them, and reads the one that holds.
    op.add_column("invoices", sa.Column("kind", sa.String(12), nullable=False, server_default="invoice"))
    op.add_column("invoices", sa.Column("replaced", Document, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("invoices", "replaced")
    op.drop_column("invoices", "kind")
