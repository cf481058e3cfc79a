"""What a business answers to a change that its customer asks for."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("change_requests", sa.Column("outcome", sa.String(length=10), nullable=True))
    op.add_column("change_requests", sa.Column("answer", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("change_requests", "answer")
    op.drop_column("change_requests", "outcome")
