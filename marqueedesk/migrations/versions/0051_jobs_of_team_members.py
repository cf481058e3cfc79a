"""Assign deliveries and pickups to team members."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0051"
down_revision = "0050"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("job_assignments", c.row_id("booking_id"), c.text(kind=10)).of(
        c.row_id("user_id"),
        steps.check("kind IN ('delivery', 'pickup')", "ck_job_assignments_kind"),
        steps.owned_reference("booking_id", "bookings", "fk_job_assignments_booking_id_bookings", ondelete="CASCADE"),
        steps.reference("user_id", "users", "fk_job_assignments_user_id_users", ondelete="CASCADE"),
    ),
    steps.index("ix_job_assignments_user_id", "job_assignments", ["user_id"]),
)
