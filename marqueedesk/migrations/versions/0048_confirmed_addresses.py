"""When an account's email address was confirmed, and whether an administrator has stopped a business's email."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    add_columns(("users", c.moment("email_confirmed_at", null=True)))
    # Whoever has an account already keeps on sending.
    op.execute("UPDATE users SET email_confirmed_at = created_at")
    add_columns(("operators", c.moment("email_stopped_at", null=True)))


def downgrade() -> None:
    op.drop_column("operators", "email_stopped_at")
    op.drop_column("users", "email_confirmed_at")
