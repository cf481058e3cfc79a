"""Give holds of waiting list offers a kind of their own, and store the details that customers entered.

The next revision validates the check. If customers are waiting, stop servers of the previous version first: they would
no longer find the holds of offers.
"""

import sqlalchemy as sa
from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0041"
down_revision = "0040"

_NAME = "ck_letter_holds_kind"
_BEFORE = "kind IN ('booking', 'quote', 'outage')"
_NOW = "kind IN ('booking', 'quote', 'outage', 'waiting')"


def _kinds(condition: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(op.f(_NAME), "letter_holds", type_="check")
        op.create_check_constraint(op.f(_NAME), "letter_holds", condition, postgresql_not_valid=True)
        return
    with op.batch_alter_table("letter_holds") as holds:
        holds.drop_constraint(op.f(_NAME), type_="check")
        holds.create_check_constraint(op.f(_NAME), condition)


def _turn(old: str, new: str) -> None:
    """Change the holds of offers from one kind to another; those of quotes have an ID above 0."""
    holds = sa.table("letter_holds", sa.column("kind", sa.String()), sa.column("holder_id", sa.BigInteger()))
    turned = holds.update().where(holds.c.kind == old).values(kind=new, holder_id=-holds.c.holder_id)
    op.get_bind().execute(turned.where(holds.c.holder_id < 0) if old == "quote" else turned)


upgrade, downgrade = steps.both_ways(
    steps.Step(lambda: _kinds(_NOW), lambda: _kinds(_BEFORE)),
    steps.Step(lambda: _turn("quote", "waiting"), lambda: _turn("waiting", "quote")),
    steps.columns("waiting_entries", c.document("details", null=True)),
)
