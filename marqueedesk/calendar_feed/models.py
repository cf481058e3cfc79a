"""The table of calendar feeds."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator

LINK = "calendar"
"""The kind of a feed's links."""


class CalendarFeed(GoesWithOperator, Base):
    """The values that a business's feed address is made from; a business without a row has no feed."""

    __tablename__ = "calendar_feeds"
    __topic__ = "settings"

    nonce: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Instant)
