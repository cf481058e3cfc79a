"""Table of requests by business and hour."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator

KEPT: Final = timedelta(weeks=5)
"""Retention period of the counts."""


class UsageHour(GoesWithOperator, Base):
    """A business's API requests within an hour (UTC). ``limited`` counts 429 responses, which are also in ``errors``;
    ``slow`` counts responses slower than `counter.SLOW_SECONDS`.
    """

    __tablename__ = "usage_hours"
    __table_args__ = (Index("ix_usage_hours_hour", "hour"),)

    hour: Mapped[datetime] = mapped_column(Instant, primary_key=True)
    requests: Mapped[int] = mapped_column(Integer)
    errors: Mapped[int] = mapped_column(Integer)
    limited: Mapped[int] = mapped_column(Integer)
    slow: Mapped[int] = mapped_column(Integer)
    slowest_ms: Mapped[int] = mapped_column(Integer)
    slowest_route: Mapped[str | None] = mapped_column(String(200))
