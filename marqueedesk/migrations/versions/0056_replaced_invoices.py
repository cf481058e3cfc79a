"""The kind of an invoice, and those that it replaced."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0056"
down_revision = "0055"
upgrade, downgrade = adding(
    # The version before writes invoices without them, and reads the one that holds.
    ("invoices", sa.Column("kind", sa.String(12), nullable=False, server_default="invoice")),
    ("invoices", sa.Column("replaced", Document, nullable=False, server_default="[]")),
)
