"""Table of announcements."""

from datetime import datetime
from typing import Final, Literal

from sqlalchemy import Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Id, Instant

LONGEST_TEXT: Final = 500

Audience = Literal["owners", "everybody"]
"""``owners`` includes managers, and ``everybody`` also visitors of the status page."""


class Announcement(Base):
    """A text by an administrator, shown from ``starts_at`` (inclusive) to ``ends_at`` (exclusive)."""

    __tablename__ = "announcements"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT))
    starts_at: Mapped[datetime] = mapped_column(Instant)
    ends_at: Mapped[datetime] = mapped_column(Instant)
    audience: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(Instant)
    # When an administrator had it emailed to owners, to how many, and when the last of these emails was written.
    emailed_at: Mapped[datetime | None] = mapped_column(Instant)
    emailed_to: Mapped[int | None] = mapped_column(Integer)
    emails_written_at: Mapped[datetime | None] = mapped_column(Instant)
