"""Cached installation settings: each process reads them at most every two seconds.

A saved setting takes effect everywhere within that time, and immediately in the process that saved it.
"""

import contextlib
import threading
import time

from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.instance_settings.service import DEFAULTS, Platform, effective
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Unavailable
from marqueedesk.settings import Settings

SECONDS = 2.0
USUAL_NAME: str = DEFAULTS["site_name"]


class CachedSettings:
    """Settings at most two seconds old. If the database is unavailable, the last known ones."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.seconds = SECONDS
        self._database = database
        self._settings = settings
        self._known: Platform | None = None
        self._until = 0.0
        self._reading = threading.Lock()

    @property
    def is_fresh(self) -> bool:
        """Return whether the cached settings are fresh enough."""
        return time.monotonic() < self._until

    @property
    def known(self) -> Platform | None:
        """Return the cached settings; None before the first read."""
        return self._known

    def read(self) -> Platform | None:
        """Return the current settings. One caller reads them; others at the same time get the previous ones."""
        if not self.is_fresh and self._reading.acquire(blocking=self._known is None):
            try:
                self._refresh()
            finally:
                self._reading.release()
        return self._known

    def forget(self) -> None:
        """Invalidate the cache after a change."""
        self._until = 0.0

    def _refresh(self) -> None:
        if self.is_fresh:
            return
        # Callers that need the database report a failure themselves.
        with contextlib.suppress(SQLAlchemyError, Unavailable), self._database.read() as db:
            self._known = effective(db, self._settings)
        self._until = time.monotonic() + self.seconds

    @property
    def site_url(self) -> str:
        """Return the installation's URL without a trailing slash."""
        platform = self.read()
        return (platform.site_url if platform else self._settings.public_url).rstrip("/")

    @property
    def landing_claim(self) -> str | None:
        """Return the text that replaces "100+ rental businesses" on the landing page; None if it is not set."""
        platform = self.read()
        return platform.landing_claim if platform else None

    @property
    def site_name(self) -> str:
        """Return the installation's name."""
        platform = self.read()
        return platform.site_name if platform else USUAL_NAME
