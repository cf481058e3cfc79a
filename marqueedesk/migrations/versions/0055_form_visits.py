"""Count form visits, priced forms and "Ask us anyway" requests, and store the price of waiting list entries."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0055"
down_revision = "0054"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("form_days", c.day("day")).of(
        c.number("opened"),
        steps.reference("operator_id", "operators", "fk_form_days_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.keyed_table("priced_forms", c.text(form_key=120)).of(
        c.cents("total_cents"),
        c.flag("short"),
        c.moment("priced_at"),
        steps.reference("operator_id", "operators", "fk_priced_forms_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_priced_forms_priced_at", "priced_forms", ["operator_id", "priced_at"]),
    # Whether earlier demand was sent is unknown, so it counts in full.
    steps.columns("unmet_demand", c.flag("sent", default=True)),
    steps.columns("bookings", c.flag("asked_anyway", default=False)),
    steps.fill("UPDATE bookings SET asked_anyway = true WHERE asked IS NOT NULL AND CAST(asked AS TEXT) <> 'null'"),
    steps.columns("waiting_entries", c.cents("total_cents", null=True)),
)
