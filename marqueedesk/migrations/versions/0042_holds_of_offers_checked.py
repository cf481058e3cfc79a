"""The check of what holds letters is validated, while others write."""

from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE letter_holds VALIDATE CONSTRAINT ck_letter_holds_kind")


def downgrade() -> None:
    """Nothing to do: the step before replaces the check."""
