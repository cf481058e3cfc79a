"""Which sites may show an operator's form in a frame (W6)."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import add_columns

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # The default stays in the table: a server of the version before goes on registering operators meanwhile.
    add_columns(("operators", c.document("allowed_sites", default="[]")))


def downgrade() -> None:
    with op.batch_alter_table("operators") as operators:
        operators.drop_column("allowed_sites")
