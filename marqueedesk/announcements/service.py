"""Changes to announcements that no administrator makes."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete
from sqlalchemy.orm import Session

from marqueedesk.announcements.models import Announcement

KEPT: Final = timedelta(days=366)
"""How long an announcement is kept after its end."""


def forget_old(db: Session, now: datetime) -> None:
    """Delete announcements that ended more than a year ago."""
    db.execute(delete(Announcement).where(Announcement.ends_at < now - KEPT))
