"""Allow several security holds for a delivery day, because a refused one can be tried again."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps
from marqueedesk.migrations.steps import Step

revision = "0150"
down_revision = "0149"

_ONE_A_DAY = "uq_security_holds_operator_id_booking_id_delivery_day"
_BY_ATTEMPT = "uq_security_holds_operator_id_booking_id_delivery_day_attempt"
_DAY = ["operator_id", "booking_id", "delivery_day"]


def _replace(old: str, new: str, columns: list[str]) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(op.f(old), "security_holds", type_="unique")
        op.create_unique_constraint(op.f(new), "security_holds", columns)
        return
    with op.batch_alter_table("security_holds", table_kwargs={"sqlite_autoincrement": True}) as changed:
        changed.drop_constraint(op.f(old), type_="unique")
        changed.create_unique_constraint(op.f(new), columns)


def _allow_several() -> None:
    _replace(_ONE_A_DAY, _BY_ATTEMPT, [*_DAY, "attempt"])


def _keep_the_newest() -> None:
    # The previous version has one hold for each day.
    op.execute(
        "DELETE FROM security_holds WHERE id NOT IN (SELECT MAX(id) FROM security_holds"
        " GROUP BY operator_id, booking_id, delivery_day)"
    )
    _replace(_BY_ATTEMPT, _ONE_A_DAY, _DAY)


upgrade, downgrade = steps.both_ways(
    steps.columns("security_holds", c.number("attempt", default=1), c.row_id("card_id", null=True)),
    Step(_allow_several, _keep_the_newest),
)
