"""Store the reminder interval of contracts, how signers were contacted, and missed signing deadlines."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0149"
down_revision = "0148"
upgrade, downgrade = steps.both_ways(
    steps.columns("contract_templates", c.number("reminder_days", null=True)),
    steps.columns("contract_versions", c.moment("lapsed_at", null=True)),
    steps.columns(
        "contract_signers",
        c.moment("texted_at", "email_failed_at", null=True),
        c.number("reminders", default=0),
    ),
    steps.fill("UPDATE contract_templates SET reminder_days = 3"),
)
