"""Cached announcements: each process reads them at most every five seconds, because every page shows them."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.announcements import queries
from marqueedesk.announcements.schemas import AnnouncementOut

SECONDS: Final = 5.0


class CurrentAnnouncements:
    """Announcements that are not over, at most five seconds old."""

    def __init__(self) -> None:
        self._known: Sequence[AnnouncementOut] = ()
        self._until = 0.0

    def read(self, db: Session, now: datetime) -> None:
        """Read the announcements unless they are fresh enough."""
        if time.monotonic() >= self._until:
            self._known = [AnnouncementOut.of_row(row) for row in queries.not_over(db, now)]
            self._until = time.monotonic() + SECONDS

    def at(self, now: datetime, *, everybody: bool) -> list[AnnouncementOut]:
        """Return the announcements last read that are shown at ``now``; only those for everybody if ``everybody`` is
        set.
        """
        return [
            row
            for row in self._known
            if row.starts_at <= now < row.ends_at and (row.audience == "everybody" or not everybody)
        ]

    def forget(self) -> None:
        """Invalidate the cache after a change."""
        self._until = 0.0
