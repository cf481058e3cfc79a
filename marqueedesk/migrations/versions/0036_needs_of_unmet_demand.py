"""All that a rental needed that the letters did not allow, not only what was short."""

import sqlalchemy as sa

from marqueedesk.kit.db import Document
from marqueedesk.migrations.steps import adding

revision = "0036"
down_revision = "0035"
upgrade, downgrade = adding(("unmet_demand", sa.Column("needs", Document, nullable=True)))
