"""Store the business that a job is for."""

from alembic import op

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0081"
down_revision = "0080"


def _fill_operators() -> None:
    """Fill it in from the payload of waiting and failed jobs. Completed ones are deleted within two weeks."""
    path = "json_extract(payload, '$.operatorId')"
    if op.get_bind().dialect.name == "postgresql":
        path = "CAST(payload ->> 'operatorId' AS bigint)"
    op.execute(f"UPDATE jobs SET operator_id = {path} WHERE state <> 'done' AND {path} IS NOT NULL")  # noqa: S608 - constant


upgrade, downgrade = steps.both_ways(
    steps.columns("jobs", c.row_id("operator_id", null=True)),
    steps.fill(_fill_operators),
    steps.index("ix_jobs_operator_id", "jobs", ["operator_id"]),
)
