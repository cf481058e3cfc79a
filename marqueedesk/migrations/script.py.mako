"""${message}"""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
upgrade, downgrade = steps.both_ways()
