"""Deliveries and pickups that were given to a team member."""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations.steps import check, create_keyed_table, owned_reference, reference

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    create_keyed_table(
        "job_assignments",
        ["booking_id", "kind"],
        sa.Column("booking_id", sa.BigInteger(), autoincrement=False, nullable=False),
        c.text(kind=10),
        c.row_id("user_id"),
        check("kind IN ('delivery', 'pickup')", "ck_job_assignments_kind"),
        owned_reference("booking_id", "bookings", "fk_job_assignments_booking_id_bookings", ondelete="CASCADE"),
        reference("user_id", "users", "fk_job_assignments_user_id_users", ondelete="CASCADE"),
    )
    op.create_index("ix_job_assignments_user_id", "job_assignments", ["user_id"])


def downgrade() -> None:
    op.drop_table("job_assignments")
