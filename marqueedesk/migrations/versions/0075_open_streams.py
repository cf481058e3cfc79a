"""Streams of live updates that are open, and the processes that have them, so that limits count over all processes."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Instant

revision = "0075"
down_revision = "0074"


def upgrade() -> None:
    op.create_table(
        "stream_processes",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("lease_until", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_stream_processes")),
    )
    op.create_table(
        "open_streams",
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("sign_in", sa.String(length=64), nullable=False),
        sa.Column("network", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("process", "number", name=op.f("pk_open_streams")),
        info={"owned": False},
    )
    op.create_index("ix_open_streams_operator_id", "open_streams", ["operator_id"])
    op.create_index("ix_open_streams_network", "open_streams", ["network"])


def downgrade() -> None:
    op.drop_table("open_streams")
    op.drop_table("stream_processes")
