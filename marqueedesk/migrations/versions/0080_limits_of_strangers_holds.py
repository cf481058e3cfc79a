"""Store the senders of requests and of their holds, and the senders that a business blocked."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0080"
down_revision = "0079"
upgrade, downgrade = steps.both_ways(
    steps.columns(
        "letter_holds",
        c.text(sender_network=32, sender_domain=253, null=True),
        c.flag("sender_confirmed", null=True),
    ),
    # The index is empty at first, because existing rows have no sender.
    steps.index(
        "ix_letter_holds_senders",
        "letter_holds",
        ["operator_id", "sender_network"],
        where="sender_network IS NOT NULL",
    ),
    steps.columns(
        "bookings",
        c.text(sender_network=32, null=True),
        c.flag("must_confirm", default=False),
        c.moment("address_confirmed_at", null=True),
    ),
    steps.columns("waiting_entries", c.text(sender_network=32, null=True)),
    steps.owned_table("refused_senders").of(
        c.text(kind=10, value=254, label=254),
        c.row_id("booking_id"),
        c.moment("refused_at"),
        c.text(refused_by=120),
        steps.reference("operator_id", "operators", "fk_refused_senders_operator_id_operators", ondelete="CASCADE"),
        steps.unique(["operator_id", "value"], "uq_refused_senders_operator_id_value"),
    ),
)
