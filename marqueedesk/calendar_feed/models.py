"""The table of calendar feeds."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator

LINK = "calendar"
"""Kind of a feed's links."""


class CalendarFeed(GoesWithOperator, Base):
    """Values from which a business's feed URL is derived. Without a row there is no feed."""

    __tablename__ = "calendar_feeds"
    __topic__ = "settings"

    nonce: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Instant)
