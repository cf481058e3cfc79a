"""Validate the check on holders of letters, while other transactions write."""

from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE letter_holds VALIDATE CONSTRAINT ck_letter_holds_kind")


def downgrade() -> None:
    """Do nothing: the previous revision replaces the check."""
