"""Public status of the installation: database, worker, announcements and maintenance."""

import threading
import time
from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy.exc import SQLAlchemyError

from marqueedesk.admin.attention import LONG_SECONDS
from marqueedesk.announcements.current import CurrentAnnouncements
from marqueedesk.instance_settings.cached_settings import CachedSettings
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch import build

router = APIRouter(tags=["health"])
SECONDS: Final = 5.0


class PublicAnnouncement(ResponseModel):
    """A current announcement for everybody."""

    text: str
    starts_at: Annotated[datetime, Field(alias="from")]
    ends_at: Annotated[datetime, Field(alias="to")]


class MaintenanceOut(ResponseModel):
    """Maintenance in progress."""

    until: Annotated[datetime | None, Field(description="Expected end, if an administrator set one")]


class StatusOut(ResponseModel):
    """GET /status.json."""

    status: Literal["ok", "degraded", "maintenance"]
    version: str
    checked_at: datetime
    database: Literal["ok", "down"]
    worker: Annotated[
        Literal["ok", "late", "unknown"],
        Field(description="`late` if emails and other jobs are delayed; `unknown` while the database is down"),
    ]
    announcements: list[PublicAnnouncement]
    maintenance: MaintenanceOut | None


class StatusCheck:
    """Status of the installation, checked at most every five seconds per process, however many ask."""

    def __init__(
        self,
        database: Database,
        settings: CachedSettings,
        announcements: CurrentAnnouncements,
        job_kinds: Collection[str],
    ) -> None:
        self._database = database
        self._settings = settings
        self._announcements = announcements
        self._job_kinds = job_kinds
        self._known: StatusOut | None = None
        self._until = 0.0
        self._checking = threading.Lock()

    def read(self) -> StatusOut:
        """Return the status. One caller checks; others at the same time get the previous one."""
        known = self._known
        if known is not None and (time.monotonic() < self._until or not self._checking.acquire(blocking=False)):
            return known
        if known is None:
            self._checking.acquire()
        try:
            if self._known is None or time.monotonic() >= self._until:
                self._known = self._check(clock.now())
                self._until = time.monotonic() + SECONDS
            return self._known
        finally:
            self._checking.release()

    def forget(self) -> None:
        """Invalidate the cache after a change."""
        self._until = 0.0

    def _check(self, now: datetime) -> StatusOut:
        lag = self._lag_seconds(now)
        database: Literal["ok", "down"] = "down" if lag is None else "ok"
        worker: Literal["ok", "late", "unknown"] = "unknown" if lag is None else "late" if lag > LONG_SECONDS else "ok"
        platform = self._settings.read()
        in_maintenance = platform is not None and platform.maintenance_mode
        works = database == "ok" and worker == "ok"
        return StatusOut(
            status="maintenance" if in_maintenance else "ok" if works else "degraded",
            version=build.current().version,
            checked_at=now,
            database=database,
            worker=worker,
            announcements=[PublicAnnouncement.of_row(row) for row in self._announcements.at(now, everybody=True)],
            maintenance=MaintenanceOut(until=platform.maintenance_until) if platform and in_maintenance else None,
        )

    def _lag_seconds(self, now: datetime) -> float | None:
        """Read the announcements, and return the age of the oldest due job in seconds; None if the database is
        unavailable.
        """
        try:
            with self._database.read() as db, all_tenants(db, "figures over every operator"):
                self._announcements.read(db, now)
                return jobs.lag_seconds(db, now, kinds=self._job_kinds)
        except (SQLAlchemyError, Unavailable):
            return None


@router.get("/status.json")
def status(request: Request) -> StatusOut:
    """Return the public status of the installation. Also responds while the database is unavailable, and during
    maintenance.
    """
    check: StatusCheck = request.app.state.status_check
    return check.read()
