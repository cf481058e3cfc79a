"""Streams of live updates that are open, and the processes that have them, so that limits count over all processes."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import create_table

revision = "0075"
down_revision = "0074"


def upgrade() -> None:
    create_table(
        "stream_processes",
        ["name"],
        c.text(name=32),
        c.moment("lease_until"),
    )
    create_table(
        "open_streams",
        ["process", "number"],
        c.text(process=32),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        c.row_id("operator_id", "user_id"),
        c.text(sign_in=64),
        c.text(network=64, null=True),
        info={"owned": False},
    )
    op.create_index("ix_open_streams_operator_id", "open_streams", ["operator_id"])
    op.create_index("ix_open_streams_network", "open_streams", ["network"])


def downgrade() -> None:
    op.drop_table("open_streams")
    op.drop_table("stream_processes")
