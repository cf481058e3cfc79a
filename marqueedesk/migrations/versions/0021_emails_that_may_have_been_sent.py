"""Add a state for emails that may have been sent, and store the cause of a failure."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0021"
down_revision = "0020"

_NAME = "ck_outbox_state"
_BEFORE = "state IN ('waiting', 'sent', 'failed', 'unsent')"
_NOW = "state IN ('waiting', 'sent', 'failed', 'unsent', 'uncertain')"


def _states(condition: str) -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as outbox:
        outbox.drop_constraint(op.f(_NAME), type_="check")
        outbox.create_check_constraint(op.f(_NAME), condition)


def _forget_the_uncertain() -> None:
    op.execute("UPDATE outbox SET state = 'failed' WHERE state = 'uncertain'")
    _states(_BEFORE)


upgrade, downgrade = steps.both_ways(
    steps.columns("outbox", c.text(cause=10, null=True), c.moment("handed_at", null=True)),
    steps.Step(lambda: _states(_NOW), _forget_the_uncertain),
    steps.index("ix_outbox_created_at", "outbox", ["created_at"]),
)
