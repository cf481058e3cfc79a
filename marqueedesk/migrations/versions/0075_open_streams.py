"""Store open live-update streams and their processes, so that limits apply across all processes."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0075"
down_revision = "0074"
upgrade, downgrade = steps.both_ways(
    steps.table("stream_processes", c.text(name=32)).of(
        c.moment("lease_until"),
    ),
    steps.table("open_streams", c.text(process=32), c.row_id("number"), info={"owned": False}).of(
        c.row_id("operator_id", "user_id"),
        c.text(sign_in=64),
        c.text(network=64, null=True),
    ),
    steps.index("ix_open_streams_operator_id", "open_streams", ["operator_id"]),
    steps.index("ix_open_streams_network", "open_streams", ["network"]),
)
