"""The installation's settings as pages need them: each process reads them at most every two seconds.

A setting that somebody saves holds everywhere within that time; in the process that saved it, at once.
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


class Current:
    """The settings now, or those of two seconds ago. If the database is out of reach, the last known ones."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._known: Platform | None = None
        self._until = 0.0
        self._reading = threading.Lock()

    @property
    def is_fresh(self) -> bool:
        """Whether `known` is no older than it may be."""
        return time.monotonic() < self._until

    @property
    def known(self) -> Platform | None:
        """The settings read last; None before the first read."""
        return self._known

    def read(self) -> Platform | None:
        """The settings now. One caller reads; callers who come meanwhile get the previous ones."""
        if not self.is_fresh and self._reading.acquire(blocking=self._known is None):
            try:
                self._look()
            finally:
                self._reading.release()
        return self._known

    def forget(self) -> None:
        """Something was saved: look again at the next request."""
        self._until = 0.0

    def _look(self) -> None:
        if self.is_fresh:
            return
        # Callers that need the database report its failure themselves.
        with contextlib.suppress(SQLAlchemyError, Unavailable), self._database.read() as db:
            self._known = effective(db, self._settings)
        self._until = time.monotonic() + SECONDS

    @property
    def site_url(self) -> str:
        """The address of the installation, without a slash at its end."""
        known = self.read()
        return (known.site_url if known else self._settings.public_url).rstrip("/")

    @property
    def site_name(self) -> str:
        """The name of the installation."""
        known = self.read()
        return known.site_name if known else USUAL_NAME
