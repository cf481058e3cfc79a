"""Store when an account's email address was confirmed, and when an administrator stopped a business's email."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0048"
down_revision = "0047"
upgrade, downgrade = steps.both_ways(
    steps.columns("users", c.moment("email_confirmed_at", null=True)),
    # Existing accounts count as confirmed, so that they can still send email.
    steps.fill("UPDATE users SET email_confirmed_at = created_at"),
    steps.columns("operators", c.moment("email_stopped_at", null=True)),
)
