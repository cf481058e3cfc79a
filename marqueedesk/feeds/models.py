"""The table of calendar feeds."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db import Base, Instant
from marqueedesk.kit.keys import owner_id
from marqueedesk.kit.tenancy import TenantOwned

LINK = "calendar"
"""The kind of a feed's links."""


class CalendarFeed(TenantOwned, Base):
    """The values that a business's feed address is made from; a business without a row has no feed."""

    __tablename__ = "calendar_feeds"
    __topic__ = "settings"

    operator_id: Mapped[int] = owner_id(ForeignKey("operators.id", ondelete="CASCADE"))
    nonce: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(Instant)
