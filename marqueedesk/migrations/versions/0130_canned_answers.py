"""Store canned answers for conversations."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0130"
down_revision = "0129"
upgrade, downgrade = steps.both_ways(
    steps.owned_table("canned_answers").of(
        c.text(title=80),
        c.long_text("text"),
        c.moment("updated_at"),
        steps.reference("operator_id", "operators", "fk_canned_answers_operator_id_operators", ondelete="CASCADE"),
    ),
)
