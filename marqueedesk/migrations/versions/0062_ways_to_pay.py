"""Ways to pay without a card: a business's list of them, its words on how to pay, and the method of each payment."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Document

revision = "0062"
down_revision = "0061"

_ADDED = (
    ("payment_policies", "methods", Document, None),
    ("payment_policies", "how_to_pay", sa.Text(), None),
    ("payment_policies", "how_to_pay_beside_cards", sa.Boolean(), sa.false()),
    ("booking_payments", "method_name", sa.String(length=40), None),
)


def upgrade() -> None:
    for table, name, kind, default in _ADDED:
        op.add_column(table, sa.Column(name, kind, nullable=default is None, server_default=default))


def downgrade() -> None:
    for table, name, _kind, _default in reversed(_ADDED):
        op.drop_column(table, name)
