"""Deliveries and pickups that were given to a team member."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    op.create_table(
        "job_assignments",
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("booking_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('delivery', 'pickup')", name=op.f("ck_job_assignments_kind")),
        sa.ForeignKeyConstraint(
            ["operator_id", "booking_id"],
            ["bookings.operator_id", "bookings.id"],
            name=op.f("fk_job_assignments_booking_id_bookings"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_job_assignments_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("operator_id", "booking_id", "kind", name=op.f("pk_job_assignments")),
    )
    op.create_index("ix_job_assignments_user_id", "job_assignments", ["user_id"])


def downgrade() -> None:
    op.drop_table("job_assignments")
