"""Store partners, the bookings they brought, and the commission paid to them."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0120"
down_revision = "0119"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("partners").of(
        c.text(name=200, kind=12),
        c.text(email=254, null=True),
        c.text(code=40, key=80),
        c.number("commission_basis_points"),
        c.cents("commission_cents"),
        c.document("excludes"),
        c.flag("active", default=True),
        c.moment("created_at"),
        steps.check("kind IN ('planner', 'venue', 'photographer', 'other')", "ck_partners_kind"),
        steps.reference("operator_id", "operators", "fk_partners_operator_id_operators", ondelete="CASCADE"),
        steps.unique(["operator_id", "key"], "uq_partners_operator_id_key"),
    ),
    steps.keyed_table("partner_referrals", c.row_id("booking_id")).of(
        c.row_id("partner_id"),
        c.moment("at"),
        steps.owned_reference(
            "booking_id", "bookings", "fk_partner_referrals_operator_id_booking_id", ondelete="CASCADE"
        ),
        steps.owned_reference(
            "partner_id", "partners", "fk_partner_referrals_operator_id_partner_id", ondelete="CASCADE"
        ),
    ),
    steps.index("ix_partner_referrals_partner", "partner_referrals", ["operator_id", "partner_id"]),
    steps.owned_table("partner_payouts").of(
        c.row_id("partner_id"),
        c.day("month"),
        c.cents("cents"),
        c.day("paid_on"),
        c.text(recorded_by=120),
        c.moment("created_at"),
        steps.owned_reference(
            "partner_id", "partners", "fk_partner_payouts_operator_id_partner_id", ondelete="CASCADE"
        ),
    ),
    steps.index("ix_partner_payouts_partner", "partner_payouts", ["operator_id", "partner_id", "month"]),
    steps.index("ix_partner_payouts_paid_on", "partner_payouts", ["operator_id", "paid_on"]),
)
