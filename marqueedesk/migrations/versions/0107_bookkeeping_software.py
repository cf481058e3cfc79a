"""Create the tables of the connection to bookkeeping software: the connection, users on their way back, and pushes."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0107"
down_revision = "0106"
upgrade, downgrade = steps.both_ways(
    steps.keyed_table("books_connections").of(
        c.text(system=10, mode=10),
        c.text(company_id=60, null=True),
        c.text(company_name=200, currency=3),
        c.document("accounts"),
        c.long_text("access_token", "refresh_token", null=True),
        c.moment("access_expires_at", "refreshing_until", "refused_at", "connected_at", null=True),
        steps.reference("operator_id", "operators", "fk_books_connections_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.keyed_table("books_consents", c.text(state_digest=64)).of(
        c.text(session_digest=64, system=10),
        c.moment("expires_at"),
        steps.reference("operator_id", "operators", "fk_books_consents_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.owned_table("books_pushes").of(
        c.text(system=10, company_id=60),
        c.day("day"),
        c.number("correction"),
        c.document("lines"),
        c.text(state=10),
        c.number("revision"),
        c.text(reason=500, partner_id=60, null=True),
        c.moment("created_at"),
        c.moment("sent_at", "pushed_at", null=True),
        steps.check("state IN ('waiting', 'sent', 'pushed', 'failed')", "ck_books_pushes_state"),
        steps.reference("operator_id", "operators", "fk_books_pushes_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_books_pushes_day", "books_pushes", ["operator_id", "day", "id"]),
)
