"""Allow rescheduling fees as charges to a customer."""

from alembic import op

revision = "0070"
down_revision = "0069"


def upgrade() -> None:
    _allow("'repair', 'missing', 'reschedule'")


def downgrade() -> None:
    op.execute("DELETE FROM booking_charges WHERE kind = 'reschedule'")
    _allow("'repair', 'missing'")


def _allow(kinds: str) -> None:
    with op.batch_alter_table("booking_charges") as charges:
        charges.drop_constraint(op.f("ck_booking_charges_kind"), type_="check")
        charges.create_check_constraint(op.f("ck_booking_charges_kind"), f"kind IN ({kinds})")
